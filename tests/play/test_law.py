"""Laws: exact, and honest about what they lack."""

from __future__ import annotations

from fractions import Fraction

import pytest

from voevoda.play.law import Law


def test_equal_values_are_gathered() -> None:
    """A value met twice weighs twice, and stands where it was first met."""
    law = Law.of([("b", 1), ("a", 2), ("b", 1), ("never", 0)])

    assert (("b", 2), ("a", 2)) == law.outcomes
    assert 4 == law.whole
    assert {"b": Fraction(1, 2), "a": Fraction(1, 2)} == dict(law)
    assert ("b", "a") == law.values
    assert 2 == len(law)


def test_what_is_missing_is_confessed_and_never_spread() -> None:
    """A law cut short says what it lacks, through every change; it cannot be sampled."""
    law = Law.of([(1, 1), (2, 2)], whole=4)

    assert Fraction(1, 4) == law.missing
    assert Fraction(1, 4) == law.map(lambda value: value * 10).missing
    assert Fraction(5, 4) == law.mean(lambda value: value)
    assert Fraction(1, 2) == law.chance(lambda value: value == 2)
    with pytest.raises(ValueError, match="missing mass"):
        law.sample(_Pick(3))


def test_chances_are_brought_over_one_denominator() -> None:
    """``mixed`` takes fractions; what they leave of 1 is missing."""
    law = Law.mixed([("a", Fraction(1, 3)), ("b", Fraction(1, 4)), ("a", Fraction(1, 6))])

    assert {"a": Fraction(1, 2), "b": Fraction(1, 4)} == dict(law)
    assert Fraction(1, 4) == law.missing
    assert 12 == law.whole
    assert Fraction(1) == Law.mixed(list[tuple[str, Fraction]]()).missing


@pytest.mark.parametrize("pairs", [[("a", -1)], [("a", 3)], []])
def test_weights_that_are_none_are_refused(pairs: list[tuple[str, int]]) -> None:
    """Negative weights, more than the whole, and nothing at all."""
    whole = 2 if pairs else None
    with pytest.raises(ValueError, match="weight"):
        Law.of(pairs, whole)


def test_a_sample_follows_the_law() -> None:
    """Every pick below the whole finds the value whose weight holds it."""
    law = Law.of([("a", 1), ("b", 2)])

    assert ["a", "b", "b"] == [law.sample(_Pick(at)) for at in range(3)]
    assert "a" == Law.sure("a").sample(_Pick(0))


class _Pick:
    """A source that always picks the same."""

    def __init__(self, pick: int) -> None:
        self._pick = pick

    def below(self, bound: int, /) -> int:
        assert self._pick < bound
        return self._pick
