"""The odds of a day for a seat that may not know what the seers said.

They are the odds of every day that looks like this one, each with its weight.  Shared dice that lie hidden
(reading ``losses_rolled``) can fall in too many ways to go through: then some days are drawn, and it is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeVar, cast

from voevoda.odds import Odds, mixture
from voevoda.play.drive import SeededSource
from voevoda.play.position import Place
from voevoda.play.seats import Seat
from voevoda.rulebooks.gurps.imagine import imagine, knows, possible
from voevoda.rulebooks.gurps.odds import CharacterOdds, SideOdds, UnitOdds
from voevoda.rulebooks.gurps.odds import odds as odds_of
from voevoda.rulebooks.gurps.state import Day

DRAWN = 32
"""Days that are drawn where dice lie hidden."""

SEED = "hidden dice"

K = TypeVar("K")


def odds(day: Day, seat: Seat) -> Odds[SideOdds]:
    """The odds from here on by what ``seat`` may know; its account of Strategy is in its view."""
    if knows(day, seat):
        return odds_of(day)
    if not any(force.dice for force in day.forces):
        days = possible(day)
        whole = sum(weight for _, weight in days)
        return mixed([(weight / whole, odds_of(other)) for other, weight in days])
    source = SeededSource(SEED, Place(0, "", seat, 0))
    drawn = [odds_of(imagine(day, seat, source)) for _ in range(DRAWN)]
    return mixed([(1 / DRAWN, each) for each in drawn], DRAWN)


def mixed(parts: Sequence[tuple[float, Odds[SideOdds]]], samples: int | None = None) -> Odds[SideOdds]:
    """Odds with chances to be the true ones, made into one; ``samples``: they were drawn."""
    weights = [weight for weight, _ in parts]
    found = [each for _, each in parts]
    win = tuple(_mean(weights, [each.win[side] for each in found]) for side in (0, 1))
    no_winner = _mean(weights, [each.no_winner for each in found])
    extras = {
        name: _means(weights, [cast("Mapping[str, float]", each.extras[name]) for each in found])
        for name in found[0].extras
    }
    return Odds(
        win=win,
        no_winner=no_winner,
        endings=tuple(_means(weights, [dict(each.endings) for each in found]).items()),
        rounds=None,
        sides=tuple(_side(weights, [each.sides[index] for each in found]) for index in (0, 1)),
        method="sampled" if samples else "exact",
        samples=samples,
        seed=SEED if samples else None,
        policy=next((each.policy for each in found if each.policy), None),
        missing=_mean(weights, [each.missing for each in found]),
        error=(tuple(map(_error, win)), _error(no_winner)) if samples else None,
        extras=extras,
    )


def _error(chance: float) -> float:
    """Half the 95 % interval of a chance, were it a frequency: no less than that of a mean of chances."""
    return 1.96 * sqrt(max(0.0, chance * (1 - chance)) / DRAWN)


def _mean(weights: Sequence[float], numbers: Sequence[float]) -> float:
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))


def _means(weights: Sequence[float], each: Sequence[Mapping[K, float]]) -> dict[K, float]:
    """The means of numbers by name; what is not named is zero."""
    names = dict.fromkeys(name for part in each for name in part)
    return {name: _mean(weights, [part.get(name, 0.0) for part in each]) for name in names}


def _side(weights: Sequence[float], each: Sequence[SideOdds]) -> SideOdds:
    units = zip(*(side.units for side in each), strict=True)
    people = zip(*(side.characters for side in each), strict=True)
    return SideOdds(
        name=each[0].name,
        left=mixture(weights, [side.left for side in each]),
        left_mean=_mean(weights, [side.left_mean for side in each]),
        bin=max(side.bin for side in each),
        units=tuple(_unit(weights, same) for same in units),
        characters=tuple(_character(weights, same) for same in people),
    )


def _unit(weights: Sequence[float], each: Sequence[UnitOdds]) -> UnitOdds:
    return UnitOdds(
        each[0].name,
        each[0].start,
        _means(weights, [unit.states for unit in each]),
        mixture(weights, [unit.losses for unit in each]),
    )


def _character(weights: Sequence[float], each: Sequence[CharacterOdds]) -> CharacterOdds:
    return CharacterOdds(
        each[0].name,
        _means(weights, [person.survival for person in each]),
        _means(weights, [person.glory for person in each]),
        _mean(weights, [person.fallen for person in each]),
    )
