"""How rules are typed: mypy must take what stands here, and refuse what is marked as wrong."""

from __future__ import annotations

from collections.abc import Hashable
from typing import assert_type

from voevoda.play.drive import fold, law_of_step, simulate
from voevoda.play.law import Law, Source
from voevoda.play.position import Position, Rulebook
from voevoda.play.questions import Choose, Draw, Pick, Question, Rule, Total, ask, tell, together
from voevoda.play.seats import EVERYONE

DICE = Total(key="x.dice", cite="X-1", dice=2)
DRAW = Draw(key="x.draw", cite="X-1", seen_by=EVERYONE, pile=("ace", "king"))
YES = Choose(key="x.yes", cite="X-1", seen_by=EVERYONE, among=(("yes", True), ("no", False)))
SOME = Pick(key="x.some", cite="X-1", seen_by=EVERYONE, among=("ace", "king"), least=0, most=1)


def answers_are_typed() -> Rule[int]:
    """What a rule receives has the type of its question."""
    total = yield from ask(DICE)
    assert_type(total, int)
    drawn = yield from ask(DRAW)
    assert_type(drawn, tuple[str, ...])
    yes = yield from ask(YES)
    assert_type(yes, bool)
    told = tell("x.told", "X-1", EVERYONE, total=total)
    assert_type((yield from told), None)
    return total


def together_is_typed(several: list[Question[int]]) -> Rule[None]:
    """Two of any kind are a pair; any number of one kind are a row."""
    pair = yield from together(DICE, YES)
    assert_type(pair, tuple[int, bool])
    row = yield from together(*several)
    assert_type(row, tuple[int, ...])
    three = yield from together(DICE, DICE, DICE)
    assert_type(three, tuple[int, ...])


def rules_call_rules() -> Rule[str]:
    """A rule within a rule hands over its result."""
    total = yield from answers_are_typed()
    assert_type(total, int)
    return str(total)


def a_question_is_covariant(yes: Question[bool]) -> Question[int]:
    """Who answers with a bool answers with an int; so is a law."""
    law: Law[Hashable] = Law.even((1, 2))
    _ = law
    return yes


def questions_of_two_kinds() -> list[Question[tuple[str, ...]]]:
    """What is drawn and what is picked are alike."""
    return [DRAW, SOME]


def positions_are_typed(book: Rulebook[int], source: Source) -> None:
    """The state goes through."""
    assert_type(Position.at(book, 1).answer([1]).state, int)
    assert_type(simulate(book, 1, source, {}), int)
    assert_type(law_of_step(book, 1), Law[int])
    assert_type(fold(book, 1), Law[int])


def forgotten() -> Rule[int]:
    """Without ``yield from`` there is no answer but a generator, and its use is refused."""
    number: int = ask(DICE)  # type: ignore[assignment]
    if answers_are_typed():  # type: ignore[truthy-bool]
        number += 1
    yield from tell("x.told", "X-1")
    return number


def without_an_audience() -> None:
    """Draws and choices must say who may know; dice are for everyone."""
    Draw(key="x", cite="X", pile=("ace",))  # type: ignore[call-arg]
    Choose(key="x", cite="X", among=(("a", 1),))  # type: ignore[call-arg]
    Pick(key="x", cite="X", among=("a",), least=0, most=1)  # type: ignore[call-arg]
