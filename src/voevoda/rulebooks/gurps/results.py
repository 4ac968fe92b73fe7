"""What the contest does to the units (G-11): tables A, B and C, morale, half an army, and nowhere to go."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from voevoda.play.questions import Rule, ask, tell
from voevoda.play.seats import EVERYONE
from voevoda.rulebooks.gurps.intrigue import SECRET
from voevoda.rulebooks.gurps.modifiers import leader_of
from voevoda.rulebooks.gurps.morale import morale_of, told_lines
from voevoda.rulebooks.gurps.rolls import MORALE, MORALE_IN_THE_OPEN, Test
from voevoda.rulebooks.gurps.state import Day, Now, Spot, is_stormed
from voevoda.rulebooks.gurps.tables import NEXT_DAY, RESULTS, SECOND_ROLL, Result, name_of


class Reading(NamedTuple):
    """Where the result of the contest is read."""

    table: str
    """``A`` in the open, ``B`` where the defender won a starred position, ``C`` where the attacker did."""
    row: str
    winner: int | None
    """Who won the contest; None in the open at a tie (G-10.4)."""
    result: Result

    @property
    def loser(self) -> int | None:
        """Who lost it."""
        return None if self.winner is None else 1 - self.winner


def reading_of(day: Day) -> Reading:
    """Table, row and loser of a day whose contest is over (G-4.3, G-10.4, G-11)."""
    assert day.difference is not None
    winner, row = day.winner, name_of(abs(day.difference))
    table = "A" if not is_stormed(day.terms) else "B" if winner == day.terms.defender else "C"
    return Reading(table, row, winner, RESULTS[table, row])


def tell_result(day: Day) -> Rule[None]:
    """Tell who won and what the row says; in row 0–3 nobody has won the battle (G-11.10)."""
    found = reading_of(day)
    names = [side.name for side in day.terms.sides]
    if day.difference == 0:
        seen_by = SECRET if day.terms.hides_totals else EVERYONE
        yield from tell("gurps.tie", "G-10.4", seen_by, stormed=is_stormed(day.terms))
    keys = {"A": "gurps.result.A", "B": "gurps.result.B", "C": "gurps.result.C"}
    yield from tell(
        keys[found.table],
        "G-11",
        row=found.row,
        winner=None if found.winner is None else names[found.winner],
        loser=None if found.loser is None else names[found.loser],
        morale=found.result.morale,
    )
    if found.table == "C" and found.row == "overwhelming":
        yield from take_commander(day, 1 - (found.winner or 0))


def take_commander(day: Day, loser: int) -> Rule[None]:
    """The beaten defender's commander is taken, or kills himself where nobody surrenders (G-11, G-11.9)."""
    side = day.terms.sides[loser]
    who = leader_of(day, loser).name or None
    if side.never_surrenders:
        yield from tell("gurps.commander.dies", "G-11.9", side=side.name, who=who)
    else:
        yield from tell("gurps.commander.taken", "G-11", side=side.name, who=who)


def apply_result(day: Day) -> Day:
    """The day after what the row does without a roll: all of the loser's units retreat, or rout (G-11.7)."""
    found = reading_of(day)
    if found.result.fate not in {"retreats", "routs"} or found.loser is None:
        return day
    return all_of(day, found.loser, "retreats" if found.result.fate == "retreats" else "routs")


def all_of(day: Day, index: int, now: Now) -> Day:
    """The day with all engaged units of a side doing the same."""
    force = day.forces[index]
    units = tuple(replace(company, now=now) if company.engaged else company for company in force.units)
    return day.with_force(index, replace(force, units=units))


# Morale


def rolls_morale(day: Day, spot: Spot) -> bool:
    """Say whether the row asks this unit for a morale roll (G-11.7)."""
    found = reading_of(day)
    if not day.forces[spot.side].units[spot.place].engaged:
        return False
    if found.result.fate == "rolls":
        return True
    return spot.side == found.loser and found.result.fate in {
        "holds-half",
        "retreats-or-routs",
        "surrenders-too",
    }


