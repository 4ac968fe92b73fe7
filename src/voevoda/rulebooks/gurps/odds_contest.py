"""The odds of the contest: the law of the difference, and how it goes together with what came before.

Seers (G-7.2) and Glory (G-9.5) touch nothing but effective Strategy and are folded into its law.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voevoda.odds import convolve
from voevoda.play.questions import sum_of_dice
from voevoda.rulebooks.gurps.modifiers import (
    circumstance_modifiers,
    commander_glory,
    ratio_bonus,
    seer_bonus,
    shelter,
    superiority_bonus,
)
from voevoda.rulebooks.gurps.odds_ways import NOBODY, Agenda, Array, Ranks, Standing, Way, ways_of
from voevoda.rulebooks.gurps.rolls import GLORY as GLORY_LADDER
from voevoda.rulebooks.gurps.rolls import PROPHECY, law_of_test
from voevoda.rulebooks.gurps.state import Character, Day, Leader, Spot
from voevoda.rulebooks.gurps.tables import (
    GLORY,
    LEAST_SKILL,
    ORDERS_LOST,
    SAPPED,
    SCOUTING,
    STARRED,
    TL_LEAD,
)

Floats = NDArray[np.float64]

LOW, HIGH = 3, 18
"""The ends of a roll of 3d."""

SPREAD = HIGH - LOW
"""The most that two rolls of 3d differ by."""

# Effective Strategy


class Field:
    """What each side's array is worth against the other's (G-2 … G-5), and how much it shelters."""

    def __init__(self, day: Day) -> None:
        self._terms = day.terms
        self.ranks = Ranks(day, 0), Ranks(day, 1)

    def worth(self, index: int, ours: Array, theirs: Array) -> int:
        """Strategy from Troop Strength, tech level, position and special troops."""
        sides = self._terms.sides
        lead = sides[index].tech_level - sides[1 - index].tech_level
        bonus = lead + TL_LEAD if lead > 0 else 0
        if ours.strength > theirs.strength:
            bonus += ratio_bonus(ours.strength / theirs.strength, lead)
        for ground in sides[index].position:
            starred = ground.kind in STARRED and theirs.breaches
            bonus += ground.value - (min(SAPPED, ground.value) if starred else 0)
        for (mine, _), (others, counters) in zip(ours.counts, theirs.counts, strict=True):
            if mine > others:
                bonus += superiority_bonus(mine, min(mine, others + counters))
        return bonus

    def shelter(self, index: int, theirs: Array) -> int:
        """What the starred positions of a side add to its rows of losses (G-13.1)."""
        values = (each.value for each in self._terms.sides[index].position if each.kind in STARRED)
        return sum(value - (min(SAPPED, value) if theirs.breaches else 0) for value in values)


class Spectrum(NamedTuple):
    """The law of a whole number: the weights of ``low``, ``low`` + 1, …"""

    low: int
    weights: Floats

    def plus(self, other: Spectrum) -> Spectrum:
        """The law of the sum."""
        return Spectrum(self.low + other.low, convolve(self.weights, other.weights))

    def parts(self, bound: int) -> tuple[Spectrum, Spectrum]:
        """What lies from ``bound`` on, and what lies under it."""
        at = min(max(0, bound - self.low), self.weights.size)
        return Spectrum(self.low + at, self.weights[at:]), Spectrum(self.low, self.weights[:at])


def spectrum(law: dict[int, float]) -> Spectrum:
    """The law with these weights."""
    low = min(law)
    weights = np.zeros(max(law) - low + 1)
    for value, weight in law.items():
        weights[value - low] = weight
    return Spectrum(low, weights)


def own_law(day: Day, agenda: Agenda, index: int, standing: Standing) -> Spectrum:
    """Effective Strategy but for what the two arrays are worth against each other."""
    side, force = day.terms.sides[index], day.forces[index]
    leader = side.deputy if standing.lost else side.commander
    own = leader.strategy if day.terms.skill == "strategy" else leader.tactics
    assert own is not None  # the battle file and the referee's hand see to it
    fixed = own + SCOUTING[side.scouting] + sum(line.value for line in circumstance_modifiers(side))
    fixed += ORDERS_LOST if standing.orders or force.orders_lost else 0
    law = Spectrum(fixed, np.ones(1))
    if side.seer is not None:
        words: dict[str, float] = {force.seer: 1.0}
        if agenda.ahead("intrigue", Spot(index, 0)):
            words = {word: float(part) for word, part in law_of_test(side.seer.skill, PROPHECY)}
        heard: dict[int, float] = defaultdict(float)
        for word, part in words.items():
            heard[seer_bonus(day.terms, side.seer, word, own)] += part
        law = law.plus(spectrum(heard))
    for place in range(len(side.characters)):
        law = law.plus(spectrum(_glory_law(day, agenda, Spot(index, place), standing)))
    return law


def glories(day: Day, agenda: Agenda, spot: Spot) -> dict[str, float]:
    """The law of a character's Glory (G-9.4); nothing once the day is over."""
    if agenda.ahead("fate", spot):
        character = day.terms.sides[spot.side].characters[spot.place]
        law = law_of_test(character.battle + character.risk, GLORY_LADDER)
        return {row: float(part) for row, part in law}
    known = day.forces[spot.side].people[spot.place].glory
    return {known: 1.0} if known else {}


