"""The games: every rulebook by its id, imported when it is first opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from voevoda.rulebooks.book import Book

_IDS = ("gurps", "savage", "skirmish", "wfrp")


class _Books(Mapping[str, Book[Any]]):
    """The registered books, in the order in which they are listed."""

    def __getitem__(self, name: str) -> Book[Any]:
        if name not in _IDS:
            raise KeyError(name)
        book: Book[Any] = import_module(f"voevoda.rulebooks.{name}.book").BOOK
        return book

    def __iter__(self) -> Iterator[str]:
        return iter(_IDS)

    def __len__(self) -> int:
        return len(_IDS)


BOOKS: Mapping[str, Book[Any]] = _Books()
