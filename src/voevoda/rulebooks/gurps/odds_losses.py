"""The odds of losses: what each unit of a side loses (G-13), how many men it has left, and who is beaten.

The law of the men left is that of a sum of units, which are independent of each other in a ``Moment``: their
laws are multiplied as Fourier transforms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voevoda.odds import ArrayLaw, grid_law
from voevoda.rulebooks.gurps.losses import armour_rows
from voevoda.rulebooks.gurps.odds_contest import Floats
from voevoda.rulebooks.gurps.odds_dice import (
    BEYOND,
    PERCENT,
    Loose,
    Shared,
    Throw,
    beaten_by,
    lost_by_per_cent,
    rows_of,
    shared_sums,
)
from voevoda.rulebooks.gurps.odds_units import (
    FACES,
    HOLDS,
    LAST_STAND,
    LEFT,
    NOT_ENGAGED,
    RETREATS,
    ROUTS,
    STATES,
    SURRENDERS,
    Family,
    Integers,
    Moment,
    Number,
    Troops,
    all_but_one,
    family_of,
    short_of_half,
)
from voevoda.rulebooks.gurps.odds_ways import NOBODY, Agenda, Way
from voevoda.rulebooks.gurps.state import Day, Spot

FINE = 10_000
"""Men of a side up to which the law of those left is computed man by man; above, in as many bins."""

UNLIKELY = 1e-15
"""A moment less likely than this is not followed into the law of men left, which then misses it."""

COLUMNS = 256
"""Numbers summed at once over the ways in which half of an army does not pass."""


class Group(NamedTuple):
    """The ways of one family in a moment."""

    family: Family
    plain: float
    """How likely no unit is struck by a catastrophe of its own."""
    struck: dict[str, Floats]
    """By what befell it: how likely each unit is struck; empty where none is."""

    @property
    def chance(self) -> float:
        """All of it."""
        return self.plain + sum(float(each.sum()) for each in self.struck.values())

    def mass(self, states: Floats, wounded: Floats) -> Floats:
        """Unit by unit, the chance of each state."""
        if not self.struck:
            return np.asarray(self.plain * states)
        others = np.full(len(states), self.chance) - np.sum(list(self.struck.values()), axis=0)
        mass = others[:, None] * states + self.struck["wounded"][:, None] * wounded
        mass[:, NOT_ENGAGED] += self.struck["not-engaged"]
        mass[:, LEFT] += self.struck["left"]
        return np.asarray(mass)


@dataclass(frozen=True, slots=True)
class Joined:
    """Units whose two morale rolls hang together, in the ways in which less than half of the men pass."""

    shares: Floats
    """By unit, roll that is counted (passed, failed) and second roll (holds, surrenders)."""
    men: list[int]
    out: list[int]
    """The units any one of which may have left; −1: none has."""

    def summed(self, holds: NDArray[Number], gives: NDArray[Number]) -> NDArray[Number]:
        """Columns of numbers for units that hold and that surrender, summed; a row for each of ``out``."""
        parts = list[NDArray[Number]]()
        for begin in range(0, holds.shape[1], COLUMNS):
            hold, give = (each[:, begin : begin + COLUMNS] for each in (holds, gives))
            passed, failed = (
                self.shares[:, roll, 0, None] * hold + self.shares[:, roll, 1, None] * give for roll in (0, 1)
            )
            parts.append(short_of_half(passed, failed, self.men, self.out))
        return np.hstack(parts)


class Tally:
    """What one side is to expect, added up moment by moment."""

    def __init__(self, day: Day, agenda: Agenda, troops: Troops, index: int) -> None:
        self._day, self._troops, self._index = day, troops, index
        side, force = day.terms.sides[index], day.forces[index]
        self.men = np.array(troops.men, dtype=np.int64)
        self._table = day.terms.tables.losses
        self._better = np.array([armour_rows(unit) for unit in side.units])
        self._leads = any(character.leads_force for character in side.characters)
        self._shared = (
            day.terms.readings.losses_rolled == "per_side"
            and not force.dice
            and agenda.ahead("shared_dice", Spot(index, 0))
        )
        known = [
            None if agenda.ahead("losses", Spot(index, place)) else company.lost
            for place, company in enumerate(force.units)
        ]
        self._lost = np.array(
            [
                lost_by_per_cent(count) if done is None else (done,) * PERCENT
                for count, done in zip(troops.men, known, strict=True)
            ],
            dtype=np.int64,
        )
        self._wiped = self._lost >= self.men[:, None]
        self._places = np.arange(len(self.men))
        self._rows = rows_of(self._table, force.dice)
        self.bin = max(1, -(-int(self.men.sum()) // FINE))
        self._exact = {pressed: self._gone_by(pressed=pressed) for pressed in (True, False)}
        self._gone = {pressed: self._in_bins(men) for pressed, men in self._exact.items()}
        self._mean_gone = 0.0
        self._law = np.zeros(int(self._in_bins(self.men).sum()) + 1)
        self.cut = 0.0
        self.states = np.zeros((len(self.men), len(STATES)))
        """Unit by unit, how likely each state is."""
        rows = self._rows.plain.shape[0]
        self._stood, self._ran = np.zeros((len(self.men), rows)), np.zeros((len(self.men), rows))
        self.all_beaten = 0.0
        """How likely every unit that has not left routs or is wiped out (G-13.6)."""

    # Tables

    def _row_places(self, moment: Moment) -> Integers:
        """Each unit's row, as a place in ``Rows``."""
        return np.asarray(moment.row + self._better - self._table[0].row + BEYOND)

    def _in_bins(self, men: Integers) -> Integers:
        return (2 * men + self.bin) // (2 * self.bin) if self.bin > 1 else men

    def _gone_by(self, *, pressed: bool) -> Integers:
        """Unit by unit, the men gone: by per cent for each of three states, then whole units, then none."""
        dead = (self._lost + 1) // 2
        wounded = self._lost - dead
        retreat = dead + wounded - wounded // 2 if pressed else dead
        rout = self._lost if pressed else dead
        whole = self.men[:, None]
        return np.hstack([dead, retreat, rout, whole, np.zeros_like(whole)])

    def _loose(self, at: Integers) -> Loose:
        """The throw of dice for each unit, by its row."""
        plain = self._rows.plain[at]
        return Loose(1.0, plain, self._rows.routed[at], (plain * self._wiped).sum(axis=1))

    # Adding up

    def add(self, moments: Sequence[Moment]) -> None:
        """Add what these moments bring."""
        ways = self._troops.ways
        families: dict[Family, list[int]] = defaultdict(list)
        for place, way in enumerate(ways):
            families[family_of(way)].append(place)
        for moment in moments:
            for family, places in families.items():
                if moment.joint:
                    chances = {ways[place].absent: float(moment.weights[place]) for place in places}
                    self._add_joint(moment, family, {unit: each for unit, each in chances.items() if each})
                    continue
                group = self._grouped(
                    family, [(ways[place], float(moment.weights[place])) for place in places]
                )
                if group.chance:
                    self._add(moment, group)

    def _grouped(self, family: Family, ways: list[tuple[Way, float]]) -> Group:
        """The ways of a family, by the unit that is struck."""
        plain, struck = 0.0, dict[str, Floats]()
        for way, weight in ways:
            if way.odd == NOBODY:
                plain += weight
            elif weight:
                for fate in ("wounded", "not-engaged", "left"):
                    _ = struck.setdefault(fate, np.zeros(len(self.men)))
                struck[way.fate][way.odd] += weight
        return Group(family, plain, struck)

    def _add(self, moment: Moment, group: Group) -> None:
        states = self._troops.states(group.family, moment.scene)
        wounded = states
        if group.struck and group.struck["wounded"].any():
            wounded = self._troops.states(group.family, moment.scene, wounded=True)
        at = self._row_places(moment)
        self._note(moment, group.mass(states, wounded), at)
        if group.chance < UNLIKELY:
            self.cut += group.chance
            return
        if self._shared and self._is_plain(group, states, wounded):
            self._add_sure(moment, group, states, at)
            return
        for throw in self._throws(moment, at):
            self._add_men(moment, group, throw, states, wounded)
            if self._leads:
                self._add_beaten(group, throw, states, wounded)

    def _note(self, moment: Moment, mass: Floats, at: Integers) -> None:
        """Note what single units do, and by which row their losses are rolled."""
        self.states += mass
        if self.bin > 1:
            gone = self._loose(at).chances(mass) * self._exact[moment.pressed]
            self._mean_gone += float(gone.sum())
        self._stood[self._places, at] += mass[:, HOLDS] + mass[:, RETREATS] + mass[:, SURRENDERS]
        self._ran[self._places, at] += mass[:, ROUTS]

    def _throws(self, moment: Moment, at: Integers) -> Iterator[Throw]:
        """All that the dice of losses may show, where they are thrown once for the side."""
        if not self._shared:
            yield self._loose(at)
            return
        chances, plain, routed = self._all_shared(moment)
        for chance, each, ran in zip(chances.tolist(), plain, routed, strict=True):
            yield Shared(chance, each, ran, self._wiped[self._places, each].astype(float))

    def _all_shared(self, moment: Moment) -> tuple[Floats, Integers, Integers]:
        """Shared dice: how likely each throw is, and by throw and unit, the per cent lost, also by rout."""
        faces = np.arange(FACES + 1)
        row = moment.row + self._better[:, None] - faces[None, :] - self._table[0].row
        row = np.clip(row, 0, len(self._table) - 1)
        dice, plus = (
            np.array([getattr(share, name) for share in self._table])[row] for name in ("dice", "plus")
        )
        needed = np.unique(dice)
        times, sums = shared_sums(tuple(needed.tolist()))
        per_cent = sums[:, np.searchsorted(needed, dice)] + plus
        per_cent = np.clip(per_cent, 0, PERCENT - 1)
        return times, per_cent[:, :, 0], per_cent[:, :, 1:]

    def _is_plain(self, group: Group, states: Floats, wounded: Floats) -> bool:
        """Whether each way leaves nothing to chance but the dice thrown for the side."""
        sure = bool((states[:, ROUTS] == 0).all()) and bool((states.max(axis=1) == 1).all())
        return sure and (wounded is states or bool((wounded == states).all())) and not self._leads

    def _add_sure(self, moment: Moment, group: Group, states: Floats, at: Integers) -> None:
        """Add to the law of the men gone where all units do what they do for sure."""
        times, per_cent, _ = self._all_shared(moment)
        gone, done = self._gone[moment.pressed], states.argmax(axis=1)
        rolled = np.isin(done, (HOLDS, RETREATS))
        place = np.where(done == RETREATS, PERCENT, 0) + per_cent
        ends = np.where(done == NOT_ENGAGED, 3 * PERCENT + 1, 3 * PERCENT)
        men = gone[self._places, np.where(rolled, place, ends)]
        total = men.sum(axis=1)
        hurt = float(group.struck["wounded"].sum()) if group.struck else 0.0
        np.add.at(self._law, total, times * (group.plain + hurt))
        if not group.struck:
            return
        for fate, instead in (("not-engaged", np.zeros_like(self.men)), ("left", self._in_bins(self.men))):
            for unit in np.flatnonzero(group.struck[fate]).tolist():
                np.add.at(self._law, total - men[:, unit] + instead[unit], times * group.struck[fate][unit])

    def _add_men(self, moment: Moment, group: Group, throw: Throw, states: Floats, wounded: Floats) -> None:
        """Add to the law of the men gone."""
        values, struck, chance = throw.values(self._gone[moment.pressed]), group.struck, throw.chance
        chances = throw.chances(states)
        others = chances if wounded is states else throw.chances(wounded)
        low, high = ends_of(values, (chances > 0) | (others > 0))
        size = int((high - low).sum()) + 1
        fine = good_size(size)
        waves = transformed(values, chances, low, high, fine)
        start = int(low.sum())
        if not struck:
            row = np.multiply.reduce(waves, axis=0)
            self._law[start : start + size] += group.plain * chance * np.fft.irfft(row, fine)[:size]
            return
        rest = all_but_one(waves)
        total = group.plain * rest[0] * waves[0]
        if wounded is not states:
            hurt = transformed(values, others, low, high, fine)
            total = total + np.einsum("u,uw,uw->w", struck["wounded"], rest, hurt)
        self._law[start : start + size] += chance * np.fft.irfft(total, fine)[:size]
        gone = {"not-engaged": np.zeros_like(low), "left": self._in_bins(self.men)}
        for fate, men in gone.items():
            hit = np.flatnonzero(struck[fate])
            back = np.fft.irfft(rest[hit], fine, axis=1)[:, :size]
            for unit, line in zip(hit.tolist(), back, strict=True):
                begin = start - int(low[unit]) + int(men[unit])
                span = size - int(high[unit] - low[unit])
                self._law[begin : begin + span] += struck[fate][unit] * chance * line[:span]

    def _add_beaten(self, group: Group, throw: Throw, states: Floats, wounded: Floats) -> None:
        """Add how likely every unit that has not left is beaten."""
        beaten = beaten_by(throw, states)
        total = group.plain * float(np.prod(beaten))
        if not group.struck:
            self.all_beaten += throw.chance * total
            return
        hurt = beaten_by(throw, wounded)
        rest = all_but_one(beaten[:, None])[:, 0]
        total += float((rest * (group.struck["wounded"] * hurt + group.struck["left"])).sum())
        self.all_beaten += throw.chance * total

    def _add_joint(self, moment: Moment, family: Family, out: dict[int, float]) -> None:
        """Add the ways in which less than half of the men pass, and who would retreat has nowhere to go.

        Both rolls of a unit are thrown against a morale that a treason raised or sank, so that they hang
        together: all numbers are summed over the ways in which half of the men do not pass.  ``out`` says how
        likely each unit is the one that left today (−1: none).
        """
        if not out:
            return
        troops, states = self._troops, self._troops.states(family, moment.scene)
        fights = np.flatnonzero(states[:, [NOT_ENGAGED, LEFT]].sum(axis=1) == 0).tolist()
        lost = LAST_STAND if self._day.terms.sides[self._index].never_surrenders else SURRENDERS
        chances = np.array(list(out.values()))
        joined = Joined(
            np.array([self._both_rolls(moment, family, place) for place in fights]),
            [troops.men[place] for place in fights],
            [NOBODY if unit == NOBODY else fights.index(unit) for unit in out],
        )
        # Column n holds no way in which unit n holds; the last is the whole.
        ones, eye = np.ones((len(fights), len(fights) + 1)), np.eye(len(fights), len(fights) + 1)
        alone = chances[:, None] * joined.summed(ones - eye, ones)
        whole = float(alone[:, -1].sum())
        mass = whole * states
        mass[fights] = 0
        for row, unit in zip(alone, joined.out, strict=True):
            for number, place in enumerate(fights):
                if number == unit:
                    mass[place, LEFT] += row[-1]
                else:
                    mass[place, lost] += row[number]
                    mass[place, HOLDS] += row[-1] - row[number]
        at = self._row_places(moment)
        self._note(moment, mass, at)
        stands, gives = np.zeros_like(states), np.zeros_like(states)
        stands[:, HOLDS] = gives[:, lost] = 1
        for throw in self._throws(moment, at):
            likely = [throw.chances(each)[fights] for each in (stands, gives)]
            values = throw.values(self._gone[moment.pressed])[fights]
            men = self._in_bins(self.men)
            begin = int((men * states[:, LEFT]).sum())
            self._add_joint_men(joined, throw.chance * chances, begin, men[fights], values, likely)
            if self._leads and not states[:, NOT_ENGAGED].any():
                beaten = [beaten_by(throw, each)[fights][:, None] for each in (stands, gives)]
                self.all_beaten += throw.chance * float(chances @ joined.summed(*beaten)[:, 0])

    def _add_joint_men(
        self,
        joined: Joined,
        chances: Floats,
        begin: int,
        men: Integers,
        values: Integers,
        likely: Sequence[Floats],
    ) -> None:
        """Add to the law of the men gone; ``begin`` are gone with the units that do not fight."""
        low, high = ends_of(values, (likely[0] > 0) | (likely[1] > 0))
        size = int((high - low).sum()) + 1
        fine = good_size(size)
        holds, gives = (transformed(values, each, low, high, fine) for each in likely)
        laws = np.fft.irfft(joined.summed(holds, gives), fine, axis=1)
        for line, chance, unit in zip(laws, chances.tolist(), joined.out, strict=True):
            start, span = begin + int(low.sum()), size
            if unit != NOBODY:
                start += int(men[unit] - low[unit])
                span -= int(high[unit] - low[unit])
            self._law[start : start + span] += chance * line[:span]

    def _both_rolls(self, moment: Moment, family: Family, place: int) -> Floats:
        """How likely a unit passes or fails the roll that is counted, and holds or not by the second."""
        both = np.zeros((2, 2))
        for each in self._troops.morales(family, place):
            passed = self._troops.passes(place, each.number, moment.scene)
            stays = self._troops.second_chance(each.number, moment.scene)
            both += each.chance * np.outer((passed, 1 - passed), (stays, 1 - stays))
        return both

    # What is known in the end

    def left(self) -> ArrayLaw:
        """The law of the side's men left, those saved of the wounded among them; in bins, their middles."""
        law = grid_law(0, np.maximum(self._law[::-1], 0))
        return law if self.bin == 1 else ArrayLaw(law.values * self.bin, law.weights)

    def mean_left(self) -> float:
        """The mean of the men left, exact also where their law is in bins."""
        return self.left().mean if self.bin == 1 else float(self.men.sum()) - self._mean_gone

    def per_cent(self) -> Floats:
        """Unit by unit, how likely its losses are so many per cent, where they are rolled."""
        return np.asarray(self._stood @ self._rows.plain + self._ran @ self._rows.routed)

    def losses(self) -> tuple[ArrayLaw, ...]:
        """Unit by unit, the law of the dead and wounded (G-13.4)."""
        laws = list[ArrayLaw]()
        for place, per_cent in enumerate(self.per_cent()):
            men = np.append(self._lost[place], [0, self.men[place]])
            idle = self.states[place, NOT_ENGAGED] + self.states[place, LEFT]
            chances = np.append(per_cent, [idle, self.states[place, LAST_STAND]])
            values, where = np.unique(men, return_inverse=True)
            weights = counted_up(where, chances, minlength=values.size)
            laws.append(ArrayLaw(values[weights > 0], weights[weights > 0]))
        return tuple(laws)

    def beaten(self) -> Floats:
        """Unit by unit, how likely it routs or is wiped out (G-13.6)."""
        wiped = (self._stood @ self._rows.plain * self._wiped).sum(axis=1)
        return np.asarray(self.states[:, ROUTS] + self.states[:, LAST_STAND] + wiped)


