"""Chances as people read them: percentages sum to 100, and none claims more than its method bears."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import example as also
from hypothesis import given
from hypothesis import strategies as st

from voevoda.export.chances import decimals_of, percentages, points
from voevoda.i18n import LANGUAGES, Language
from voevoda.odds import Odds

SHARES = st.lists(st.integers(0, 10**6) | st.integers(0, 3), min_size=1, max_size=6).filter(sum)


def printed(word: str) -> Fraction:
    """What a printed percentage counts: "< …" is nothing, "> …" is all."""
    if word[0] in "<>":
        return Fraction(100 if word[0] == ">" else 0)
    found = re.fullmatch(r"(\d+(?:[.,]\d+)?)\N{NO-BREAK SPACE}?%", word)
    assert found, word
    return Fraction(found[1].replace(",", "."))


@pytest.mark.parametrize("lang", LANGUAGES)
@given(parts=SHARES, decimals=st.integers(0, 3), samples=st.none() | st.integers(1, 10**6))
@also(parts=[1, 1, 1], decimals=2, samples=None)
@also(parts=[10**6, 1], decimals=2, samples=None)
@also(parts=[1, 1, 1, 1, 1, 1], decimals=0, samples=10)
@also(parts=[1, 0], decimals=1, samples=1000)
def test_printed_percentages_sum_to_a_hundred(
    lang: Language, parts: Sequence[int], decimals: int, samples: int | None
) -> None:
    """Each is its share rounded up or down; the marks of what is all but nothing or all count as that."""
    shares = [part / sum(parts) for part in parts]
    words = percentages(lang, shares, decimals, samples)

    assert 100 == sum(map(printed, words))
    for share, word in zip(shares, words, strict=True):
        if word[0] not in "<>":
            assert abs(printed(word) - 100 * Fraction(share)) < Fraction(1, 10**decimals)
        assert (share > 0) == (word != percentages(lang, [0.0], decimals)[0] and not word.startswith("< 3/"))


@given(parts=SHARES, missing=st.floats(0, 1e-9))
def test_what_is_missing_is_not_given_to_anybody(parts: Sequence[int], missing: float) -> None:
    """A part of a billion changes no printed figure by more than its rounding."""
    shares = [part / sum(parts) * (1 - missing) for part in parts]

    assert 100 == sum(map(printed, percentages("en", shares, 2)))


@pytest.mark.parametrize(
    ("shares", "samples", "words"),
    [
        ([0.19947, 0.79389, 0.00664], None, ("19.95%", "79.39%", "0.66%")),
        ([1 / 3, 1 / 3, 1 / 3], None, ("33.34%", "33.33%", "33.33%")),
        ([1.0, 0.0], None, ("100.00%", "0.00%")),
        ([0.99999, 0.00001], None, ("> 99.99%", "< 0.01%")),
        ([0.99999, 0.00001], 200_000, ("> 99.99%", "< 0.01%")),
        ([0.5, 0.5, 0.0], 200_000, ("50.00%", "50.00%", "< 3/200,000")),
        ([1.0, 0.0], 200_000, ("> 99.99%", "< 3/200,000")),
        ([1.0, 0.0], 1000, ("> 99.70%", "< 3/1,000")),
        ([1.0, 0.0], 2, ("> 0.00%", "< 3/2")),
    ],
)
def test_figures(shares: list[float], samples: int | None, words: tuple[str, ...]) -> None:
    """What is possible is never 0, what is not certain never 100; a sample shows no more than it saw."""
    assert words == percentages("en", shares, 2, samples)


def test_russian_figures() -> None:
    """A comma, and a space before the sign that does not break."""
    assert ("99,34\N{NO-BREAK SPACE}%", "0,66\N{NO-BREAK SPACE}%") == percentages("ru", [0.9934, 0.0066], 2)
    assert ("< 3/200\N{NO-BREAK SPACE}000",) == percentages("ru", [0.0], 2, 200_000)


def odds(*errors: float) -> Odds[object]:  # type: ignore[type-var]
    """Odds with these errors of the sides' chances, exact where there are none."""
    return Odds(
        win=(0.5, 0.5),
        no_winner=0.0,
        endings=(),
        rounds=None,
        sides=(),
        error=(errors[:-1], errors[-1]) if errors else None,
    )


@pytest.mark.parametrize(
    ("errors", "decimals"),
    [
        ((), 2),
        ((0.0, 0.0), 2),
        ((0.00004, 0.00001), 2),
        ((0.002, 0.0001), 1),
        ((0.0022, 0.0022), 1),
        ((0.012, 0.001), 0),
        ((0.4, 0.4), 0),
        ((0.0001, 0.02), 0),
    ],
)
def test_a_sample_has_the_digits_that_its_error_bears(errors: tuple[float, ...], decimals: int) -> None:
    """The widest error says so; the exact has two."""
    assert decimals == decimals_of(odds(*errors))


def test_a_difference_has_the_digits_of_the_worse() -> None:
    """Of an exact chance and a sampled one the sampled."""
    assert 0 == decimals_of(odds(), odds(0.02, 0.0), odds(0.002, 0.0))
    assert ("+12.3", "\N{MINUS SIGN}5", "0.00") == (
        points("en", 0.12345, 1),
        points("en", -0.05, 0),
        points("en", -0.000001),
    )
    assert "+0,02" == points("ru", 0.0002)
