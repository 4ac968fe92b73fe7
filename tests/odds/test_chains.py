"""Chains that only go down: waiting is solved, ends are exact."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from voevoda.odds import course, duration

HALF = Fraction(1, 2)


def slow(state: int) -> Mapping[int, Fraction] | None:
    """Waits nine times of ten, then goes down by one or by two."""
    if state <= 0:
        return None
    return {state: Fraction(9, 10), state - 1: Fraction(1, 20), state - 2: Fraction(1, 20)}


def test_waiting_is_solved_exactly() -> None:
    """From 3 by steps of one or two: visits 10, 5, 7½ and ends 5/8, 3/8, by hand."""
    visits, ends = course({3: Fraction(1)}, slow, lambda state: state)

    assert {3: 10, 2: 5, 1: Fraction(15, 2)} == visits
    assert {0: Fraction(5, 8), -1: Fraction(3, 8)} == ends


def test_the_law_of_rounds_has_the_mean_of_the_visits() -> None:
    """The sum of all expected visits is the expected duration; what was cut is confessed."""

    def step(state: int) -> dict[int, float] | None:
        law = slow(state)
        return None if law is None else {after: float(chance) for after, chance in law.items()}

    ended, going = duration({3: 1.0}, step)

    assert 22.5 == pytest.approx(sum(n * p for n, p in enumerate(ended)), abs=1e-9)
    assert 1 == pytest.approx(sum(ended) + going, abs=1e-12)
    assert going <= 1e-13


@pytest.mark.parametrize("law", [{1: Fraction(1)}, {0: HALF, 2: HALF}])
def test_a_chain_that_stays_or_climbs_is_refused(law: dict[int, Fraction]) -> None:
    """Neither can be followed to an end."""
    with pytest.raises(ValueError, match="chain"):
        course({1: Fraction(1)}, lambda state: law if state else None, lambda state: state)
