"""The laws of trait rolls: one roll read against 4, a morale roll, two battle rolls compared, damage.

A die that aces has no highest total, but nothing here reads a total: what is read (success and raises, rout
or retreat, by how much a roll is higher) has few outcomes, and their laws are exact.  Plain numbers only;
tests hold these laws against those of the questions in ``rolls.py``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from voevoda.odds.laws import Floats, Integers
from voevoda.rulebooks.savage.tables import ROUT, SUCCESS, WILD

STANDS, WITHDRAWS, ROUTS = 0, 1, 2
"""What a morale roll makes of a side (S-10.2)."""

FAR = 400
"""A total beyond what floating point can tell from never: a d12 reaches it with a chance of 10⁻³⁶."""

MARGINS = 5
"""Classes of two rolls compared: first higher by 4 or more, by less, level, second by less, by 4 or more."""


class Dice(NamedTuple):
    """What is thrown for a trait: the die, and whether a Wild Die beside it (S-1.1)."""

    sides: int
    wild: bool

    @property
    def failing(self) -> Fraction:
        """The chance of a critical failure: a Wild Card's two ones (S-1.2)."""
        return Fraction(1, self.sides * WILD) if self.wild else Fraction()


def acing(sides: int, total: int) -> Fraction:
    """The chance that one die with its aces comes to at least ``total`` (S-1.1)."""
    if total <= 1:
        return Fraction(1)
    aces, face = divmod(total - 1, sides)
    return Fraction(sides - face, sides ** (aces + 1))


@lru_cache(maxsize=4096)
def reaches(dice: Dice, total: int) -> Fraction:
    """The chance of at least ``total`` before modifiers, critical failures included (S-1.1)."""
    chance = acing(dice.sides, total)
    return 1 - (1 - chance) * (1 - acing(WILD, total)) if dice.wild else chance


def succeeds(dice: Dice, total: int) -> Fraction:
    """The chance of at least ``total`` before modifiers without a critical failure (S-1.2)."""
    return reaches(dice, total) - (dice.failing if total <= 1 else 0)


@lru_cache(maxsize=4096)
def rungs(dice: Dice, plus: int, most: int) -> Floats:
    """How likely 0, 1, … ``most`` rungs are reached, a success and its raises (S-1.1).

    The last holds all above.
    """
    at_least = [
        Fraction(1),
        *(succeeds(dice, SUCCESS * rung - plus) for rung in range(1, most + 1)),
        Fraction(),
    ]
    return _fixed([float(at_least[rung] - at_least[rung + 1]) for rung in range(most + 1)])


@lru_cache(maxsize=4096)
def morale(dice: Dice, plus: int) -> Floats:
    """How likely a side stands, withdraws, and routs: at a total of 1 or less (S-10.2)."""
    stands, not_routs = succeeds(dice, SUCCESS - plus), succeeds(dice, ROUT - plus)
    return _fixed([float(stands), float(not_routs - stands), float(1 - not_routs)])


@lru_cache(maxsize=4096)
def margins(one: Dice, two: Dice, lead: int) -> Floats:
    """The law of two totals compared, in ``MARGINS``; ``lead`` is what is added to the first alone.

    Totals count as they are, critical failures too (reading ``battle_roll: opposed``).
    """
    first, second = totals(one), totals(two)
    difference = np.convolve(first, second[::-1])
    values = np.arange(difference.size) - (second.size - 1) + lead
    classes = [values >= SUCCESS, (values > 0) & (values < SUCCESS), values == 0]
    classes += [(values < 0) & (values > -SUCCESS), values <= -SUCCESS]
    return _fixed([float(difference[each].sum()) for each in classes])


@lru_cache(maxsize=64)
def totals(dice: Dice) -> Floats:
    """How likely each total is, from 0 to ``FAR``."""
    at_least = np.array([float(reaches(dice, total)) for total in range(FAR + 2)])
    return _readonly(at_least[:-1] - at_least[1:])


@lru_cache(maxsize=512)
def wounds(dice: int, toughness: int, most: int) -> Floats:
    """How likely so many d6 with aces cause 0, 1, … ``most`` wounds and more (S-5.1)."""
    last = toughness + SUCCESS * most
    one = totals(Dice(WILD, wild=False))[: last + 1]
    law = np.ones(1)
    for _ in range(dice):
        law = np.convolve(law, one)[: last + 1]
    found = np.zeros(most + 1)
    raises: Integers = np.clip((np.arange(law.size) - toughness) // SUCCESS, 0, most)
    np.add.at(found, raises, law)
    found[most] = max(0.0, 1 - float(found[:most].sum()))
    return _readonly(found)


def _fixed(parts: list[float]) -> Floats:
    return _readonly(np.array(parts))


def _readonly(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
