"""What every question of every book promises: one chance in three forms, and refusals that say why."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.contract.books import Case, books
from tests.contract.plays import Dice, any_reply, every_throw, random_play
from voevoda.play.errors import Illegal
from voevoda.play.questions import (
    Chance,
    Choose,
    Pick,
    Question,
    Reply,
    Roll,
    Ruled,
    answer_of,
    frozen,
    mark_of,
)
from voevoda.play.seats import canonical

NONSENSE: tuple[object, ...] = (
    None, True, 1.5, -1, 0, 10**9, "", "nonsense", (), [0], [[]], [None], ["nonsense"], [1] * 99, {"a": 1},
    {"ruled": 0}, {"ruled": "x", "reason": "y"}, {"ruled": -1, "reason": "house"},
    {"ruled": 0, "reason": " "}, {"ruled": 10**6, "reason": "house"},
)  # fmt: skip


@cache
def questions(case: Case) -> tuple[Question[Any], ...]:
    """Some of every kind of question that random plays of the book come upon."""
    found: dict[str, Question[Any]] = {}
    kinds: dict[tuple[str, str], int] = {}
    for number, state in enumerate(case.states):
        for seed in range(12):
            for at in random_play(case, state, f"{number} {seed}"):
                for _, question in at.open:
                    name = repr(question)
                    kind = (type(question).__name__, question.key)
                    if name not in found and kinds.get(kind, 0) < 4:
                        found[name] = question
                        kinds[kind] = kinds.get(kind, 0) + 1
    return tuple(found.values())


EVERY = [
    pytest.param(question, id=f"{case.id}-{question.key}-{number}")
    for case in books()
    for number, question in enumerate(questions(case))
]
CHANCES = [each for each in EVERY if isinstance(each.values[0], Chance)]
CHOICES = [each for each in EVERY if not isinstance(each.values[0], Chance)]


@pytest.mark.parametrize("question", CHANCES)
def test_the_law_is_what_the_dice_do(question: Chance[Any]) -> None:
    """All ways the dice can fall, read, are the law; beyond those counted only what they leave of 1."""
    chances: dict[Hashable, Fraction] = {}
    for reply, _, chance in every_throw(question):
        answer = question.read(question.normal(reply))
        chances[answer] = chances.get(answer, Fraction()) + chance
    left = 1 - sum(chances.values())
    law = dict(question.law())

    assert set(chances) <= set(law)
    for answer, chance in law.items():
        assert chances.get(answer, 0) <= chance <= chances.get(answer, 0) + left


@pytest.mark.parametrize("question", CHANCES)
def test_faces_typed_in_a_row_are_taken_as_they_were_thrown(question: Chance[Any]) -> None:
    """A question takes exactly the faces that it would have thrown."""
    for reply, faces, _ in every_throw(question, 200):
        row = iter((*faces, 777))

        assert question.normal(reply) == question.normal(question.take(row))
        assert 777 == next(row)


@pytest.mark.parametrize("question", EVERY)
def test_a_reply_has_one_normal_form(question: Question[Any]) -> None:
    """What was written, or has been through JSON, is the same reply; it keeps its mark."""
    for seed in range(20):
        reply = question.normal(any_reply(question, Dice(seed)))

        assert reply == question.normal(reply)
        assert reply == question.normal(list(reply) if isinstance(reply, tuple) else reply)
        assert mark_of(question, reply) == mark_of(question, frozen(reply))
        assert question.read(reply) == answer_of(question, reply)
        assert canonical(question.told(question.read(reply), reply))


@pytest.mark.parametrize("question", EVERY)
def test_nonsense_is_refused_by_name(question: Question[Any]) -> None:
    """Whatever is sent is taken or is illegal, with what was given; there is no third."""
    for given in NONSENSE:
        reply = question.normal(given)
        illegal = refusal(question, reply)

        if illegal is None:
            assert not isinstance(reply, Ruled)
        else:
            assert "given" in illegal.facts
            assert question.key == illegal.facts["question"]
            assert canonical(illegal.facts)


def refusal(question: Question[Any], reply: Reply) -> Illegal | None:
    """How a question refuses a reply, if it does."""
    try:
        answer_of(question, reply)
    except Illegal as illegal:
        return illegal
    return None


@pytest.mark.parametrize("question", CHANCES)
def test_every_answer_of_a_roll_can_be_ruled(question: Chance[Any]) -> None:
    """A ruling picks one of the answers of the law; a draw says for itself what it is, and is not ruled."""
    values = question.law().values
    for index, value in enumerate(values):
        ruling = question.normal({"ruled": index, "reason": "the die fell off the table"})
        if not isinstance(question, Roll):
            with pytest.raises(Illegal):
                answer_of(question, ruling)
            return
        assert value == answer_of(question, ruling)
        assert canonical(question.told(value, ruling))
    with pytest.raises(Illegal):
        answer_of(question, Ruled(len(values), "one too many"))


@pytest.mark.parametrize("question", CHOICES)
def test_every_option_can_be_chosen_and_none_is_offered_twice(question: Question[Any]) -> None:
    """What a choice offers it accepts, and its refusal names the options."""
    assert isinstance(question, Choose | Pick)
    options = question.prompt()["options"]
    assert isinstance(options, tuple)
    assert len(set(options)) == len(options)
    if isinstance(question, Choose):
        for (option, meaning), offered in zip(question.among, options, strict=True):
            assert option == offered
            assert meaning == question.read(question.normal(option))
    with pytest.raises(Illegal) as refusal:
        question.read(question.normal("nonsense"))
    assert options == refusal.value.facts["accepted"]


@pytest.mark.parametrize("question", EVERY)
def test_prompt_and_shape_can_be_sent_and_hashed(question: Question[Any]) -> None:
    """Both are facts, and the same whenever they are asked for."""
    assert canonical(question.prompt()) == canonical(question.prompt())
    assert canonical(question.shape()) == canonical(question.shape())
