"""What effective Strategy or Tactics is made of before anything is thrown, and where the file says so."""

from __future__ import annotations

from voevoda.rulebooks.book import Part, Place
from voevoda.rulebooks.gurps.modifiers import Modifier, account_of
from voevoda.rulebooks.gurps.order import is_waited_out
from voevoda.rulebooks.gurps.state import Day, Side


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
