"""The keyhole: a play is played again with hidden cards relabelled, and a seat must not be able to tell.

Cards that the seat was never lawfully shown are permuted among themselves in every reply.  The same places
must be asked, and the seat must see the same bytes, be refused in the same words and imagine the same states,
to the end.

*Lawfully shown* is what stands in lines that the seat may read: in its replies and in the facts of notes that
the book lists in ``reveals``.  It is never taken from the view under test, which would excuse its own leak.
So this cannot see a wrong audience on a question or on such a note, for audiences are its measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tests.contract.books import Case
from tests.contract.plays import Dice, any_reply
from voevoda.play.errors import Illegal, Refused
from voevoda.play.position import Place, Position, answers
from voevoda.play.questions import Chance, Reply, Ruled
from voevoda.play.seats import Line, Seat, canonical


class Move(NamedTuple):
    """A reply of a play."""

    place: Place
    reply: Reply


class Difference(NamedTuple):
    """What a seat could tell two plays apart by."""

    move: int
    what: str
    one: object
    other: object


def play(case: Case, state: Any, seed: object, most: int) -> list[Move]:
    """A random play of some moves; seats with a choice laid may think again."""
    dice = Dice(seed)
    at = Position.at(case.book, state)
    moves: list[Move] = []
    while at.open and len(moves) < most:
        second = [asked for asked in at.open if at.laid and not isinstance(asked.question, Chance)]
        place, question = second[dice.below(len(second))] if second and dice.below(2) else at.asked()
        moves.append(Move(place, question.normal(any_reply(question, dice))))
        at = at.answer(moves[-1].reply, place)
    return moves


def follow(case: Case, state: Any, moves: Iterable[Move]) -> list[Position[Any]]:
    """The positions of a play; raises what a position raises where a move cannot be made."""
    positions = [Position.at(case.book, state)]
    for place, reply in moves:
        positions.append(positions[-1].answer(reply, place))
    return positions


def log_of(positions: Sequence[Position[Any]]) -> list[Line]:
    """All lines of a play, those of the running step last."""
    finished = [line for at in positions for passed in at.passed for line in passed.lines]
    return [*finished, *positions[-1].lines()]


def shown(case: Case, seat: Seat, positions: Sequence[Position[Any]]) -> set[str]:
    """The cards that ``seat`` was lawfully shown in a play, what it has laid itself included."""
    found: set[str] = set()
    cards = case.cards(positions[0].state)
    for line in log_of(positions):
        if line.seen_by.holds(seat) and (line.reply is not None or line.key in case.book.reveals):
            found |= named((line.reply, line.facts if line.reply is None else ()), cards)
    for asked in positions[-1].open:
        for place, given in positions[-1].laid:
            if place == asked.place and answers(seat, asked.question):
                found |= named(given.reply, cards)
    return found


def named(value: object, cards: Sequence[str]) -> set[str]:
    """Every one of ``cards`` that is named anywhere in a value."""
    if isinstance(value, Mapping):
        return named(tuple(value.values()), cards)
    if isinstance(value, tuple):
        return set[str]().union(*(named(item, cards) for item in value))
    return {value} if isinstance(value, str) and value in cards else set()


def relabelled(reply: Reply, labels: Mapping[str, str]) -> Reply:
    """A reply with other cards in the place of its own."""
    if isinstance(reply, Ruled | int):
        return reply
    if isinstance(reply, str):
        return labels.get(reply, reply)
    return tuple(relabelled(item, labels) for item in reply)


def seen_through(
    case: Case, seat: Seat, played: Sequence[Position[Any]], seed: object
) -> Mapping[str, object]:
    """All that reaches ``seat`` at the end of what is played, and what the table asks there."""
    at = played[-1]
    earlier = [line for each in played for passed in each.passed for line in passed.lines]
    return {
        "places": tuple(asked.place for asked in at.open),
        "bytes": at.seen(seat, earlier).bytes(),
        "refusals": tuple(refusal(at, asked.place) for asked in at.open if answers(seat, asked.question)),
        "imagined": case.book.print(case.book.imagine(at.state, seat, Dice(seed))),
    }


def refusal(at: Position[Any], place: Place) -> str:
    """What the seat is told when it sends nonsense to a question of its own."""
    try:
        at.answer(("nonsense",), place)
    except Refused as refused:
        return canonical((refused.key, refused.facts))
    return "taken"


def peek(
    case: Case, state: Any, seat: Seat, moves: Sequence[Move], order: Sequence[int], seed: object
) -> Difference | None:
    """Play ``moves`` again with hidden cards in another ``order``: the first thing that ``seat`` can tell."""
    one = follow(case, state, moves)
    hidden = sorted(set(case.cards(state)) - shown(case, seat, one))
    shuffled = [hidden[index] for index in order if index < len(hidden)]
    labels = dict(zip(hidden, shuffled, strict=True))
    other = follow(case, state, ())
    for number in range(len(one)):
        here = seen_through(case, seat, one[: number + 1], seed)
        there = seen_through(case, seat, other, seed)
        for what, bytes_here in here.items():
            if bytes_here != there[what]:
                return Difference(number, what, bytes_here, there[what])
        if number < len(moves):
            place, reply = moves[number]
            try:
                other.append(other[-1].answer(relabelled(reply, labels), place))
            except Illegal as illegal:
                return Difference(number, "taken", reply, illegal.facts)
    return None
