"""The muster of a battle as JSON, as Markdown and in a few lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from voevoda.export.jsonable import jsonable
from voevoda.export.markdown import escape, table_text
from voevoda.export.sheets import facts_of, sheets_of
from voevoda.i18n import Language, has_text, text
from voevoda.play.seats import Facts
from voevoda.rulebooks.book import Book


def clauses_text(book: Book[Any], lang: Language) -> str:
    """Where the numbers of a unit come from."""
    assert book.muster is not None
    key = f"{book.id}.muster"
    words = [
        f"{text(lang, f'{key}.units.{name}', {})} {', '.join(clauses)}"
        for name, clauses in book.muster.clauses.items()
        if has_text(lang, f"{key}.units.{name}")
    ]
    return text(lang, f"{key}.clauses", {"clauses": "; ".join(words)})


def muster_json(book: Book[Any], title: str, sides: tuple[Facts, ...], told: Facts | None) -> dict[str, Any]:
    """The muster with the clauses of its numbers, and what recruits have changed."""
    assert book.muster is not None
    return {
        "rulebook": book.id,
        "title": title,
        "sides": jsonable(sides),
        "recruited": jsonable(told),
        "clauses": jsonable(book.muster.clauses),
    }


def muster_markdown(
    book: Book[Any], title: str, sides: tuple[Facts, ...], told: Facts | None, lang: Language
) -> str:
    """The muster as Markdown."""
    return "\n".join(_paragraphs(book, title, sides, told, lang))


def _paragraphs(
    book: Book[Any], title: str, sides: tuple[Facts, ...], told: Facts | None, lang: Language
) -> Iterator[str]:
    yield f"# {escape(title)}\n"
    if told:
        yield f"{escape(text(lang, f'{book.id}.muster.recruited', told))}\n"
    for side in sides:
        yield f"## {escape(str(side['name']))}\n"
        facts = facts_of(book.id, side, lang, "muster")
        yield "".join(f"- {escape(heading)}: {escape(value)}\n" for heading, value in facts)
        for sheet in sheets_of(book.id, side, lang, "muster"):
            yield table_text(sheet)
    yield f"{escape(clauses_text(book, lang))}\n"


def muster_short(
    book: Book[Any], title: str, sides: tuple[Facts, ...], told: Facts | None, lang: Language
) -> str:
    """The muster in a few lines for a chat."""
    lines = [title, *([text(lang, f"{book.id}.muster.recruited", told)] if told else [])]
    for side in sides:
        facts = facts_of(book.id, side, lang, "muster")
        lines.append(f"{side['name']}: {', '.join(f'{heading} {value}' for heading, value in facts)}")
        for sheet in sheets_of(book.id, side, lang, "muster"):
            for name, *cells in sheet.rows:
                told_of = zip(sheet.columns[1:], cells, strict=True)
                lines.append(f"  {name}: {', '.join(f'{heading} {value}' for heading, value in told_of)}")
    return "\n".join(lines) + "\n"