def _glory_law(day: Day, agenda: Agenda, spot: Spot, standing: Standing) -> dict[int, float]:
    """What a character's showing does to his side's Strategy (G-9.5)."""
    character = day.terms.sides[spot.side].characters[spot.place]
    if not _counts(day, spot.side, character, standing):
        return {0: 1.0}
    law: dict[int, float] = defaultdict(float)
    for row, part in glories(day, agenda, spot).items():
        bonus = GLORY[row].strategy
        law[commander_glory(day.terms, bonus) if character.leads_force else bonus] += part
    return law


def _counts(day: Day, index: int, character: Character, standing: Standing) -> bool:
    """Whether a character's showing counts in the contest."""
    if character.leads_force:
        return not standing.lost
    names = [unit.name for unit in day.terms.sides[index].units]
    if character.commands is None:
        return False
    place = names.index(character.commands)
    return place != standing.left and day.forces[index].units[place].now != "left"


# The contest itself


@lru_cache(maxsize=4096)
def roll_law(delta: int, lucky: tuple[bool, bool], tries: tuple[bool, bool], *, reroll: bool) -> Floats:
    """The law of the second roll less the first, from −15 to 15 (G-10.2, G-10.3).

    ``delta`` is the first effective skill less the second.  A lucky commander uses Luck where he is not
    ahead: the loser so far decides first, at a tie the first side.
    """
    three = _three()
    worst = np.zeros(SPREAD + 1)
    worst[-1] = 1
    rolls = np.outer(three if tries[0] else worst, three if tries[1] else worst)
    values = np.arange(LOW, HIGH + 1)
    lead = delta + values[None, :] - values[:, None]
    willing = lucky[0] and tries[0], lucky[1] and tries[1]
    first_ahead, others = np.where(lead > 0, rolls, 0), np.where(lead > 0, 0, rolls)
    again = np.tile(three, (SPREAD + 1, 1)) if reroll else _best_of_three()

    def decides(now: Floats, side: int) -> Floats:
        if not willing[side]:
            return now
        ahead = lead > 0 if side == 0 else lead < 0
        kept, used = np.where(ahead, now, 0), np.where(ahead, 0, now)
        return kept + (again.T @ used if side == 0 else used @ again)

    over = decides(decides(first_ahead, 1), 0) + decides(decides(others, 0), 1)
    return np.array([np.trace(over, offset=offset) for offset in range(-SPREAD, SPREAD + 1)])


@lru_cache(maxsize=1)
def _three() -> Floats:
    """The law of 3d, from 3 to 18."""
    law = sum_of_dice(3, 6)
    return np.array([weight / law.whole for _, weight in law.outcomes])


