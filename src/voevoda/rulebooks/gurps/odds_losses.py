"""The odds of losses: what each unit of a side loses (G-13), how many men it has left, and who is beaten.

The law of the men left is that of a sum of units, which are independent of each other in a ``Moment``: their
laws are multiplied as Fourier transforms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voevoda.odds import ArrayLaw, grid_law
from voevoda.play.questions import sum_of_dice
from voevoda.rulebooks.gurps.losses import armour_rows
from voevoda.rulebooks.gurps.odds_contest import NOBODY, Agenda, Floats, Way
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
    Troops,
    all_but_one,
    family_of,
    short_of_half,
)
from voevoda.rulebooks.gurps.rolls import men_lost
from voevoda.rulebooks.gurps.state import Day, Spot

PERCENT = 101
"""From 0 to 100 per cent."""

SHARED = 4
"""G-13.4: dice thrown once for a side (reading ``losses_rolled``)."""

BEYOND = 24
"""Rows kept beyond both ends of the table, where the end row counts: armour, rout and the like reach there."""

FINE = 10_000
"""Men of a side up to which the law of those left is computed man by man; above, in as many bins."""

UNLIKELY = 1e-16
"""A moment less likely than this is not followed into the law of men left, which then misses it."""

COLUMNS = 256
"""Numbers summed at once over the ways in which half of an army does not pass."""


class Rows(NamedTuple):
    """What each row of the table loses, as laws over 0 to 100 per cent."""

    plain: Floats
    routed: Floats
    """With the die of a routed unit taken off the row (G-13.3)."""


class Group(NamedTuple):
    """The ways of one family in a moment."""

    family: Family
    plain: float
    """How likely no unit is struck by a catastrophe of its own."""
    struck: dict[str, Floats]
    """By what befell it: how likely each unit is struck."""

    @property
    def chance(self) -> float:
        """All of it."""
        return self.plain + sum(float(each.sum()) for each in self.struck.values())

    def mass(self, states: Floats, wounded: Floats) -> Floats:
        """Unit by unit, the chance of each state."""
        others = self.chance - sum(self.struck.values())
        mass = others[:, None] * states + self.struck["wounded"][:, None] * wounded
        mass[:, NOT_ENGAGED] += self.struck["not-engaged"]
        mass[:, LEFT] += self.struck["left"]
        return np.asarray(mass)


class Tally:
    """What one side is to expect, added up moment by moment."""

    def __init__(self, day: Day, agenda: Agenda, troops: Troops, index: int) -> None:
        self._day, self._troops, self._index = day, troops, index
        side, force = day.terms.sides[index], day.forces[index]
        self.men = np.array(troops.men, dtype=np.int64)
        self._table = day.terms.tables.losses
        self._better = np.array([armour_rows(unit) for unit in side.units])
        self._leads = any(character.leads_force for character in side.characters)
        self._dice = force.dice
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
                [men_lost(count, per_cent) if done is None else done for per_cent in range(PERCENT)]
                for count, done in zip(troops.men, known, strict=True)
            ],
            dtype=np.int64,
        )
        self._wiped = self._lost >= self.men[:, None]
        self._places = np.arange(len(self.men))
        self._rows = self._rows_of(self._dice)
        self.bin = max(1, -(-int(self.men.sum()) // FINE))
        self._exact = {pressed: self._gone_by(pressed=pressed) for pressed in (True, False)}
        self._gone = {pressed: self._in_bins(men) for pressed, men in self._exact.items()}
        self.mean_left = float(self.men.sum())
        """The mean of the men left, exact also where their law is in bins."""
        self._law = np.zeros(int(self._in_bins(self.men).sum()) + 1)
        self.cut = 0.0
        self.states = np.zeros((len(self.men), len(STATES)))
        """Unit by unit, how likely each state is."""
        rows = self._rows.plain.shape[0]
        self._stood, self._ran = np.zeros((len(self.men), rows)), np.zeros((len(self.men), rows))
        self.all_beaten = 0.0
        """How likely every unit that has not left routs or is wiped out (G-13.6)."""

    # Tables

    def _rows_of(self, dice: Sequence[int]) -> Rows:
        """The laws of the rows, for dice already thrown or for none."""
        laws = np.zeros((len(self._table), PERCENT))
        for place, share in enumerate(self._table):
            law = [(sum(dice[: share.dice]), 1.0)] if dice else sum_of_dice(share.dice, 6)
            for total, part in law:
                laws[place, min(PERCENT - 1, max(0, total + share.plus))] += float(part)
        at = np.arange(-BEYOND, len(self._table) + BEYOND)
        last = len(self._table) - 1
        routed = sum(laws[np.clip(at - face, 0, last)] for face in range(1, FACES + 1)) / FACES
        return Rows(laws[np.clip(at, 0, last)], np.asarray(routed))

    def _row_places(self, moment: Moment) -> Integers:
        """Each unit's row, as a place in ``Rows``."""
        at = moment.row + self._better - self._table[0].row + BEYOND
        return np.asarray(np.clip(at, 0, len(self._table) + 2 * BEYOND - 1))

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

    def _gone_chances(self, states: Floats, at: Integers, rows: Rows) -> Floats:
        """How likely each of those is."""
        plain = rows.plain[at]
        ruined = states[:, SURRENDERS] + states[:, LAST_STAND] + states[:, LEFT]
        return np.hstack(
            [
                states[:, HOLDS, None] * plain,
                states[:, RETREATS, None] * plain,
                states[:, ROUTS, None] * rows.routed[at],
                ruined[:, None],
                states[:, NOT_ENGAGED, None],
            ]
        )

    # Adding up

    def add(self, moments: Sequence[Moment], ways: Sequence[Way]) -> None:
        """Add what these moments bring."""
        odd = np.array([way.odd for way in ways])
        families = [family_of(way) for way in ways]
        fates = np.array([way.fate for way in ways])
        for moment in moments:
            if moment.joint:
                for way, weight in zip(ways, moment.weights.tolist(), strict=True):
                    if weight:
                        self._add_joint(moment, way, weight)
                continue
            for family in dict.fromkeys(families):
                mine = np.array([each == family for each in families]) & (moment.weights > 0)
                if mine.any():
                    struck = {
                        fate: np.bincount(
                            odd[mine & (fates == fate)],
                            moment.weights[mine & (fates == fate)],
                            minlength=len(self.men),
                        )
                        for fate in ("wounded", "not-engaged", "left")
                    }
                    plain = float(moment.weights[mine & (odd == NOBODY)].sum())
                    self._add(moment, Group(family, plain, struck))

    def _add(self, moment: Moment, group: Group) -> None:
        states = self._troops.states(group.family, moment.scene)
        wounded = states
        if group.struck["wounded"].any():
            wounded = self._troops.states(group.family, moment.scene, wounded=True)
        at = self._row_places(moment)
        self._note(moment, group.mass(states, wounded), at)
        if group.chance < UNLIKELY:
            self.cut += group.chance
            return
        for chance, rows in self._thrown(moment):
            self._add_men(moment, group, chance, self._gone_chances(states, at, rows), states, wounded, at, rows)
            if self._leads:
                self._add_beaten(group, chance, states, wounded, at, rows)

    def _note(self, moment: Moment, mass: Floats, at: Integers) -> None:
        """Note what single units do, and by which row their losses are rolled."""
        self.states += mass
        gone = self._gone_chances(mass, at, self._rows) * self._exact[moment.pressed]
        self.mean_left -= float(gone.sum())
        self._stood[self._places, at] += mass[:, HOLDS] + mass[:, RETREATS] + mass[:, SURRENDERS]
        self._ran[self._places, at] += mass[:, ROUTS]

    def _thrown(self, moment: Moment) -> Iterator[tuple[float, Rows]]:
        """The rows of losses, once for all that the dice thrown for the whole side may show."""
        if not self._shared:
            yield 1.0, self._rows
            return
        first, last = self._table[0].row, self._table[-1].row
        rows = {
            min(max(moment.row + better - rout, first), last)
            for better in set(self._better.tolist())
            for rout in range(FACES + 1)
        }
        needed = sorted({self._table[row - first].dice for row in rows})
        faces = np.array(list(product(range(1, FACES + 1), repeat=SHARED)))
        sums = np.cumsum(faces, axis=1)[:, [count - 1 for count in needed]]
        _, examples, times = np.unique(sums, axis=0, return_index=True, return_counts=True)
        for example, count in zip(faces[examples].tolist(), times.tolist(), strict=True):
            yield count / len(faces), self._rows_of(example)

    def _add_men(
        self,
        moment: Moment,
        group: Group,
        chance: float,
        chances: Floats,
        states: Floats,
        wounded: Floats,
        at: Integers,
        rows: Rows,
    ) -> None:
        """Add to the law of the men gone."""
        values, struck = self._gone[moment.pressed], group.struck
        others = chances if wounded is states else self._gone_chances(wounded, at, rows)
        possible = (chances > 0) | (others > 0)
        low = np.where(possible, values, values.max()).min(axis=1)
        high = np.where(possible, values, 0).max(axis=1)
        size = int((high - low).sum()) + 1
        fine = good_size(size)
        waves = transformed(values, chances, low, high, fine)
        start = int(low.sum())
        if not any(each.any() for each in struck.values()):
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

    def _add_beaten(
        self, group: Group, chance: float, states: Floats, wounded: Floats, at: Integers, rows: Rows
    ) -> None:
        """Add how likely every unit that has not left is beaten."""
        beaten, hurt = (self._beaten(each, at, rows) for each in (states, wounded))
        rest = all_but_one(beaten[:, None])[:, 0]
        total = group.plain * float(np.prod(beaten))
        total += float((rest * (group.struck["wounded"] * hurt + group.struck["left"])).sum())
        self.all_beaten += chance * total

    def _beaten(self, states: Floats, at: Integers, rows: Rows) -> Floats:
        """Unit by unit, how likely it routs, is wiped out, or has left."""
        stands = states[:, HOLDS] + states[:, RETREATS] + states[:, SURRENDERS]
        wiped = (rows.plain[at] * self._wiped).sum(axis=1)
        return np.asarray(states[:, ROUTS] + states[:, LAST_STAND] + states[:, LEFT] + stands * wiped)

    def _add_joint(self, moment: Moment, way: Way, weight: float) -> None:
        """Add a way in which less than half of the men pass, and each that retreats has nowhere to go.

        Both rolls of a unit are thrown against a morale that a treason raised or sank, so that they hang
        together: all numbers are summed over the ways in which half of the men do not pass.
        """
        troops, family = self._troops, family_of(way)
        states = troops.way_states(way, moment.scene)
        fights = [place for place in range(len(self.men)) if states[place, [NOT_ENGAGED, LEFT]].sum() == 0]
        lost = LAST_STAND if self._day.terms.sides[self._index].never_surrenders else SURRENDERS
        shares = np.zeros((2, 2, len(fights)))
        for number, place in enumerate(fights):
            for each in troops.morales(family, place, wounded=way.odd == place):
                passed, stays = troops.passes(place, each.number, moment.scene), troops.second_chance(each.number, moment.scene)
                shares[:, :, number] += each.chance * np.outer((passed, 1 - passed), (stays, 1 - stays))
        men = [troops.men[place] for place in fights]

        def summed(holds: NDArray[np.complex128], gives: NDArray[np.complex128]) -> NDArray[np.complex128]:
            """Columns of numbers for units that hold and that surrender, summed."""
            parts = [
                short_of_half(
                    shares[0, 0][:, None] * hold + shares[0, 1][:, None] * give,
                    shares[1, 0][:, None] * hold + shares[1, 1][:, None] * give,
                    men,
                )
                for begin in range(0, holds.shape[1], COLUMNS)
                for hold, give in [(holds[:, begin : begin + COLUMNS], gives[:, begin : begin + COLUMNS])]
            ]
            return np.concatenate(parts)

        ones, eye = np.ones((len(fights), len(fights) + 1)), np.eye(len(fights), len(fights) + 1)
        # Column n holds no unit's surrender but n's out of the sum; the last is the whole.
        found_alone = summed(ones - eye, ones).real
        whole = float(found_alone[-1])
        mass = np.zeros_like(states)
        for place, holding in enumerate(states):
            mass[place] = weight * whole * holding if place not in fights else 0
        for number, place in enumerate(fights):
            mass[place, lost] = weight * float(found_alone[number])
            mass[place, HOLDS] = weight * (whole - float(found_alone[number]))
        at = self._row_places(moment)
        self._note(moment, mass, at)
        for chance, rows in self._thrown(moment):
            self._add_joint_men(moment, weight * chance, states, fights, summed, at, rows)
            if self._leads:
                idle = bool(states[:, NOT_ENGAGED].any())
                stands = np.zeros_like(states)
                stands[:, HOLDS] = 1
                gives = np.zeros_like(states)
                gives[:, lost] = 1
                beaten = [self._beaten(each, at, rows)[fights][:, None] for each in (stands, gives)]
                self.all_beaten += 0 if idle else weight * chance * float(summed(beaten[0], beaten[1])[0].real)

    def _add_joint_men(self, moment, weight, states, fights, summed, at, rows):  # type: ignore[no-untyped-def]
        values = self._gone[moment.pressed]
        holds = np.zeros_like(states)
        holds[:, HOLDS] = 1
        gives = np.zeros_like(states)
        gives[:, SURRENDERS] = 1
        chances = [self._gone_chances(each, at, rows)[fights] for each in (holds, gives)]
        values = values[fights]
        possible = (chances[0] > 0) | (chances[1] > 0)
        low = np.where(possible, values, values.max()).min(axis=1)
        high = np.where(possible, values, 0).max(axis=1)
        size = int((high - low).sum()) + 1
        fine = good_size(size)
        waves = [transformed(values, each, low, high, fine) for each in chances]
        start = int(low.sum() + (self._in_bins(self.men) * states[:, LEFT]).sum())
        law = np.fft.irfft(summed(waves[0], waves[1]), fine)[:size]
        self._law[start : start + size] += weight * law

    # What is known in the end

    def left(self) -> ArrayLaw:
        """The law of the side's men left, those saved of the wounded among them; in bins, their middles."""
        law = grid_law(0, np.maximum(self._law[::-1], 0))
        return law if self.bin == 1 else ArrayLaw(law.values * self.bin, law.weights)

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
            weights = np.bincount(where, chances, minlength=values.size)
            laws.append(ArrayLaw(values[weights > 0], weights[weights > 0]))
        return tuple(laws)

    def beaten(self) -> Floats:
        """Unit by unit, how likely it routs or is wiped out (G-13.6)."""
        wiped = (self._stood @ self._rows.plain * self._wiped).sum(axis=1)
        return np.asarray(self.states[:, ROUTS] + self.states[:, LAST_STAND] + wiped)


def transformed(
    values: Integers, chances: Floats, low: Integers, high: Integers, size: int
) -> NDArray[np.complex128]:
    """The transforms of laws given by values and chances, each counted from its ``low``."""
    units, span = len(low), int((high - low).max()) + 1
    unit, column = np.nonzero(chances)
    flat = unit * span + values[unit, column] - low[unit]
    table = np.bincount(flat, chances[unit, column], minlength=units * span).reshape(units, span)
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