def morale(day: Day, spot: Spot) -> Rule[Day]:
    """One unit's morale roll, and what it does then (G-11)."""
    found = reading_of(day)
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    in_the_open = found.result.fate == "rolls"
    result = yield from ask(
        Test(
            key="gurps.morale",
            cite="G-11",
            by=side.seat,
            about={
                "side": side.name,
                "unit": side.units[spot.place].name,
                "morale": morale_of(day, spot),
                "lines": told_lines(day, spot),
                "plus": found.result.morale,
            },
            skill=morale_of(day, spot) + found.result.morale,
            ladder=MORALE_IN_THE_OPEN if in_the_open else MORALE,
        )
    )
    if found.result.fate == "holds-half":
        return day.with_company(spot, replace(company, now="passed" if result == "passed" else "failed"))
    passed: Now = "holds" if in_the_open else "retreats"
    failed: Now = "retreats" if in_the_open and result == "failed" else "routs"
    if result == "passed":
        return (yield from stand(day, spot, passed))
    if found.result.fate == "surrenders-too" and side.no_escape:
        return (yield from surrender(day, spot))
    return (yield from stand(day, spot, failed))


def stand(day: Day, spot: Spot, now: Now) -> Rule[Day]:
    """Tell what a unit does."""
    side = day.terms.sides[spot.side]
    keys = {"holds": "gurps.unit.holds", "retreats": "gurps.unit.retreats", "routs": "gurps.unit.routs"}
    yield from tell(keys[now], "G-11", side=side.name, unit=side.units[spot.place].name)
    return day.with_company(spot, replace(day.forces[spot.side].units[spot.place], now=now))


def surrender(day: Day, spot: Spot) -> Rule[Day]:
    """A unit surrenders, or fights to the last man where that is its custom (G-11.9)."""
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    unit = side.units[spot.place]
    if side.never_surrenders:
        yield from tell("gurps.unit.last_stand", "G-11.9", side=side.name, unit=unit.name, dead=unit.count)
        return day.with_company(spot, replace(company, now="last-stand", lost=unit.count))
    yield from tell("gurps.unit.surrenders", "G-11", side=side.name, unit=unit.name)
    return day.with_company(spot, replace(company, now="surrenders"))


def half(day: Day, at: int) -> Rule[Day]:
    """All hold if half of the men, at the start of the day, passed; else all retreat (G-11.7)."""
    men = {"passed": 0, "failed": 0}
    for spot, _, unit, company in day.units():
        if spot.side == at and company.now in men:
            men[company.now] += unit.count
    holds = men["passed"] >= men["failed"]
    yield from tell(
        "gurps.half",
        "G-11.7",
        side=day.terms.sides[at].name,
        passed=men["passed"],
        men=men["passed"] + men["failed"],
        holds=holds,
    )
    return all_of(day, at, "holds" if holds else "retreats")


def is_cornered(day: Day, spot: Spot) -> bool:
    """Whether a defender's unit would retreat and has nowhere to go (G-11.6)."""
    found = reading_of(day)
    return (
        found.table == "C"
        and spot.side == found.loser
        and day.terms.sides[spot.side].no_escape
        and day.forces[spot.side].units[spot.place].now == "retreats"
    )


def second_roll(day: Day, spot: Spot) -> Rule[Day]:
    """A second morale roll of who has nowhere to go: hold the position, or surrender (G-11.6)."""
    side, penalty = day.terms.sides[spot.side], reading_of(day).result.morale
    # Reading: second_roll.
    option = day.terms.readings.second_roll
    plus = SECOND_ROLL + (penalty if option == "added" else 0)
    result = yield from ask(
        Test(
            key="gurps.second_roll",
            cite="G-11.6",
            by=side.seat,
            about={
                "side": side.name,
                "unit": side.units[spot.place].name,
                "lines": told_lines(day, spot),
                "plus": plus,
                **({"reading": "second_roll", "option": option} if penalty else {}),
            },
            skill=morale_of(day, spot) + plus,
            ladder=MORALE,
        )
    )
    if result == "passed":
        return (yield from stand(day, spot, "holds"))
    return (yield from surrender(day, spot))


# What follows


def holds_field(day: Day, index: int) -> bool:
    """Whether some unit of a side stands where it fought (G-13.5)."""
    return any(company.now == "holds" for company in day.forces[index].units)


def next_morale(day: Day) -> tuple[int, int, bool] | None:
    """Whose morale is how much lower tomorrow, and whether only if he attacks again (G-11: B 0–3, C 4–7)."""
    found = reading_of(day)
    if found.loser is None:
        return None
    if (found.table, found.row) == ("B", "no-clear-winner"):
        return found.loser, NEXT_DAY, True
    return (found.loser, NEXT_DAY, False) if (found.table, found.row) == ("C", "minor") else None
