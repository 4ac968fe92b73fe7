"""Questions: what they take, how a reply is written, and what a rule cannot ask."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.toy import Strike
from voevoda.play.errors import Illegal, RuleError
from voevoda.play.questions import (
    Choose,
    Draw,
    Pick,
    Question,
    Ruled,
    Total,
    answer_of,
    frozen,
    mark_of,
    shown,
    together,
)
from voevoda.play.seats import EVERYONE, canonical, commander

DICE = Total(key="x.dice", cite="X-1", dice=2)
DRAW = Draw(key="x.draw", cite="X-1", seen_by=EVERYONE, pile=("ace", "king", "queen"), count=2)
CHOICE = Choose(key="x.choice", cite="X-1", seen_by=EVERYONE, among=(("left", 1), ("right", 2)))
PICK = Pick(key="x.pick", cite="X-1", seen_by=EVERYONE, among=("ace", "king", "queen"), least=0, most=2)


@pytest.mark.parametrize(
    ("question", "written", "reply", "answer"),
    [
        (DICE, [3, 4], (3, 4), 7),
        (Total(key="x", cite="X", dice=1), 5, (5,), 5),
        (DRAW, ["queen", "ace"], ("ace", "queen"), ("ace", "queen")),
        (DRAW, [3, 1], ("ace", "queen"), ("ace", "queen")),
        (CHOICE, "right", "right", 2),
        (PICK, "king", ("king",), ("king",)),
        (PICK, ["queen", "ace"], ("ace", "queen"), ("ace", "queen")),
        (PICK, [], (), ()),
        (DICE, {"ruled": 0, "reason": "house"}, Ruled(0, "house"), 2),
    ],
)
def test_what_is_written_becomes_one_reply(
    question: Question[Any], written: object, reply: object, answer: object
) -> None:
    """The journal has one form of a reply, whatever a person writes for it; the rule gets its meaning."""
    assert reply == question.normal(written)
    assert answer == answer_of(question, question.normal(written))


@pytest.mark.parametrize(
    ("question", "given", "key"),
    [
        (DICE, [7, 1], "play.illegal.face"),
        (DICE, [True, 1], "play.illegal.face"),
        (DICE, [1], "play.illegal.faces"),
        (DICE, "seven", "play.illegal.faces"),
        (DICE, {"ruled": 11, "reason": "no such total"}, "play.illegal.ruling"),
        (DICE, {"ruled": 3, "reason": ""}, "play.illegal.ruling"),
        (DRAW, ["ace"], "play.illegal.draw"),
        (DRAW, ["ace", "ace"], "play.illegal.draw"),
        (DRAW, ["ace", "knave"], "play.illegal.draw"),
        (DRAW, {"ruled": 0, "reason": "a draw says what it is"}, "play.illegal.ruled"),
        (CHOICE, "middle", "play.illegal.choice"),
        (PICK, ["ace", "king", "queen"], "play.illegal.pick"),
        (PICK, ["ace", "ace"], "play.illegal.pick"),
        (Strike(key="x", cite="X", sides=4, ladder=(3,)), [4], "toy.illegal.chain"),
        (Strike(key="x", cite="X", sides=4, ladder=(3,)), [2, 3], "toy.illegal.chain"),
    ],
)
def test_what_does_not_answer_is_refused(question: Question[Any], given: object, key: str) -> None:
    """The refusal names its message; nothing of a pile is in it."""
    with pytest.raises(Illegal) as refusal:
        answer_of(question, question.normal(given))

    assert key == refusal.value.key
    if isinstance(question, Draw):
        assert not {"king", "queen"} & set(canonical(refusal.value.facts).split('"'))


def test_faces_are_taken_one_by_one_from_a_row() -> None:
    """A draw takes a place in what is left; a face that is none is refused by the draw at once."""
    assert ("ace", "queen") == DRAW.take(iter([1, 2]))
    with pytest.raises(Illegal):
        DRAW.take(iter([3, 3]))


def test_a_mark_tells_questions_apart_by_what_is_thrown_or_offered() -> None:
    """The seat and the dice matter; what the message is about does not.  A ruling is marked with its law."""
    other = Total(key="x.dice", cite="X-9", dice=2, about={"against": 9})
    ladders = [Strike(key="x", cite="X", sides=4, ladder=ladder) for ladder in ((3,), (3, 6))]

    assert mark_of(DICE, (1, 1)) == mark_of(other, (6, 6))
    assert mark_of(DICE, (1, 1)) != mark_of(Total(key="x.dice", cite="X-1", dice=3), (1, 1, 1))
    assert mark_of(DICE, (1, 1)) != mark_of(
        Total(key="x.dice", cite="X-1", dice=2, by=commander("Ash")), (1, 1)
    )
    assert mark_of(ladders[0], (1,)) == mark_of(ladders[1], (1,))
    assert mark_of(ladders[0], Ruled(0, "x")) != mark_of(ladders[1], Ruled(0, "x"))


def test_a_rule_cannot_ask_for_the_impossible() -> None:
    """More cards than there are, a choice of nothing, a pick of more than is offered: bugs, found at once."""
    with pytest.raises(RuleError, match=r"x\.draw: 4 of 3"):
        Draw(key="x.draw", cite="X-1", seen_by=EVERYONE, pile=DRAW.pile, count=4)
    with pytest.raises(RuleError, match=r"x\.choice"):
        Choose[int](key="x.choice", cite="X-1", seen_by=EVERYONE, among=())
    with pytest.raises(RuleError, match=r"x\.pick: 4 to 5 of 3"):
        Pick(key="x.pick", cite="X-1", seen_by=EVERYONE, among=PICK.among, least=4, most=5)


def test_nobody_is_asked_nothing() -> None:
    """``together`` without questions is answered at once."""
    with pytest.raises(StopIteration) as stop:
        next(together())

    assert () == stop.value.value


def test_a_reply_that_is_none_is_kept_as_text() -> None:
    """So that it can be refused by name, and at no greater length than a line."""
    assert ("1.5", "None", 3) == frozen([1.5, None, 3])
    assert 58 == len(str(shown("x" * 99)))
    assert 12 == len(str(shown(tuple(range(99)))).split(","))
