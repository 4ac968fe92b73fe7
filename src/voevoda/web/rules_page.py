"""A rulebook as a page: its clauses in our words, what can be read in two ways, and our tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from voevoda.export.rules_text import ClauseText, books, clause_texts, table_values
from voevoda.files.forms import print_line
from voevoda.i18n import Language, has_text, number, text
from voevoda.web.odds_panel import capital
from voevoda.web.pages import (
    Contents,
    Frame,
    HouseRow,
    HouseTable,
    Reading,
    ReadingOption,
    RuleClause,
    Rules,
)
from voevoda.web.parts import Action, Clause, Tag, Words
from voevoda.web.scene import clause, linked


class _Cell(NamedTuple):
    words: str
    numeric: bool


def rules_page(
    frame: Frame, book: str, lang: Language, last: str = "", lately: Sequence[tuple[str, str]] = ()
) -> Rules:
    """The page of a book.  ``lately``: where its clauses acted in the ``last`` battle."""
    clauses = clause_texts(book, lang)
    sample = clause(book, clauses[0].id)
    assert sample is not None
    return Rules(
        frame=frame,
        title=text(lang, f"{book}.name", {}),
        kicker=text(lang, f"seat.{book}.system", {}),
        lead=text(lang, "rules.page.lead", {}),
        books=tuple(
            Contents("", text(lang, f"{each}.name", {}), f"/rules/{each}", here=each == book)
            for each in books()
        ),
        contents=tuple(Contents(each.id, each.name, f"#{each.id}") for each in clauses),
        clauses=tuple(_clause(book, each, lang) for each in clauses),
        sample=Clause(sample.id, sample.href),
        last=text(lang, "rules.page.acted", {"title": last}) if lately else "",
        acted=tuple(_acted(book, each, where) for each, where in lately),
    )


def _acted(book: str, cite: str, where: str) -> Words:
    link = clause(book, cite)
    assert link is not None
    return link, f" {where}"


def _clause(book: str, told: ClauseText, lang: Language) -> RuleClause:
    return RuleClause(
        id=told.id,
        anchor=told.id,
        name=told.name,
        tags=tuple(_tags(told, lang)),
        prose=(linked(book, told.words),),
        readings=tuple(
            Reading(
                each.id,
                each.question,
                tuple(
                    ReadingOption(option, gives, chosen=number == 0)
                    for number, (option, gives) in enumerate(zip(each.options, each.gives, strict=True))
                ),
            )
            for each in told.readings
        ),
        table=None if told.table is None else _table(book, told, told.table, lang),
    )


def _tags(told: ClauseText, lang: Language) -> Iterator[Tag]:
    """Where the clause stands: several marks where its parts stand in different places."""
    for mark in told.marks:
        key = "rules.page.table.mark" if mark == "house" and told.table else f"report.mark.{mark}"
        yield Tag(text(lang, key, {}), "house" if mark == "house" else "clause")


# House tables


def _table(book: str, told: ClauseText, table: str, lang: Language) -> HouseTable:
    """A table of ours, whatever its shape: rows of a list, or what is worth how much."""
    data = table_values(book, table)
    columns, rows = _listed(book, table, data, lang) if "rows" in data else _named(book, table, data, lang)
    return HouseTable(
        says=_of_table(book, table, "says", "rules.page.table", lang),
        columns=tuple(map(capital, columns)),
        numeric=tuple(all(row[n].numeric for row in rows) for n in range(len(columns))),
        rows=tuple(
            HouseRow(tuple(cell.words for cell in row), _source(book, told, table, each, lang))
            for row, each in zip(rows, _rows_of(data), strict=True)
        ),
        replace=Action(text(lang, "rules.page.replace", {}), f"/rules/{book}/{table}.yaml"),
        note=text(lang, "rules.page.replace.how", {"table": f"{{{table}: …}}"}),
    )


def _of_table(book: str, table: str, name: str, usual: str, lang: Language) -> str:
    """A text of this table's own, or the usual one."""
    own = f"rules.{book}.{table}.{name}"
    return text(lang, own if has_text(lang, own) else usual, {})


