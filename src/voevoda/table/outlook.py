"""The odds from here on as one seat may know them, what it is advised to choose, and its record.

All are computed from a battle that the seat cannot tell from the true one, so that nothing it may not know
can be in them, whatever a book's engine reads.  That battle, printed, is all a worker process needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from inspect import signature
from typing import TYPE_CHECKING, Any

from voevoda.export import Record, record
from voevoda.play.drive import SeededSource
from voevoda.play.errors import Refused
from voevoda.play.position import Place
from voevoda.play.seats import Facts, Seat
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book
from voevoda.table.board import Board

if TYPE_CHECKING:  # NumPy takes its time
    from voevoda.odds import Odds


@dataclass(frozen=True, slots=True)
class Question:
    """Odds to be computed: by a worker process, if need be.  Equal questions have equal answers."""

    book: str
    """The id of the rulebook."""
    state: str
    """A battle as this seat may take it for, as the book prints it."""
    schema: int
    seat: Seat
    policy: str
    """Who is assumed to make the choices."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Odds as ``export.odds`` writes them; it can be handed from one process to another."""

    asked: Question
    odds: Odds[Any]
    advice: Facts | None
    """What the seat may choose, with what weights, where the book advises."""

    @property
    def book(self) -> Book[Any]:
        """The rulebook."""
        return BOOKS[self.asked.book]

    @property
    def state(self) -> Any:
        """A battle that the seat cannot tell from the true one, at the start of the step under way."""
        return self.book.rules.parse(self.asked.state, self.asked.schema)


def question(board: Board, seat: Seat, policy: str | None) -> Question:
    """The question of what ``seat`` may expect.  Raises ``Refused`` for a policy that there is not."""
    policies = board.book.policies
    if policy is not None and policy not in policies:
        raise Refused("table.refused.policy", given=policy[:60], options=policies)
    rules = board.book.rules
    state = rules.print(_state(board, seat))
    return Question(board.book.id, state, rules.schema, seat, policy or policies[0])


def first_question(board: Board, seat: Seat) -> Question:
    """The question of what ``seat`` could expect before the first roll, by what it could know then."""
    rules = board.book.rules
    state = rules.imagine(board.begun.state, seat, _source(board, seat, 0))
    return Question(board.book.id, rules.print(state), rules.schema, seat, board.book.policies[0])


def outlook(asked: Question, books: Mapping[str, Book[Any]] = BOOKS) -> Outlook:
    """Compute the odds.  They are as exact as the book's engine, which may take seconds."""
    book = books[asked.book]
    state = book.rules.parse(asked.state, asked.schema)
    takes = signature(book.odds).parameters
    known = {"seat": asked.seat, "policy": asked.policy}
    odds = book.odds(state, **{name: value for name, value in known.items() if name in takes})
    return Outlook(asked, odds, book.advice(state, asked.seat) if book.advice else None)


def record_for(board: Board, seat: Seat) -> Record:
    """The record of the battle as ``seat`` may know it."""
    return replace(record(board.book, board.journal, board.at, seat), state=_state(board, seat))


def _state(board: Board, seat: Seat) -> Any:
    """A battle that ``seat`` cannot tell from the true one: the same whenever it is asked for."""
    return board.book.rules.imagine(board.at.state, seat, _source(board, seat, board.at.number))


def _source(board: Board, seat: Seat, number: int) -> SeededSource:
    """Drawn from what was announced to all, so that who asks twice, or at another page, gets the same."""
    return SeededSource(str(board.begun.commitment), Place(number, "outlook", seat, 0))
