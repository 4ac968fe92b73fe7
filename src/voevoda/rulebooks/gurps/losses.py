"""Losses (G-13): the row of each unit, its dice, and who of the lost is dead, wounded or captured."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from voevoda.play.questions import Rule, Total, ask, tell
from voevoda.play.seats import EVERYONE, REFEREE, Fact
from voevoda.rulebooks.gurps.contest import shared_totals
from voevoda.rulebooks.gurps.modifiers import shelter
from voevoda.rulebooks.gurps.results import holds_field
from voevoda.rulebooks.gurps.rolls import Losses, SharedDice, men_lost
from voevoda.rulebooks.gurps.state import Company, Day, Spot, Unit
from voevoda.rulebooks.gurps.tables import PIKES_BETTER, ROWS_BETTER


def suffers(company: Company) -> bool:
    """Say whether a unit's losses are rolled: not of who did not fight, nor of who died to the last man."""
    return company.engaged and company.now != "last-stand"


def armour_rows(unit: Unit) -> int:
    """By how many rows armour, or pikes, make losses lighter (G-13.3)."""
    return max(ROWS_BETTER[unit.armour], PIKES_BETTER if unit.pikes else 0)


def base_row(day: Day, index: int) -> int:
    """The row of a side: the difference, and the shelter of a starred position (G-13.1)."""
    assert day.difference is not None
    ours = day.difference if index == 0 else -day.difference
    return ours + shelter(day, index)


def row_of(day: Day, spot: Spot, rout: int) -> tuple[int, dict[str, Fact]]:
    """A unit's own row, and how it came about; ``rout`` is the die of a routed one (G-13.3)."""
    unit = day.terms.sides[spot.side].units[spot.place]
    parts: dict[str, Fact] = {}
    row = base_row(day, spot.side)
    sheltered = shelter(day, spot.side)
    changes = {"armour": armour_rows(unit), "rout": -rout, "fierce": -day.terms.fierce}
    parts |= {"difference": row - sheltered}
    parts |= {name: value for name, value in {"shelter": sheltered, **changes}.items() if value}
    return row + sum(changes.values()), parts


def shared_dice(day: Day, at: int) -> Rule[Day]:
    """Four dice for all units of a side (reading ``losses_rolled``)."""
    side = day.terms.sides[at]
    dice = yield from ask(
        SharedDice(
            key="gurps.shared",
            cite="G-13.4",
            by=REFEREE if day.terms.hides_totals else side.seat,
            seen_by=shared_totals(day.terms),
            about={"side": side.name, "reading": "losses_rolled", "option": "per_side"},
        )
    )
    return day.with_force(at, replace(day.forces[at], dice=dice))


def losses(day: Day, spot: Spot) -> Rule[Day]:
    """One unit's losses, for a routed one the rout die first (G-13.3, G-13.4)."""
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    unit = side.units[spot.place]
    about: dict[str, Fact] = {"side": side.name, "unit": unit.name}
    rout = 0
    if company.now == "routs":
        rout = yield from ask(Total(key="gurps.rout", cite="G-13.3", by=side.seat, about=about, dice=1))
    row, parts = row_of(day, spot, rout)
    share = day.terms.tables.share(row)
    # Reading: losses_rolled.
    dice = day.forces[spot.side].dice
    if dice:
        per_cent = min(100, max(0, sum(dice[: share.dice]) + share.plus))
        lost = men_lost(unit.count, per_cent)
        yield from tell(
            "gurps.shared.losses",
            "G-13.2",
            shared_totals(day.terms),
            **about,
            row=row,
            **parts,
            dice=share.dice,
            thrown=dice[: share.dice],
            plus=share.plus,
            men=unit.count,
            percent=per_cent,
            lost=lost,
        )
    else:
        several = sum(map(suffers, day.forces[spot.side].units)) > 1
        mattered: dict[str, Fact] = {"reading": "losses_rolled", "option": "per_unit"} if several else {}
        lost = yield from ask(
            Losses(
                key="gurps.losses",
                cite="G-13.2",
                by=REFEREE if day.terms.hides_totals else side.seat,
                seen_by=shared_totals(day.terms),
                about={**about, "row": row, **parts, **mattered},
                dice=share.dice,
                plus=share.plus,
                men=unit.count,
            )
        )
    day = day.with_company(spot, replace(company, lost=lost))
    yield from tell_toll(day, spot)
    return put_away(day, spot)


def put_away(day: Day, spot: Spot) -> Day:
    """The day without a side's shared dice, once its last unit has used them."""
    force = day.forces[spot.side]
    if not force.dice or any(map(suffers, force.units[spot.place + 1 :])):
        return day
    return day.with_force(spot.side, replace(force, dice=()))


class Toll(NamedTuple):
    """What became of a unit's men (G-13.5)."""

    dead: int
    wounded: int
    captured: int
    left: int
    """Who are still with it, wounded who were saved included."""


def toll_of(day: Day, spot: Spot) -> Toll:
    """Dead, wounded, captured and left, by what the unit did and who holds the field (G-13.5)."""
    unit, company = (
        day.terms.sides[spot.side].units[spot.place],
        day.forces[spot.side].units[spot.place],
    )
    if company.now == "left":
        return Toll(0, 0, 0, 0)
    dead = company.lost if company.now == "last-stand" else -(-company.lost // 2)
    wounded = company.lost - dead
    captured = 0
    if company.now == "surrenders":
        captured = unit.count - dead
    elif holds_field(day, 1 - spot.side):
        saved = {"retreats": wounded // 2, "routs": 0}
        captured = wounded - saved.get(company.now, wounded)
    return Toll(dead, wounded, captured, unit.count - dead - captured)


def tell_toll(day: Day, spot: Spot) -> Rule[None]:
    """Tell everyone what became of a unit's men; the row may be hidden, the men are not (G-13.5)."""
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    toll = toll_of(day, spot)
    yield from tell(
        "gurps.toll",
        "G-13.5",
        EVERYONE,
        side=side.name,
        unit=side.units[spot.place].name,
        lost=company.lost,
        **toll._asdict(),
        men=side.units[spot.place].count,
        now=company.now,
    )
