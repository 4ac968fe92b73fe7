"""The muster: what units are worth and cost, and what they are after taking in recruits (G-1, G-14.2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import get_args

from voevoda.play.errors import Illegal
from voevoda.play.paths import parse_path, print_step
from voevoda.play.seats import Facts
from voevoda.rulebooks.gurps.state import Day, Side, Spot, Unit
from voevoda.rulebooks.gurps.strength import battles_of, hiring_cost, man_ts, months_pay, piece_ts, unit_ts
from voevoda.rulebooks.gurps.tables import Quality, Tables

CLAUSES = {
    "man": ("G-1.3", "G-1.5"),
    "pieces": ("G-1.4",),
    "quality": ("G-1.6",),
    "battles": ("G-1.7",),
    "strength": ("G-1.2",),
    "hiring": ("G-14.2",),
    "pay": ("G-14.2",),
}
"""Where each number of a unit comes from."""


def muster(day: Day) -> tuple[Facts, ...]:
    """Each side with its units: TS of a man, TS, base morale, what hiring costs, and pay a month."""
    return tuple(_side(day.terms.tables, side) for side in day.terms.sides)


def _side(tables: Tables, side: Side) -> Facts:
    pay = sum((months_pay(tables, unit, side.tech_level) for unit in side.units), Fraction())
    return {
        "name": side.name,
        "tech_level": side.tech_level,
        "men": side.people,
        "strength": sum((unit_ts(tables, unit, side.tech_level) for unit in side.units), Fraction()),
        "pay": pay,
        "extra_pay": side.extra_pay,
        "upkeep": pay * (1 + side.extra_pay / 100),
        "units": tuple(_unit(tables, side, unit) for unit in side.units),
    }


def _unit(tables: Tables, side: Side, unit: Unit) -> Facts:
    grade = tables.grade(unit.quality)
    return {
        "name": unit.name,
        "count": unit.count,
        "quality": unit.quality,
        "battles": unit.battles,
        "man": man_ts(tables, unit, side.tech_level),
        "pieces": unit.machines * piece_ts(tables, unit),
        "strength": unit_ts(tables, unit, side.tech_level),
        "morale": grade.morale,
        "hiring": hiring_cost(tables, unit, side.tech_level),
        "pay": months_pay(tables, unit, side.tech_level),
    }


# G-1.7


def recruited(day: Day, named: str, recruits: int, quality: str) -> tuple[Day, Facts]:
    """The day with a unit after it has taken in recruits, and how its battles came about.

    Raises ``Illegal`` for a unit or a quality that there is not.
    """
    tables, spot = day.terms.tables, _unit_called(day, named)
    known: tuple[Quality, ...] = get_args(Quality)
    fresh = next((tables.grade(each).battles for each in known if each == quality), None)
    if fresh is None:
        raise Illegal("gurps.illegal.quality", given=quality, accepted=known)
    side = day.terms.sides[spot.side]
    unit = side.units[spot.place]
    battles = battles_of(((unit.count, unit.battles), (recruits, fresh)))
    after = replace(
        unit, count=unit.count + recruits, battles=battles, quality=tables.grade_after(battles).quality
    )
    units = (*side.units[: spot.place], after, *side.units[spot.place + 1 :])
    told: Facts = {
        "side": side.name,
        "unit": unit.name,
        "men": unit.count,
        "battles": unit.battles,
        "recruits": recruits,
        "fresh": fresh,
        "after": battles,
    }
    return day.with_side(spot.side, replace(side, units=units)), told


def _unit_called(day: Day, named: str) -> Spot:
    """The unit of this name, or of this side and name: ``Levy``, ``North.Levy``."""
    found = [spot for spot, _, unit, _ in day.units() if unit.name == named]
    steps = tuple(step.text for step in parse_path(named) or ())
    found = found or [spot for spot, side, unit, _ in day.units() if steps == (side.name, unit.name)]
    if len(found) == 1:
        return found[0]
    names = [unit.name for _, _, unit, _ in day.units()]
    accepted = tuple(
        unit.name if names.count(unit.name) == 1 else f"{print_step(side.name)}.{print_step(unit.name)}"
        for _, side, unit, _ in day.units()
    )
    raise Illegal("gurps.illegal.which_unit", given=named, accepted=accepted)
