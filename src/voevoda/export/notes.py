"""The sentences of what was not as usual in a battle, for reports and odds alike."""

from __future__ import annotations

from typing import Any

from voevoda.i18n import Language, text
from voevoda.rulebooks.book import Book


def reading_texts(book: Book[Any], state: Any, lang: Language) -> tuple[str, ...]:
    """The readings that are not the default, and what each means."""
    return tuple(
        text(
            lang,
            "report.reading",
            {"reading": name, "option": option, "what": text(lang, f"{book.id}.reading.{name}.{option}", {})},
        )
        for name, option in book.other_readings(state).items()
    )


def table_texts(book: Book[Any], state: Any, lang: Language) -> tuple[str, ...]:
    """The tables that the battle file has replaced; one sentence, or none."""
    replaced = book.replaced(state)
    return (text(lang, "report.replaced", {"tables": replaced}),) if replaced else ()
