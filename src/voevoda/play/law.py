"""Exact finite laws: what a question may answer, and how likely each answer is.

A law never loses mass silently.  Weights are integers over one denominator; what is missing from the whole is
confessed by ``missing`` and never spread over the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Generic, Protocol, TypeVar

A_co = TypeVar("A_co", bound=Hashable, covariant=True)
A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)


class Source(Protocol):
    """Where chance comes from: anything that can pick evenly below a bound."""

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""


@dataclass(frozen=True, slots=True)
class Law(Generic[A_co]):
    """An exact law over finitely many different values, in the order in which they were first met."""

    outcomes: tuple[tuple[A_co, int], ...]
    """Each value with its weight, a positive integer."""
    whole: int
    """The denominator: the weight of certainty."""

    @staticmethod
    def of(pairs: Iterable[tuple[A, int]], whole: int | None = None) -> Law[A]:
        """Gather ``pairs`` of value and weight, equal values merged.

        ``whole`` is the weight of certainty, the sum of the weights if left out.  Raises ``ValueError`` for
        a negative weight or a sum above ``whole``.
        """
        weights: dict[A, int] = {}
        for value, weight in pairs:
            if weight < 0:
                raise ValueError(f"negative weight {weight} of {value!r}")
            if weight:
                weights[value] = weights.get(value, 0) + weight
        total = sum(weights.values())
        if whole is None:
            whole = total
        if total > whole or whole <= 0:
            raise ValueError(f"weights sum to {total} of {whole}")
        return Law(tuple(weights.items()), whole)

    @staticmethod
    def even(values: Iterable[A]) -> Law[A]:
        """Every one of ``values`` alike; one that stands twice weighs twice."""
        return Law.of((value, 1) for value in values)

    @staticmethod
    def sure(value: A) -> Law[A]:
        """Nothing but ``value``."""
        return Law(((value, 1),), 1)

    @staticmethod
    def mixed(parts: Iterable[tuple[A, Fraction]]) -> Law[A]:
        """Gather values with their chances; what they leave of 1 is missing."""
        chances = list(parts)
        whole = lcm(*(chance.denominator for _, chance in chances)) if chances else 1
        return Law.of(
            ((value, chance.numerator * (whole // chance.denominator)) for value, chance in chances), whole
        )

    def __iter__(self) -> Iterator[tuple[A_co, Fraction]]:
        """Each value with its chance."""
        return ((value, Fraction(weight, self.whole)) for value, weight in self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def values(self) -> tuple[A_co, ...]:
        """The values that can occur, in order."""
        return tuple(value for value, _ in self.outcomes)

    @property
    def missing(self) -> Fraction:
        """What the chances leave of 1: nothing, unless the law had to be cut."""
        return Fraction(self.whole - sum(weight for _, weight in self.outcomes), self.whole)

    def chance(self, holds: Callable[[A_co], bool]) -> Fraction:
        """The chance that ``holds`` is true of the value."""
        return Fraction(sum(weight for value, weight in self.outcomes if holds(value)), self.whole)

    def mean(self, number: Callable[[A_co], int | Fraction]) -> Fraction:
        """The mean of ``number`` of the value; what is missing from the law adds nothing."""
        return (
            sum((weight * Fraction(number(value)) for value, weight in self.outcomes), Fraction())
            / self.whole
        )

    def map(self, change: Callable[[A_co], B]) -> Law[B]:
        """The law of ``change`` of the value."""
        return Law.of(((change(value), weight) for value, weight in self.outcomes), self.whole)

    def sample(self, source: Source) -> A_co:
        """Draw one value.

        Raises ``ValueError`` where mass is missing: such a law cannot be sampled honestly.
        """
        at = source.below(self.whole)
        for value, weight in self.outcomes:
            at -= weight
            if at < 0:
                return value
        raise ValueError("a law with missing mass cannot be sampled")
