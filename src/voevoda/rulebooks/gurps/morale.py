"""Morale of units (G-12), and the order that the referee calls deadly."""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Rule, ask
from voevoda.play.seats import Facts
from voevoda.rulebooks.gurps.modifiers import Modifier
from voevoda.rulebooks.gurps.rolls import MORALE, Test
from voevoda.rulebooks.gurps.state import Day, Spot
from voevoda.rulebooks.gurps.tables import COMMANDER_LOST, extra_pay_morale
from voevoda.rulebooks.gurps.tables import MORALE as FLAGS


def morale_lines(day: Day, spot: Spot) -> tuple[Modifier, ...]:
    """A unit's morale, line by line: what it starts from, and all that changes it (G-12)."""
    side, force = day.terms.sides[spot.side], day.forces[spot.side]
    unit, company = side.units[spot.place], force.units[spot.place]
    lines = (
        Modifier("G-1.6", "quality", day.terms.tables.grade(unit.quality).morale, unit.quality),
        *(Modifier("G-12", "flag", FLAGS[flag], flag) for flag in side.morale),
        Modifier("G-12", "extra-pay", extra_pay_morale(side.extra_pay)),
        Modifier("G-12", "unit", unit.morale),
        Modifier("G-14.1", "yesterday", side.inherited.morale),
        Modifier("G-7.3", "caught-spies", force.anger),
        Modifier("G-8.5", "commander-lost", COMMANDER_LOST if force.commander_lost else 0),
        Modifier("G-8", "catastrophe", company.morale),
    )
    return tuple(line for line in lines if line.value)


def morale_of(day: Day, spot: Spot) -> int:
    """A unit's morale today, before what a result does to its roll (G-12)."""
    return sum(line.value for line in morale_lines(day, spot))


def told_lines(day: Day, spot: Spot) -> tuple[Facts, ...]:
    """A unit's morale, line by line, in no language."""
    return tuple(line.facts() for line in morale_lines(day, spot))


def deadly_order(day: Day, spot: Spot) -> Rule[Day]:
    """A morale roll that the referee calls, once; what follows is his (G-12.2)."""
    side = day.terms.sides[spot.side]
    unit = side.units[spot.place]
    _ = yield from ask(
        Test(
            key="gurps.order",
            cite="G-12.2",
            by=side.seat,
            about={"side": side.name, "unit": unit.name, "lines": told_lines(day, spot)},
            skill=morale_of(day, spot),
            ladder=MORALE,
            idle=True,
        )
    )
    units = (*side.units[: spot.place], replace(unit, deadly_order=False), *side.units[spot.place + 1 :])
    return day.with_side(spot.side, replace(side, units=units))
