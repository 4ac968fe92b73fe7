"""Laws as arrays: sums, quantiles, and that nothing is lost or made up."""

from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voevoda.odds import ArrayLaw, convolve, dense, die, grid_law, mixture, repeated, sampled_law, total
from voevoda.odds.laws import DIRECT

WEIGHTS = st.lists(st.integers(0, 1000), min_size=1, max_size=30).filter(any)


def test_forty_dice_agree_with_icepool() -> None:
    """40d6 between 120 and 160, and between 113 and 165, to twelve digits of exact fractions."""
    law = repeated(die(6), 40)
    exact = 40 @ icepool.d6

    for low, high in ((120, 160), (113, 165)):
        inside = (law.values >= low) & (law.values <= high)
        expected = sum(Fraction(exact.probability(n)) for n in range(low, high + 1))
        assert float(expected) == pytest.approx(float(law.weights[inside].sum()), abs=1e-12)


def test_the_tails_of_two_hundred_dice_are_right_to_their_last_digits() -> None:
    """All ones on 200d10 is 10^-200: no FFT noise hides it."""
    law = repeated(die(10), 200)

    assert 200 == int(law.values[0])
    assert float(Fraction(1, 10**200)) == pytest.approx(float(law.weights[0]), rel=1e-9)
    assert 1100 == pytest.approx(law.mean)


@given(WEIGHTS, WEIGHTS)
def test_a_sum_of_two_laws_is_the_sum_over_all_pairs(left: list[int], right: list[int]) -> None:
    """Against two loops over fractions."""
    one, two = (grid_law(-3, np.array(w) / sum(w)) for w in (left, right))
    expected: dict[int, Fraction] = {}
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            expected[i + j - 6] = expected.get(i + j - 6, Fraction()) + Fraction(
                a * b, sum(left) * sum(right)
            )

    found = dict(
        zip(*(array.tolist() for array in (total(one, two).values, total(one, two).weights)), strict=True)
    )

    assert {n: pytest.approx(float(p), abs=1e-12) for n, p in expected.items() if p} == found


def test_large_sums_go_by_fft_without_negative_parts() -> None:
    """Two smooth laws of ten thousand values: parts as by direct sums, none negative, the whole kept."""
    size = 10_000
    assert size * size > DIRECT
    hump = np.exp(-((np.arange(size) - 5000.0) ** 2) / 1e6)
    hump /= hump.sum()

    found = convolve(hump, hump)

    assert found.min() >= 0
    assert 1 == pytest.approx(found.sum(), abs=1e-9)
    assert found == pytest.approx(np.convolve(hump, hump), abs=1e-15)


@given(WEIGHTS, st.fractions(0, 1))
def test_a_quantile_is_the_least_value_with_enough_below_it(weights: list[int], share: Fraction) -> None:
    """Against a loop over exact counts (a quantile on the very border may lie on either side)."""
    law = grid_law(10, np.array(weights) / sum(weights))
    found = law.quantile(float(share))

    assert Fraction(sum(weights[: found - 9]), sum(weights)) >= share - Fraction(1, 10**9)
    assert Fraction(sum(weights[: found - 10]), sum(weights)) <= share + Fraction(1, 10**9)


def test_a_law_confesses_what_is_missing() -> None:
    """A cut law is not scaled up."""
    law = grid_law(0, np.array([0.5, 0.0, 0.25]))

    assert 0.25 == law.missing
    assert 0.5 == law.mean
    assert {"mean": 0.5, "p5": 0, "p50": 0, "p95": 2, "law": {"0": 0.5, "2": 0.25}} == law.to_json()


@pytest.mark.parametrize(
    ("values", "weights"),
    [([1, 2], [0.5]), ([2, 1], [0.5, 0.5]), ([1, 2], [-0.1, 1.1]), ([1, 2], [0.6, 0.6])],
)
def test_what_is_no_law_is_refused(values: list[int], weights: list[float]) -> None:
    """Too few weights, values out of order, negative parts, more than the whole."""
    with pytest.raises(ValueError, match="law"):
        ArrayLaw(np.array(values), np.array(weights))


def test_laws_are_equal_by_content_and_cannot_be_changed() -> None:
    """Values can stand in sets and dictionaries."""
    assert die(6) == sampled_law(np.arange(1, 7))
    assert 1 == len({die(6), sampled_law(np.arange(1, 7))})
    assert [1 / 6] * 6 == dense(die(6)).tolist()
    with pytest.raises(ValueError, match="read-only"):
        die(6).weights[0] = 1


def test_a_mixture_is_each_law_with_its_weight() -> None:
    """A coin decides whether a d4 or a d6 is thrown."""
    mixed = mixture([0.5, 0.5], [die(4), die(6)])

    assert [1, 2, 3, 4, 5, 6] == mixed.values.tolist()
    assert mixed.weights.tolist() == pytest.approx([5 / 24] * 4 + [2 / 24] * 2)
