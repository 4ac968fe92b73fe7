"""Battle cards and fights for the tests of skirmish."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from voevoda.files.document import parse_document
from voevoda.files.problems import BadFile, Problem
from voevoda.files.validation import validate
from voevoda.play.journal import thrown
from voevoda.play.position import Position
from voevoda.play.questions import Question
from voevoda.play.seats import Line
from voevoda.rulebooks.skirmish.rules import Skirmish
from voevoda.rulebooks.skirmish.setup import SkirmishFile, first_state
from voevoda.rulebooks.skirmish.state import Fight, Fighter, Phase

SKIRMISH = Skirmish()

Filled = dict[str, Any]
"""A part of a battle file."""

FIRM = {"retreat": True, "surrender": False}
TRAPPED = {"retreat": False, "surrender": True}
GRIM = {"retreat": False, "surrender": False}


def man(name: str, **more: Any) -> Filled:
    """A battle card: one plain fighter who fights hand to hand."""
    plain = {
        "tactics": 4,
        "modes": {"close": 6},
        "defence": 5,
        "composure": 5,
        "damage": 6,
        "state": 20,
        "death_threshold": -15,
        "action_points": 4,
    }
    return {"name": name, **plain, **more}


def side(name: str, *fighters: Filled, **more: Any) -> Filled:
    """A side of these, or of one plain fighter named as the side is and "man"."""
    return {"name": name, "fighters": list(fighters or (man(f"{name} man"),)), **more}


def file_of(ash: Filled, birch: Filled, **readings: str) -> Filled:
    """A battle file."""
    return {"rulebook": "skirmish", "title": "Trial", "sides": [ash, birch], "readings": readings}


def fight_of(data: Filled) -> Fight:
    """The first state of a battle file.  Raises ``BadFile``."""
    text = json.dumps(data, ensure_ascii=False)
    return first_state(validate(parse_document(text.encode(), "fight.json"), SkirmishFile), {})


def fight(ash: Filled | None = None, birch: Filled | None = None, **readings: str) -> Fight:
    """The fight of Ash and Birch; one plain fighter for a side left out."""
    return fight_of(file_of(ash or side("Ash"), birch or side("Birch"), **readings))


def problem(data: Filled) -> Problem:
    """The one thing that is wrong with a battle file."""
    try:
        _ = fight_of(data)
    except BadFile as bad:
        (found,) = bad.told
        return found
    raise AssertionError("nothing is wrong with it")


def at_step(state: Fight, phase: Phase, winner: int = 0) -> Fight:
    """The fight before a later step of the book, everybody using the mode that he likes best."""
    readings = replace(state.terms.readings, modes="own_choice")
    terms = replace(state.terms, readings=readings)
    return replace(state, terms=terms, phase=phase, winner=winner)


class Course:
    """A fight under way, with all that was asked and told."""

    def __init__(self, state: Fight) -> None:
        self.at = Position.at(SKIRMISH, state)
        self.lines: list[Line] = [line for passed in self.at.passed for line in passed.lines]
        self.questions: list[Question[Any]] = []

    @property
    def state(self) -> Fight:
        """The state at the start of the step."""
        return self.at.state

    def answer(self, *replies: object) -> Course:
        """Answer in the order asked."""
        for reply in replies:
            asked = self.at.asked()
            self.questions.append(asked.question)
            self.at = self.at.answer(reply, asked.place)
            self.lines += [line for passed in self.at.passed for line in passed.lines]
        return self

    def thrown(self, seed: str = "seed") -> list[object]:
        """What a seed throws for the open question."""
        return [thrown(self.at.asked(), seed)]

    def until(self, phase: Phase, seed: str = "seed") -> Course:
        """Throw from a seed until the fight is before this step of the book."""
        while self.at.open and self.state.phase != phase:
            _ = self.answer(*self.thrown(seed))
        return self

    def to_end(self, seed: str = "seed") -> Course:
        """Throw all that is left from a seed."""
        return self.until("over", seed)

    def asks(self) -> tuple[str, Mapping[str, Any]]:
        """The key of the open question, and the facts of its prompt."""
        question = self.at.asked().question
        return question.key, {**question.about, **question.prompt()}

    def told(self, key: str) -> list[dict[str, Any]]:
        """The facts of each line with this key, this step's included."""
        return [dict(line.facts) for line in (*self.lines, *self.at.lines()) if line.key == key]

    def keys(self) -> list[str]:
        """The keys of all lines in their order."""
        return [line.key for line in (*self.lines, *self.at.lines())]

    def fighters(self, index: int) -> tuple[Fighter, ...]:
        """What has become of a side."""
        return self.state.fighters[index]


def play(state: Fight, *replies: object) -> Course:
    """The course of a fight after these replies."""
    return Course(state).answer(*replies)
