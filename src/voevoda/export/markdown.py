"""The report as Markdown.  Names are text everywhere: nothing in them can become markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from voevoda.export.record import Record, line_text, one_line
from voevoda.export.sheets import Sheet, facts_of, sheets_of
from voevoda.export.short import log_title, notes_of, result_text, seed_texts
from voevoda.i18n import Language, text
from voevoda.play.seats import Facts, Line

_MARKUP = re.compile(
    r"[\\`*_\[\]<>|~$&@^#]|:(?=//|[\w+-]+:)|(?<=www)\.|^[+\-=](?=[\s=-]|$)|^\d+(?=[.)](\s|$))"
)


def escape(words: str) -> str:
    """The words with everything neutralised that Markdown or HTML in it could read as markup."""
    return _MARKUP.sub(_neutral, one_line(words))


def _neutral(found: re.Match[str]) -> str:
    sign = found[0]
    if sign.isdigit():  # the number of a list that is none
        return f"&#{ord(sign[0])};{sign[1:]}"
    return f"&#{ord(sign)};" if sign in "<>&@:.$" else "\\" + sign


def as_markdown(record: Record, lang: Language) -> str:
    """The whole report."""
    return "\n".join(_paragraphs(record, lang))


def _paragraphs(record: Record, lang: Language) -> Iterator[str]:
    yield f"# {escape(record.book.title(record.state))}\n"
    yield f"**{escape(result_text(record, lang))}**\n"
    yield from _facts(record, record.extras, lang)
    for side in record.sides:
        yield f"## {escape(str(side['name']))}\n"
        yield from _facts(record, side, lang) or [""]
        yield from _sheets(record, side, lang, "###")
    yield from _sheets(record, record.extras, lang, "##")
    yield f"## {escape(text(lang, 'report.log', {}))}\n"
    at = -1
    for number, line in record.log:
        if number != at:
            at = number
            yield f"\n### {escape(log_title(record, number, lang))}\n"
        yield f"- {escape(line_text(lang, line))}{_cite(record, line, lang)}"
    yield ""
    for note in [*notes_of(record, lang), *seed_texts(record, lang)]:
        yield f"- {escape(note)}"
    yield ""


def _facts(record: Record, facts: Facts, lang: Language) -> list[str]:
    told = facts_of(record.book.id, facts, lang)
    return ["".join(f"- {escape(heading)}: {escape(value)}\n" for heading, value in told)] if told else []


def _sheets(record: Record, facts: Facts, lang: Language, level: str) -> Iterator[str]:
    for sheet in sheets_of(record.book.id, facts, lang):
        yield f"{level} {escape(sheet.title)}\n"
        yield table_text(sheet)


def _cite(record: Record, line: Line, lang: Language) -> str:
    """The clause in brackets, with what is not the book's own: a house clause, a ruling."""
    house = [text(lang, "report.house_mark", {})] if record.house_of(line) else []
    ruled = [text(lang, "report.ruled", {})] if line.source == "ruled" else []
    marks = ", ".join(escape(mark) for mark in [*filter(None, [line.cite]), *house, *ruled])
    return f" ({marks})" if marks else ""


def table_text(sheet: Sheet) -> str:
    """A table of Markdown."""

    def row(cells: tuple[str, ...]) -> str:
        return f"| {' | '.join(escape(cell) for cell in cells)} |"

    ruler = "|".join("---:" if numeric else "---" for numeric in sheet.numeric)
    return "\n".join([row(sheet.columns), f"|{ruler}|", *map(row, sheet.rows), ""])
