"""What the book reports of a side, laid out: single facts, and tables of its units, characters and the like.

The layout follows the facts themselves, so that every book is shown alike: a list of mappings is a table
whose columns are their names; everything else is a single fact.  The headings are messages, on the page
``report``, ``status`` or ``odds``: ``<book>.<page>.<list>`` and ``<book>.<page>.<list>.<column>``; what has
no heading is not shown.  Where rows of a list stand apart, each table may have a title of its own by its
second column: ``….<list>.of.<column>``.  A cell that holds mappings is written by ``….<column>.each``, or
by their own ``key`` where they have one with its ``facts``; as is a number or a word where there is such a
message; mappings of one round together by ``….<column>.round``.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import groupby, islice
from typing import NamedTuple

from voevoda.i18n import Language, has_text, number, text
from voevoda.play.seats import Fact, Facts


class Sheet(NamedTuple):
    """A table of a side's report, as text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    """Which columns hold numbers."""


def facts_of(book: str, side: Facts, lang: Language, page: str = "report") -> tuple[tuple[str, str], ...]:
    """The single facts of a side: heading and value; what has no heading is not shown."""
    return tuple(
        (text(lang, f"{book}.{page}.{name}", {}), _cell(f"{book}.{page}.{name}", value, lang))
        for name, value in side.items()
        if not _is_table(value) and has_text(lang, f"{book}.{page}.{name}")
    )


def sheets_of(book: str, side: Facts, lang: Language, page: str = "report") -> tuple[Sheet, ...]:
    """The tables of a side; an empty one is left out, and rows that tell of different things stand apart."""
    return tuple(
        _sheet(f"{book}.{page}.{name}", tuple(rows), lang)
        for name, value in side.items()
        if _is_table(value) and has_text(lang, f"{book}.{page}.{name}")
        for _, rows in groupby(_rows(value), key=lambda row: next(islice(row, 1, None), None))
    )


def _rows(table: Fact) -> tuple[Facts, ...]:
    return tuple(row for row in table if isinstance(row, Mapping)) if isinstance(table, tuple) else ()


def _is_table(value: Fact) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, Mapping) for each in value)


def _sheet(key: str, rows: tuple[Facts, ...], lang: Language) -> Sheet:
    names = dict.fromkeys(column for row in rows for column in row)
    of = f"{key}.of.{next(islice(names, 1, None), '')}"
    columns = tuple(name for name in names if has_text(lang, f"{key}.{name}"))
    return Sheet(
        text(lang, of if has_text(lang, of) else key, {}),
        tuple(text(lang, f"{key}.{column}", {}) for column in columns),
        tuple(tuple(_cell(f"{key}.{column}", row.get(column), lang) for column in columns) for row in rows),
        tuple(all(_is_number(row.get(column)) for row in rows) for column in columns),
    )


def _is_number(value: Fact) -> bool:
    return not isinstance(value, bool | str | tuple | Mapping) and value is not None


def _by_round(key: str, value: tuple[Fact, ...], lang: Language) -> str:
    """What happened, a round at a time."""
    rounds: dict[Fact, list[str]] = {}
    for each in value:
        assert isinstance(each, Mapping)
        rounds.setdefault(each["round"], []).append(_cell(key, each, lang))
    told = [
        text(lang, f"{key}.round", {"round": number, "what": ", ".join(what)})
        for number, what in rounds.items()
    ]
    return "; ".join(told)


def _cell(key: str, value: Fact, lang: Language) -> str:
    if value is None or value == ():
        return text(lang, f"{key}=none", {}) if has_text(lang, f"{key}=none") else "–"
    if isinstance(value, tuple):
        if has_text(lang, f"{key}.round"):
            return _by_round(key, value, lang)
        return "; ".join(_cell(key, each, lang) for each in value)
    if isinstance(value, Mapping):
        told = value.get("facts")
        if isinstance(told, Mapping):  # with a message of its own
            return text(lang, str(value["key"]), told)
        return text(lang, f"{key}.each", value)
    if isinstance(value, bool | str):
        word = f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        if has_text(lang, word):
            return text(lang, word, {})
    if has_text(lang, f"{key}.each"):
        return text(lang, f"{key}.each", {"n": value})
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, Decimal):  # rounded: all of a column to the same place
        return number(lang, value, decimals=-int(value.as_tuple().exponent))
    return number(lang, value)
