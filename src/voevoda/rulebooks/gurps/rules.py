"""The order of a day (G-15): which chapter's rule is run when, and on whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from voevoda.play.law import Source
from voevoda.play.position import Outcome
from voevoda.play.questions import Rule, tell
from voevoda.play.seats import Fact, Facts, Seat
from voevoda.rulebooks.gurps import aftermath, contest, fate, intrigue, losses, morale, results
from voevoda.rulebooks.gurps.referee import overridden
from voevoda.rulebooks.gurps.state import Day, Phase, Spot, parse_day, print_day
from voevoda.rulebooks.gurps.strength import man_ts, piece_ts, unit_ts
from voevoda.rulebooks.gurps.tables import name_of
from voevoda.rulebooks.gurps.view import imagine, view

NO_ASSAULT = "no-assault"


def opening(day: Day) -> Rule[Day]:
    """Tell what each unit is worth (G-1); a siege without an assault ends here (G-11.8)."""
    if day.terms.siege and not day.terms.assault:
        yield from tell("gurps.siege", "G-11.8")
        return day
    tables = day.terms.tables
    for _, side, unit, _ in day.units():
        pieces: dict[str, Fact] = (
            {"pieces": unit.machines, "piece": piece_ts(tables, unit), "weapon": unit.weapon}
            if unit.weapon
            else {}
        )
        yield from tell(
            "gurps.unit",
            "G-1.2",
            side=side.name,
            unit=unit.name,
            count=unit.count,
            man=man_ts(tables, unit, side.tech_level),
            **pieces,
            quality=unit.quality,
            multiplier=tables.grade(unit.quality).ts,
            strength=unit_ts(tables, unit, side.tech_level),
        )
    return day


# G-15


def order_of_the_day(day: Day) -> Iterator[tuple[Phase, Spot]]:
    """Everything that may have to be done, in the order of G-15: the first side before the second."""
    both = (0, 1)
    whole = Spot(0, 0)
    yield "opening", whole
    for side in both:
        yield "intrigue", Spot(side, 0)
    for side in both:
        yield "catastrophe", Spot(side, 0)
        yield from (("treason", spot) for spot in _units(day, side))
    yield from (("fate", spot) for side in both for spot in _characters(day, side))
    yield from (("orders", spot) for side in both for spot in _units(day, side))
    yield "contest", whole
    yield from (("morale", spot) for side in both for spot in _units(day, side))
    for side in both:
        yield "half", Spot(side, 0)
    yield from (("second_roll", spot) for side in both for spot in _units(day, side))
    for side in both:
        yield "shared_dice", Spot(side, 0)
        yield from (("losses", spot) for spot in _units(day, side))
    yield from (("second_survival", spot) for side in both for spot in _characters(day, side))
    yield from (("career", spot) for side in both for spot in _characters(day, side))
    yield from (("rally", spot) for side in both for spot in _units(day, side))
    yield "report", whole


def _units(day: Day, side: int) -> Iterator[Spot]:
    return (Spot(side, place) for place in range(len(day.terms.sides[side].units)))


def _characters(day: Day, side: int) -> Iterator[Spot]:
    return (Spot(side, place) for place in range(len(day.terms.sides[side].characters)))


def is_due(day: Day, phase: Phase, spot: Spot) -> bool:
    """Say whether there is anything to do for this side, unit or character."""
    side, force = day.terms.sides[spot.side], day.forces[spot.side]
    match phase:
        case "intrigue":
            return bool(side.missions or side.seer)
        case "catastrophe":
            return day.terms.catastrophes
        case "treason":
            return fate.is_shaken(day, spot)
        case "orders":
            return side.units[spot.place].deadly_order and force.units[spot.place].engaged
        case "morale":
            return results.rolls_morale(day, spot)
        case "half":
            return any(company.now in {"passed", "failed"} for company in force.units)
        case "second_roll":
            return results.is_cornered(day, spot)
        case "shared_dice":
            return day.terms.readings.losses_rolled == "per_side" and any(map(losses.suffers, force.units))
        case "losses":
            return losses.suffers(force.units[spot.place])
        case "second_survival":
            return aftermath.is_beaten(day, spot) and not aftermath.is_down(day, spot)
        case "career":
            return aftermath.is_appraised(day, spot)
        case "rally":
            return aftermath.can_rally(day, spot)
    return True


def proceed(day: Day) -> Day:
    """The day at the next thing to do, or over."""
    if day.phase == "opening" and day.terms.siege and not day.terms.assault:
        return replace(day, phase="over", spot=Spot(0, 0))
    plan = order_of_the_day(day)
    for done in plan:
        if done == (day.phase, day.spot):
            break
    for phase, spot in plan:
        if is_due(day, phase, spot):
            return replace(day, phase=phase, spot=spot)
    return replace(day, phase="over", spot=Spot(0, 0))


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

    def print(self, day: Day, /) -> str:
        """The notation of a day."""
        return print_day(day)

    def parse(self, text: str, schema: int, /) -> Day:
        """The day that ``print`` wrote; there is one schema so far.  Raises ``ValueError``."""
        if schema != self.schema:
            raise ValueError(f"schema {schema}")
        return parse_day(text)
