#!/usr/bin/env python3
"""Record the golden journals: battles of each book as they were played by one revision of its rules.

    python3 scripts/journals.py             write tests/journals/<book>/r<revision>/<name>.jsonl where missing

A golden journal is never written anew: it stands for the journals that people have.  When a revision rises,
those of the old one stay, and this script records the same battles by the new rules.  Run it with the Python
of ``.venv``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import Document, parse_document
from voevoda.files.journal_text import print_journal
from voevoda.play import journal as journals
from voevoda.play.journal import Answered, Closed, Journal, answered, begin, standing, thrown
from voevoda.play.position import Position
from voevoda.play.questions import Chance

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "journals"

OWN_TABLE = """{rows: [
  {to: 40, "on": all-own, damage: 3, wounds: 1d5, fear: 1},
  {from: 41, to: 70, "on": nobody, damage: 1},
  {from: 71, "on": one-enemy, damage: 4, wounds: 1d10, lose-advantage: 1, penalty: -10}]}"""


OWN_LOSSES = "{rows: [{row: -1, lost: 4d+40}, {row: 0, lost: 3d+10}, {row: 1, lost: 1d}]}"


@dataclass(slots=True)
class Table:
    """A battle being played, with a seed for its dice and a referee who can step in."""

    battle: Battle
    seed: str
    at: Position[Any]
    journal: Journal

    def throw(self, times: int) -> None:
        """Answer so many questions while the battle lasts: from the seed, choices at random if they can."""
        book = self.battle.book
        policy = "random" if "random" in book.policies else book.policies[0]
        for _ in range(times):
            if not self.at.open:
                return
            asked = self.at.asked()
            if isinstance(asked.question, Chance):
                self.at, entries = answered(self.at, thrown(asked, self.seed), asked.place, "seed")
            else:
                reply = book.choose(policy, self.at, asked, self.seed)
                self.at, entries = answered(self.at, reply, asked.place, "chosen")
            self.journal = (*self.journal, *entries)

    def type(self, reply: object) -> None:
        """Answer as a person would."""
        self.at, entries = answered(self.at, reply)
        self.journal = (*self.journal, *entries)

    def undo(self, reason: str) -> None:
        """Take the last reply back, with those asked together with it."""
        self.journal = journals.undo(self.journal, self._replies()[-1], reason)
        self.at = journals.replay(self.battle.book.rules, self.journal)

    def correct(self, nth: int, reply: object, reason: str) -> None:
        """Put another reply in the place of one that stands, counted from the last (-1)."""
        seq = self._replies()[nth]
        self.at, self.journal = journals.correct(self.battle.book.rules, self.journal, seq, reply, reason)

    def set(self, path: str, value: int, reason: str) -> None:
        """Set a number by hand."""
        self.at, self.journal = journals.override(self.battle.book.rules, self.journal, path, value, reason)

    def _replies(self) -> list[int]:
        return [seq for seq, entry in standing(self.journal) if isinstance(entry, Answered)]


def plain(table: Table) -> None:
    """All dice from the seed."""
    table.throw(10_000)


def by_hand(table: Table) -> None:
    """The referee takes back, corrects, rules and sets, each once."""
    table.throw(2)
    table.undo("the table was pushed")
    table.type(64)
    table.type(12)
    table.throw(1)
    table.correct(-2, 13, "read upside down")
    table.set("sides.Greenskins.points", 35, "the archers have fled")
    table.throw(2)
    table.type({"ruled": 0, "reason": "it fell off the table, and the dog has it"})
    table.throw(10_000)


def by_own_table(document: Document) -> Document:
    """With an influence table in place of the house's."""
    return document.with_value("tables.influence", OWN_TABLE)


def day_by_hand(table: Table) -> None:
    """The referee takes back, corrects, rules and sets; choices are made as offered first."""
    table.throw(1)
    table.undo("the table was pushed")
    table.type((2, 2, 3))
    table.set("sides.Border patrol.plan", 2, "the reeds were set on fire")
    table.throw(1)
    table.correct(-1, (4, 4, 4), "read upside down")
    table.type({"ruled": 0, "reason": "it fell off the table, and the dog has it"})
    table.throw(10_000)


