"""All there is of one table at a moment, and what may be done by whom.

A ``Board`` never leaves this package: it holds the seed and every secret.  What a seat receives of it is
built in ``sight.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from voevoda.journal_store import Loaded, SeatRow
from voevoda.play.errors import Diverged, Refused
from voevoda.play.journal import (
    Answered,
    Begun,
    Closed,
    Entry,
    Journal,
    Overridden,
    Saved,
    replay,
    standing,
)
from voevoda.play.position import Asked, Place, Position
from voevoda.play.questions import Chance, Draw, Question
from voevoda.play.seats import EVERYONE, REFEREE, TABLE, Line, Seat, commander
from voevoda.rulebooks.book import Book
from voevoda.table.remembered import Remembered
from voevoda.table.settings import MOST_ARRIVALS, Settings

LOG = logging.getLogger("voevoda.table")

Holder: TypeAlias = Literal["person", "referee", "robot", "nobody"]
"""Who answers for a seat: whoever sits there, the referee in his stead, a policy, or (so far) nobody."""


STANDING = Remembered[list[tuple[int, Entry]]](200)
"""What stands of the journals of open tables: every seat's view asks for it, and it is long."""


def _standing(journal: Journal) -> list[tuple[int, Entry]]:
    return STANDING.of(journal, None, lambda: standing(journal))


@dataclass(frozen=True, slots=True)
class Board:
    """One table at a moment."""

    id: str
    """The battle's."""
    title: str
    book: Book[Any]
    journal: Journal
    at: Position[Any]
    seed: str | None = field(repr=False)
    """What throws the dice; None where none was announced, or it is not known."""
    settings: Settings
    chairs: Mapping[Seat, SeatRow]
    """Every seat of the table."""
    current: bool = True
    """Whether today's rules are those it was played by; else it can be shown, but not gone on with."""
    agreements: int = 0
    """How often settings or seats were changed so far: whoever has read an older number reads again."""

    @property
    def begun(self) -> Begun[Any]:
        """The first entry."""
        begun = self.journal[0]
        assert isinstance(begun, Begun)
        return begun

    @property
    def shown_seed(self) -> str | None:
        """The seed, once the battle is closed."""
        last = self.journal[-1]
        return last.seed if isinstance(last, Closed) else None

    @property
    def referee(self) -> Seat:
        """The referee's seat: with a name, if he commands a side."""
        return next((seat for seat in self.chairs if seat.kind == REFEREE.kind), REFEREE)

    def holder(self, seat: Seat) -> Holder:
        """Who answers for ``seat``."""
        if seat in (REFEREE, TABLE, self.referee, commander(self.referee.name)):
            return "referee"
        if seat in self.settings.taken:
            return "referee"
        row = self.chairs.get(seat)
        if row is not None and row.robot is not None:
            return "robot"
        return "person" if row is not None and row.sitter else "nobody"

    def log(self) -> tuple[Line, ...]:
        """Every line of the steps that stand, the running one last."""
        finished = (entry for _, entry in _standing(self.journal) if isinstance(entry, Saved))
        return (*(line for entry in finished for line in entry.lines), *self.at.lines())

    def rounds(self) -> tuple[int, ...]:
        """The round of each line of the log."""
        finished = (entry for _, entry in _standing(self.journal) if isinstance(entry, Saved))
        ended = (entry.round for entry in finished for _ in entry.lines)
        return (*ended, *(self.at.round for _ in self.at.lines()))

    def laid(self) -> frozenset[Place]:
        """The open questions that have a reply already."""
        return frozenset(place for place, _ in self.at.laid)

    # Who may do what with an open question

    def puts(self, seat: Seat, question: Question[Any]) -> bool:
        """Say whether a question is put to ``seat``, which then sees its options and answers it.

        The referee answers for the table, for seats where nobody sits, and for those he has taken over.  A
        referee who commands a side does so only where he may see the answer, and never for the enemy.
        """
        by = question.by
        if seat.kind != REFEREE.kind:
            return by == seat and self.holder(by) == "person"
        if self.holder(by) not in ("referee", "nobody") or not self._is_open(seat, by):
            return False
        return question.seen_by.holds(seat)

    def _is_open(self, referee: Seat, by: Seat) -> bool:
        """Whether the referee may look at what a seat is asked."""
        if not referee.name or by in (referee, REFEREE, TABLE, commander(referee.name)):
            return True
        return self.settings.sides.get(by) == referee.name

    def may_stand_in(self, by: Seat) -> bool:
        """Say whether the referee may take a seat over."""
        return self._is_open(self.referee, by)

    def may_type(self, seat: Seat, question: Question[Any]) -> bool:
        """Say whether dice of this question may be typed in by ``seat``.

        Cards from a hidden pile are drawn by the seed: who types them could find out what is not in it.
        Only a referee who commands no side may.
        """
        if not isinstance(question, Chance) or not self.puts(seat, question):
            return False
        if is_hidden(question):
            return seat == REFEREE
        return self.seed is None or self.settings.dice_for(question.by) != "table"

    def may_throw(self, seat: Seat, question: Question[Any]) -> bool:
        """Say whether ``seat`` may have this question's dice thrown; the referee also those he cannot see."""
        if not isinstance(question, Chance) or self.seed is None or not self._throws(question):
            return False
        absent = self.holder(question.by) in ("referee", "nobody")
        return self.puts(seat, question) or (seat.kind == REFEREE.kind and absent)

    def _throws(self, question: Question[Any]) -> bool:
        """Whether the table throws the dice of a question, or may."""
        return is_hidden(question) or self.settings.dice_for(question.by) != "typed"

    def runs(self, asked: Asked) -> bool:
        """Say whether a question is answered without anybody doing anything: by a robot or at once."""
        robot = self.holder(asked.question.by) == "robot"
        if not isinstance(asked.question, Chance):
            return robot
        return self.seed is not None and (robot or (self.settings.at_once and self._throws(asked.question)))

    # Going on

    def after(self, at: Position[Any], new: list[Entry]) -> Board:
        """The board with some entries more."""
        return replace(self, at=at, journal=(*self.journal, *new))

    def sat(self, seat: Seat, sitter: str = "", robot: str | None = None) -> Board:
        """The board with somebody else, or nobody, in a seat."""
        row = replace(self.chairs[seat], sitter=sitter, robot=robot)
        return replace(self, chairs={**self.chairs, seat: row})

    def agreed(self, **settings: Any) -> Board:
        """The board with other agreements."""
        return replace(self, settings=replace(self.settings, **settings))


