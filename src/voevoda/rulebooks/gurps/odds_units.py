"""The odds after the contest: what the units of one side do (G-11, G-12).

Given the difference, the way in which a side came to the contest, and whether an enemy unit holds the field,
its units are independent of each other, but where it matters whether half of the army passes its morale
rolls.  That is unfolded into ``Moment``s here, before ``odds_losses`` adds the units up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from voevoda.rulebooks.gurps.losses import armour_rows
from voevoda.rulebooks.gurps.morale import morale_of
from voevoda.rulebooks.gurps.odds_contest import Floats, Key
from voevoda.rulebooks.gurps.odds_ways import NOBODY, Agenda, Way
from voevoda.rulebooks.gurps.results import reading_of
from voevoda.rulebooks.gurps.rolls import MORALE, MORALE_IN_THE_OPEN, law_of_test
from voevoda.rulebooks.gurps.state import Day, Now, Spot
from voevoda.rulebooks.gurps.tables import COMMANDER_LOST, LEADER_WOUNDED, SECOND_ROLL, Result

Integers = NDArray[np.int64]
Number = TypeVar("Number", np.float64, np.complex128)

STATES: tuple[Now, ...] = (
    "holds",
    "retreats",
    "routs",
    "surrenders",
    "last-stand",
    "not-engaged",
    "left",
)
"""What becomes of a unit, in the order of the arrays below."""

HOLDS, RETREATS, ROUTS, SURRENDERS, LAST_STAND, NOT_ENGAGED, LEFT = range(len(STATES))

ROLLING = frozenset({"retreats-or-routs", "surrenders-too"})
"""Results at which the loser's units roll morale, each for itself."""

FACES = 6
"""Of the die of a routed unit."""

SUMS = 1 << 17
"""Sums of men that are told apart in one half of an army where it is asked whether half of it passed."""


# Whether half of the men passed


