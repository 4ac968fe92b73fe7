"""The rulebook: the opening of a day, and which chapter's rule each step of it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from voevoda.play.law import Source
from voevoda.play.position import Number, Outcome
from voevoda.play.questions import Rule, tell
from voevoda.play.seats import Fact, Facts, Seat
from voevoda.rulebooks.gurps import aftermath, contest, fate, intrigue, losses, morale, results
from voevoda.rulebooks.gurps.imagine import imagine
from voevoda.rulebooks.gurps.order import is_waited_out, proceed
from voevoda.rulebooks.gurps.referee import numbers, overridden
from voevoda.rulebooks.gurps.state import Day, Phase, Side, Spot, Unit, parse_day, print_day
from voevoda.rulebooks.gurps.strength import man_parts, man_ts, missile_man, piece_ts, unit_ts
from voevoda.rulebooks.gurps.tables import CHARIOTS, name_of
from voevoda.rulebooks.gurps.view import view

NO_ASSAULT = "no-assault"


def opening(day: Day) -> Rule[Day]:
    """Tell what each unit is worth (G-1); a siege without an assault ends here (G-11.8)."""
    if is_waited_out(day.terms):
        yield from tell("gurps.siege", "G-11.8")
        return day
    for _, side, unit, _ in day.units():
        yield from tell_unit(day, side, unit)
    return day


def tell_unit(day: Day, side: Side, unit: Unit) -> Rule[None]:
    """Tell what a man of a unit is worth, what its pieces add, and what its quality makes of it (G-1)."""
    tables, tech_level = day.terms.tables, side.tech_level
    whose: dict[str, Fact] = {"side": side.name, "unit": unit.name}
    man, grade = man_ts(tables, unit, tech_level), tables.grade(unit.quality)
    if unit.ts is None:
        yield from tell("gurps.unit.man", "G-1.3", **whose, man=man, **man_parts(tables, unit, tech_level))
    if unit.weapon:
        weight = CHARIOTS.get(unit.weapon)
        archer: dict[str, Fact] = {"archer": missile_man(tables.strength, weight)} if weight else {}
        yield from tell(
            "gurps.unit.chariots" if weight else "gurps.unit.pieces",
            "G-1.4",
            **whose,
            weapon=unit.weapon,
            n=unit.machines,
            **archer,
            piece=piece_ts(tables, unit),
        )
    yield from tell(
        "gurps.unit.quality",
        "G-1.6",
        **whose,
        quality=grade.quality,
        multiplier=grade.ts,
        morale=grade.morale,
    )
    yield from tell(
        "gurps.unit.strength",
        "G-1.2",
        **whose,
        count=unit.count,
        man=man,
        **({"pieces": unit.machines * piece_ts(tables, unit)} if unit.weapon else {}),
        multiplier=grade.ts,
        strength=unit_ts(tables, unit, tech_level),
    )


# G-15

ON_THE_DAY: Mapping[Phase, Callable[[Day], Rule[Day]]] = {
    "opening": opening,
    "contest": contest.contest,
    "report": aftermath.report,
}

ON_A_SIDE: Mapping[Phase, Callable[[Day, int], Rule[Day]]] = {
    "intrigue": intrigue.intrigue,
    "catastrophe": fate.catastrophe,
    "half": results.half,
    "shared_dice": losses.shared_dice,
}

ON_ONE: Mapping[Phase, Callable[[Day, Spot], Rule[Day]]] = {
    "treason": fate.treason,
    "fate": fate.fate,
    "orders": morale.deadly_order,
    "morale": results.morale,
    "second_roll": results.second_roll,
    "losses": losses.losses,
    "second_survival": aftermath.second_survival,
    "career": aftermath.career,
    "rally": aftermath.rally,
}
"""The rule of each step; the unit or character is named by its side and place."""


def step(day: Day) -> Rule[Day]:
    """Do what is next, and go on to what follows."""
    if day.phase in ON_THE_DAY:
        day = yield from ON_THE_DAY[day.phase](day)
    elif day.phase in ON_A_SIDE:
        day = yield from ON_A_SIDE[day.phase](day, day.spot.side)
    else:
        day = yield from ON_ONE[day.phase](day, day.spot)
    return proceed(day)


class Gurps:
    """The rulebook ``gurps``."""

    id = "gurps"
    revision = 1
    schema = 1
    reveals = frozenset({"gurps.revealed", "gurps.revealed.difference"})

    def step(self, day: Day, /) -> Rule[Day]:
        """One thing of the day's order."""
        return step(day)

    def finished(self, day: Day, /) -> Outcome | None:
        """The battle has the winner of the contest, but none in row 0–3 (G-11.10)."""
        if day.phase != "over":
            return None
        if day.difference is None:
            return Outcome(None, NO_ASSAULT)
        ending = name_of(abs(day.difference))
        winner = None if ending == "no-clear-winner" else day.winner
        return Outcome(None if winner is None else day.terms.sides[winner].name, ending)

    def opens_round(self, day: Day, /) -> bool:
        """A day has no rounds."""
        return False

    def view(self, day: Day, seat: Seat, /) -> Facts:
        """What ``seat`` sees: all, but for what a seer's word is in, before the report."""
        return view(day, seat)

    def imagine(self, day: Day, seat: Seat, source: Source, /) -> Day:
        """The same day with the seers' hidden rolls made again, as far as ``seat`` cannot tell."""
        return imagine(day, seat, source)

    def override(self, day: Day, path: str, value: Fact, /) -> Day:
        """Set one of the numbers that ``referee`` lists."""
        return overridden(day, path, value)

    def numbers(self, day: Day, /) -> tuple[Number, ...]:
        """Those that ``referee`` lists."""
        return numbers(day)

    def print(self, day: Day, /) -> str:
        """The notation of a day."""
        return print_day(day)

    def parse(self, text: str, schema: int, /) -> Day:
        """The day that ``print`` wrote; there is one schema so far.  Raises ``ValueError``."""
        if schema != self.schema:
            raise ValueError(f"schema {schema}")
        return parse_day(text)
