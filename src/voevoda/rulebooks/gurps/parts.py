"""What effective Strategy or Tactics is made of before anything is thrown, and where the file says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from voevoda.rulebooks.book import Part, Place
from voevoda.rulebooks.gurps.modifiers import Modifier, account_of
from voevoda.rulebooks.gurps.order import is_waited_out
from voevoda.rulebooks.gurps.state import Day, Ruling, Side

SUMS: Final = frozenset({"ratio", "tech", "superiority", "artillery"})
"""Modifiers that whole armies give, so that no field of a file can be left out for them."""


def parts(day: Day) -> tuple[tuple[Part, ...], ...]:
    """Both sides' numbers (G-10.1), the leader's own first, their sum last; none where nothing is thrown."""
    return () if is_waited_out(day.terms) else tuple(_parts(day, index) for index in (0, 1))


def _parts(day: Day, index: int) -> tuple[Part, ...]:
    found = account_of(day, index)
    own = Part("G-10.1", found.skill, found.base, at=("sides", index, "commander", found.skill))
    lines = (
        Part(line.clause, line.what, line.value, line.of, at=_place(day.terms.sides[index], index, line))
        for line in found.modifiers
    )
    return (own, *lines, Part("G-10.1", "effective", found.effective))


def _place(side: Side, index: int, line: Modifier) -> Place:
    """Where the battle file has what a modifier comes from; nowhere, if it comes from several places."""
    match line.what:
        case "circumstance":
            return (
                "sides",
                index,
                "circumstances",
                [str(each) for each in side.circumstances].index(line.of),
            )
        case "position":
            return (
                "sides",
                index,
                "position",
                [str(each.kind) for each in side.position].index(line.of),
                "kind",
            )
        case "referee":
            return (
                "sides",
                index,
                "referee",
                [(r.why, r.value) for r in side.referee].index((line.of, line.value)),
                "why",
            )
        case "plan" | "scouting" | "seer":
            return ("sides", index, line.what)
        case "engineers":
            return ("sides", 1 - index, line.what)
        case "tech":
            return ("sides", index, "tech_level")
    return ()


def without(day: Day, index: int, place: int) -> Day | None:
    """The day on which one of the ``SUMS`` adds nothing to a side: a ruling takes it back (G-6.2)."""
    if not place or (line := account_of(day, index).modifiers[place - 1]).what not in SUMS:
        return None
    sides = list(day.terms.sides)
    sides[index] = replace(sides[index], referee=(*sides[index].referee, Ruling("", -line.value)))
    return replace(day, terms=replace(day.terms, sides=(sides[0], sides[1])))
