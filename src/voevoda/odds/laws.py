"""Laws of whole numbers as arrays: sums, means, quantiles, in floating point.

Knows NumPy and nothing of any game.  A law that was cut says so (``missing``) and is never scaled up again.
Not to be confused with ``voevoda.play.law``, whose laws are exact fractions over any values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DIRECT = 40_000_000
"""Multiplications up to which two laws are added term by term, so that small parts keep their digits."""

SHOWN = 4096
"""Values up to which a law is written out in JSON; above, only its mean and quantiles."""


@dataclass(frozen=True, slots=True, eq=False)
class ArrayLaw:
    """How likely each whole number is. Equal by content; the arrays are read-only."""

    values: Integers
    """Distinct, ascending."""
    weights: Floats
    """As many; none negative; their sum is 1 less what is missing."""

    def __post_init__(self) -> None:
        """Refuse weights that are no law."""
        if self.values.shape != self.weights.shape or self.values.ndim != 1:
            raise ValueError("a law needs as many weights as values")
        if self.values.size > 1 and not bool(np.all(self.values[1:] > self.values[:-1])):
            raise ValueError("the values of a law must ascend")
        if self.weights.size and not float(self.weights.min()) >= 0:
            raise ValueError("a law has no negative part")
        if float(self.weights.sum()) > 1 + 1e-9:
            raise ValueError("the parts of a law are more than the whole")
        self.values.setflags(write=False)
        self.weights.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        """Compare values and weights, bit for bit."""
        if not isinstance(other, ArrayLaw):
            return NotImplemented
        return np.array_equal(self.values, other.values) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        """Hash by content."""
        return hash((self.values.tobytes(), self.weights.tobytes()))

    @property
    def missing(self) -> float:
        """What the parts lack of 1, at least 0."""
        return max(0.0, 1.0 - float(self.weights.sum()))

    @property
    def mean(self) -> float:
        """The expected value of what is there (nothing is scaled up for what is missing)."""
        return float(self.values @ self.weights)

    def quantile(self, share: float) -> int:
        """The least value that is reached with at least this probability, 0 to 1."""
        if not 0 <= share <= 1:
            raise ValueError("a quantile is asked for a share from 0 to 1")
        at = int(np.searchsorted(np.cumsum(self.weights), share - 1e-12))
        return int(self.values[min(at, self.values.size - 1)])

    def to_json(self) -> dict[str, object]:
        """Mean, quantiles and, unless it is too long to be read, every part."""
        parts: dict[str, float] | None = None
        if self.values.size <= SHOWN:
            parts = {str(v): p for v, p in zip(self.values.tolist(), self.weights.tolist(), strict=True) if p}
        quantiles = {f"p{percent}": self.quantile(percent / 100) for percent in (5, 50, 95)}
        return {"mean": self.mean, **quantiles, "law": parts}


def grid_law(low: int, weights: Floats) -> ArrayLaw:
    """The law on ``low``, ``low`` + 1, …; zero parts are left out."""
    held = np.flatnonzero(weights)
    return ArrayLaw(held.astype(np.int64) + low, np.array(weights[held], dtype=np.float64))


def law_of(parts: Mapping[int, float]) -> ArrayLaw:
    """The law that gives each of these whole numbers its weight."""
    values = sorted(parts)
    return ArrayLaw(np.array(values, np.int64), np.array([parts[value] for value in values], np.float64))


def mixture(weights: Sequence[float], laws: Sequence[ArrayLaw]) -> ArrayLaw:
    """The law of a number that comes from one of these laws, each with its weight."""
    values = np.concatenate([law.values for law in laws])
    parts = np.concatenate([weight * law.weights for weight, law in zip(weights, laws, strict=True)])
    distinct, places = np.unique(values, return_inverse=True)
    summed: Floats = np.zeros(distinct.size)
    np.add.at(summed, places, parts)
    return ArrayLaw(distinct, summed)


def sampled_law(sample: Integers) -> ArrayLaw:
    """The frequencies of a sample."""
    values, counts = np.unique(sample, return_counts=True)
    return ArrayLaw(values.astype(np.int64), counts / sample.size)


def die(sides: int) -> ArrayLaw:
    """The law of one fair die, 1 to ``sides``."""
    return ArrayLaw(np.arange(1, sides + 1), np.full(sides, 1 / sides))


def dense(law: ArrayLaw) -> Floats:
    """The weights of every whole number from the least value to the greatest."""
    weights = np.zeros(int(law.values[-1] - law.values[0]) + 1)
    weights[law.values - law.values[0]] = law.weights
    return weights


def total(left: ArrayLaw, right: ArrayLaw) -> ArrayLaw:
    """The law of the sum of two independent numbers."""
    weights = convolve(dense(left), dense(right))
    return grid_law(int(left.values[0] + right.values[0]), weights)


def repeated(law: ArrayLaw, times: int) -> ArrayLaw:
    """The law of the sum of so many independent numbers of this law: 200d10 is ``repeated(die(10), 200)``."""
    if times < 0:
        raise ValueError("a sum has no negative number of parts")
    weights, square = np.ones(1), dense(law)
    left = times
    while left:
        if left & 1:
            weights = convolve(weights, square)
        left >>= 1
        if left:
            square = convolve(square, square)
    return grid_law(int(law.values[0]) * times, weights)


def convolve(left: Floats, right: Floats) -> Floats:
    """Convolve two rows of weights: term by term while that is cheap, else by FFT.

    The FFT is exact only to about 1e-16 of the whole.  What it leaves below zero is noise and becomes
    zero; small parts have fewer good digits than those done term by term.
    """
    if left.size * right.size <= DIRECT:
        return np.convolve(left, right)
    size = left.size + right.size - 1
    fine = 1 << (size - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(left, fine) * np.fft.rfft(right, fine), fine)[:size]
    return np.asarray(np.maximum(product, 0.0))
