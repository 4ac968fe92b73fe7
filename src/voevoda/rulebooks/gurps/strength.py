"""Troop Strength (G-1): what men, units and forces are worth, and how recruits change a unit."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from voevoda.rulebooks.gurps.state import Race, Side, Unit
from voevoda.rulebooks.gurps.tables import (
    CHARIOTS,
    HIRING_COST,
    MISSILE_OF_CHARIOTS,
    MONTHS_PAY,
    Armour,
    Missile,
    Strength,
    Tables,
)


def racial_bonus(race: Race) -> int:
    """Half of the modifiers of ST and HT and of extra hits, rounded toward zero (G-1.5)."""
    return int(Fraction(race.st + 10 * race.superhuman_strength + race.ht + race.hits, 2))


def missile_ts(table: Strength, missile: Missile, tech_level: int) -> int:
    """What a missile weapon adds; firearms before their time add nothing (G-1.3)."""
    if missile == "none":
        return 0
    if missile == "firearm":
        return table.firearm(tech_level) or 0
    return dict(table.missile)[missile]


def man_parts(tables: Tables, unit: Unit, tech_level: int) -> dict[str, int]:
    """What makes the TS of a man, part by part; what adds nothing is left out (G-1.3, G-1.5)."""
    table = tables.strength
    mounted = unit.arms == "cavalry"
    parts = {
        # The race cannot take the base under 1; what comes after is not bounded by it.
        "race": max(1, table.base + racial_bonus(unit.race)) - table.base,
        "armour": dict(table.armour)[unit.armour],
        "missile": missile_ts(table, unit.missile, tech_level),
        "mounted": dict(table.mounted)[unit.armour] if mounted else 0,
        "stirrups": table.without_stirrups if mounted and not unit.stirrups else 0,
        "pikes": table.pikes if unit.pikes else 0,
    }
    return {"base": table.base, **{name: value for name, value in parts.items() if value}}


def man_ts(tables: Tables, unit: Unit, tech_level: int) -> Fraction:
    """The TS of one man of a unit, at least 1 (G-1.3), or what the file puts in its place (G-1.2)."""
    if unit.ts is not None:
        return unit.ts
    return Fraction(max(1, sum(man_parts(tables, unit, tech_level).values())))


def missile_man(table: Strength, armour: Armour) -> int:
    """The TS of the missile man of a chariot of this weight (G-1.4); as of any man, at least 1 (G-1.3)."""
    return max(1, table.base + dict(table.armour)[armour] + dict(table.missile)[MISSILE_OF_CHARIOTS])


def piece_ts(tables: Tables, unit: Unit) -> int:
    """What each of a unit's pieces adds (G-1.4)."""
    if unit.weapon is None:
        return 0
    man = missile_man(tables.strength, CHARIOTS[unit.weapon]) if unit.weapon in CHARIOTS else 0
    return tables.weapon(unit.weapon) + man


def unit_ts(tables: Tables, unit: Unit, tech_level: int) -> Fraction:
    """The TS of a unit, exact: men and pieces, times its quality (G-1.2, G-1.6)."""
    men = unit.count * man_ts(tables, unit, tech_level)
    return (men + unit.machines * piece_ts(tables, unit)) * tables.grade(unit.quality).ts


def force_ts(tables: Tables, side: Side, units: Iterable[Unit]) -> Fraction:
    """The TS of these units of a side (G-1.1)."""
    return sum((unit_ts(tables, unit, side.tech_level) for unit in units), Fraction())


def battles_of(groups: Iterable[tuple[int, int]]) -> int:
    """Battles of a unit made of groups of men with their battles: the average, rounded down (G-1.7)."""
    counted = tuple(groups)
    return sum(men * battles for men, battles in counted) // sum(men for men, _ in counted)


def hiring_cost(tables: Tables, unit: Unit, tech_level: int) -> Fraction:
    """What a unit costs to hire (G-14.2)."""
    return HIRING_COST * unit.count * man_ts(tables, unit, tech_level)


def months_pay(tables: Tables, unit: Unit, tech_level: int) -> Fraction:
    """A unit's pay for a month (G-14.2)."""
    return MONTHS_PAY * hiring_cost(tables, unit, tech_level) * tables.grade(unit.quality).pay
