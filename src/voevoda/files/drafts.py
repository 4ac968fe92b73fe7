"""Drafts of battle files: whether one is a battle, and if not, what of it can be reckoned with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import Document
from voevoda.files.forms import read_draft
from voevoda.files.problems import BadFile, Problem
from voevoda.files.yaml_text import Loc, Value
from voevoda.rulebooks import BOOKS

NAME = "voevoda.yaml"
"""What a draft is called where a file would have a name."""

ROUNDS = 5
"""What is wrong may hide more that is; after so many times it is not looked for."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a draft comes to."""

    battle: Battle | None
    """What can be reckoned with; None where there has been no battle yet."""
    problems: tuple[Problem, ...] = ()
    left_out: tuple[Loc, ...] = ()
    """The modifiers and fields that do not count, because something is wrong with them."""
    older: bool = False
    """The battle is the one that the draft was before."""
    valid: str | None = None
    """The draft when it was last a battle, today's included."""


def judge(text: str, valid: str | None = None) -> Judged:
    """Hold a draft against its book, as ``forms.print_draft`` writes it; ``valid`` was the last right one.

    A modifier with something wrong in it is left out, and so is any other wrong field; where the rest is no
    battle, the battle is the last that was right, with nothing of the draft since.
    """
    try:
        document = read_draft(text, NAME)
        return Judged(battle_of(document), valid=text)
    except BadFile as bad:
        problems = bad.problems
    try:
        found = _without_wrong(read_draft(text, NAME), problems)
    except BadFile:  # it cannot even be read
        found = None
    if found is not None:
        return Judged(found[0], problems, found[1], valid=valid)
    if valid is None:
        return Judged(None, problems)
    return Judged(_before(valid), problems, older=True, valid=valid)


def _before(text: str) -> Battle | None:
    """The battle that a draft was; None if today's rules have it for none."""
    try:
        return battle_of(read_draft(text, NAME))
    except BadFile:
        return None


def _without_wrong(document: Document, problems: Sequence[Problem]) -> tuple[Battle, tuple[Loc, ...]] | None:
    """The battle without what is wrong, and what that is; None if the rest is no battle."""
    book = BOOKS.get(str(document.data.get("rulebook"))) if isinstance(document.data, dict) else None
    if book is None:
        return None
    out = list[Loc]()
    for _ in range(ROUNDS):
        places = {_to_leave_out(document.data, problem.loc, book.modifiers) for problem in problems}
        wrong = [place for place in places if place is not None]
        if len(wrong) < len(places):
            return None
        for place in sorted(wrong, key=lambda loc: [str(step).rjust(8, "0") for step in loc], reverse=True):
            document = document.without(place)
        out += wrong
        try:
            return battle_of(document), tuple(out)
        except BadFile as bad:
            problems = bad.problems
    return None


def _to_leave_out(data: Value, loc: Loc, modifiers: frozenset[str]) -> Loc | None:
    """What is left out for what is wrong at a place; None where nothing can be.

    It is the modifier that the place is in, one of a list or the whole field; else the field itself, unless
    it holds others.
    """
    at = next((n for n, step in enumerate(loc) if step in modifiers), None)
    if at is None:
        place = loc
    else:
        place = loc[: at + 2] if len(loc) > at + 1 and isinstance(loc[at + 1], int) else loc[: at + 1]
    here: Any = data
    for step in place:
        if not _holds(here, step):
            return None
        here = here[step]
    is_field = bool(place) and isinstance(place[-1], str) and not isinstance(here, dict | list)
    return place if at is not None or is_field else None


def _holds(here: object, step: int | str) -> bool:
    if isinstance(here, list):
        return isinstance(step, int) and step < len(here)
    return isinstance(here, dict) and step in here
