"""Luck of the dice: how likely it was that rolls come out so badly, or so well, exact.

Rolls of a kind are added up for each side, by what the book says of each how good it was (``Book.grade``),
and held against the law of that sum: the laws of the single rolls, convolved.  Choices, draws and rulings
are left out, and what the reader may not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from voevoda.play.journal import Journal, answered_questions
from voevoda.play.law import Law
from voevoda.play.questions import Question, Roll, Ruled
from voevoda.play.seats import TABLE, Facts, Seat
from voevoda.rulebooks.book import Book

FAR = Fraction(1, 20)
"""Outside of what such rolls give in nineteen cases of twenty, half of it on either end."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The rolls of one kind of one side."""

    side: str
    kind: str
    """Text: ``<book>.luck.<kind>``."""
    rolls: int
    total: int
    mean: Fraction
    at_most: Fraction
    """The chance that so many such rolls add up to no more than ``total``."""
    at_least: Fraction
    """That they add up to no less."""
    better: int
    """1: more is better for the side; −1: less."""

    @property
    def share(self) -> Fraction:
        """How good it was for the side, among all that could have come: 0 the worst, 1 the best.

        What comes out just as good counts half.
        """
        below = 1 - self.at_least + (self.at_most + self.at_least - 1) / 2
        return below if self.better > 0 else 1 - below

    @property
    def tail(self) -> Fraction:
        """The chance of so much or more, on the side of the mean where it lies."""
        return min(self.at_most, self.at_least)

    @property
    def is_far(self) -> bool:
        """Whether it lies outside of what so many such rolls usually give."""
        return 2 * self.tail < FAR


def luck_of(book: Book[Any], journal: Journal, state: Any, seat: Seat) -> tuple[Luck, ...]:
    """The luck of each side, kind by kind, as ``seat`` may know it.  Raises ``Diverged`` as ``replay`` does.

    From the last ``state`` come the sides' names, and whose the characters are.
    """
    sides = book.sides(state, (), seat)
    found: dict[tuple[str, str, int], list[tuple[Law[int], int]]] = {}
    for side, question, answer in _rolls(book, journal, sides, seat):
        grade = book.grade(question, answer)
        if grade is None:
            continue
        law = graded(book, question)
        found.setdefault((side, grade.kind, grade.better), []).append((law, grade.value))
        if (
            question.by == TABLE and "enemy" in question.about
        ):  # both throw at once: what one gains the other loses
            enemy = str(question.about["enemy"])
            found.setdefault((enemy, grade.kind, -grade.better), []).append((law, grade.value))
    names = [str(side["name"]) for side in sides]
    kinds = list(dict.fromkeys(kind for _, kind, _ in found))
    in_order = sorted(
        found, key=lambda key: (kinds.index(key[1]), names.index(key[0]) if key[0] in names else 2)
    )
    return tuple(luck(*key, found[key]) for key in in_order)


def _rolls(
    book: Book[Any], journal: Journal, sides: Sequence[Facts], seat: Seat
) -> Iterator[tuple[str, Roll[Any], Any]]:
    """Each roll that was thrown or typed, with its answer, and the side it is of."""
    of = _sides_of(sides)
    for entry, asked in answered_questions(book.rules, journal):
        question = asked.question
        if not isinstance(question, Roll) or isinstance(entry.reply, Ruled):
            continue
        side = next((of[name] for name in _names(question) if name in of), None)
        if side is not None and question.seen_by.holds(seat):
            yield side, question, question.read(entry.reply)


def _names(question: Question[Any]) -> tuple[object, ...]:
    return question.about.get("side"), question.about.get("who"), question.by.name


def _sides_of(sides: Sequence[Facts]) -> Mapping[object, str]:
    """The side of each side's and each character's name."""
    of: dict[object, str] = {}
    for side in sides:
        name = str(side["name"])
        of[name] = name
        characters = side.get("characters", ())
        for each in characters if isinstance(characters, tuple) else ():
            if isinstance(each, Mapping):
                _ = of.setdefault(each.get("name"), name)
    return of


def graded(book: Book[Any], question: Roll[Any]) -> Law[int]:
    """The law of how good an answer is."""

    def value(answer: Any) -> int:
        grade = book.grade(question, answer)
        assert grade is not None
        return grade.value

    return question.law().map(value)


def luck(side: str, kind: str, better: int, rolls: Iterable[tuple[Law[int], int]]) -> Luck:
    """The luck of some rolls: each its law, and what came."""
    given = list(rolls)
    total = sum(value for _, value in given)
    law = added(law for law, _ in given)
    return Luck(
        side,
        kind,
        len(given),
        total,
        law.mean(lambda value: value),
        law.chance(lambda value: value <= total),
        law.chance(lambda value: value >= total),
        better,
    )


def added(laws: Iterable[Law[int]]) -> Law[int]:
    """The law of a sum of independent values."""
    sums = Law.sure(0)
    for law, count in Counter(laws).items():
        sums = _plus(sums, _times(law, count))
    return sums


def _times(law: Law[int], count: int) -> Law[int]:
    """The law of the sum of ``count`` values of one law, by doubling."""
    found = Law.sure(0)
    while count:
        if count % 2:
            found = _plus(found, law)
        count //= 2
        if count:
            law = _plus(law, law)
    return found


def _plus(one: Law[int], other: Law[int]) -> Law[int]:
    ways: dict[int, int] = {}
    for first, weight in one.outcomes:
        for second, another in other.outcomes:
            ways[first + second] = ways.get(first + second, 0) + weight * another
    return Law(tuple(ways.items()), one.whole * other.whole)
