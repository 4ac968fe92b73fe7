"""Small functions that answer questions: seeded dice, scripts, simulation, and exact enumeration.

The rules are written once; everything here only differs in where the answers come from.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any, TypeAlias, TypeVar

from voevoda.play.errors import Refused, RuleError
from voevoda.play.law import Law, Source
from voevoda.play.position import Asked, Place, Position, Rulebook
from voevoda.play.questions import Chance, Note, Question, Reply
from voevoda.play.seats import Seat, Seen

S = TypeVar("S", bound=Hashable)

Mind: TypeAlias = Callable[[Asked, Callable[[], Seen]], Reply]
"""Answers a choice for a seat: it gets the question, and may look at what its seat sees."""

Minds: TypeAlias = Mapping[Seat, Mind]

Policy: TypeAlias = Callable[[Any, Question[Any]], Law[Any]]
"""Answers a choice by a law over its answers, from the state at the start of the step: a mixed policy."""


class SeededSource:
    """Even picks from SHA-256 of (seed, place), cut without bias: as many as needed, the same for ever."""

    def __init__(self, seed: str, place: Place) -> None:
        self._name = f"{seed}\n{place.step}\n{place.key}\n{place.by}\n{place.nth}\n".encode()
        self._count = 0

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        whole = 1 << 64
        while bound > whole:
            whole <<= 64
        while True:
            number = 0
            for _ in range(whole.bit_length() // 64):
                block = sha256(self._name + b"%d" % self._count).digest()
                self._count += 1
                number = number << 64 | int.from_bytes(block[:8], "big")
            if number < whole - whole % bound:
                return number % bound


def play_out(at: Position[S], seed: str, minds: Minds) -> Position[S]:
    """Play to the end: chance from ``seed``, choices by the minds of their seats."""
    while at.open:
        asked = at.asked()
        if isinstance(asked.question, Chance):
            at = at.answer(asked.question.throw(SeededSource(seed, asked.place)), asked.place, "seed")
        else:
            at = at.answer(_decide(minds, asked, at.seen), asked.place)
    return at


def _decide(minds: Minds, asked: Asked, seen: Callable[[Seat], Seen]) -> Reply:
    seat = asked.question.by
    if seat not in minds:
        raise RuleError(f"nobody answers {asked.place} for {seat}")
    return minds[seat](asked, lambda: seen(seat))


def simulate(book: Rulebook[S], state: S, source: Source, minds: Minds) -> S:
    """Play to the end with one live generator a step: faster than through positions, and of the same law."""
    number = 0
    while book.finished(state) is None:
        state = _simulated(book, state, number, source, minds)
        number += 1
    return state


def _simulated(book: Rulebook[S], state: S, number: int, source: Source, minds: Minds) -> S:
    """The state after one step."""
    rule = book.step(state)
    given: list[tuple[Question[Any], Reply]] = []
    answer: object = None
    try:
        while True:
            said = rule.send(answer)
            if isinstance(said, Note):
                answer = None
                continue
            answers = list[Any]()
            for question in said:
                if isinstance(question, Chance):
                    reply = question.throw(source)
                else:
                    reply = question.normal(_imagined(book, state, number, given, minds, question))
                given.append((question, reply))
                answers.append(question.read(reply))
            answer = tuple(answers)
    except StopIteration as done:
        after: S = done.value
        return after


def _imagined(
    book: Rulebook[S],
    state: S,
    number: int,
    given: list[tuple[Question[Any], Reply]],
    minds: Minds,
    question: Question[Any],
) -> Reply:
    """Ask a seat's mind in the middle of a simulated step; a position is made only if the mind looks."""

    def seen(seat: Seat) -> Seen:
        at = Position.at(book, state, number)
        for _, reply in given:
            at = at.answer(reply)
        return at.seen(seat)

    nth = sum(each.key == question.key and each.by == question.by for each, _ in given)
    return _decide(minds, Asked(Place(number, question.key, question.by, nth), question), seen)


