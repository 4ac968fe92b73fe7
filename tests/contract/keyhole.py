"""The keyhole: a play is played again with hidden cards relabelled, and a seat must not be able to tell.

Cards that the seat was never lawfully shown are permuted among themselves in every reply, but for what it was
told of them without a name.  The same places must be asked, and the seat must see the same bytes, be refused
in the same words and imagine the same states, to the end.  There, where the book is registered, it must also
be told the same odds and the same advice, and be given the same exports.

*Lawfully shown* is what stands in lines that the seat may read: in its replies and in the facts of notes that
the book lists in ``reveals``.  It is never taken from the view under test, which would excuse its own leak.
So this cannot see a wrong audience on a question or on such a note, for audiences are its measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tests.contract.books import Case
from tests.contract.plays import Dice, any_reply
from voevoda.export import Record, as_json, as_markdown, explanation
from voevoda.export.odds import odds_json
from voevoda.i18n import LANGUAGES
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


class Standing(NamedTuple):
    """A battle as the odds stand for it."""

    book: Any
    state: Any


def told_at_the_end(case: Case, seat: Seat, played: Sequence[Position[Any]]) -> Mapping[str, object]:
    """What a registered book and its exports tell ``seat`` at the end of what is played."""
    book, at = case.registered, played[-1]
    if book is None:
        return {}
    log = [(passed.round, line) for each in played for passed in each.passed for line in passed.lines]
    log += [(at.round, line) for line in at.lines()]
    seen = tuple((round_, line) for round_, line in log if line.seen_by.holds(seat))
    made = Record(book, book.rules.revision, at.state, seen, at.outcome, None, None, seat)
    exports: list[object] = [as_json(made, lang) for lang in LANGUAGES]
    exports += [as_markdown(made, lang) for lang in LANGUAGES]
    exports += [explanation(made, n, lang) for n in range(1, len(seen) + 1) for lang in LANGUAGES]
    return {
        "exports": exports,
        "odds": odds_told(book, at.state, seat),
        "advice": book.advice and book.advice(at.state, seat),
    }


def odds_told(book: Any, state: Any, seat: Seat) -> object:
    """The odds for a seat, from a small sample; or why there are none."""
    try:
        return odds_json(Standing(book, state), book.odds(state, seat=seat, samples=40))
    except Refused as refused:
        return canonical((refused.key, refused.facts))


def refusal(at: Position[Any], place: Place) -> str:
    """What the seat is told when it sends nonsense to a question of its own."""
    try:
        at.answer(("nonsense",), place)
    except Refused as refused:
        return canonical((refused.key, refused.facts))
    return "taken"


def labels_of(
    case: Case, seat: Seat, positions: Sequence[Position[Any]], order: Sequence[int]
) -> dict[str, str]:
    """Another card for each that the seat was never shown, of which it was told the same."""
    hidden = sorted(set(case.cards(positions[0].state)) - shown(case, seat, positions))
    shuffled = [hidden[index] for index in order if index < len(hidden)]
    told = [line for line in log_of(positions) if line.seen_by.holds(seat) and line.key in case.book.reveals]

    def known(card: str) -> tuple[bool, ...]:
        return tuple(case.hints(line, card) for line in told)

    labels: dict[str, str] = {}
    for alike in {known(card) for card in hidden}:
        cards = ([card for card in row if known(card) == alike] for row in (hidden, shuffled))
        labels.update(zip(*cards, strict=True))
    return labels


def peek(
    case: Case, state: Any, seat: Seat, moves: Sequence[Move], order: Sequence[int], seed: object
) -> Difference | None:
    """Play ``moves`` again with hidden cards in another ``order``: the first thing that ``seat`` can tell."""
    one = follow(case, state, moves)
    labels = labels_of(case, seat, one, order)
    other = follow(case, state, ())
    for number in range(len(one)):
        here = dict(seen_through(case, seat, one[: number + 1], seed))
        there = dict(seen_through(case, seat, other, seed))
        if number == len(moves):
            here.update(told_at_the_end(case, seat, one))
            there.update(told_at_the_end(case, seat, other))
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
