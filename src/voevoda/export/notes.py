"""The sentences of what was not as usual in a battle, for reports and odds alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from voevoda.i18n import Language, text
from voevoda.rulebooks.book import Book


def reading_texts(book: Book[Any], state: Any, lang: Language) -> tuple[str, ...]:
    """The readings that are not the default: what each asks, and what is answered here."""
    return tuple(
        text(lang, "report.reading", read_as(book, name, option, lang))
        for name, option in book.other_readings(state).items()
    )


def mattered_texts(book: Book[Any], state: Any, names: Sequence[str], lang: Language) -> tuple[str, ...]:
    """The readings of these ids, another option of which could have changed something."""
    force = book.readings_of(state)
    return tuple(text(lang, "report.mattered", read_as(book, name, force[name], lang)) for name in names)


def read_as(book: Book[Any], name: str, option: str, lang: Language) -> dict[str, str]:
    """A reading in words, for those at the table do not know its id: ``question`` and ``what``."""
    return {
        "question": text(lang, f"{book.id}.reading.{name}", {}),
        "what": text(lang, f"{book.id}.reading.{name}.{option}", {}),
    }


def table_texts(book: Book[Any], state: Any, lang: Language) -> tuple[str, ...]:
    """The tables that the battle file has replaced; one sentence, or none."""
    replaced = book.replaced(state)
    return (text(lang, "report.replaced", {"tables": replaced}),) if replaced else ()
