"""Plain scalars of YAML 1.2's core schema as exact values: 1.3 is thirteen tenths, 1e3 is a thousand.

What core YAML or its neighbours would read as a number in some other way (.nan, 0x1F, 1_000) is refused and
not guessed at; quotes make anything text.
"""

import re
from fractions import Fraction
from typing import TypeAlias

DIGITS = 30
"""The most digits of a number, an exponent's zeros included."""

Scalar: TypeAlias = bool | int | Fraction | str | None

# The possessive "++" and "*+" keep a long hostile scalar from being tried in every way.
_INTEGER = re.compile(r"[-+]?[0-9]++")
_DECIMAL = re.compile(
    r"[-+]?(?P<mantissa>\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)(?:[eE](?P<exponent>[-+]?[0-9]++))?"
)
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_OTHER_NUMBER = re.compile(
    r"[-+]?(0x[0-9a-fA-F_]++|0o[0-7_]++|0b[01_]++|(?=[0-9.]*+_)[0-9][0-9_]*+(\.[0-9_]*+)?)"
)
_WORDS = {
    word: value
    for value, spelt in ((None, ("null", "Null", "NULL", "~", "")), (True, ("true", "True", "TRUE")))
    for word in spelt
} | dict.fromkeys(("false", "False", "FALSE"), False)


class Refused(ValueError):
    """A scalar that is no value here; `key` is that of the message."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def parse_plain(text: str) -> Scalar:
    """The value of a scalar written without quotes.

    Raises Refused for a number that is not finite, too long, or in a spelling that is not accepted.
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        _short_enough(len(text.lstrip("+-")))
        return int(text)
    if found := _DECIMAL.fullmatch(text):
        exponent = found["exponent"] or "0"
        _short_enough(len(exponent))
        _short_enough(len(found["mantissa"]) - ("." in text) + abs(int(exponent)))
        return Fraction(text)
    if _NOT_FINITE.fullmatch(text):
        raise Refused("files.yaml.not_finite")
    if _OTHER_NUMBER.fullmatch(text):
        raise Refused("files.yaml.spelling")
    return text


def _short_enough(digits: int) -> None:
    if digits > DIGITS:
        raise Refused("files.yaml.digits")
