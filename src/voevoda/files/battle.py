"""A battle file made into a battle ready to begin."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic_core import PydanticCustomError

from voevoda.files.document import Document, read_document
from voevoda.files.problems import BadFile, Problem, given, guess
from voevoda.files.tables import Tables, house_table, read_tables
from voevoda.files.validation import rejected, validate
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle file understood."""

    book: Book[Any]
    document: Document
    """What was read."""
    model: Any
    """The file as the book's model has it."""
    tables: Tables
    state: Any
    """The first state."""


def read_battle(path: Path | str, books: Mapping[str, Book[Any]] = BOOKS) -> Battle:
    """The battle in a file.

    Raises BadFile, with all that is wrong, for a file that cannot be read, names no known rulebook, or does
    not fit its book's model or tables.
    """
    return battle_of(read_document(path), books)


def battle_of(document: Document, books: Mapping[str, Book[Any]] = BOOKS) -> Battle:
    """The battle in a document, as read or changed by `with_value`; raises BadFile as `read_battle`."""
    book = _book(document, books)
    problems: list[Problem] = []
    more = 0
    model: Any = None
    tables = Tables({}, frozenset())
    try:
        model = validate(document, book.model)
    except BadFile as bad:
        problems.extend(bad.told)
        more += bad.more
    try:
        house = {name: house_table(book.id, name) for name in book.table_models}
        tables = read_tables(document, book.table_models, house)
    except BadFile as bad:
        problems.extend(bad.told)
        more += bad.more
    if problems:
        raise BadFile(problems, more)
    try:
        state = book.first_state(model, tables.by_name)
    except PydanticCustomError as error:
        raise BadFile([rejected(document, error)]) from None
    return Battle(book, document, model, tables, state)


def _book(document: Document, books: Mapping[str, Book[Any]]) -> Book[Any]:
    """The book that the field `rulebook` names."""
    data = document.data
    named = data.get("rulebook") if isinstance(data, dict) else None
    if isinstance(named, str) and named in books:
        return books[named]
    facts: dict[str, object] = {"given": given(named), "options": tuple(books)}
    if isinstance(data, dict) and "rulebook" not in data:
        raise BadFile([document.problem("files.rulebook.missing", facts, ("rulebook",))])
    if isinstance(named, str):
        facts |= guess(named, books)
    raise BadFile([document.problem("files.rulebook", facts, ("rulebook",))])
