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

CERTAIN = 1e-9
"""How far from 1 floats may leave a computed chance that has no other beside it."""


def decimals_of(*odds: Odds[Any]) -> int:
    """The decimals of a percentage that the method bears: of samples, down to the widest error."""
    errors = [max(*each.error[0], each.error[1]) for each in odds if each.error is not None]
    widest = 100 * max(errors, default=0.0)
    return min(EXACT_DECIMALS, max(0, ceil(-log10(widest)))) if widest else EXACT_DECIMALS


def percentages(
    lang: Language, shares: Sequence[float], decimals: int, samples: int | None = None
) -> tuple[str, ...]:
    """Shares of 1 in per cent, so rounded that they sum to 100 (less what is missing).

    What is possible and rounds to nothing is ``< 0.01%``, what is not certain and rounds to 100% is
    ``> 99.99%``.  What a sample did not show is ``< 3/N``; what it showed every time is as far from certain.
    """
    possible = [share for share in shares if share > 0]
    if samples is None and len(possible) == 1 and possible[0] > 1 - CERTAIN:
        shares = [float(share > 0) for share in shares]
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
    if rounded >= 1 and (share < 1 or samples is not None):
        sure = max(Fraction(), 1 - Fraction(3, samples or 1)) // least * least if share >= 1 else 1 - least
        return f"> {percent(lang, sure, decimals=decimals)}"
    return percent(lang, rounded, decimals=decimals)


def points(lang: Language, difference: float, decimals: int = EXACT_DECIMALS) -> str:
    """A difference of two chances in percentage points, with its sign unless it rounds to nothing."""
    rounded = round(Fraction(difference) * 100, decimals)
    return number(lang, rounded, decimals=decimals, sign=rounded != 0)