def is_hidden(question: Question[Any]) -> bool:
    """Say whether a question draws from a pile that not everyone sees."""
    if not isinstance(question, Draw):
        return False
    return question.seen_by != EVERYONE or question.about.get("among") != question.pile


def print_place(place: Place) -> str:
    """A place as commands name it."""
    return f"{place.step}/{place.key}/{place.by}/{place.nth}"


class Given(NamedTuple):
    """A reply that stands."""

    seq: int
    entry: Answered
    line: int | None
    """Its index in the log; None while those asked together with it are still out."""


def given(board: Board) -> list[Given]:
    """The replies that stand, in the order given; of second thoughts only the last."""
    stand = _standing(board.journal)
    steps = [(entry.number, entry.lines) for _, entry in stand if isinstance(entry, Saved)]
    lines: dict[Place, int] = {}
    index = 0
    for number, said in (*steps, (board.at.number, board.at.lines())):
        names: dict[tuple[str, Seat], int] = {}
        for line in said:
            if line.source:
                name = (line.key, line.by)
                names[name] = nth = names.get(name, -1) + 1
                lines[Place(number, *name, nth)] = index
            index += 1
    last = {entry.place: (seq, entry) for seq, entry in stand if isinstance(entry, Answered)}
    return [Given(seq, entry, lines.get(place)) for place, (seq, entry) in last.items()]


def has_done(board: Board) -> bool:
    """Say whether there is anything to take back."""
    return any(isinstance(entry, Answered | Overridden) for _, entry in _standing(board.journal))


def came(board: Board, seat: Seat, name: str) -> Board:
    """The board once somebody sits down: he answers for himself, and all are told of it.

    Whoever sits down sees what is hidden there, so that nobody may do so unnoticed, not even for a moment;
    before the first answer nothing is hidden yet, and nothing told.
    """
    board = board.agreed(taken=board.settings.taken - {seat}) if seat in board.settings.taken else board
    if not has_done(board):
        return board
    arrivals = (*board.settings.arrivals, (seat, name, board.at.round))
    return board.agreed(arrivals=arrivals[-MOST_ARRIVALS:])


def own_last(board: Board, seat: Seat) -> int:
    """The seq of a sitter's own last choice, if he may take it back.

    Raises ``Refused`` where it was not the last that was done at the table, or where something has been
    thrown or revealed since.
    """
    done = [
        (seq, entry) for seq, entry in _standing(board.journal) if isinstance(entry, Answered | Overridden)
    ]
    seq, entry = done[-1] if done else (0, None)
    if not isinstance(entry, Answered) or entry.place.by != seat or board.holder(seat) != "person":
        raise Refused("table.refused.not_last")
    if entry.source != "chosen":
        raise Refused("table.refused.thrown")
    line = next(each.line for each in given(board) if each.entry.place == entry.place)
    if line is None:
        raise Refused("table.refused.change")
    beside = any(
        isinstance(other, Answered)
        and (other.place.step, other.asking) == (entry.place.step, entry.asking)
        and other.place != entry.place
        for _, other in done
    )
    if beside or any(after.key in board.book.rules.reveals for after in board.log()[line + 1 :]):
        raise Refused("table.refused.revealed")
    return seq


def visible(board: Board, seat: Seat) -> list[Given]:
    """The replies that stand and that ``seat`` may know."""
    log = board.log()
    open_ = {asked.place: asked.question for asked in board.at.open}
    return [
        each
        for each in given(board)
        if (log[each.line] if each.line is not None else open_[each.entry.place]).seen_by.holds(seat)
    ]


def given_at(board: Board, seat: Seat, place: str) -> Given:
    """The reply that stands at a place.  Raises ``Refused`` where none does that ``seat`` may know."""
    for each in visible(board, seat):
        if print_place(each.entry.place) == place:
            return each
    raise Refused("table.refused.no_answer")


def position_of(loaded: Loaded) -> tuple[Position[Any], bool]:
    """Where a battle stands, and whether today's rules can go on with it.

    Where they cannot, it is shown as it was recorded, and nothing is asked.
    """
    rules = loaded.found.book.rules
    if loaded.found.current:
        try:
            return replay(rules, loaded.journal), True
        except Diverged as diverged:
            LOG.error("battle %r: %s", loaded.battle.title, diverged)  # noqa: TRY400  No fault of the program.
    last = [entry for _, entry in standing(loaded.journal) if isinstance(entry, Saved)][-1:]
    number, round_, state = (
        (last[0].number + 1, last[0].round, last[0].state) if last else (0, 0, loaded.found.begun.state)
    )
    return Position(rules, number, round_, state, ()), False
