"""The odds up to the contest: what is still to come, and the ways in which a side may come to it.

A side comes to the contest in one of several ``Way``s, by the enemy's missions (G-7.3) and by catastrophes
(G-8); the ways of the two sides are independent of each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from voevoda.play.questions import sum_of_dice
from voevoda.rulebooks.gurps.modifiers import (
    counted,
    kinds_of,
)
from voevoda.rulebooks.gurps.order import order_of_the_day
from voevoda.rulebooks.gurps.rolls import ATTEMPT, law_of_test
from voevoda.rulebooks.gurps.state import Day, Mission, Phase, Spot
from voevoda.rulebooks.gurps.strength import unit_ts
from voevoda.rulebooks.gurps.tables import (
    CAUGHT,
    Effect,
)

NOBODY = -1
"""In the place of a unit's number: none."""


class Agenda:
    """What of the day's order is still to come."""

    def __init__(self, day: Day) -> None:
        self._places = {item: place for place, item in enumerate(order_of_the_day(day))}
        self._now = self._places.get((day.phase, day.spot), len(self._places))

    def ahead(self, phase: Phase, spot: Spot) -> bool:
        """Say whether this is now or later."""
        return self._places[phase, spot] >= self._now


# The units that fight


class Array(NamedTuple):
    """What the modifiers read from the units of a side that fight."""

    strength: Fraction
    breaches: bool
    """Whether it has what walls do not stand against (G-4.2)."""
    counts: tuple[tuple[int, int], ...]
    """By kind of special troops: heads, and heads that neutralise (G-5)."""


class Ranks:
    """A side's engaged units, and what they come to without one of them."""

    def __init__(self, day: Day, index: int) -> None:
        self._side = day.terms.sides[index]
        self._engaged = tuple(company.engaged for company in day.forces[index].units)
        self._kinds = kinds_of(day.terms)
        self.strengths = tuple(
            unit_ts(day.terms.tables, unit, self._side.tech_level) for unit in self._side.units
        )
        self._total = sum(
            (one for one, fights in zip(self.strengths, self._engaged, strict=True) if fights), Fraction()
        )
        self._known: dict[int, Array] = {}

    def without(self, absent: int) -> Array:
        """The array of those that fight, but for one unit (or −1)."""
        if absent not in self._known:
            units = [
                unit
                for place, unit in enumerate(self._side.units)
                if self._engaged[place] and place != absent
            ]
            missing = self.strengths[absent] if absent != NOBODY and self._engaged[absent] else Fraction()
            self._known[absent] = Array(
                self._total - missing,
                self._side.engineers or any(unit.arms == "artillery" for unit in units),
                tuple(counted(units, kind) for kind in self._kinds),
            )
        return self._known[absent]


# What may befall a side before the contest


class Way(NamedTuple):
    """How a side may come to the contest."""

    lost: bool
    """Its commander has fallen (G-8.5)."""
    anger: int
    """What failed missions of the enemy did to its morale (G-7.3)."""
    shaken: bool
    """A unit has left by treason: the others' morale sinks or rises (G-12.1)."""
    odd: int
    """The unit that a catastrophe struck today; −1: none."""
    fate: Literal["", "wounded", "not-engaged", "left"]
    """What it did to that unit."""
    orders: bool
    """Orders went astray today."""

    @property
    def absent(self) -> int:
        """The unit that a catastrophe keeps from the battle."""
        return self.odd if self.fate in {"not-engaged", "left"} else NOBODY

    @property
    def standing(self) -> Standing:
        """All of it that the contest asks for."""
        return Standing(self.lost, self.orders, self.absent, self.odd if self.fate == "left" else NOBODY)


class Standing(NamedTuple):
    """What the contest reads from a side's way to it."""

    lost: bool
    orders: bool
    absent: int
    left: int


def ways_of(day: Day, agenda: Agenda, index: int) -> dict[Way, float]:
    """The ways in which a side may come to the contest, with their chances."""
    law: dict[Way, float] = defaultdict(float)
    force = day.forces[index]
    shaken = any(company.now == "left" for company in force.units)
    for (lost, anger), chance in _plotted(day, agenda, index).items():
        plain = Way(lost, anger, shaken, NOBODY, "", False)
        if not (day.terms.catastrophes and agenda.ahead("catastrophe", Spot(index, 0))):
            law[plain] += chance
            continue
        for effect, part in _effects(day).items():
            for way in _struck(day, index, plain, effect):
                law[way[0]] += chance * part * way[1]
    return dict(law)


def _plotted(day: Day, agenda: Agenda, index: int) -> dict[tuple[bool, int], float]:
    """Whether the enemy's missions felled the commander, and what their failures did to morale."""
    force, enemy = day.forces[index], day.terms.sides[1 - index]
    law = {(force.commander_lost, force.anger): 1.0}
    if not agenda.ahead("intrigue", Spot(1 - index, 0)):
        return law
    for mission in enemy.missions:
        done = _chance_of(mission, day.terms.sides[index].guard)
        anger = CAUGHT + (CAUGHT if mission.executed_if_caught else 0)
        after: dict[tuple[bool, int], float] = defaultdict(float)
        for (lost, angry), chance in law.items():
            after[True, angry] += chance * done
            after[lost, angry + anger] += chance * (1 - done)
        law = after
    return law


def _chance_of(mission: Mission, guard: int | None) -> float:
    """How likely a mission succeeds (G-7.3)."""
    if guard is None:
        return float(law_of_test(mission.skill, ATTEMPT).chance(lambda result: result == "success"))
    return float(
        sum(
            one * two
            for ours, one in sum_of_dice(3, 6)
            for theirs, two in sum_of_dice(3, 6)
            if mission.skill - ours > guard - theirs
        )
    )


def _effects(day: Day) -> dict[Effect, float]:
    """The law of a side's catastrophe (G-8)."""
    law: Counter[Effect] = Counter()
    three = sum_of_dice(3, 6)
    for roll, weight in three.outcomes:
        law[day.terms.tables.catastrophe(roll)] += weight
    return {effect: weight / three.whole for effect, weight in law.items()}


def _struck(day: Day, index: int, way: Way, effect: Effect) -> Iterator[tuple[Way, float]]:
    """What a catastrophe makes of a way, on whichever unit it falls."""
    if effect == "nothing":
        yield way, 1.0
    elif effect == "orders-lost":
        yield way._replace(orders=True), 1.0
    elif effect == "commander-falls":
        yield way._replace(lost=True), 1.0
    else:
        ranks = Ranks(day, index)
        for unit in range(len(ranks.strengths)):
            if effect == "leader-wounded":
                struck = way._replace(odd=unit, fate="wounded")
            elif not ranks.without(unit).strength:
                struck = way._replace(orders=True)
            elif effect == "treason":
                struck = way._replace(odd=unit, fate="left", shaken=True)
            else:
                struck = way._replace(odd=unit, fate="not-engaged")
            yield struck, 1 / len(ranks.strengths)
