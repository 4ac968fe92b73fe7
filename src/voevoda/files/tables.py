"""House tables: those that come with a book, and those that a battle file puts in their place.

A replaced table is a file in the battle file's own folder or the table itself, and is checked as strictly as
the battle file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from pydantic import BaseModel

from voevoda.files.document import Document, parse_document, read_values
from voevoda.files.problems import BadFile, Problem, given, guess, short
from voevoda.files.validation import validate


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables that a battle is fought with."""

    by_name: Mapping[str, Any]
    """Every table of the book, as its model has it."""
    replaced: frozenset[str]
    """Those that are the battle file's own and no longer the house's."""


def house_table(book: str, table: str) -> str:
    """The text of a table that comes with a book, as the file that could replace it."""
    return (files("voevoda.rulebooks") / book / "data" / f"{table}.yaml").read_text("utf-8")


def read_table(document: Document, table: str, model: type[BaseModel]) -> BaseModel:
    """The table that a battle file names or holds under `tables:`; raises BadFile as battle files do."""
    inner = document.part("tables").part(table)
    if isinstance(inner.data, str):
        inner = _read_beside(inner, inner.data)
    elif not isinstance(inner.data, dict | list):
        raise BadFile([inner.problem("files.table", {"given": given(inner.data)})])
    return validate(inner, model)


def read_tables(
    document: Document, models: Mapping[str, type[BaseModel]], house: Mapping[str, str]
) -> Tables:
    """All tables of a book, replaced where the battle file says so; `house` are the texts of the others."""
    named = document.data.get("tables") if isinstance(document.data, dict) else None
    replaced = named if isinstance(named, dict) else {}
    problems: list[Problem] = []
    more = 0
    tables: dict[str, BaseModel] = {}
    for name in replaced:
        if name not in models:
            key = "files.table.unknown" if models else "files.table.none"
            facts = {"options": tuple(models), **guess(name, models)}
            problems.append(document.problem(key, facts, ("tables", name)))
            continue
        try:
            tables[name] = read_table(document, name, models[name])
        except BadFile as bad:
            problems.extend(bad.told)
            more += bad.more
    if problems:
        raise BadFile(problems, more)
    for name in models.keys() - tables.keys():
        tables[name] = validate(parse_document(house[name].encode(), f"{name}.yaml"), models[name])
    return Tables(tables, frozenset(replaced))


def _read_beside(inner: Document, name: str) -> Document:
    """A table's own file, which must lie in the folder of the battle file, whatever its name pretends."""
    if inner.path is None:
        raise BadFile([inner.problem("files.table.place", {"given": given(name)})])
    folder = inner.path.parent
    outside = (
        not name
        or "\0" in name
        or ".." in PurePosixPath(name).parts
        or ".." in PureWindowsPath(name).parts
        or bool(PureWindowsPath(name).anchor)
        or not _within(folder / name, folder)
    )
    if outside:
        raise BadFile([inner.problem("files.table.outside", {"given": given(name)})])
    try:
        return read_values(folder / name, str(Path(inner.file).parent / name))
    except BadFile as bad:
        raise BadFile([_as_named(inner, name, problem) for problem in bad.told], bad.more) from None


def _as_named(inner: Document, name: str, problem: Problem) -> Problem:
    """A problem with a whole file, told where the battle file names it; what has a line stays there."""
    if problem.line is not None:
        return problem
    named = inner.problem(problem.key, problem.facts)
    return replace(named, field=f"{named.field} ({short(name)})")


def _within(path: Path, folder: Path) -> bool:
    """Whether a path leads into a folder once all links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links that lead round in a circle
        return False
