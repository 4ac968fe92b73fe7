"""What each seat sees of a day.

Hidden until the report is only what a seer's word is in (G-7.2): whether he was right, the line he is worth,
and every total that contains it.
"""

from __future__ import annotations

from voevoda.play.seats import Fact, Facts, Seat
from voevoda.rulebooks.gurps.aftermath import is_down, next_day
from voevoda.rulebooks.gurps.intrigue import SECRET
from voevoda.rulebooks.gurps.losses import toll_of
from voevoda.rulebooks.gurps.modifiers import account_of
from voevoda.rulebooks.gurps.morale import morale_of
from voevoda.rulebooks.gurps.results import reading_of
from voevoda.rulebooks.gurps.state import Day, Spot

UNKNOWN = "?"


def view(day: Day, seat: Seat) -> Facts:
    """The day as ``seat`` sees it."""
    known = SECRET.holds(seat) or day.phase == "over" or not day.terms.hides_totals
    found = None if day.difference is None else reading_of(day)
    return {
        "title": day.terms.title,
        "phase": day.phase,
        "skill": day.terms.skill,
        "difference": day.difference if known or day.difference is None else UNKNOWN,
        "table": found and found.table,
        "row": found and found.row,
        "sides": tuple(_side(day, index, known=known) for index in (0, 1)),
        "next_day": next_day(day) if day.phase == "over" else (),
    }


def _side(day: Day, index: int, *, known: bool) -> Facts:
    side, force = day.terms.sides[index], day.forces[index]
    return {
        "name": side.name,
        "role": side.role,
        "commander": side.commander.name,
        "commander_lost": force.commander_lost,
        "account": _account(day, index, known=known) if day.difference is None else None,
        "units": tuple(_unit(day, spot) for spot, *_ in day.units() if spot.side == index),
        "characters": tuple(_character(day, spot) for spot, *_ in day.characters() if spot.side == index),
    }


def _account(day: Day, index: int, *, known: bool) -> Facts:
    """Effective Strategy as far as it stands."""
    account = account_of(day, index)
    hidden = day.terms.sides[index].seer is not None and not known
    lines: tuple[Fact, ...] = tuple(
        line.facts() for line in account.modifiers if not (hidden and line.what == "seer")
    )
    if hidden:
        lines = (*lines, {"clause": "G-7.2", "what": "seer", "value": UNKNOWN, "of": None})
    return {
        "skill": account.skill,
        "leader": account.leader or None,
        "base": account.base,
        "modifiers": lines,
        "effective": UNKNOWN if hidden else account.effective,
    }


def _unit(day: Day, spot: Spot) -> Facts:
    unit, company = day.terms.sides[spot.side].units[spot.place], day.forces[spot.side].units[spot.place]
    seen: dict[str, Fact] = {
        "name": unit.name,
        "arms": unit.arms,
        "missile": unit.missile != "none",
        "armour": unit.armour,
        "quality": unit.quality,
        "pikes": unit.pikes,
        "pieces": unit.pieces,
        "start": unit.count,
        "morale": morale_of(day, spot),
        "now": company.now,
        "lost": company.lost,
    }
    # Who is captured depends on who holds the field, which is known once all units' morale is.
    if day.phase in {"second_survival", "career", "rally", "report", "over"} and day.difference is not None:
        seen |= toll_of(day, spot)._asdict()
        seen["rallied"] = company.rallied
    return seen


def _character(day: Day, spot: Spot) -> Facts:
    character, person = (
        day.terms.sides[spot.side].characters[spot.place],
        day.forces[spot.side].people[spot.place],
    )
    return {
        "name": character.name,
        "hp": character.hp - person.hits,
        "fallen": is_down(day, spot),
        "glory": person.glory or None,
    }
