"""Battles that are ready to be opened, for whoever comes to an empty table."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

from voevoda.files.examples import example, examples
from voevoda.journal_store import Store
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book
from voevoda.table.commands import Refusal
from voevoda.table.tables import Tables

_ONE = Lock()
"""A browser that asks for a page twice gets the battles once."""


def begin_ready(tables: Tables, store: Store, lang: str, books: Mapping[str, Book[Any]] = BOOKS) -> int:
    """Begin a battle of each book in an empty database, with nobody at its table yet; how many there are now.

    Raises ``StoreError`` where the database cannot be read.
    """
    with _ONE:
        return 0 if store.battles() or store.battles(archived=True) else _begin(tables, lang, books)


def _begin(tables: Tables, lang: str, books: Mapping[str, Book[Any]]) -> int:
    begun = 0
    for book in books:
        battle, text = example(book, examples(book)[0], lang)
        title = battle.book.title(battle.state)
        taken = tables.begin(battle.book, battle.state, title=title, lang=lang, file=text)
        if not isinstance(taken, Refusal):
            # The referee's seat is for whoever opens the battle.
            _ = tables.links(taken.sitter.battle, [taken.sitter.seat])
            begun += 1
    return begun