@lru_cache(maxsize=1)
def _best_of_three() -> Floats:
    """From a first roll to the best of it and two more."""
    tail = np.cumsum(_three()[::-1])[::-1]
    moves = np.zeros((SPREAD + 1, SPREAD + 1))
    for first in range(SPREAD + 1):
        moves[first, :first] = (tail**2 - np.append(tail[1:], 0) ** 2)[:first]
        moves[first, first] = tail[first] ** 2
    return moves


def difference_law(day: Day, one: Spectrum, two: Spectrum, lucky: tuple[bool, bool]) -> Spectrum:
    """The law of the first side's margin less the second's, from the laws of effective Strategy."""
    reroll = day.terms.readings.luck == "reroll"
    if day.terms.readings.hopeless == "roll":
        return _contested(one, two, lucky, (True, True), reroll=reroll)
    total: dict[int, float] = defaultdict(float)
    for mine, tries in zip(one.parts(LEAST_SKILL), (True, False), strict=True):
        for theirs, tries_too in zip(two.parts(LEAST_SKILL), (True, False), strict=True):
            if mine.weights.size and theirs.weights.size:
                part = _contested(mine, theirs, lucky, (tries, tries_too), reroll=reroll)
                for place, weight in enumerate(part.weights.tolist()):
                    total[part.low + place] += weight
    return spectrum(total)


def _contested(
    one: Spectrum, two: Spectrum, lucky: tuple[bool, bool], tries: tuple[bool, bool], *, reroll: bool
) -> Spectrum:
    delta = one.plus(Spectrum(1 - two.low - two.weights.size, two.weights[::-1]))
    if not any(lucky):
        return delta.plus(Spectrum(-SPREAD, roll_law(0, (False, False), tries, reroll=False)))
    law = np.zeros(delta.weights.size + 2 * SPREAD)
    for place, weight in enumerate(delta.weights.tolist()):
        rolled = roll_law(delta.low + place, lucky, tries, reroll=reroll)
        law[place : place + 2 * SPREAD + 1] += weight * rolled
    return Spectrum(delta.low - SPREAD, law)


# Both sides together


class Key(NamedTuple):
    """What a side's units need to know of the contest."""

    difference: int
    """The first side's margin less the second's."""
    shelter: int
    """What a starred position adds to the side's rows (G-13.1)."""


@dataclass(frozen=True, slots=True)
class Joint:
    """The law of the difference, and how it goes together with each side's way to it."""

    difference: dict[int, float]
    ways: tuple[dict[Way, float], dict[Way, float]]
    keys: tuple[dict[Key, tuple[Floats, Floats]], dict[Key, tuple[Floats, Floats]]]
    """By side and key, over the side's ways in order: the chance, and the part of it in which no unit of the
    enemy holds the field."""


