"""The rulebooks to be read, for screens that know none: clauses with their marks, readings, house tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from voevoda.files import house_table, parse_document
from voevoda.i18n import Language, has_text, text
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Mark


@dataclass(frozen=True, slots=True)
class ReadingText:
    """A question that the text leaves open."""

    id: str
    question: str
    options: tuple[str, ...]
    """What each comes to; the default first."""
    gives: tuple[str, ...]
    """What each gives in numbers, in an example; empty where there is nothing to count."""


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause in our words."""

    id: str
    name: str
    marks: tuple[Mark, ...]
    words: str
    readings: tuple[ReadingText, ...]
    table: str | None
    """The house table that it speaks of."""
    printed: tuple[str | int, ...]
    """Its rows that stand in the text: by their first word, or by a number that they hold."""
    core: tuple[str | int, ...]
    """Its rows that are of the basic game."""


def books() -> tuple[str, ...]:
    """The rulebooks, in the order in which they are listed."""
    return tuple(BOOKS)


def clause_texts(book: str, lang: Language) -> tuple[ClauseText, ...]:
    """The clauses of a book.  Raises ``KeyError`` where there is no such book."""
    found = BOOKS[book]
    return tuple(
        ClauseText(
            clause.id,
            text(lang, f"rules.{book}.{clause.id}", {}),
            clause.marks,
            text(lang, f"{book}.clause.{clause.id}", {}),
            tuple(
                ReadingText(
                    each.id,
                    text(lang, f"{book}.reading.{each.id}", {}),
                    tuple(text(lang, f"{book}.reading.{each.id}.{option}", {}) for option in each.options),
                    tuple(_gives(book, each.id, option, lang) for option in each.options),
                )
                for each in found.readings
                if each.cite == clause.id
            ),
            clause.table,
            clause.printed,
            clause.core,
        )
        for clause in found.clauses
    )


def _gives(book: str, reading: str, option: str, lang: Language) -> str:
    key = f"rules.{book}.reading.{reading}.{option}"
    return text(lang, key, {}) if has_text(lang, key) else ""


def tables_of(book: str) -> tuple[str, ...]:
    """The house tables of a book that a battle file may replace."""
    return tuple(BOOKS[book].table_models)


@cache
def table_values(book: str, table: str) -> Mapping[str, Any]:
    """The values of a house table, as its file has them."""
    data = parse_document(house_table(book, table).encode(), f"{table}.yaml").data
    assert isinstance(data, dict)
    return data
