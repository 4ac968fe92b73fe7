"""The beginning and the end of a battle on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from voevoda.cli.log import Log
from voevoda.cli.screen import SOFT, Screen, breakable, styled
from voevoda.export import Record
from voevoda.export.sheets import Sheet, facts_of, sheets_of
from voevoda.export.short import notes_of, result_text, seed_texts
from voevoda.play.journal import Journal
from voevoda.play.seats import Facts

MOST_ABREAST = 5
"""The most columns of a table that can stand beside the other side's."""

GAP = 2
"""Spaces between the columns of a table."""


def heading(screen: Screen, record: Record) -> None:
    """Title, rulebook, what is announced of the seed, and the two sides."""
    screen.title(record.book.title(record.state), heavy=True)
    screen.write(styled(screen.words(f"{record.book.id}.name"), SOFT))
    if record.commitment:
        screen.say("report.commitment", commitment=record.commitment, style=SOFT)
    names = [screen.name_of_side(index, str(side["name"])) for index, side in enumerate(record.sides)]
    screen.write("", screen.beside(names))


def whole(screen: Screen, record: Record, journal: Journal) -> None:
    """A battle from its heading to its end."""
    heading(screen, record)
    Log(screen).show(record, journal, record.rounds)
    ending(screen, record)


def ending(screen: Screen, record: Record) -> None:
    """Who won; points, units and characters of each side; what else a reader must know; the seed."""
    screen.title(screen.words("report.end"), heavy=True)
    screen.write(styled(result_text(record, screen.lang), "bold"))
    screen.write(*_facts(screen, record, record.extras), "")
    sides = range(len(record.sides))
    if any(
        _is_wide(sheet) for side in record.sides for sheet in sheets_of(record.book.id, side, screen.lang)
    ):
        for index in sides:
            screen.write(*([""] if index else []), *_side(screen, record, index))
    else:
        screen.write(screen.beside([Group(*_side(screen, record, index)) for index in sides]))
    for sheet in sheets_of(record.book.id, record.extras, screen.lang):
        screen.write("", styled(sheet.title, "bold"), sheet_table(sheet))
    notes = notes_of(record, screen.lang)
    if notes:
        screen.write("", *(item(note) for note in notes))
    seeds = seed_texts(record, screen.lang)
    if seeds:
        screen.write("", *(styled(each, SOFT) for each in seeds))


def _is_wide(sheet: Sheet) -> bool:
    """Whether a table has too many columns for half a screen."""
    return len(sheet.columns) > MOST_ABREAST


def status(screen: Screen, record: Record) -> None:
    """How each side stands now."""
    parts = [Group(*_side(screen, record, index, "status")) for index in range(len(record.sides))]
    screen.write("", screen.beside(parts))


def item(words: str) -> RenderableType:
    """A sentence of a list."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_row("•", styled(words))
    return grid


def _side(screen: Screen, record: Record, index: int, page: str = "report") -> Iterator[RenderableType]:
    side = record.sides[index]
    yield screen.name_of_side(index, str(side["name"]))
    for title, value in facts_of(record.book.id, side, screen.lang, page):
        yield Text.assemble((f"{title}: ", SOFT), styled(value, "bold"))
    for sheet in sheets_of(record.book.id, side, screen.lang, page):
        yield from (Text(""), styled(sheet.title, "bold"), sheet_table(sheet))
    if index == 0 and not screen.abreast:
        yield Text("")


def _facts(screen: Screen, record: Record, facts: Facts, page: str = "report") -> Iterator[RenderableType]:
    for title, value in facts_of(record.book.id, facts, screen.lang, page):
        yield Text.assemble((f"{title}: ", SOFT), styled(value, "bold"))


def sheet_table(sheet: Sheet) -> RenderableType:
    """A table of a report."""
    return _SheetTable(sheet)


class _SheetTable:
    """A table whose words are broken only where the longest of each column have no room beside each other."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._rows = [[breakable(cell) for cell in row] for row in (sheet.columns, *sheet.rows)]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        measures = [
            [Measurement.get(console, options, cell) for cell in column]
            for column in zip(*self._rows, strict=True)
        ]
        least = [max(1, *(cell.minimum for cell in column)) for column in measures]
        most = [max(1, *(cell.maximum for cell in column)) for column in measures]
        between = len(measures) - 1
        gap = GAP if sum(least) + GAP * between <= options.max_width else 1  # before a word is broken
        widths = widths_of(least, most, options.max_width - gap * between)
        table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style=SOFT)
        heads, *rows = self._rows
        for head, numeric, width in zip(heads, self._sheet.numeric, widths, strict=True):
            table.add_column(head, justify="right" if numeric else "left", overflow="fold", width=width)
        for row in rows:
            table.add_row(*row)
        yield table


def widths_of(least: Sequence[int], most: Sequence[int], room: int) -> list[int]:
    """How wide the columns of a table are that need so many cells, would like so many, and have ``room``.

    What is content with an equal share has it all, if the others keep what their longest words need; of the
    rest each has in the measure of what it lacks.  Where not even the longest words have room, the widest
    columns give way first.
    """
    share = room // len(least)
    widths = [want if want <= share else need for need, want in zip(least, most, strict=True)]
    if sum(widths) > room:
        widths = list(least)
    while sum(widths) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    while sum(widths) < min(room, sum(most)):
        widths[max(range(len(widths)), key=lambda index: most[index] / widths[index])] += 1
    return widths
