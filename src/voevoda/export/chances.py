"""Chances as people read them: percentages that sum to 100, with no more digits than the method bears."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log10
from typing import Any

from voevoda.i18n import Language, number, percent
from voevoda.odds import Odds

EXACT_DECIMALS = 2
"""Decimals of a percentage that was computed."""


def decimals_of(odds: Odds[Any]) -> int:
    """The decimals of a percentage that the method bears: of a sample, down to its error."""
    if odds.error is None:
        return EXACT_DECIMALS
    widest = 100 * max(*odds.error[0], odds.error[1])
    return min(EXACT_DECIMALS, max(0, ceil(-log10(widest)))) if widest else EXACT_DECIMALS


def percentages(
    lang: Language, shares: Sequence[float], decimals: int, samples: int | None = None
) -> tuple[str, ...]:
    """Shares of 1 in per cent, so rounded that they sum to 100 (less what is missing).

    What is possible and rounds to nothing is ``< 0.01%``, and what is not certain never 100%; what a sample
    did not show is ``< 3/N``.
    """
    unit = 100 * 10**decimals
    exact = [Fraction(share) * unit for share in shares]
    units = [int(each) for each in exact]
    short = round(sum(exact)) - sum(units)
    for index in sorted(range(len(exact)), key=lambda index: units[index] - exact[index])[:short]:
        units[index] += 1
    return tuple(
        _percentage(lang, share, Fraction(count, unit), decimals, samples)
        for share, count in zip(shares, units, strict=True)
    )


def _percentage(lang: Language, share: float, rounded: Fraction, decimals: int, samples: int | None) -> str:
    least = Fraction(1, 100 * 10**decimals)
    if share <= 0 and samples is not None:
        return f"< 3/{number(lang, samples)}"
    if share > 0 and not rounded:
        return f"< {percent(lang, least, decimals=decimals)}"
    if share < 1 and rounded == 1 and samples is None:
        return f"> {percent(lang, 1 - least, decimals=decimals)}"
    return percent(lang, rounded, decimals=decimals)


def points(lang: Language, difference: float, decimals: int = EXACT_DECIMALS) -> str:
    """A difference of two chances in percentage points, with its sign."""
    return number(lang, round(Fraction(difference) * 100, decimals), decimals=decimals, sign=True)