def ends_of(values: Integers, possible: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """Unit by unit, the least and the greatest value that is possible."""
    low = np.where(possible, values, values.max()).min(axis=1)
    return low, np.where(possible, values, 0).max(axis=1)


def counted_up(places: Integers, weights: Floats, minlength: int = 0) -> Floats:
    """The sum of the weights of each place from 0 on."""
    return np.bincount(places, weights, minlength=minlength).astype(np.float64)


def transformed(
    values: Integers, chances: Floats, low: Integers, high: Integers, size: int
) -> NDArray[np.complex128]:
    """The transforms of laws given by values and chances, each counted from its ``low``."""
    units, span = len(low), int((high - low).max()) + 1
    unit, column = np.nonzero(chances)
    flat = unit * span + values[unit, column] - low[unit]
    table = counted_up(flat, chances[unit, column], minlength=units * span).reshape(units, span)
    return np.asarray(np.fft.rfft(table, size, axis=1))


def good_size(least: int) -> int:
    """A size from ``least`` on that transforms quickly: nothing but twos, threes and fives."""
    best = 1 << (least - 1).bit_length()
    for fives in (1, 5, 25):
        for threes in (1, 3, 9, 27):
            part = fives * threes
            if part <= best:
                best = min(best, part << max(0, (-(-least // part) - 1).bit_length()))
    return best
