"""The log on the terminal: a block for each round, the sides abreast where both do the same.

Answers are numbered; by that number they are mended, explained and found again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from voevoda.cli.screen import CLAUSE, DANGER, HOUSE, SIGNS, SOFT, STYLES, Screen, styled
from voevoda.export import Record, line_text
from voevoda.export.short import log_title
from voevoda.play.journal import OVERRIDDEN, Journal, Saved, standing
from voevoda.play.seats import Facts, Line

GRAVE = frozenset(
    {
        "gurps.commander.dies",
        "gurps.commander.falls",
        "gurps.commander.taken",
        "gurps.fallen",
        "savage.characters.out",
        "savage.losses.destroyed",
        "savage.morale.routed",
        "skirmish.dead",
        "wfrp.mutual_ruin",
        "wfrp.out",
    }
)
"""Messages of danger."""


class Entry(NamedTuple):
    """A line of the log as it is shown."""

    round: int
    line: Line
    number: int | None
    """Of the answer, from 1; None for a note."""
    side: int | None
    """Which side the line is of, if it is of one."""


def entries_of(record: Record) -> tuple[Entry, ...]:
    """The lines of a record with the numbers of the answers."""
    names = [str(side["name"]) for side in record.sides]
    count = 0
    entries = list[Entry]()
    for round_, line in record.log:
        count += bool(line.source)
        entries.append(Entry(round_, line, count if line.source else None, _side(line, names)))
    return tuple(entries)


def _side(line: Line, names: Sequence[str]) -> int | None:
    for name in (line.facts.get("side"), line.by.name):
        if name in names:
            return names.index(str(name))
    return None


def ends_of_rounds(record: Record, journal: Journal, finished: int) -> dict[int, tuple[Facts, ...]]:
    """What the book reports of the sides at the end of each of the first ``finished`` rounds.

    A book without rounds has nothing to tell there, however many steps its day has.
    """
    last = {entry.round: entry for _, entry in standing(journal) if isinstance(entry, Saved)}
    return {
        number: record.book.sides(entry.state, record.log, record.seat)
        for number, entry in last.items()
        if 0 < number <= finished
    }


class Log:
    """The log as far as it has been written; what comes later is added."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._entries: tuple[Entry, ...] = ()
        self._round = -1

    def show(self, record: Record, journal: Journal, finished: int) -> None:
        """Write what is new; where something written is no longer so, write that round anew.

        ``finished``: how many rounds are over, so that their ends can be shown.
        """
        entries = entries_of(record)
        same = 0
        while same < min(len(entries), len(self._entries)) and entries[same] == self._entries[same]:
            same += 1
        if same < len(self._entries):
            same = next((i for i, entry in enumerate(entries) if entry.round >= self._back_to(same)), same)
            self._round = -1
        new = entries[same:]
        ends = ends_of_rounds(record, journal, finished)
        groups = [(number, tuple(group)) for number, group in groupby(new, key=lambda entry: entry.round)]
        for number, group in groups:
            if number != self._round:
                self._screen.title(log_title(record, number, self._screen.lang))
                self._round = number
            self._screen.write(*self._blocks(record, group))
            if number in ends:
                self._screen.write(*gauges(self._screen, ends[number]))
        self._entries = entries

    def _back_to(self, at: int) -> int:
        """The round of the first line that has changed or gone."""
        return self._entries[at].round

    def _blocks(self, record: Record, entries: Sequence[Entry]) -> Iterator[RenderableType]:
        for pair, block in blocks(entries):
            if pair and self._screen.abreast:
                yield self._screen.beside(
                    [self._lines(record, [e for e in block if e.side == side]) for side in (0, 1)]
                )
            else:
                yield self._lines(record, block, reserve=True)

    def _lines(self, record: Record, entries: Sequence[Entry], *, reserve: bool = False) -> RenderableType:
        """Number, flag, sentence, clause, mark; ``reserve`` keeps room for a mark where there is none."""
        marks = [self._mark(record, entry.line) for entry in entries]
        width = max(cell_len(mark.plain) for mark in marks)
        if reserve:
            width = max(width, cell_len(self._screen.house_mark()))
        grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
        grid.add_column(justify="right", width=3, no_wrap=True)
        grid.add_column(width=1)
        grid.add_column(ratio=1, overflow="fold")
        grid.add_column(justify="right", no_wrap=True)
        if width:
            grid.add_column(width=width, no_wrap=True)
        for entry, mark in zip(entries, marks, strict=True):
            number = styled("" if entry.number is None else str(entry.number), SOFT)
            flag = Text("") if entry.side is None else Text(SIGNS[entry.side], style=STYLES[entry.side])
            cite = styled(entry.line.cite, HOUSE if record.house_of(entry.line) else CLAUSE)
            cite.stylize(SOFT)
            cells = [number, flag, self._sentence(entry.line), cite]
            grid.add_row(*cells, *([mark] if width else []))
        return grid

    def _sentence(self, line: Line) -> Text:
        words = line_text(self._screen.lang, line)
        if line.key in GRAVE or line.facts.get("double") == "fumble":
            return styled(f"▲ {words}", DANGER)
        return styled(words, "bold" if "double" in line.facts else "")

    def _mark(self, record: Record, line: Line) -> Text:
        """What is not the book's own: the referee's hand, a house value."""
        if line.source == "ruled" or line.key == OVERRIDDEN:
            return styled(self._screen.words("report.ruled"), DANGER)
        return styled(self._screen.house_mark() if record.house_of(line) else "", HOUSE)


def blocks(entries: Sequence[Entry]) -> Iterator[tuple[bool, tuple[Entry, ...]]]:
    """Lines that belong together: a side's and then the same of the other's (true), or any others."""
    at = 0
    while at < len(entries):
        end = _pair(entries, at)
        pair = end > at
        if not pair:
            end = at + 1
            while end < len(entries) and _pair(entries, end) == end:
                end += 1
        yield pair, tuple(entries[at:end])
        at = end


def _pair(entries: Sequence[Entry], at: int) -> int:
    """Where a block of the first side's lines and the same of the second's ends that begins ``at``."""
    middle = _while_side(entries, at, 0)
    end = _while_side(entries, middle, 1)
    first, second = ({entry.line.key for entry in entries[a:b]} for a, b in ((at, middle), (middle, end)))
    return end if first and first == second else at


def _while_side(entries: Sequence[Entry], at: int, side: int) -> int:
    while at < len(entries) and entries[at].side == side:
        at += 1
    return at


def gauges(screen: Screen, sides: Sequence[Facts]) -> Iterator[RenderableType]:
    """A bar for each side of everything of which it had a number at the start and has one now."""
    width = min(24, (screen.width // 2 if screen.abreast else screen.width) - 22)
    parts = list[RenderableType]()
    for index, side in enumerate(sides):
        bars = list[Text]()
        for value in side.values():
            if isinstance(value, Mapping) and {"start", "now"} <= value.keys():
                start, now = value["start"], value["now"]
                if isinstance(start, int) and isinstance(now, int):
                    bar = screen.bar(index, now, start, max(width, 6))
                    label = f"{screen.words('report.of', now=now, start=start)} "
                    bars.append(
                        Text.assemble("    ", (f"{SIGNS[index]} ", STYLES[index]), bar, " ", styled(label))
                    )
        parts.append(Group(*bars))
    if any(isinstance(part, Group) and part.renderables for part in parts):
        yield screen.beside(parts)
