"""The order of a day (G-15): what may have to be done, what is due, and what is next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from voevoda.rulebooks.gurps import aftermath, fate, losses, results
from voevoda.rulebooks.gurps.state import Day, Phase, Spot, Terms


def is_waited_out(terms: Terms) -> bool:
    """Whether a siege goes on without an assault, so that nothing is rolled (G-11.8)."""
    return terms.siege and not terms.assault


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
    if is_waited_out(day.terms):
        return replace(day, phase="over", spot=Spot(0, 0))
    plan = order_of_the_day(day)
    for done in plan:
        if done == (day.phase, day.spot):
            break
    for phase, spot in plan:
        if is_due(day, phase, spot):
            return replace(day, phase=phase, spot=spot)
    return replace(day, phase="over", spot=Spot(0, 0))
