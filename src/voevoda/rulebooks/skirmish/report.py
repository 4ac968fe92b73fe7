"""What the report says of a fight: a table of each side's fighters, and the story of each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from voevoda.play.seats import REFEREE, Fact, Facts, Line, Seat
from voevoda.rulebooks.skirmish.aftermath import carried, keeps_its_own, left_on_field
from voevoda.rulebooks.skirmish.cards import leading, score, worth
from voevoda.rulebooks.skirmish.clauses import READINGS
from voevoda.rulebooks.skirmish.order import One, everybody
from voevoda.rulebooks.skirmish.state import Fate, Fight, Readings, Side
from voevoda.rulebooks.skirmish.view import fighters, is_past

Log = Sequence[tuple[int, Line]]


def sides(fight: Fight, log: Log, seat: Seat = REFEREE) -> tuple[Facts, ...]:
    """Score, dice and fighters of each side, from the last state and the log."""
    _ = seat
    return tuple(_side(fight, index, log) for index in (0, 1))


def _side(fight: Fight, index: int, log: Log) -> Facts:
    side, thrown = fight.terms.sides[index], dict[str, Fact]()
    for _, line in log:
        if line.key == "skirmish.winner.contest" and line.facts["side"] == side.name:
            thrown = dict(line.facts)  # the last, if both had to throw again
    found = Counter(fighter.fate for fighter in fight.fighters[index])
    return {
        "name": side.name,
        "score": score(fight, index) if is_past(fight, "modes") else None,
        "roll": thrown.get("roll"),
        "total": thrown.get("total"),
        "won": None if fight.winner is None else fight.winner == index,
        "fates": {fate: found[fate] for fate in get_args(Fate) if found[fate]},
        "fighters": fighters(fight, index),
        "stories": stories(fight, index) if fight.phase == "over" else (),
    }


def stories(fight: Fight, index: int) -> tuple[Facts, ...]:
    """Each fighter's story, in the order in which it is told."""
    left, by = left_on_field(fight, index), carried(fight, index)
    carries = {carrier: fallen for fallen, carrier in by.items()}
    names = [name for name, _ in fight.terms.sides[index].fighters()]
    told = list[Facts]()
    for place, one in enumerate(everybody(fight, index)):
        story: dict[str, Fact] = {**_fought(one), **_fate(one)}
        if place in by:
            story |= {"lies": "carried", "by": names[by[place]]}
        elif place in left:
            story["lies"] = "won" if index == fight.winner else "lost"
        elif one.fighter.is_out and keeps_its_own(fight, index):
            story["lies"] = "kept"
        if place in carries:
            story["carries"] = names[carries[place]]
        told.append({"name": one.name, "story": {**story, **_spent(one)}})
    return tuple(told)


def _fought(one: One) -> dict[str, Fact]:
    """In which mode, and with what."""
    weapon = one.used.mode.weapon
    return {
        "fought": "armed" if weapon else "plain",
        "where": one.used.mode.name,
        "weapon": weapon,
        "capability": one.used.capability,
    }


def _fate(one: One) -> dict[str, Fact]:
    """What befell a fighter, and the State that he has now."""
    fate, state, wounded, _ = one.fighter
    hurt = "wounded" if wounded else "unhurt"
    return {"fate": fate if one.fighter.is_out else f"{fate}-{hurt}", "state": state, "whole": one.card.state}


def _spent(one: One) -> dict[str, Fact]:
    """What went of his ammunition, if anything did."""
    carried = one.used.mode.carried
    if not one.fighter.spent:
        return {}
    return {"shot": "some" if carried is None else "of", "spent": one.fighter.spent, "carried": carried}


# The readings that mattered


def mattered(fight: Fight, log: Log) -> tuple[str, ...]:
    """The readings that another option of which could have changed something."""
    lines = [line for _, line in log]
    found = {line.facts.get("reading") for line in lines}
    if any(line.facts.get("equal") for line in lines):
        found.add("equal_wound")
    if any("style" in line.facts or _rests_on_style(fight, line) for line in lines):
        found.add("style")
    return tuple(reading.id for reading in READINGS if reading.id in found)


def _rests_on_style(fight: Fight, line: Line) -> bool:
    """Whether the reading ``style`` is in who speaks for a side, or in a number made of several fighters'."""
    sides, readings = fight.terms.sides, fight.terms.readings
    match line.key:
        case "skirmish.modes.contest":
            return any(_speaks_by_style(side, readings) for side in sides)
        case "skirmish.winner.contest" if "leader" in line.facts:
            return any(_speaks_by_style(side, readings) for side in sides)
        case "skirmish.winner.contest" if "tactics" not in line.facts:
            return False
        case "skirmish.winner.contest" | "skirmish.winner.tie" | "skirmish.winner.again":
            return any(card.tactics.style for side in sides for card in side.cards)
        case "skirmish.surrender.test":
            of = next(side for side in sides if side.name == line.facts["of"])
            leader = line.facts.get("leader")
            return any(
                card.composure.style for name, card in of.fighters() if leader is None or name == leader
            )
    return False


def _speaks_by_style(side: Side, readings: Readings) -> bool:
    """Whether by the other option another would speak for a side, or he with another Tactics."""
    added, included = replace(readings, style="added"), replace(readings, style="included")
    one, other = leading(side, added), leading(side, included)
    return (one.who, worth(one.tactics, added)) != (other.who, worth(other.tactics, included))
