"""Forces and days for the tests of gurps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import parse_document
from voevoda.play.journal import thrown
from voevoda.play.position import Position
from voevoda.play.questions import Chance, Choose, Question
from voevoda.play.seats import Line
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.modifiers import account_of
from voevoda.rulebooks.gurps.rules import Gurps
from voevoda.rulebooks.gurps.state import Day

GURPS = Gurps()
BOOKS = {"gurps": BOOK}

ASH = "{name: Ash, strategy: 12, tactics: 11}"
BIRCH = "{name: Birch, strategy: 12, tactics: 11}"


def battle(text: str) -> Battle:
    """The battle that a file with this text would hold."""
    return battle_of(parse_document(text.encode(), "battle.yaml"), BOOKS)


def file_of(ash: str = "", birch: str = "", more: str = "", *, units: tuple[str, str] | None = None) -> str:
    """A battle file: more lines for each side, more at the top, other units than 100 plain men a side."""
    one, two = units or ("{name: Men, count: 100}", "{name: Men, count: 100}")
    lines = ["rulebook: gurps", "title: Trial", *more.strip().splitlines(), "sides:"]
    for name, leader, extra, men in (("Ash", ASH, ash, one), ("Birch", BIRCH, birch, two)):
        own = {line.split(":", 1)[0] for line in extra.strip().splitlines()}
        lines.append(f"  - name: {name}")
        if "commander" not in own:
            lines.append(f"    commander: {leader}")
        if "units" not in own:
            lines.append(f"    units: [{men}]")
        lines += [f"    {line}" for line in extra.strip().splitlines()]
    return "\n".join(lines) + "\n"


@cache
def day(ash: str = "", birch: str = "", more: str = "", *, units: tuple[str, str] | None = None) -> Day:
    """The first state of such a file."""
    first: Day = battle(file_of(ash, birch, more, units=units)).state
    return first


def play(state: Day, *replies: object) -> Position[Day]:
    """The position after these replies, in the order asked."""
    at = Position.at(GURPS, state)
    for reply in replies:
        at = at.answer(reply)
    return at


class Course:
    """A day under way, with its whole log."""

    def __init__(self, state: Day) -> None:
        self.at = Position.at(GURPS, state)
        self.lines: list[Line] = [line for passed in self.at.passed for line in passed.lines]
        self.questions: list[Question[Any]] = []

    def answer(self, reply: object) -> None:
        """Go on by a reply to the first open question."""
        asked = self.at.asked()
        self.questions.append(asked.question)
        self.at = self.at.answer(reply, asked.place)
        self.lines += [line for passed in self.at.passed for line in passed.lines]

    def to(self, key: str, replies: Mapping[str, object], seed: str = "seed") -> Course:
        """Answer from ``replies`` by key, else from a seed or by the first option, until ``key`` is asked."""
        while self.at.open and self.at.asked().place.key != key:
            self.to_next(replies, seed)
        return self

    def to_next(self, replies: Mapping[str, object], seed: str = "seed") -> None:
        """Answer the first open question."""
        asked = self.at.asked()
        reply = replies.get(asked.place.key)
        if isinstance(reply, list):
            reply = reply.pop(0) if reply else None
        if reply is None:
            question = asked.question
            reply = thrown(asked, seed) if isinstance(question, Chance) else first(question)
        self.answer(reply)

    def told(self, key: str) -> list[dict[str, Any]]:
        """The facts of each line with this key, those of the running step included."""
        return [dict(line.facts) for line in (*self.lines, *self.at.lines()) if line.key == key]

    @property
    def log(self) -> list[tuple[int, Line]]:
        """The log as a report gets it."""
        return [(0, line) for line in self.lines]


def contested(
    state: Day, difference: int, replies: Mapping[str, object] | None = None, seed: str = "seed"
) -> Course:
    """A day played to its end whose contest has this difference (the first side's margin less the other)."""
    course = Course(state).to("gurps.contest", dict(replies or {}), seed)
    now = course.at.state
    lead = account_of(now, 0).effective - account_of(now, 1).effective
    less = lead - difference  # the first roll less the second
    one = min(18, max(3, 10 + less // 2))
    assert 3 <= one - less <= 18, f"{difference} cannot be rolled from {lead}"
    course.answer(dice(one))
    course.answer(dice(one - less))
    return course.to("", dict(replies or {}), seed)


def standing(course: Course, side: int) -> list[str]:
    """What the units of a side do in the end."""
    return [company.now for company in course.at.state.forces[side].units]


def first(question: Question[Any]) -> object:
    """The first option of a choice."""
    assert isinstance(question, Choose)
    return question.among[0][0]


def fought(state: Day, replies: Mapping[str, object] | None = None, seed: str = "seed") -> Course:
    """A day played to its end: replies by key (a list: one after the other), else from a seed."""
    return Course(state).to("", dict(replies or {}), seed)


def dice(total: int) -> tuple[int, int, int]:
    """Three faces with this sum."""
    low = max(1, total - 12)
    middle = max(1, min(6, total - low - 6)) if total - low > 7 else 1
    return low, middle, total - low - middle
