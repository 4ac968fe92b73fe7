"""Battles of wfrp that have been fought, for the tests of what they leave behind."""

from __future__ import annotations

import runpy
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.contract.plays import Dice, any_reply
from voevoda.export import Record, record
from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import parse_document
from voevoda.play.journal import Closed, answered, begin, thrown
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.wfrp.state import Field, Readings, Side, Terms, Unit

EXAMPLES = files("voevoda.rulebooks") / "wfrp" / "data" / "examples"
BOOK = BOOKS["wfrp"]
SCENES: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "journals.py"))


def example(name: str, *changes: tuple[str, str]) -> Battle:
    """An example, perhaps with some fields set."""
    document = parse_document((EXAMPLES / f"{name}.yaml").read_bytes(), f"{name}.yaml")
    for path, value in changes:
        document = document.with_value(path, value)
    return battle_of(document)


def fought(state: Field, seed: str = "a", *replies: object) -> Record:
    """A battle with these replies, the rest thrown from the seed."""
    at, journal = begin(BOOK.rules, state, seed)
    for reply in replies:
        at, entries = answered(at, reply)
        journal = (*journal, *entries)
    while at.open:
        asked = at.asked()
        at, entries = answered(at, thrown(asked, seed), asked.place, "seed")
        journal = (*journal, *entries)
    return record(BOOK, (*journal, Closed(seed)), at)


def typed(state: Field, *replies: object) -> Record:
    """A battle with these replies, then dice that fall the same whatever the names are."""
    dice = Dice("typed")
    at, journal = begin(BOOK.rules, state, None)
    for reply in replies:
        at, entries = answered(at, reply)
        journal = (*journal, *entries)
    while at.open:
        at, entries = answered(at, any_reply(at.asked().question, dice))
        journal = (*journal, *entries)
    return record(BOOK, journal, at)


def scene(name: str) -> Record:
    """A scene of the golden journals: ``by-hand``, ``own-table``, ``stopped`` or ``characters``."""
    table, _ = SCENES["played"]("wfrp", name)
    return record(BOOK, (*table.journal, Closed(name)), table.at)


def named(title: str, side: str, unit: str, character: str) -> Field:
    """A battle short enough to be read, with these names on one side."""
    influence = example("tunnels").state.terms.influence
    sides = (
        Side(side, (Unit(unit, 30), Unit("Others", 9)), characters=(character,)),
        Side("Wolves", (Unit("Axes", 12),), characters=("Grim", "Skarn")),
    )
    readings = Readings(sl_bonus="flat")
    return Field(Terms(title, sides, influence, readings), "muster", (0, 0), (0, 0))