class Contest:
    """The contest from here on."""

    def __init__(self, day: Day, agenda: Agenda) -> None:
        self._day, self._agenda = day, agenda
        self.ways = ways_of(day, agenda, 0), ways_of(day, agenda, 1)
        self._laws: dict[object, Spectrum] = {}

    @cached_property
    def lucky(self) -> bool:
        """Whether someone may have to choose whether to use his Luck."""
        return any(self._leader(index, way.standing).luck for index in (0, 1) for way in self.ways[index])

    def _leader(self, index: int, standing: Standing) -> Leader:
        side = self._day.terms.sides[index]
        return side.deputy if standing.lost else side.commander

    def joint(self, empty: tuple[Floats, Floats], rolling: frozenset[int]) -> Joint:
        """Put both sides' ways together.

        ``empty`` is, side by side and way by way, the chance that none of its units holds the field, at those
        differences where this is left to dice, which are ``rolling``.
        """
        if self._day.difference is not None:
            return self._known(self._day.difference, empty)
        field = Field(self._day)
        groups = tuple(self._groups(index, empty[index]) for index in (0, 1))
        found = {(one, two): self._law(field, one, two) for one in groups[0] for two in groups[1]}
        low = min(law.low for law in found.values())
        size = max(law.low + law.weights.size for law in found.values()) - low
        shaky = np.array([low + place in rolling for place in range(size)])
        total = np.zeros(size)
        seen: tuple[dict[Standing, dict[int, Floats]], ...] = ({}, {})
        for (one, two), law in found.items():
            weights = np.zeros(size)
            weights[law.low - low : law.low - low + law.weights.size] = law.weights
            total += weights * (groups[0][one].chance * groups[1][two].chance)
            for index, (mine, theirs) in enumerate(((one, two), (two, one))):
                sheltered = field.shelter(index, field.ranks[1 - index].without(theirs.absent))
                rows = seen[index].setdefault(mine, {}).setdefault(sheltered, np.zeros((2, size)))
                group = groups[1 - index][theirs]
                rows[0] += group.chance * weights
                rows[1] += group.empty * weights * shaky
        return Joint(
            {low + place: weight for place, weight in enumerate(total.tolist()) if weight},
            self.ways,
            (self._spread(0, seen[0], low), self._spread(1, seen[1], low)),
        )

    def _known(self, difference: int, empty: tuple[Floats, Floats]) -> Joint:
        """A contest that is over: there is one way."""
        keys = tuple(
            {Key(difference, shelter(self._day, index)): (np.ones(1), empty[1 - index])} for index in (0, 1)
        )
        return Joint({difference: 1.0}, self.ways, (keys[0], keys[1]))

    def _groups(self, index: int, empty: Floats) -> dict[Standing, _Group]:
        groups: dict[Standing, _Group] = {}
        for (way, chance), none in zip(self.ways[index].items(), empty.tolist(), strict=True):
            before = groups.get(way.standing, _Group(0.0, 0.0))
            groups[way.standing] = _Group(before.chance + chance, before.empty + chance * none)
        return groups

    def _law(self, field: Field, one: Standing, two: Standing) -> Spectrum:
        """The law of the difference between two standings."""
        arrays = field.ranks[0].without(one.absent), field.ranks[1].without(two.absent)
        worth = field.worth(0, arrays[0], arrays[1]), field.worth(1, arrays[1], arrays[0])
        kinds = self._kind(0, one), self._kind(1, two)
        key = worth, kinds
        if key not in self._laws:
            own = self._own(0, kinds[0]), self._own(1, kinds[1])
            lucky = self._leader(0, one).luck, self._leader(1, two).luck
            laws = [Spectrum(each.low + plus, each.weights) for each, plus in zip(own, worth, strict=True)]
            self._laws[key] = difference_law(self._day, laws[0], laws[1], lucky)
        return self._laws[key]

    def _kind(self, index: int, standing: Standing) -> Standing:
        """The standing as far as it makes a difference to the side's own Strategy."""
        side = self._day.terms.sides[index]
        commanded = {each.commands for each in side.characters}
        matters = standing.left != NOBODY and side.units[standing.left].name in commanded
        return standing._replace(absent=NOBODY, left=standing.left if matters else NOBODY)

    def _own(self, index: int, kind: Standing) -> Spectrum:
        """``own_law``, each found once."""
        key = index, kind
        if key not in self._laws:
            self._laws[key] = own_law(self._day, self._agenda, index, kind)
        return self._laws[key]

    def _spread(
        self, index: int, seen: dict[Standing, dict[int, Floats]], low: int
    ) -> dict[Key, tuple[Floats, Floats]]:
        """From what the contest reads back to the ways that look alike to it."""
        ways = self.ways[index]
        chances = np.array(list(ways.values()))
        standings = [way.standing for way in ways]
        keys: dict[Key, tuple[Floats, Floats]] = {}
        for sheltered in sorted({each for rows in seen.values() for each in rows}):
            size = next(iter(next(iter(seen.values())).values())).shape[1]
            nothing = np.zeros((2, size))
            stacked = np.array([seen[each].get(sheltered, nothing) for each in standings])
            weights = stacked * chances[:, None, None]
            for place in np.flatnonzero(weights[:, 0].sum(axis=0)).tolist():
                keys[Key(low + place, sheltered)] = weights[:, 0, place], weights[:, 1, place]
        return keys


class _Group(NamedTuple):
    """Ways that look alike to the contest."""

    chance: float
    empty: float
    """The part of it in which none of the units would hold the field, where that is left to dice."""
