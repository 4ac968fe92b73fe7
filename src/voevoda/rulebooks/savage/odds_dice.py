"""Dice that ace, thrown for many battles at once: trait rolls and damage (S-1, S-5.1)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from voevoda.odds.laws import Floats, Integers
from voevoda.rulebooks.savage.odds_rolls import Dice, totals
from voevoda.rulebooks.savage.tables import SUCCESS, WILD

CRITICAL = -1000
"""Stands for a critical failure among totals: it fails whatever the modifiers (S-1.2)."""


@lru_cache(maxsize=64)
def at_most(dice: Dice, count: int = 1) -> Floats:
    """[total]: how likely so many rolls come to at most that much together, before modifiers."""
    law = np.ones(1)
    for _ in range(count):
        law = np.convolve(law, totals(dice))
    return np.cumsum(law)


def thrown(dice: Dice, battles: int, random: np.random.Generator) -> Integers:
    """Totals of trait rolls before modifiers."""
    return np.searchsorted(at_most(dice), random.random(battles), side="right")


def tested(dice: Dice, plus: Integers, random: np.random.Generator) -> Integers:
    """Totals with modifiers; ``CRITICAL`` where a Wild Card shows 1 on both dice (S-1.2)."""
    raw = thrown(dice, len(plus), random)
    return np.asarray(np.where((raw == 1) & dice.wild, CRITICAL, raw + plus))


def damage(count: int, battles: int, random: np.random.Generator) -> Integers:
    """Totals of so many d6 that ace (S-5.1)."""
    law = at_most(Dice(WILD, wild=False), count)
    return np.searchsorted(law, random.random(battles), side="right")


def successes(results: Integers) -> Integers:
    """One for a success and one for each raise: 4 is one, 8 is two (S-1.1)."""
    return np.asarray(np.maximum(results, 0) // SUCCESS)
