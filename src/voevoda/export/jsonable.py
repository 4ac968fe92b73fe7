"""The report as JSON: the shapes are a contract, fields may be added but not changed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from voevoda.export.record import Record, dice_of, line_text
from voevoda.i18n import Language
from voevoda.play.questions import Ruled
from voevoda.play.seats import Line

DIGITS = 15
"""The most digits of an exact number that JSON may hold as a number; a double keeps so many."""


def as_json(record: Record, lang: Language) -> dict[str, Any]:
    """The whole record; sentences in ``lang``, everything else in no language."""
    outcome = record.outcome
    return {
        "rulebook": record.book.id,
        "revision": record.revision,
        "title": record.book.title(record.state),
        "seed": record.seed,
        "commitment": record.commitment,
        "policy": ", ".join(record.policies) or None,
        "outcome": None if outcome is None else outcome._asdict(),
        "rounds": record.rounds,
        "sides": jsonable(record.sides),
        **jsonable(record.extras),
        "log": [_line(record, n, number, line, lang) for n, (number, line) in enumerate(record.log, 1)],
        "readings": record.readings,
        "readings_that_mattered": list(record.mattered),
        "house": list(record.house),
        "replaced": list(record.replaced),
        "overrides": jsonable(record.overrides),
    }


def _line(record: Record, n: int, number: int, line: Line, lang: Language) -> dict[str, Any]:
    found: dict[str, Any] = {
        "n": n,
        "round": number,
        "clause": line.cite,
        "key": record.key_of(line),
        "seat": line.by.name or None,
        "text": line_text(lang, line),
        "facts": jsonable(line.facts),
        "house": record.house_of(line) is not None,
        "replaced": record.book.is_replaced(line, record.replaced),
    }
    if line.source:
        found["source"] = line.source
        dice = dice_of(line)
        found["dice" if dice else "reply"] = list(dice) or jsonable(line.reply)
    return found


def jsonable(value: object) -> Any:
    """Facts as JSON: exact decimals of at most 15 digits are numbers, other exact numbers are text, "a/b"."""
    if isinstance(value, Ruled):
        said = {"said": jsonable(value.said)} if value.said else {}
        return {"ruled": value.ruled, "reason": value.reason, **said}
    if isinstance(value, Mapping):
        return {name: jsonable(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [jsonable(each) for each in value]
    if isinstance(value, Fraction):
        return _number(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if len(str(abs(value))) <= DIGITS else str(value)
    return value


def _number(value: Fraction) -> int | float | str:
    if value.denominator == 1:
        number: int | float | str = jsonable(value.numerator)
        return number
    places = next((places for places in range(1, DIGITS) if 10**places % value.denominator == 0), None)
    if places is None or len(str(abs(value.numerator * 10**places // value.denominator))) > DIGITS:
        return str(value)
    return float(value)
