"""Who answers where nobody is asked: the seed throws, and a policy of the book chooses.

A policy is given a battle that its seat cannot tell from the true one, so that it knows no more than whoever
would sit there.  Like the dice, what it decides hangs on the question's place: the same whenever it is asked.
"""

from __future__ import annotations

from voevoda.play.drive import SeededSource
from voevoda.play.errors import Refused
from voevoda.play.journal import answered, thrown
from voevoda.play.position import Asked, by_policy
from voevoda.play.questions import Chance, Reply
from voevoda.play.seats import REFEREE, TABLE
from voevoda.table.board import Board

MOST = 20_000
"""So many answers in one go are taken for a battle that does not end."""


def decided(board: Board, asked: Asked, policy: str) -> Reply:
    """What ``policy`` chooses for the seat that is asked, knowing what that seat knows."""
    source = SeededSource(f"{board.seed or board.begun.commitment}\nrobot", asked.place)
    seat = asked.question.by
    # The table's and the referee's own choices are made by who sees everything.
    state = board.at.state if seat in (TABLE, REFEREE) else _imagined(board, asked, source)
    return board.book.decide(policy, state, asked, source)


def _imagined(board: Board, asked: Asked, source: SeededSource) -> object:
    return board.book.rules.imagine(board.at.state, asked.question.by, source)


def threw(board: Board, asked: Asked) -> Board:
    """The board with dice thrown.  Raises ``Refused`` where no seed is known."""
    if board.seed is None:
        raise Refused("table.refused.no_seed")
    return board.after(*answered(board.at, thrown(asked, board.seed), asked.place, "seed"))


def run_on(board: Board) -> Board:
    """Answer what answers itself: robots' questions, and dice that are thrown at once."""
    for _ in range(MOST):
        asked = next((each for each in _waiting(board) if board.runs(each)), None)
        if asked is None:
            break
        policy = None
        if not isinstance(asked.question, Chance):
            policy = board.chairs[asked.question.by].robot
        board = _answered(board, asked, policy or board.book.policies[0])
    return board


def run_to_end(board: Board, policy: str) -> Board:
    """Go on until the battle is over or somebody who sits here is asked.

    The seed throws all dice but those that such a person types; ``policy`` chooses for the referee and for
    empty seats.
    """
    for _ in range(MOST):
        asked = next((each for each in _waiting(board) if board.runs(each) or _may_run(board, each)), None)
        if asked is None:
            break
        robot = board.chairs[asked.question.by].robot if asked.question.by in board.chairs else None
        board = _answered(board, asked, robot or policy)
    return board


def _may_run(board: Board, asked: Asked) -> bool:
    """Whether a question need not be put to a person."""
    if isinstance(asked.question, Chance) and board.seed is None:
        return False
    return board.holder(asked.question.by) != "person" or (
        isinstance(asked.question, Chance) and board.settings.dice_for(asked.question.by) != "typed"
    )


def _answered(board: Board, asked: Asked, policy: str) -> Board:
    if isinstance(asked.question, Chance):
        return threw(board, asked)
    reply = decided(board, asked, policy)
    return board.after(*answered(board.at, reply, asked.place, by_policy(policy)))


def _waiting(board: Board) -> list[Asked]:
    """The open questions that have no reply yet."""
    laid = board.laid()
    return [asked for asked in board.at.open if asked.place not in laid]