def law_of_step(book: Rulebook[S], state: S, policy: Policy | None = None) -> Law[S]:
    """The exact law of the state after one step: the oracle that engines are held against.

    One run a leaf: the rule goes on down one branch and is run again for the others.  ``policy`` answers
    choices.
    """
    weights: dict[S, dict[int, int]] = {}
    stack: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    while stack:
        path, weight, whole = stack.pop()
        rule = book.step(state)
        known = 0
        answer: object = None
        try:
            while True:
                said = rule.send(answer)
                if isinstance(said, Note):
                    answer = None
                    continue
                answers = []
                for question in said:
                    if known < len(path):
                        answers.append(path[known])
                        known += 1
                        continue
                    law = _law(question, state, policy)
                    (first, first_weight), *others = law.outcomes
                    stack.extend(((*path, other), weight * more, whole * law.whole) for other, more in others)
                    path = (*path, first)
                    known += 1
                    weight, whole = weight * first_weight, whole * law.whole
                    answers.append(first)
                answer = tuple(answers)
        except StopIteration as done:
            by_whole = weights.setdefault(done.value, {})
            by_whole[whole] = by_whole.get(whole, 0) + weight
    return Law.mixed(
        (after, sum((Fraction(weight, whole) for whole, weight in parts.items()), Fraction()))
        for after, parts in weights.items()
    )


def _law(question: Question[Any], state: object, policy: Policy | None) -> Law[Any]:
    if isinstance(question, Chance):
        law = question.law()
        return Law.sure(law.outcomes[0][0]) if question.idle else law
    if policy is None:
        raise RuleError(f"{question.key} is a choice, and no policy was given")
    return policy(state, question)


def fold(book: Rulebook[S], start: S, policy: Policy | None = None, steps: int = 1000) -> Law[S]:
    """The exact law of the state after ``steps`` steps, equal states merged; ended battles stay as they are.

    A battle that may wait for ever is cut after ``steps``: states that are not finished are then among the
    values.
    """
    remembered: dict[S, Law[S]] = {}
    done: dict[S, Fraction] = {}
    now: dict[S, Fraction] = {start: Fraction(1)}
    for _ in range(steps):
        after: dict[S, Fraction] = {}
        for state, chance in now.items():
            if book.finished(state) is not None:
                done[state] = done.get(state, Fraction()) + chance
                continue
            if state not in remembered:
                remembered[state] = law_of_step(book, state, policy)
            law = remembered[state]
            for value, weight in law.outcomes:
                after[value] = after.get(value, Fraction()) + chance * Fraction(weight, law.whole)
        now = after
        if not now:
            break
    for state, chance in now.items():
        done[state] = done.get(state, Fraction()) + chance
    return Law.mixed(done.items())


def scripted(book: Rulebook[S], state: S, *script: tuple[Any, ...]) -> Position[S]:
    """Play a printed example: each item is ``(key, reply)`` or ``(key, seat's name, reply)``.

    Raises ``AssertionError`` where the rules ask something else: with what was asked so far, what came, and
    what was expected.
    """
    at = Position.at(book, state)
    said = list[str]()
    for item in script:
        key, *name, reply = item
        if not at.open:
            raise AssertionError(_mismatch(said, "nothing: the battle is over", item))
        place = at.asked().place
        if place.key != key or (name and place.by.name != name[0]):
            raise AssertionError(_mismatch(said, f"{place.key} of {place.by}", item))
        try:
            at = at.answer(reply, place)
        except Refused as refused:
            raise AssertionError(
                _mismatch(said, f"{place.key} of {place.by}, which refuses: {refused}", item)
            ) from refused
        said.append(f"{place.key} of {place.by}: {reply}")
    return at


def _mismatch(said: list[str], asked: str, expected: tuple[Any, ...]) -> str:
    so_far = "".join(f"\n  {line}" for line in said) or "\n  nothing"
    return f"asked so far:{so_far}\nasked now: {asked}\nthe script expects: {expected}"