def battle_by_hand(table: Table) -> None:
    """The referee takes back, corrects, rules and sets, with dice that are rolled again."""
    table.throw(1)
    table.undo("the table was pushed")
    table.set("sides.Raiders.tokens", 9, "some have taken to their heels")
    table.type((8, 3, 1))
    table.type(4)
    table.correct(-2, (7, 1), "read upside down")
    table.type({"ruled": 2, "reason": "it fell off the table, and the dog has it"})
    table.throw(10_000)


def lasting(document: Document) -> Document:
    """With commanders of all edges, armies that do not run, and an end."""
    for path, value in (
        ("sides.Duchy.commander.edges", "[perceptive, resourceful, calculating, caring, pushing]"),
        ("sides.Horde.commander.edges", "[perceptive, resourceful, calculating, caring, pushing]"),
        ("sides.Duchy.commander.spirit", "d12+6"),
        ("sides.Horde.commander.spirit", "d12+6"),
        ("sides.Horde.strength", "1000"),
        ("max_rounds", "6"),
    ):
        document = document.with_value(path, value)
    return document


def fight_by_hand(table: Table) -> None:
    """The referee takes back, corrects, rules and sets; who is tested is asked one by one."""
    table.throw(1)
    table.undo("the table was pushed")
    table.type((4,))
    table.type((9,))
    table.set("sides.Party.fighters.Archer.defence", 8, "he has found a tree to climb")
    table.throw(3)
    table.correct(-1, (2, 19), "read upside down")
    table.throw(1)
    table.type({"ruled": 0, "reason": "it fell off the table, and the dog has it"})
    table.throw(10_000)


def by_test_dice(document: Document) -> Document:
    """State by the dice of the tests, the losers' own Composure, everybody's first priority."""
    for name, option in (("state_roll", "test"), ("surrender_against", "losers"), ("modes", "own_choice")):
        document = document.with_value(f"readings.{name}", option)
    return document


def by_own_losses(document: Document) -> Document:
    """With a table of losses in place of the house's."""
    return document.with_value("tables.losses", OWN_LOSSES)


@dataclass(frozen=True, slots=True)
class Scene:
    """A battle to be recorded."""

    example: str
    play: Callable[[Table], None] = plain
    change: Callable[[Document], Document] = lambda document: document


SCENES: dict[str, dict[str, Scene]] = {
    "gurps": {
        "field": Scene("ford"),
        "storm": Scene("walls"),
        "by-hand": Scene("patrol", day_by_hand),
        "secret": Scene("omens"),
        "own-table": Scene("modern", change=by_own_losses),
    },
    "savage": {
        "cards": Scene("bridge"),
        "heroes": Scene("pass"),
        "opposed": Scene("forlorn"),
        "by-hand": Scene("ford", battle_by_hand),
        "long": Scene("bridge", change=lasting),
    },
    "skirmish": {
        "example": Scene("wolves"),
        "many": Scene("brawl"),
        "by-hand": Scene("wolves", fight_by_hand),
        "grim": Scene("bridge"),
        "readings": Scene("caravan", change=by_test_dice),
    },
    "wfrp": {
        "characters": Scene("ridge"),
        "by-hand": Scene("tunnels", by_hand),
        "stopped": Scene("ford", change=lambda document: document.with_value("max_rounds", "1")),
        "own-table": Scene("tunnels", change=by_own_table),
    },
}
"""By book and name."""


def played(book: str, name: str) -> tuple[Table, str]:
    """A scene played by today's rules, and its journal as text."""
    scene = SCENES[book][name]
    path = files("voevoda.rulebooks") / book / "data" / "examples" / f"{scene.example}.yaml"
    battle = battle_of(scene.change(parse_document(path.read_bytes(), f"{scene.example}.yaml")))
    at, journal = begin(battle.book.rules, battle.state, name)
    table = Table(battle, name, at, journal)
    scene.play(table)
    return table, print_journal(battle.book.rules, (*table.journal, Closed(name)))


def record() -> None:
    """Write the journals of today's revisions that are not there yet."""
    for book, scenes in SCENES.items():
        for name in scenes:
            table, text = played(book, name)
            path = GOLDEN / book / f"r{table.battle.book.rules.revision}" / f"{name}.jsonl"
            if path.exists():
                print(f"stays: {path}")
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            _ = path.write_text(text, "utf-8")
            print(f"recorded: {path}")


if __name__ == "__main__":
    record()
