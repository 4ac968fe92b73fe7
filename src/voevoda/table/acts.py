"""What each command does to a table: from one board to the next, or a refusal and nothing has changed.

No lock, no database, no clock: ``tables.py`` keeps what comes out of here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from voevoda.files.scalars import Refused as BadScalar
from voevoda.files.scalars import parse_plain
from voevoda.play.errors import Illegal, Refused
from voevoda.play.journal import (
    LONGEST_REASON,
    Answered,
    Closed,
    Overridden,
    answered,
    correct,
    last_done,
    override,
    replay,
    saved,
    take_back,
    undo,
)
from voevoda.play.position import Asked, Place
from voevoda.play.questions import Chance, Roll, Ruled, frozen, ruled_as
from voevoda.play.seats import REFEREE, Fact, Facts, Seat
from voevoda.rulebooks.fields import is_one_line
from voevoda.table import commands
from voevoda.table.board import Board, given_at, has_done, own_last, print_place, visible
from voevoda.table.looks import check_taken_back, mendable, stays
from voevoda.table.robots import run_on, run_to_end, threw
from voevoda.table.settings import DICE

MOST_PARTS = 200
"""The most faces or names of one reply."""

LONGEST_PART = 200
"""The most characters of one of them."""

LONGEST_APPEAL = 300
MOST_APPEALS = 20

MOST_CHANGES = 100
"""So often a seat may answer one question; each answer stays in the journal, which is not to overflow."""


def act(board: Board, seat: Seat, command: commands.Command) -> Board:
    """The board after a command of the sitter of ``seat``.  Raises ``Refused``."""
    name = type(command)
    if name not in ANYBODY and seat != board.referee:
        raise Refused("table.refused.referee_only")
    if name not in ALWAYS:
        if board.shown_seed is not None:
            raise Refused("table.refused.closed")
        if not board.current:
            raise Refused("table.refused.rules")
    after = DOES[name](board, seat, command)
    check_taken_back(board, seat, after)
    # What was just taken back does not come again by itself.
    return after if name in ALWAYS or name in (commands.Undo, commands.Close) else run_on(after)


# Answering


def _answer(board: Board, seat: Seat, command: commands.Answer) -> Board:
    asked = _asked(board, seat, command.place)
    reply = frozen(_small(command.reply))
    if isinstance(reply, Ruled):
        raise Refused("table.refused.ruled")
    if isinstance(asked.question, Chance) and not board.may_type(seat, asked.question):
        raise Refused("table.refused.thrown_here")
    if asked.place in board.laid():
        _check_changes(board, asked.place)
    return board.after(*answered(board.at, reply, asked.place, "typed"))


def _check_changes(board: Board, place: Place) -> None:
    """Refuse one change of mind too many."""
    given = sum(isinstance(entry, Answered) and entry.place == place for entry in board.journal)
    if given >= MOST_CHANGES:
        raise Refused("table.refused.changes", most=MOST_CHANGES)


def _throw(board: Board, seat: Seat, command: commands.Throw) -> Board:
    if command.place is not None:
        asked = _asked(board, seat, command.place)
        if not board.may_throw(seat, asked.question):
            raise Refused(_why_not_thrown(board, asked))
        return threw(board, asked)
    after = board
    # One throw may end the step: only what was asked when the sitter said so is thrown.
    for asked in board.at.open:
        if asked.place not in board.laid() and board.may_throw(seat, asked.question):
            after = threw(after, asked)
    # Letting robots go on after something was taken back is the referee's.
    if after is board and (seat != board.referee or run_on(board) is board):
        raise _not_now(board)
    return after


def _why_not_thrown(board: Board, asked: Asked) -> str:
    if not isinstance(asked.question, Chance):
        return "table.refused.no_dice"
    return "table.refused.no_seed" if board.seed is None else "table.refused.typed_here"


def _asked(board: Board, seat: Seat, place: str) -> Asked:
    """The question at a place, if it is put to this seat.

    Raises ``Refused``: in the same words whether it is not open, or not this seat's.
    """
    for asked in board.at.open:
        if print_place(asked.place) == place and board.puts(seat, asked.question):
            return board.at.asked(asked.place)
    raise _not_now(board)


def _not_now(board: Board) -> Refused:
    if not board.at.open:
        return Refused("play.stale.over")
    return Refused("table.refused.not_now", waits=tuple({by.kind: by.name} for by in board.at.waits()))


def _small(reply: object, levels: int = 4) -> object:
    """A reply that is not too large to be looked at.  Raises ``Refused``."""
    if isinstance(reply, list | tuple):
        if not levels:
            raise Refused("table.refused.malformed")
        if len(reply) > MOST_PARTS:
            raise Refused("table.refused.large")
        return [_small(part, levels - 1) for part in reply]
    if isinstance(reply, dict):
        raise Refused("table.refused.ruled" if "ruled" in reply else "table.refused.malformed")
    if isinstance(reply, str) and len(reply) > LONGEST_PART:
        raise Refused("table.refused.large")
    if isinstance(reply, int) and abs(reply) > 10**18:
        raise Refused("table.refused.large")
    return reply


# The referee's hand


def _undo(board: Board, seat: Seat, command: commands.Undo) -> Board:
    reason = _reason(command.reason, needed=False)
    if seat != board.referee:
        last = own_last(board, seat)
        entry = board.journal[last]
        if isinstance(entry, Answered):
            _check_changes(board, entry.place)
        return _undone(board, last, reason)
    if command.place is not None:
        return _undone(board, given_at(board, seat, command.place).seq, reason)
    if not has_done(board):
        raise Refused("table.refused.nothing")
    at, journal = take_back(board.book.rules, board.journal, reason)
    return replace(board, at=at, journal=journal)


def _undone(board: Board, seq: int, reason: str) -> Board:
    journal = undo(board.journal, seq, reason)
    at = replay(board.book.rules, journal)
    return replace(board, at=at, journal=(*journal, *saved(at)))


def _correct(board: Board, seat: Seat, command: commands.Correct) -> Board:
    _check_filled(roll=command.place, faces=command.reply, reason=command.reason.strip())
    given = given_at(board, seat, command.place)
    if given.entry.source == "seed":
        raise Refused("table.refused.not_misread")
    reply = frozen(_small(command.reply))
    return _corrected(board, given.seq, reply, _reason(command.reason))


def _corrected(board: Board, seq: int, reply: object, reason: str) -> Board:
    """Another reply in the place of one; whoever chose something afterwards is asked again."""
    at, journal = correct(board.book.rules, board.journal, seq, reply, reason, choices=False)
    return replace(board, at=at, journal=journal)


def _rule(board: Board, seat: Seat, command: commands.Rule) -> Board:
    _check_filled(roll=command.place, faces=command.reply, reason=command.reason.strip())
    reason, reply = _reason(command.reason), _small(command.reply)
    laid = board.laid()
    for asked in board.at.open:
        may = asked.place not in laid and asked.question.seen_by.holds(seat)
        if may and print_place(asked.place) == command.place:
            return board.after(*answered(board.at, ruled_as(asked.question, reply, reason), asked.place))
    given = given_at(board, seat, command.place)
    before = replay(board.book.rules, board.journal[: given.seq])
    question = next(asked.question for asked in before.open if asked.place == given.entry.place)
    return _corrected(board, given.seq, ruled_as(question, reply, reason), reason)


def _override(board: Board, _: Seat, command: commands.Override) -> Board:
    if not board.at.open:
        raise Refused("play.stale.over")
    _check_filled(number=command.path, value=command.value.strip(), reason=command.reason.strip())
    reason, value, path = _reason(command.reason), _value(command.value), str(_small(command.path))
    rules = board.book.rules
    at, journal = override(rules, board.journal, path, value, reason, choices=False)
    return replace(board, at=at, journal=journal)


def last(board: Board, seat: Seat) -> Facts:
    """What ``Undo`` takes back for the referee: the ``place`` of a reply, or the ``reason`` of a number set.

    Nothing where there is nothing, or it is a reply that is hidden from him.
    """
    found = last_done(board.journal)
    if found is None:
        return {}
    _, entry = found
    if isinstance(entry, Overridden):
        return {"path": entry.path, "value": entry.value, "reason": entry.reason, **entry.about}
    seen = any(each.entry.place == entry.place for each in visible(board, seat))
    return {"place": print_place(entry.place)} if seen else {}


def numbers(board: Board) -> tuple[Facts, ...]:
    """What can be set now: the fields of each ``Number`` of the book; nothing once the battle is over."""
    return tuple(each._asdict() for each in board.book.rules.numbers(board.at.state)) if board.at.open else ()


def _check_filled(**parts: object) -> None:
    """Refuse what was sent with parts left empty, and say which."""
    missing = tuple(name for name, part in parts.items() if part in ("", [], ()))
    if missing and missing != ("reason",):
        raise Refused("table.refused.missing", missing=missing)


def _value(words: str) -> Fact:
    """A value as the person writes it."""
    try:
        return parse_plain(str(_small(words)).strip().replace("−", "-").replace(",", "."))
    except BadScalar:
        return words


def _reason(words: str, *, needed: bool = True) -> str:
    reason = " ".join(words.split())
    if needed and not reason:
        raise Refused("table.refused.reason")
    _check_visible(reason)
    if len(reason) > LONGEST_REASON:
        raise Illegal("play.illegal.long_reason", size=len(reason), most=LONGEST_REASON)
    return reason


def _check_visible(words: str) -> None:
    """Refuse what would hide something, or turn what stands beside it."""
    if not is_one_line(words):
        raise Refused("table.refused.invisible")


def _run_to_end(board: Board, _: Seat, command: commands.RunToEnd) -> Board:
    if not board.at.open:
        raise Refused("play.stale.over")
    after = run_to_end(board, _policy(board, command.policy or board.book.policies[0]))
    if after is board:
        raise _not_now(board)
    return after


def _policy(board: Board, name: str) -> str:
    if name not in board.book.policies:
        raise Refused("table.refused.policy", given=name[:60], options=board.book.policies)
    return name


def _close(board: Board, *_: object) -> Board:
    if board.seed is None:
        raise Refused("table.refused.no_seed")
    return board.after(board.at, [Closed(board.seed)])


# Seats and agreements


def _take_over(board: Board, _: Seat, command: commands.TakeOver) -> Board:
    seat = _seat(board, command.seat)
    if board.holder(seat) == "robot":
        raise Refused("table.refused.robot_there")
    return board.agreed(taken=board.settings.taken | {seat})


def _release(board: Board, _: Seat, command: commands.Release) -> Board:
    return board.agreed(taken=board.settings.taken - {_seat(board, command.seat)})


def _robot(board: Board, _: Seat, command: commands.Robot) -> Board:
    seat = _seat(board, command.seat, robot=True)
    if board.holder(seat) not in ("nobody", "robot"):
        raise Refused("table.refused.occupied")
    policy = None if command.policy is None else _policy(board, command.policy)
    return board.sat(seat, robot=policy)


def _seat(board: Board, name: str, *, robot: bool = False) -> Seat:
    """A seat that somebody else than its sitter may answer for."""
    seat = Seat.parse(name)
    if seat not in board.chairs or seat.kind not in ("commander", "player"):
        raise Refused("table.refused.no_seat", given=name[:60])
    # Whoever commands a side must not look into the enemy's hand; a policy may.
    if not robot and not board.may_stand_in(seat):
        raise Refused("table.refused.enemy")
    return seat


def _agree(board: Board, _: Seat, command: commands.Agree) -> Board:
    changed = dict[str, Any]()
    if command.dice is not None:
        if command.dice not in DICE:
            raise Refused("table.refused.dice", given=command.dice[:60], options=DICE)
        if command.seat is None:
            changed = {"dice": command.dice, "dice_of": {}}
        else:
            seat = Seat.parse(command.seat)
            changed = {"dice_of": {**board.settings.dice_of, seat: command.dice}}
            if seat not in {*board.chairs, Seat("table"), REFEREE}:
                raise Refused("table.refused.no_seat", given=command.seat[:60])
    if command.at_once is not None:
        changed["at_once"] = command.at_once
    return board.agreed(**changed)


def _appeal(board: Board, seat: Seat, command: commands.Appeal) -> Board:
    words = " ".join(command.words.split())
    if seat.kind not in ("commander", "player"):
        raise Refused("table.refused.spectator")
    if not words or len(words) > LONGEST_APPEAL:
        raise Refused("table.refused.appeal", size=len(words), most=LONGEST_APPEAL)
    _check_visible(words)
    if len(board.settings.appeals) >= MOST_APPEALS:
        raise Refused("table.refused.appeals", most=MOST_APPEALS)
    return board.agreed(appeals=(*board.settings.appeals, (seat, words)))


def _heard(board: Board, *_: object) -> Board:
    return board.agreed(appeals=())


def _leave(board: Board, seat: Seat, _: object) -> Board:
    if seat.kind not in ("commander", "player"):
        raise Refused("table.refused.stays")
    return board.sat(seat)


ANYBODY = {commands.Answer, commands.Throw, commands.Undo, commands.Appeal, commands.Leave}
"""Commands that not only the referee may give."""

ALWAYS = {commands.Appeal, commands.Heard, commands.Leave}
"""Commands that leave the battle alone."""

DOES: dict[type[Any], Callable[[Board, Seat, Any], Board]] = {
    commands.Answer: _answer,
    commands.Throw: _throw,
    commands.Undo: _undo,
    commands.Correct: _correct,
    commands.Rule: _rule,
    commands.Override: _override,
    commands.TakeOver: _take_over,
    commands.Release: _release,
    commands.Robot: _robot,
    commands.RunToEnd: _run_to_end,
    commands.Agree: _agree,
    commands.Appeal: _appeal,
    commands.Heard: _heard,
    commands.Leave: _leave,
    commands.Close: _close,
}


def _is_roll(entry: Answered) -> bool:
    """Whether a reply is of dice, and not of a draw or a choice."""
    return isinstance(entry.reply, Ruled) or (entry.source in ("seed", "typed") and _has_faces(entry.reply))


def _has_faces(reply: object) -> bool:
    return any(map(_has_faces, reply)) if isinstance(reply, tuple) else isinstance(reply, int)


def offers(board: Board, seat: Seat) -> tuple[str, ...]:
    """The commands, by name, that ``seat`` may give now beside answering what it is asked."""
    if board.shown_seed is not None or not board.current:
        return ()
    found = list[str]()
    laid = board.laid()
    waiting = [asked for asked in board.at.open if asked.place not in laid]
    goes_on = seat == board.referee and any(map(board.runs, waiting))
    if goes_on or any(board.may_throw(seat, asked.question) for asked in waiting):
        found.append("throw")
    if seat != board.referee:
        try:
            _ = own_last(board, seat)
        except Refused:
            return tuple(found)
        return (*found, "undo")
    found_last = last_done(board.journal)
    if found_last is not None and not stays(board, seat, found_last[0]):
        found.append("undo")
    known = mendable(board, seat)
    if any(each.entry.source == "typed" and each.line is not None for each in known):
        found.append("correct")
    open_ = [asked.question for asked in waiting if asked.question.seen_by.holds(seat)]
    if any(isinstance(question, Roll) for question in open_) or any(_is_roll(each.entry) for each in known):
        found.append("rule")
    if board.at.open:
        found += ["override", "run"]
    if board.seed is not None:
        found.append("close")
    return tuple(found)
