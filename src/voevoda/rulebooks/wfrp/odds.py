"""The odds of a battle under ``wfrp``: exact while the grid of points is small, else sampled, and it says so.

The rules are ``rules.py``; this module reads a ``Field`` and never plays one.  Tests hold it against the
rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from voevoda.odds import SAMPLES, ArrayLaw, Odds, error, generator, grid_law, sampled_law
from voevoda.rulebooks.wfrp.odds_grid import CRITICAL, FUMBLE, Duel, Extra, Totals, effort, resolve
from voevoda.rulebooks.wfrp.rolls import every_roll, law_of_influence
from voevoda.rulebooks.wfrp.rules import starting_points
from voevoda.rulebooks.wfrp.state import Field, Side, Unit
from voevoda.rulebooks.wfrp.tables import DOUBLE, LEVEL, Dice, Row

EXACT = 900_000
"""The greatest ``odds_grid.effort`` that is computed and not sampled: some 1,050 points against as many."""

SEED = "odds"
"""The seed of a sample unless another is given."""


@dataclass(frozen=True, slots=True)
class UnitOdds:
    """What is left of a unit (W-3.10)."""

    name: str
    start: int
    left_mean: float


@dataclass(frozen=True, slots=True)
class CharacterOdds:
    """What a character is to expect of the background battle (W-4)."""

    name: str
    wounds: float = 0.0
    """Expected wounds."""
    lose_advantage: float = 0.0
    """Expected points of Advantage lost one by one, whether he has them or not."""
    lose_all_advantage: float = 0.0
    """Expected number of times that all Advantage is lost."""
    fear: float = 0.0
    """Expected tests of Fear."""
    penalty: float = 0.0
    """Expected number of penalties to all tests of the next round."""


@dataclass(frozen=True, slots=True)
class SideOdds:
    """What is left of a side."""

    name: str
    points: ArrayLaw
    units: tuple[UnitOdds, ...]
    characters: tuple[CharacterOdds, ...]

    def to_json(self) -> dict[str, object]:
        """The side as in a report of odds."""
        return {
            "name": self.name,
            "points": self.points.to_json(),
            "units": [asdict(unit) for unit in self.units],
            "characters": [asdict(character) for character in self.characters],
        }


def odds(field: Field, *, samples: int = SAMPLES, seed: str = SEED, exact: int = EXACT) -> Odds[SideOdds]:
    """The odds from here to the end; ``samples`` and ``seed`` serve where it is too large to be exact."""
    duel = duel_of(field)
    if any(field.is_out(side) for side in (0, 1)) or duel.rounds_left == 0:
        totals, sampled = over(field, duel), False
    else:
        sampled = effort(duel) > exact
        totals = sample(duel, samples, seed) if sampled else resolve(duel)
    no_winner = totals.mutual + totals.stopped
    return Odds(
        win=totals.win,
        no_winner=no_winner,
        endings=(
            ("out-of-action", sum(totals.win)),
            ("mutual-ruin", totals.mutual),
            ("stopped", totals.stopped),
        ),
        rounds=totals.rounds,
        sides=tuple(side_odds(field, duel, totals, index) for index in (0, 1)),
        method="sampled" if sampled else "exact",
        samples=samples if sampled else None,
        seed=seed if sampled else None,
        missing=totals.missing,
        error=(tuple(error(share, samples) for share in totals.win), error(no_winner, samples))
        if sampled
        else None,
    )


def duel_of(field: Field) -> Duel:
    """The battle in plain numbers."""
    start = starting_points(field.terms) if field.phase == "muster" else field.start
    now = start if field.phase == "muster" else field.now
    readings, table = field.terms.readings, field.terms.influence
    return Duel(
        start=start,
        now=now,
        rounds_left=field.rounds_left,
        higher_wins=readings.tie == "higher_points",
        extra=Extra(*(damage_of(table, plus, max(now)) for plus in (DOUBLE, -DOUBLE))),
        top=1 if readings.sl_bonus == "flat" else min(top_of(table), 2 * (max(now) // 10) + 12),
    )


def damage_of(table: tuple[Row, ...], plus: int, most: int) -> tuple[float, ...]:
    """The law of the damage column (W-3.6); what is above ``most`` points takes no more than these."""
    law = law_of_influence(table, plus).map(lambda row: min(row.damage, most))
    weights = [0.0] * (max(law.values) + 1)
    for damage, chance in law:
        weights[damage] = float(chance)
    return tuple(weights)


def top_of(table: tuple[Row, ...]) -> int:
    """The difference of levels at which every ordinary influence roll falls into the last row (W-3.7)."""
    last = max((row.low for row in table if row.low is not None), default=1)
    return max(0, -((1 - last) // LEVEL))


def opposed(one: int, two: int) -> tuple[int, int, int]:
    """How many of 10,000 opposed tests the first side wins, ties and loses (W-3.2 to W-3.4)."""
    mine, theirs = (Counter([rolled.level for rolled in every_roll(points)]) for points in (one, two))
    won = sum(m * n for a, m in mine.items() for b, n in theirs.items() if a > b)
    tied = sum(m * theirs[a] for a, m in mine.items())
    return won, tied, 10_000 - won - tied


def over(field: Field, duel: Duel) -> Totals:
    """A battle that has ended: nothing is left to chance."""
    one, two = (field.is_out(side) for side in (0, 1))
    left = tuple(grid_law(now, np.ones(1)) for now in duel.now)
    return Totals(
        win=(float(two and not one), float(one and not two)),
        mutual=float(one and two),
        stopped=float(not one and not two),
        rounds=grid_law(0, np.ones(1)),
        left=(left[0], left[1]),
        won=np.zeros((2, duel.top + 1)),
        doubles=np.zeros((2, 3)),
    )


def side_odds(field: Field, duel: Duel, totals: Totals, index: int) -> SideOdds:
    """What is left of one side."""
    side, law = field.terms.sides[index], totals.left[index]
    return SideOdds(
        name=side.name,
        points=law,
        units=tuple(
            UnitOdds(unit.name, unit.count, left_mean(unit, law, duel.start[index])) for unit in side.units
        ),
        characters=character_odds(field, side, index, totals),
    )


def left_mean(unit: Unit, law: ArrayLaw, start: int) -> float:
    """Expected soldiers left of a unit, each outcome rounded down (W-3.10)."""
    small = unit.count * int(law.values[-1]) < 1 << 62
    values = law.values if small else law.values.astype(object)
    return float((unit.count * values // start).astype(np.float64) @ law.weights)


def character_odds(field: Field, side: Side, index: int, totals: Totals) -> tuple[CharacterOdds, ...]:
    """What each character of a side is to expect; all alike, for "one" is drawn evenly (W-4.1)."""
    if not side.characters:
        return ()
    wounds = lose_advantage = lose_all = fear = penalty = 0.0
    for roller in (0, 1):
        struck = "own" if roller == index else "enemy"
        for row, times in rows_rolled(field, totals, roller):
            if not row.on.endswith(struck):
                continue
            hits = times / (len(side.characters) if row.on.startswith("one") else 1)
            wounds += hits * mean_wounds(row)
            lose_all += hits * (row.lose_advantage == "all")
            lose_advantage += hits * (row.lose_advantage if isinstance(row.lose_advantage, int) else 0)
            fear += hits * (row.fear > 0)
            penalty += hits * (row.penalty != 0)
    return tuple(
        CharacterOdds(name, wounds, lose_advantage, lose_all, fear, penalty) for name in side.characters
    )


def rows_rolled(field: Field, totals: Totals, roller: int) -> Iterator[tuple[Row, float]]:
    """Rows of the influence table with the expected number of times that a side rolls them (W-3.6, W-3.7)."""
    table = field.terms.influence
    rolls = [(LEVEL * levels, float(times)) for levels, times in enumerate(totals.won[roller])]
    rolls += [
        (DOUBLE, float(totals.doubles[roller, CRITICAL])),
        (-DOUBLE, float(totals.doubles[roller, FUMBLE])),
    ]
    for plus, times in rolls:
        if times:
            for row, chance in law_of_influence(table, plus):
                yield row, times * float(chance)


def mean_wounds(row: Row) -> float:
    """Expected wounds of one character."""
    if isinstance(row.wounds, Dice):
        return float(row.wounds.count * Fraction(row.wounds.sides + 1, 2))
    return float(row.wounds)


def sample(duel: Duel, samples: int, seed: str) -> Totals:
    """Fight the battle ``samples`` times, all at once."""
    random = generator(seed)
    faces = [np.repeat(np.arange(len(law)), np.rint(np.multiply(law, 100)).astype(int)) for law in duel.extra]
    start = np.array(duel.start)[:, None]
    now = np.repeat(np.array(duel.now)[:, None], samples, axis=1)
    left, rounds = now.copy(), np.zeros(samples, dtype=np.int64)
    going = np.arange(samples)
    won, doubles = np.zeros((2, duel.top + 1)), np.zeros((2, 3))
    number = 0
    while going.size and number != duel.rounds_left:
        number += 1
        roll = random.integers(1, 101, size=now.shape)
        level, critical, fumble = read_rolls(now, roll)
        difference = level[0] - level[1]
        lead = np.sign(difference)
        if duel.higher_wins:
            lead = np.where(lead == 0, np.sign(now[0] - now[1]), lead)
        damage = np.zeros_like(now)
        for side, sign in ((0, 1), (1, -1)):
            wins = lead == sign
            damage[1 - side] += np.where(wins, np.abs(difference) + now[side] // 10, 0)
            damage[1 - side, critical[side]] += random.choice(faces[0], int(critical[side].sum()))
            damage[side, fumble[side]] += random.choice(faces[1], int(fumble[side].sum()))
            won[side] += np.bincount(np.minimum(np.abs(difference[wins]), duel.top), minlength=duel.top + 1)
            doubles[side, CRITICAL] += critical[side].sum()
            doubles[side, FUMBLE] += fumble[side].sum()
        now = np.maximum(0, now - damage)
        left[:, going], rounds[going] = now, number
        on = (3 * now >= start).all(axis=0)
        now, going = now[:, on], going[on]
    out = 3 * left < start
    return Totals(
        win=(float((out[1] & ~out[0]).mean()), float((out[0] & ~out[1]).mean())),
        mutual=float(out.all(axis=0).mean()),
        stopped=going.size / samples,
        rounds=sampled_law(rounds),
        left=(sampled_law(left[0]), sampled_law(left[1])),
        won=won / samples,
        doubles=doubles / samples,
    )


def read_rolls(
    points: NDArray[np.int64], roll: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Success levels, criticals and fumbles of many rolls (W-3.1 to W-3.3, W-3.6)."""
    level = points // 10 - roll // 10
    low, high = roll <= 5, roll >= 96
    level = np.where(low, np.maximum(level, 1), np.where(high, np.minimum(level, -1), level))
    success = low | ((roll <= points) & ~high)
    double = (roll % 11 == 0) | (roll == 100)
    return level, double & success, double & ~success
