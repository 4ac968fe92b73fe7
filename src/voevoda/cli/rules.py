"""The rulebooks to read: which there are, their clauses and readings, a clause by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.table import Table

from voevoda.cli.output import Format, format_of, write, write_json
from voevoda.cli.pages import book_of, unknown
from voevoda.cli.screen import CLAUSE, HOUSE, SOFT, Screen, styled
from voevoda.export.markdown import escape
from voevoda.i18n import Language, text
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book, Clause, Reading


def rules(book: str | None, clause: str | None, wanted: str, lang: Language) -> None:
    """Write the list of books, a book, or a clause."""
    how = format_of(wanted)
    if book is None:
        _write_books(how, lang)
    elif clause is None:
        _write_book(book_of(book), how, lang)
    else:
        _write_clause(book_of(book), clause, how, lang)


def _write_books(how: Format, lang: Language) -> None:
    rows = [(name, text(lang, f"{name}.name", {}), text(lang, f"{name}.about", {})) for name in BOOKS]
    if how == "json":
        write_json([dict(zip(("id", "name", "about"), row, strict=True)) for row in rows])
    elif how == "markdown":
        write(
            "\n".join(f"- **{escape(name)}** {escape(title)}: {escape(about)}" for name, title, about in rows)
        )
    elif how == "short":
        write("\n".join(f"{name}: {title}" for name, title, _ in rows))
    else:
        screen = Screen(lang)
        for name, title, about in rows:
            screen.title(f"{name}: {title}")
            screen.write(styled(about))
        screen.say("cli.rules.more", style=SOFT)


def _marks(clause: Clause, lang: Language) -> str:
    return ", ".join(text(lang, f"report.mark.{mark}", {}) for mark in clause.marks)


def _clause_json(book: Book[Any], clause: Clause, lang: Language) -> dict[str, Any]:
    return {
        "clause": clause.id,
        "marks": list(clause.marks),
        "table": clause.table,
        "text": text(lang, f"{book.id}.clause.{clause.id}", {}),
    }


def _reading_json(book: Book[Any], reading: Reading, lang: Language) -> dict[str, Any]:
    key = f"{book.id}.reading.{reading.id}"
    options = {option: text(lang, f"{key}.{option}", {}) for option in reading.options}
    return {
        "reading": reading.id,
        "clause": reading.cite,
        "default": reading.options[0],
        "question": text(lang, key, {}),
        "options": options,
    }


def _write_book(book: Book[Any], how: Format, lang: Language) -> None:
    clauses = [_clause_json(book, clause, lang) for clause in book.clauses]
    readings = [_reading_json(book, reading, lang) for reading in book.readings]
    tables = {name: text(lang, f"{book.id}.table.{name}", {}) for name in book.table_models}
    if how == "json":
        about = {"id": book.id, "name": text(lang, f"{book.id}.name", {})}
        write_json({**about, "clauses": clauses, "readings": readings, "tables": tables})
    elif how == "markdown":
        write("\n".join(_book_markdown(book, lang)))
    else:
        _write_book_text(book, lang)


def _book_markdown(book: Book[Any], lang: Language) -> Iterator[str]:
    yield f"# {escape(text(lang, f'{book.id}.name', {}))}\n"
    for clause in book.clauses:
        words = text(lang, f"{book.id}.clause.{clause.id}", {})
        yield f"- **{escape(clause.id)}** ({escape(_marks(clause, lang))}) {escape(words)}"
    yield f"\n## {escape(text(lang, 'cli.rules.readings', {}))}\n"
    for reading in book.readings:
        found = _reading_json(book, reading, lang)
        yield f"- **{escape(reading.id)}** ({escape(reading.cite)}) {escape(found['question'])}"
        for option, words in found["options"].items():
            yield f"  - {escape(option)}: {escape(words)}"
    yield f"\n## {escape(text(lang, 'cli.rules.tables', {}))}\n"
    for name in book.table_models:
        yield f"- **{escape(name)}** {escape(text(lang, f'{book.id}.table.{name}', {}))}"


def _write_book_text(book: Book[Any], lang: Language) -> None:
    screen = Screen(lang)
    screen.title(text(lang, f"{book.id}.name", {}), heavy=True)
    screen.write(styled(text(lang, f"{book.id}.about", {})), "")
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    for clause in book.clauses:
        is_house = clause.marks == ("house",)
        mark = f" {screen.house_mark()}" if "house" in clause.marks else ""
        words = styled(text(lang, f"{book.id}.clause.{clause.id}", {}))
        words.append(f"  [{_marks(clause, lang)}]", style=SOFT)
        grid.add_row(styled(f"{clause.id}{mark}", HOUSE if is_house else CLAUSE), words)
    screen.write(grid)
    screen.title(screen.words("cli.rules.readings"))
    for reading in book.readings:
        found = _reading_json(book, reading, lang)
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=3)
        grid.add_row("", styled(found["question"]))
        for option, words in found["options"].items():
            default = f" {screen.words('cli.rules.default')}" if option == reading.options[0] else ""
            grid.add_row("  •", styled(f"{option}{default}: {words}"))
        screen.write(styled(f"{reading.id} ({reading.cite})", "bold"), grid)
    if book.table_models:
        screen.title(screen.words("cli.rules.tables"))
        for name in book.table_models:
            screen.write(styled(f"{name}: {text(lang, f'{book.id}.table.{name}', {})}"))
        screen.say("cli.rules.table_command", book=book.id, style=SOFT)


def _write_clause(book: Book[Any], name: str, how: Format, lang: Language) -> None:
    by_name = {clause.id.casefold(): clause for clause in book.clauses}
    clause = by_name.get(name.casefold())
    if clause is None:
        raise unknown("cli.rules.no_clause", name, (each.id for each in book.clauses), book=book.id)
    readings = [reading for reading in book.readings if reading.cite == clause.id]
    words = text(lang, f"{book.id}.clause.{clause.id}", {})
    if how == "json":
        found = [_reading_json(book, reading, lang) for reading in readings]
        write_json({**_clause_json(book, clause, lang), "readings": found})
        return
    if how == "markdown":
        write(f"**{escape(clause.id)}** ({escape(_marks(clause, lang))}) {escape(words)}")
        return
    screen = Screen(lang)
    screen.write(styled(f"{clause.id} ({_marks(clause, lang)})", "bold"), styled(words))
    if clause.table is not None:
        screen.say("cli.rules.table_of", table=clause.table, book=book.id, style=SOFT)
    for reading in readings:
        screen.say("cli.rules.reading_of", reading=reading.id, options=reading.options, style=SOFT)
