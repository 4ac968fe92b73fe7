"""The odds of the dice of a fight: contests of d10 (C-2, C-3), tests of d20 (C-4 to C-6), ammunition (C-8).

Knows no state of a fight, only numbers.  What is compared with dice may be a fraction; the dice differ by
whole numbers, so it is enough to know it rounded up.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from voevoda.odds import die, repeated
from voevoda.play.questions import sum_of_dice
from voevoda.rulebooks.skirmish.tables import CONTEST, SPENT, TEST, Ammunition

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def _failures() -> Integers:
    """By the shortfall, from −20 to 20, and by the fighter's own d20: the enemy's faces that beat it."""
    own = np.arange(TEST + 1)[None, :]
    short = np.arange(-TEST, TEST + 1)[:, None]
    # He fails where own − enemy's < short, so where the enemy's die is above own − short.
    beaten = np.clip(TEST - np.maximum(own - short, 0), 0, TEST)
    beaten[:, 0] = 0  # no die shows 0
    return np.asarray(beaten)


FAILS_FROM = np.cumsum(np.pad(_failures(), ((0, 0), (0, 1)))[:, ::-1], axis=1)[:, ::-1] / TEST**2
"""By the shortfall, from −20 to 20, and by a face, from 0 to 21: how likely a failure with at least it."""


def failures(short: Integers) -> Floats:
    """How likely each test fails (C-4, C-5, C-6); an equal test favours the tested, so only lower fails.

    ``short``: the enemy's number less the fighter's own, rounded up.
    """
    return failures_from(short, np.zeros_like(short))


def failures_from(short: Integers, face: Integers) -> Floats:
    """How likely each test fails with at least this face on the fighter's own d20."""
    return np.asarray(FAILS_FROM[np.clip(short, -TEST, TEST) + TEST, np.clip(face, 0, TEST + 1)])


def faces_from(face: Integers) -> Floats:
    """How likely a d20 shows at least this face."""
    return np.asarray((TEST + 1 - np.clip(face, 1, TEST + 1)) / TEST)


@lru_cache(maxsize=256)
def contest(lead: int, dice: int, tie: int) -> float:
    """How likely the first side wins a contest of scores, each with so many d10 (C-2, C-3).

    ``lead``: the first side's score less the second's.  ``tie``: the side that wins an equal contest, 1 or
    −1; 0: both roll again.
    """
    both = repeated(die(CONTEST), 2 * dice)  # a d10 less a d10 is as two d10, less 11
    ahead = both.values + (lead - (CONTEST + 1) * dice)
    won, lost, equal = (float(both.weights[where].sum()) for where in (ahead > 0, ahead < 0, ahead == 0))
    if tie:
        return won + equal if tie > 0 else won
    return won / (won + lost)


@lru_cache(maxsize=256)
def mean_spent(rate: Ammunition | None, carried: int | None) -> float:
    """Expected ammunition spent in a mode: some dice, never more than is carried (C-8)."""
    if rate is None:
        return 0.0
    law = sum_of_dice(SPENT[rate].count, SPENT[rate].sides)
    return float(law.mean(lambda spent: spent if carried is None else min(spent, carried)))


def count_laws(chances: Floats) -> Floats:
    """How likely 0, 1, … of independent events happen; one law a row of ``chances``."""
    rows, events = chances.shape
    laws = np.zeros((rows, events + 1))
    laws[:, 0] = 1
    for chance in chances.T[:, :, None]:
        happened = laws[:, :-1] * chance
        laws *= np.maximum(1 - chance, 0)  # rounding may leave a hair more than 1
        laws[:, 1:] += happened
    return laws
