"""Nobody looks twice: what a referee who commands a side may take back no more.

He may take back anything but what would let him, or his enemy, choose again by what was hidden from his side
and lies open now.  Dice that all see come again with the same faces, and show nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.play.errors import Refused
from voevoda.play.journal import Undone
from voevoda.play.seats import EVERYONE, REFEREE, Seat, commander
from voevoda.table.board import Board, Given, given, visible

DICE = ("seed", "typed", "ruled")
"""How a reply came that is no choice."""


def settled(board: Board, seat: Seat) -> tuple[int, str]:
    """How many lines of the log stay for ``seat``, and what was shown at the last of them.

    What was shown: the key of a note that the book lists in ``reveals``, ``draw``, or ``choice``.  No line
    stays for a referee who commands no side: he sees all anyway.
    """
    if seat.kind != REFEREE.kind or not seat.name:
        return 0, ""
    return max(_shown(board, seat), default=(0, ""))


def _shown(board: Board, seat: Seat) -> Iterator[tuple[int, str]]:
    log = board.log()
    own = {commander(seat.name), *(by for by, side in board.settings.sides.items() if side == seat.name)}
    chosen = 0
    for end, line in enumerate(log, 1):
        if line.key in board.book.rules.reveals and line.seen_by.holds(seat):
            yield end, line.key
        if line.source == "chosen" and line.by in own:
            chosen = end
        if chosen and line.source == "seed" and line.seen_by != EVERYONE and line.seen_by.holds(seat):
            yield chosen, "draw"
    together: dict[tuple[int, int], list[Given]] = {}
    for each in given(board):
        if each.line is not None and log[each.line].source not in DICE:
            together.setdefault((each.entry.place.step, each.entry.asking), []).append(each)
    for group in together.values():
        if {True, False} == {each.entry.place.by in own for each in group}:
            yield max(each.line or 0 for each in group) + 1, "choice"


def stays(board: Board, seat: Seat, seq: int) -> str:
    """What was shown since the entry ``seq``, so that it stays, as ``settled`` says it; else empty."""
    lines, what = settled(board, seat)
    gone = [each.line for each in given(board) if each.seq >= seq and each.line is not None]
    return what if gone and min(gone) < lines else ""


def mendable(board: Board, seat: Seat) -> list[Given]:
    """The replies that ``seat`` may know, and that need not stay."""
    lines, _ = settled(board, seat)
    return [each for each in visible(board, seat) if each.line is None or each.line >= lines]


def check_taken_back(board: Board, seat: Seat, after: Board) -> None:
    """Refuse, with what was shown, an ``after`` in which something is taken back that stays for ``seat``."""
    for entry in after.journal[len(board.journal) :]:
        if isinstance(entry, Undone):
            if what := stays(board, seat, entry.to):
                raise Refused("table.refused.looked", what=what)
            return