def _rows_of(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows as the file has them; of a table of names each name with what it is worth, part by part."""
    if "rows" in data:
        return list(data["rows"])
    return [
        {"name": name}
        for name, value in data.items()
        for _ in (value if isinstance(value, Mapping | list) else (value,))
    ]


def _source(book: str, told: ClauseText, table: str, row: Mapping[str, Any], lang: Language) -> str:
    """What says that a row is not ours; nothing for one that is."""
    if any(_holds(row, each) for each in told.printed):
        return _of_table(book, table, "printed", "rules.page.printed", lang)
    if any(_holds(row, each) for each in told.core):
        return text(lang, "rules.page.core", {})
    return ""


def _holds(row: Mapping[str, Any], what: str | int) -> bool:
    """Whether a row begins with this word or number, or reaches over this number."""
    if isinstance(what, int) and ("from" in row or "to" in row):
        return bool(row.get("from", what) <= what <= row.get("to", what))
    return bool(next(iter(row.values())) == what)


def _listed(
    book: str, table: str, data: Mapping[str, Any], lang: Language
) -> tuple[tuple[str, ...], list[list[_Cell]]]:
    rows: Sequence[Mapping[str, Any]] = data["rows"]
    names = list(dict.fromkeys(name for row in rows for name in row if name not in ("from", "to")))
    ranged = any("from" in row or "to" in row for row in rows)
    columns = [_column(book, table, name, lang) for name in names]
    cells = [[_cell(book, table, name, row.get(name), lang) for name in names] for row in rows]
    if ranged:
        columns = [text(lang, "rules.page.range", {}), *columns]
        cells = [[_range(row, lang), *line] for row, line in zip(rows, cells, strict=True)]
    return tuple(columns), cells


def _named(
    book: str, table: str, data: Mapping[str, Any], lang: Language
) -> tuple[tuple[str, ...], list[list[_Cell]]]:
    columns = text(lang, "rules.page.name", {}), text(lang, "rules.page.value", {})
    return columns, [list(row) for row in _flat(book, table, data, lang)]


def _flat(book: str, table: str, data: Mapping[str, Any], lang: Language) -> Iterator[tuple[_Cell, _Cell]]:
    """What is worth how much; what is divided further, part by part."""
    for name, value in data.items():
        head = _word(book, table, "weapon", name, lang) if table == "weapons" else name
        key = f"rules.{book}.{table}={name}"
        head = text(lang, key, {}) if has_text(lang, key) else head
        if isinstance(value, Mapping):
            for inner, worth in value.items():
                words = _word(book, table, name, inner, lang)
                yield _Cell(f"{head}: {words}", numeric=False), _cell(book, table, "", worth, lang)
        elif isinstance(value, list):
            for row in value:
                worth = next(each for key, each in row.items() if key not in ("from", "to"))
                yield (
                    _Cell(f"{head}, TL {_range(row, lang).words}", numeric=False),
                    _cell(book, table, "", worth, lang),
                )
        else:
            yield _Cell(head, numeric=False), _cell(book, table, "", value, lang)


def _range(row: Mapping[str, Any], lang: Language) -> _Cell:
    """From where to where a row reaches."""
    low, high = row.get("from"), row.get("to")
    if low is None:
        return _Cell(text(lang, "rules.page.below", {"n": high}), numeric=False)
    if high is None:
        return _Cell(text(lang, "rules.page.above", {"n": low}), numeric=False)
    ends = [number(lang, low)] if low == high else [number(lang, low), number(lang, high)]
    return _Cell(" … ".join(ends), numeric=False)


def _column(book: str, table: str, name: str, lang: Language) -> str:
    key = f"rules.{book}.{table}.{name}"
    return text(lang, key, {}) if has_text(lang, key) else name


def _cell(book: str, table: str, column: str, value: object, lang: Language) -> _Cell:
    """A value; nothing stands as a dash."""
    if value is None:
        return _Cell("–", numeric=True)
    if isinstance(value, int | Fraction):
        return _Cell(number(lang, value), numeric=True)
    words = print_line(value)
    if "/" in words and words.replace("/", "").isdecimal():
        return _Cell(number(lang, Fraction(words)), numeric=True)
    return _Cell(_word(book, table, column, words, lang), numeric=False)


def _word(book: str, table: str, column: str, value: str, lang: Language) -> str:
    """A word of a table: as the table has it, or as set-up does."""
    for key in (f"rules.{book}.{table}.{column}={value}", f"setup.{book}.sides.units.{column}={value}"):
        if has_text(lang, key):
            return text(lang, key, {})
    return value
