"""Numbers as a language writes them, by the CLDR data of Babel; exact ones stay exact."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from babel import Locale
from babel.numbers import format_decimal

from voevoda.i18n.languages import Language

Number: TypeAlias = int | float | Decimal | Fraction

MINUS = "\N{MINUS SIGN}"
DECIMALS = 15
"""A fraction that needs more decimals than this is written as a mixed number."""

_FORMS: dict[Language, tuple[str, ...]] = {"ru": ("one", "few", "many"), "en": ("one", "other")}
"""CLDR's names of the plural forms, in the order of the msgstr of a catalogue."""


def number(lang: Language, value: Number, *, decimals: int | None = None, sign: bool = False) -> str:
    """`value` as `lang` writes it: 1,234.5 or 1 234,5; 1/3 stays 1/3, and 25/3 is 8 1/3.

    With `decimals` it is rounded (half to even) to exactly that many; with `sign` a plus stands before what
    is above zero.
    """
    exact = _exact(value)
    if decimals is not None:
        exact = round(exact, decimals)
        written = _decimal(lang, exact, "0" * decimals)
    elif 10**DECIMALS % exact.denominator == 0:
        written = _decimal(lang, exact, "#" * DECIMALS)
    else:
        whole, rest = divmod(abs(exact.numerator), exact.denominator)
        before = f"{_decimal(lang, whole)}\N{NO-BREAK SPACE}" if whole else ""
        written = f"{before}{_decimal(lang, rest)}/{_decimal(lang, exact.denominator)}"
    if exact < 0:
        return MINUS + written
    return "+" + written if sign and exact > 0 else written


def percent(lang: Language, share: Number, *, decimals: int = 1) -> str:
    """A share of 1 in per cent: 79.4% or 79,4 %."""
    mark = "\N{NO-BREAK SPACE}%" if lang == "ru" else "%"
    return number(lang, _exact(share) * 100, decimals=decimals) + mark


def plural(lang: Language, n: Number) -> int:
    """Which msgstr of a plural entry goes with `n`; 1,5 takes the form of two (полтора отряда)."""
    exact = abs(_exact(n))
    whole = exact.numerator if exact.denominator == 1 else 2
    return _FORMS[lang].index(Locale(lang).plural_form(whole))


def _exact(value: Number) -> Fraction:
    """The number a person would write: the float 0.1 is one tenth here."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


@lru_cache(maxsize=4096)
def _decimal(lang: Language, value: Fraction | int, places: str = "") -> str:
    """The digits of `value` without its sign: every catalogue uses the true minus, which CLDR does not."""
    with localcontext(prec=10_000):
        size = abs(Decimal(value.numerator) / value.denominator)
        return format_decimal(size, format=f"#,##0.{places}".rstrip("."), locale=lang)