def short_of_half(
    passed: NDArray[Number], failed: NDArray[Number], men: Sequence[int], out: Sequence[int] = (NOBODY,)
) -> NDArray[Number]:
    """Sum, over all ways in which less than half of the men pass, the product of the units' numbers (G-11.7).

    ``passed`` and ``failed`` have a row for each unit; each column is summed for itself.  The answer has a
    row for each of ``out``: the unit that is not there at all, or −1.
    """
    if sum(men) // gcd(*men) > SUMS and len(men) > 2 * SUMS.bit_length():
        men = [-(-each * SUMS // sum(men)) for each in men]
    halves = range(len(men) // 2), range(len(men) // 2, len(men))

    def sums(places: Sequence[int]) -> tuple[Integers, NDArray[Number]]:
        chosen = list(places)
        return _sums(passed[chosen], failed[chosen], [men[place] for place in chosen])

    rows: dict[int, NDArray[Number]] = {}
    for mine, others in (halves, halves[::-1]):
        missing = [unit for unit in out if unit in mine or (unit == NOBODY and mine is halves[0])]
        if not missing:
            continue
        other_men, other = sums(others)
        so_far = np.concatenate([np.zeros_like(other[:1]), np.cumsum(other, axis=0)])
        for unit in missing:
            total = sum(men) - (0 if unit == NOBODY else men[unit])
            own_men, own = sums([place for place in mine if place != unit])
            up_to = np.searchsorted(2 * other_men, total - 2 * own_men, side="left")
            rows[unit] = np.asarray((own * so_far[up_to]).sum(axis=0))
    return np.array([rows[unit] for unit in out])


def _sums(
    passed: NDArray[Number], failed: NDArray[Number], men: Sequence[int]
) -> tuple[Integers, NDArray[Number]]:
    """The sums of men who may have passed, ascending, each with the products of its ways."""
    sums = np.zeros(1, dtype=np.int64)
    ways = np.ones((1, passed.shape[1]), dtype=passed.dtype)
    for one, other, count in zip(passed, failed, men, strict=True):
        both = np.concatenate([sums, sums + count])
        order = np.argsort(both, kind="stable")
        both, ways = both[order], np.concatenate([ways * other, ways * one])[order]
        first = np.flatnonzero(np.diff(both, prepend=both[0] - 1))
        sums, ways = both[first], np.add.reduceat(ways, first, axis=0)
    return sums, ways


@lru_cache(maxsize=4096)
def chance_of_half(passing: tuple[float, ...], men: tuple[int, ...]) -> float:
    """How likely at least half of the men pass, exactly half included (G-11.7)."""
    chances = np.array(passing)[:, None]
    return 1 - float(short_of_half(chances, 1 - chances, men)[0, 0])


def all_but_one(rows: NDArray[Number]) -> NDArray[Number]:
    """For each row, the product of all others."""
    ones = np.ones_like(rows[:1])
    before = np.cumprod(np.concatenate([ones, rows[:-1]]), axis=0)
    after = np.cumprod(np.concatenate([ones, rows[:0:-1]]), axis=0)[::-1]
    return np.asarray(before * after)


# What is asked of the units


class Family(NamedTuple):
    """Ways to the contest that differ in one unit at most."""

    lost: bool
    anger: int
    shaken: bool


class Scene(NamedTuple):
    """What a side's units are to do at some differences."""

    table: str
    result: Result
    loses: bool
    half: bool | None
    """Where the army stands or goes as one: whether half of the men passed; else None."""


class Morale(NamedTuple):
    """A morale that a unit may have when the result asks for it, and how likely it has it."""

    number: int
    chance: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A key of the contest, for one side, unfolded: who holds, and whether half of the men passed."""

    scene: Scene
    row: int
    """The side's row of losses, before the unit's armour (G-13.1)."""
    pressed: bool
    """Whether a unit of the enemy holds the field (G-13.5)."""
    weights: Floats
    """Way by way."""
    joint: bool = False
    """Whether the weights still have to be shared with the units' morale rolls."""


class Troops:
    """The units of one side, from here on."""

    def __init__(self, day: Day, agenda: Agenda, index: int, ways: Sequence[Way]) -> None:
        self._day, self._agenda, self._index = day, agenda, index
        self._side, self._force = day.terms.sides[index], day.forces[index]
        self.men = tuple(unit.count for unit in self._side.units)
        self._companies = self._force.units
        self._spots = tuple(Spot(index, place) for place in range(len(self.men)))
        self._morale = tuple(morale_of(day, spot) for spot in self._spots)
        self.ways = tuple(ways)
        self._most_armour = max(armour_rows(unit) for unit in self._side.units)
        self._known: dict[object, Floats] = {}

    # Morale

    def morales(self, family: Family, place: int, *, wounded: bool = False) -> tuple[Morale, ...]:
        """The morale of a unit when the result asks for it (G-12)."""
        number = self._morale[place] + family.anger - self._force.anger
        number += COMMANDER_LOST * (family.lost - self._force.commander_lost)
        number += LEADER_WOUNDED if wounded else 0
        shaken = family.shaken and self._companies[place].engaged
        if not shaken or not self._agenda.ahead("treason", self._spots[place]):
            return (Morale(number, 1.0),)
        passed = passing(number)
        return Morale(number + 1, passed), Morale(number - 1, 1 - passed)

    # What the units do

    def scene(self, difference: int) -> Scene:
        """What the units are to do, before it is known whether half of the men passed."""
        found = reading_of(replace(self._day, difference=difference))
        return Scene(found.table, found.result, found.loser == self._index, None)

    def stands_as_one(self, scene: Scene) -> bool:
        """Whether it is still to be seen whether half of the men pass."""
        return (
            scene.result.fate == "holds-half"
            and scene.loses
            and self._agenda.ahead("half", Spot(self._index, 0))
        )

    def is_cornered(self, scene: Scene) -> bool:
        """Whether units that would retreat have nowhere to go (G-11.6)."""
        return scene.table == "C" and scene.loses and self._side.no_escape

    def states(self, family: Family, scene: Scene, *, wounded: bool = False) -> Floats:
        """Unit by unit, how likely each state is."""
        key = family, scene, wounded
        if key not in self._known:
            self._known[key] = np.array(
                [
                    sum(
                        each.chance * self._state(place, each.number, scene)
                        for each in self.morales(family, place, wounded=wounded)
                    )
                    for place in range(len(self.men))
                ]
            )
        return self._known[key]

    def _state(self, place: int, morale: int, scene: Scene) -> Floats:
        """How likely each state is for one unit of this morale."""
        company, spot, fate = self._companies[place], self._spots[place], scene.result.fate
        chances = np.zeros(len(STATES))
        rolls = fate == "rolls" or (scene.loses and fate in ROLLING)
        if not company.engaged:
            chances[STATES.index(company.now)] = 1
            return chances
        if scene.half is not None:
            chances[HOLDS if scene.half else RETREATS] = 1
        elif rolls and self._agenda.ahead("morale", spot):
            chances += self._rolled(morale + scene.result.morale, fate)
        elif scene.loses and fate in {"retreats", "routs"} and self._agenda.ahead("contest", Spot(0, 0)):
            chances[RETREATS if fate == "retreats" else ROUTS] = 1
        else:
            chances[STATES.index(company.now)] = 1
        if self.is_cornered(scene) and self._agenda.ahead("second_roll", spot):
            stays = self.second_chance(morale, scene)
            chances[HOLDS] += stays * chances[RETREATS]
            chances[self._surrendered] += (1 - stays) * chances[RETREATS]
            chances[RETREATS] = 0
        return chances

    def second_chance(self, morale: int, scene: Scene) -> float:
        """How likely a unit that has nowhere to go holds (G-11.6)."""
        added = self._day.terms.readings.second_roll == "added"
        return passing(morale + SECOND_ROLL + (scene.result.morale if added else 0))

    @property
    def _surrendered(self) -> int:
        """What becomes of a unit that would surrender (G-11.9)."""
        return LAST_STAND if self._side.never_surrenders else SURRENDERS

    def _rolled(self, skill: int, fate: str) -> Floats:
        """What a morale roll makes of a unit (G-11)."""
        chances = np.zeros(len(STATES))
        if fate == "rolls":
            passed, failed, badly = in_the_open(skill)
            chances[[HOLDS, RETREATS, ROUTS]] = passed, failed, badly
            return chances
        passed = passing(skill)
        gives_up = fate == "surrenders-too" and self._side.no_escape
        chances[RETREATS], chances[self._surrendered if gives_up else ROUTS] = passed, 1 - passed
        return chances

    def passes(self, place: int, morale: int, scene: Scene) -> float:
        """How likely a unit passes the roll that is counted by men (G-11.7)."""
        if self._agenda.ahead("morale", self._spots[place]):
            return passing(morale + scene.result.morale)
        return float(self._companies[place].now == "passed")

    def empty(self, difference: int) -> Floats:
        """Way by way, how likely no unit holds the field, where both sides' units roll for themselves.

        After every other result the winner's units hold it, and it does not matter whether the loser's do.
        """
        scene = self.scene(difference)
        if scene.result.fate != "rolls":
            return np.zeros(len(self.ways))
        return np.array([float(np.prod(1 - self.way_states(way, scene)[:, HOLDS])) for way in self.ways])

    def way_states(self, way: Way, scene: Scene) -> Floats:
        """Unit by unit, how likely each state is, for one way to the contest."""
        family = family_of(way)
        states = self.states(family, scene)
        if way.odd == NOBODY:
            return states
        states = states.copy()
        if way.fate == "wounded":
            states[way.odd] = self.states(family, scene, wounded=True)[way.odd]
        else:
            states[way.odd] = np.eye(len(STATES))[STATES.index(way.fate)]
        return states

    # Unfolding

    def moments(self, keys: dict[Key, tuple[Floats, Floats]]) -> list[Moment]:
        """What the contest may bring to this side, moments that come to the same put together."""
        found: dict[tuple[Scene, int, bool, bool], Floats] = {}

        def add(scene: Scene, row: int, weights: Floats, *, pressed: bool, joint: bool = False) -> None:
            key = scene, row, pressed, joint
            found[key] = found.get(key, 0) + weights

        for key, (whole, none) in keys.items():
            scene = self.scene(key.difference)
            row = (key.difference if self._index == 0 else -key.difference) + key.shelter
            row = self._within(row - self._day.terms.fierce)
            if self.stands_as_one(scene):
                half = np.array([self._half(way, scene) for way in self.ways])
                add(scene._replace(half=True), row, whole * half, pressed=True)
                hidden = np.array([self._is_hidden(way, scene) for way in self.ways])
                fails = scene._replace(half=False)
                add(fails, row, np.where(hidden, 0, whole * (1 - half)), pressed=True)
                if hidden.any():
                    add(fails, row, np.where(hidden, whole, 0), pressed=True, joint=True)
            elif none.any():
                add(scene, row, np.maximum(whole - none, 0), pressed=True)
                add(scene, row, none, pressed=False)
            else:
                add(scene, row, whole, pressed=True)
        return [
            Moment(scene, row, pressed, weights, joint)
            for (scene, row, pressed, joint), weights in found.items()
            if weights.any()
        ]

    def _within(self, row: int) -> int:
        """The row, as far as it makes a difference to any unit."""
        table = self._day.terms.tables.losses
        return min(max(row, table[0].row - self._most_armour), table[-1].row + FACES)

    def _half(self, way: Way, scene: Scene) -> float:
        """How likely half of the men pass, for one way to the contest."""
        family, chances, men = family_of(way), list[float](), list[int]()
        for place, count in enumerate(self.men):
            if self._companies[place].engaged and place != way.absent:
                chances.append(
                    sum(
                        each.chance * self.passes(place, each.number, scene)
                        for each in self.morales(family, place, wounded=way.odd == place)
                    )
                )
                men.append(count)
        return chance_of_half(tuple(chances), tuple(men))

    def _is_hidden(self, way: Way, scene: Scene) -> bool:
        """Whether the roll that is counted and the second one hang together by a morale not yet known."""
        family = family_of(way)
        return self.is_cornered(scene) and any(
            len(self.morales(family, place)) > 1 for place in range(len(self.men))
        )


def family_of(way: Way) -> Family:
    """The ways that differ from this one in one unit at most."""
    return Family(way.lost, way.anger, way.shaken)


@lru_cache(maxsize=1024)
def passing(skill: int) -> float:
    """How likely a morale roll is passed."""
    return float(law_of_test(skill, MORALE).chance(lambda result: result == "passed"))


@lru_cache(maxsize=1024)
def in_the_open(skill: int) -> tuple[float, float, float]:
    """How likely a morale roll in the open is passed, failed, and failed by 5 or more (G-11)."""
    law = dict(law_of_test(skill, MORALE_IN_THE_OPEN))
    passed, failed, badly = (float(law.get(each, 0)) for each in ("passed", "failed", "failed-badly"))
    return passed, failed, badly
