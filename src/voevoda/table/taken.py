"""What was taken back: the lines of the log that were there, and that the battle has not come to again.

A seat is shown those that it could read when they stood, and nothing else.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple

from voevoda.play.errors import Diverged
from voevoda.play.journal import Journal, Overridden, Undone, history, replay
from voevoda.play.position import Place, Rulebook
from voevoda.play.seats import Line, Seat
from voevoda.table.board import Board
from voevoda.table.remembered import Remembered

LATEST = 5
"""So many times are told; of older ones it is enough that they were."""


class TakenBack(NamedTuple):
    """One time that something was taken back."""

    reason: str
    lines: tuple[Line, ...]
    """Without those that stand again: a correction carries over what it does not touch."""
    for_number: bool = False
    """Whether it was no undo, but made way for a number that the referee set."""
    at: int = 0
    """Its place in the seat's log: so many lines of that came before."""
    laid: tuple[Seat, ...] = ()
    """Whose answers lay on the table and had no line yet, as all could see; what they were is not told."""


def taken_for(board: Board, seat: Seat) -> tuple[TakenBack, ...]:
    """The last times that something was taken back, the latest last, as a seat may read them.

    Where one was in the log is found from nothing but what the seat has read.
    """
    log = _read_by(seat, board.log())
    return tuple(
        TakenBack(
            time.reason,
            _read_by(seat, time.lines),
            time.for_number,
            _alike(_read_by(seat, before), log),
            time.laid,
        )
        for time, before in taken_back(board)
    )


def _read_by(seat: Seat, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.seen_by.holds(seat))


def _alike(one: tuple[Line, ...], two: tuple[Line, ...]) -> int:
    """How many lines both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


MADE = Remembered[tuple[tuple[TakenBack, tuple[Line, ...]], ...]](200)


def taken_back(board: Board) -> tuple[tuple[TakenBack, tuple[Line, ...]], ...]:
    """The last times, with the whole log as it stood before each."""
    return MADE.of(board.journal, None, lambda: tuple(_found(board)))


def _found(board: Board) -> list[tuple[TakenBack, tuple[Line, ...]]]:
    stands = board.log()
    rules, journal = board.book.rules, board.journal
    times = [seq for seq, entry in enumerate(journal) if isinstance(entry, Undone)][-LATEST:]
    found: list[tuple[TakenBack, tuple[Line, ...]]] = []
    for seq in times:
        entry = journal[seq]
        assert isinstance(entry, Undone)
        (before, lay), (after, lies) = _stood(rules, journal[:seq]), _stood(rules, journal[: seq + 1])
        gone = tuple(line for line in before[_alike(before, after) :] if line not in stands)
        for_number = seq + 1 < len(journal) and isinstance(journal[seq + 1], Overridden)
        laid = tuple(dict.fromkeys(place.by for place in lay if place not in lies))
        found.append((TakenBack(entry.reason, gone, for_number, laid=laid), before))
    return found


def _stood(rules: Rulebook[Any], journal: Journal) -> tuple[tuple[Line, ...], tuple[Place, ...]]:
    """The log as it stood, and whose answers lay there.

    Of rules that have changed since, only the log of the steps that were over.
    """
    finished = tuple(line for _, line in history(journal))
    try:
        at = replay(rules, journal)
    except Diverged:
        return finished, ()
    return (*finished, *at.lines()), tuple(place for place, _ in at.laid)
