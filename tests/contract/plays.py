"""Random plays of any book: where chance and choices come from when a test needs many."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from tests.contract.books import Case
from voevoda.play.drive import Mind
from voevoda.play.position import Asked, Position
from voevoda.play.questions import Chance, Choose, Pick, Question, Reply
from voevoda.play.seats import Seat, Seen

MOST = 2000
"""Answers after which a play is taken to have no end."""


class Dice:
    """Chance from a seeded generator."""

    def __init__(self, seed: object) -> None:
        self.below = Random(str(seed)).randrange  # noqa: S311  Chance, not secrets.


def any_reply(question: Question[Any], dice: Dice) -> Reply:
    """A reply that the question accepts: thrown, or any of its options."""
    if isinstance(question, Chance):
        return question.throw(dice)
    if isinstance(question, Choose):
        option: str = question.among[dice.below(len(question.among))][0]
        return option
    assert isinstance(question, Pick)
    count = question.least + dice.below(question.most - question.least + 1)
    left = list(question.among)
    return question.normal([left.pop(dice.below(len(left))) for _ in range(count)])


class AnyMinds(Mapping[Seat, Mind]):
    """Every seat chooses any of its options."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def __getitem__(self, seat: Seat) -> Mind:
        return lambda asked, _: any_reply(asked.question, self._dice)

    def __contains__(self, seat: object) -> bool:
        return isinstance(seat, Seat)

    def __iter__(self) -> Iterator[Seat]:
        raise TypeError("every seat there is")

    def __len__(self) -> int:
        raise TypeError("every seat there is")


def look_and_choose(dice: Dice) -> Mind:
    """Choose any option, but only after a look at what the seat sees."""

    def mind(asked: Asked, look: Any) -> Reply:
        seen: Seen = look()
        assert asked.place.key in {ask["key"] for ask in seen.asks}
        return any_reply(asked.question, dice)

    return mind


def random_play(case: Case, state: Any, seed: object) -> Iterator[Position[Any]]:
    """Every position of a random play, from the first to the end."""
    dice = Dice(seed)
    at = Position.at(case.book, state)
    yield at
    for _ in range(MOST):
        if not at.open:
            return
        at = at.answer(any_reply(at.asked().question, dice))
        yield at
    raise AssertionError(f"{case.id} has not ended after {MOST} answers")


class Thrown(NamedTuple):
    """One way that a question's dice can fall."""

    reply: Reply
    faces: tuple[int, ...]
    """Each pick plus 1."""
    chance: Fraction


class _Given:
    """Picks that are given; where they run out, the first of each further pick, with its bound noted."""

    def __init__(self, picks: tuple[int, ...]) -> None:
        self.picks = picks
        self.bounds: list[int] = []

    def below(self, bound: int, /) -> int:
        at = len(self.bounds)
        self.bounds.append(bound)
        return self.picks[at] if at < len(self.picks) else 0


def every_throw(question: Chance[Any], most: int = 600) -> Iterator[Thrown]:
    """All ways that the dice of a question can fall, the shortest first; no more than about ``most``."""
    waiting = deque[tuple[int, ...]]([()])
    for _ in range(most):
        if not waiting:
            return
        picks = waiting.popleft()
        source = _Given(picks)
        reply = question.throw(source)
        chance = Fraction(1)
        for bound in source.bounds:
            chance /= bound
        faces = picks + (0,) * (len(source.bounds) - len(picks))
        yield Thrown(reply, tuple(face + 1 for face in faces), chance)
        for at in range(len(picks), len(faces)):
            waiting.extend((*faces[:at], face) for face in range(1, source.bounds[at]))
