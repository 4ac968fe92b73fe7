"""Battles that are ready to be opened, for whoever comes to an empty table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from voevoda.files.examples import example, examples
from voevoda.journal_store import Store
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book
from voevoda.table.commands import Refusal
from voevoda.table.tables import Tables


def begin_ready(tables: Tables, store: Store, lang: str, books: Mapping[str, Book[Any]] = BOOKS) -> int:
    """Begin a battle of each book in an empty database, with nobody at its table yet; how many there are now.

    Raises ``StoreError`` where the database cannot be read.
    """
    if store.battles() or store.battles(archived=True):
        return 0
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
