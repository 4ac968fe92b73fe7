"""The referee's hand: numbers set between steps, and rolls ruled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulebooks.savage.armies import SAVAGE, Course, battle, hero, middle
from voevoda.play.errors import Illegal
from voevoda.play.journal import begin, override
from voevoda.play.questions import ruled_as
from voevoda.play.seats import Fact
from voevoda.rulebooks.savage.state import Battle


def midway() -> Battle:
    """Battle rolls are due; Mila of Ash has her turn behind her."""
    return middle(battle(hero("Mila")), "battle", ("2H", "3H"), tokens=(8, 9))


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("sides.Ash.tokens", 3, {"tokens": 3, "start": 10}),
        ("sides.0.tokens.now", 10, {"tokens": 10, "start": 10}),
        ("sides.Ash.start", 20, {"tokens": 8, "start": 20}),
        ("sides.Ash.tokens.start", 8, {"tokens": 8, "start": 8}),
        ("sides.Ash.morale", -2, {"morale": -2}),
        ("sides.Ash.characters.Mila.wounds", 2, {"wounds": (2,)}),
    ],
)
def test_a_number_of_a_side_is_set(path: str, value: int, expected: dict[str, object]) -> None:
    """By the names of the battle file."""
    force = SAVAGE.override(midway(), path, value).forces[0]

    assert expected == {name: getattr(force, name) for name in expected}


def test_plan_and_rounds_are_set() -> None:
    """The plan is the referee's own modifier."""
    changed = SAVAGE.override(SAVAGE.override(midway(), "sides.Birch.plan", 4), "rounds_left", 2)

    assert (4, 2) == (changed.terms.sides[1].plan, changed.rounds_left)
    assert SAVAGE.override(changed, "max_rounds", None).rounds_left is None
    assert 4 + 1 == Course(changed).at.open[1].question.prompt()["plus"]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("sides.Cedar.tokens", ("Cedar", ("Ash", "Birch"))),
        ('sides."St. Oak".plan', ("St. Oak", ("Ash", "Birch"))),
        ("sides.Ash.characters.Tove.wounds", ("Tove", ("Mila",))),
    ],
)
def test_who_is_not_there_is_named_and_who_is(path: str, names: tuple[str, tuple[str, ...]]) -> None:
    """The side or character alone, not the whole path."""
    with pytest.raises(Illegal) as illegal:
        SAVAGE.override(midway(), path, 1)

    assert names == (illegal.value.facts["given"], illegal.value.facts["accepted"])


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("sides.Ash.tokens", 0, "savage.illegal.number"),
        ("sides.Ash.tokens", 11, "savage.illegal.number"),
        ("sides.Ash.start", 7, "savage.illegal.number"),
        ("sides.Ash.start", 31, "savage.illegal.number"),
        ("sides.Ash.plan", 5, "savage.illegal.number"),
        ("sides.Ash.morale", -11, "savage.illegal.number"),
        ("sides.Ash.characters.Mila.wounds", 5, "savage.illegal.number"),
        ("sides.Ash.characters.Tove.wounds", 1, "savage.illegal.character"),
        ("sides.Cedar.tokens", 1, "savage.illegal.side"),
        ("sides.Ash.hand", 1, "savage.illegal.path"),
        ("rounds_left", 0, "savage.illegal.number"),
        ("sides.Ash.tokens", "3", "savage.illegal.number"),
        ("", 1, "savage.illegal.path"),
    ],
)
def test_what_may_not_be_set_is_refused(path: str, value: Fact, key: str) -> None:
    """With what is accepted; nothing that is hidden is among it."""
    with pytest.raises(Illegal) as illegal:
        SAVAGE.override(midway(), path, value)

    assert key == illegal.value.key
    assert "given" in illegal.value.facts


def test_the_numbers_of_a_battle_that_is_over_stand() -> None:
    """Also while the dice for what comes back are thrown."""
    over = replace(midway(), phase="over")
    with pytest.raises(Illegal) as illegal:
        SAVAGE.override(over, "sides.Ash.tokens", 5)

    assert "savage.illegal.late" == illegal.value.key


def test_who_is_put_out_of_action_in_his_turn_has_none() -> None:
    """The next one's begins."""
    state = middle(battle(hero("Mila"), hero("Tove")), "characters", ("2H", "3H"))
    changed = SAVAGE.override(state, "sides.Ash.characters.Mila.wounds", 4)

    assert "Tove" == Course(changed).question.by.name
    assert changed == SAVAGE.parse(SAVAGE.print(changed), SAVAGE.schema)


def test_every_roll_can_be_ruled() -> None:
    """As if other dice lay there."""
    course = Course(midway())
    ruling = ruled_as(course.question, [8, 4, 2], "the die fell off the table")
    course.answer(ruling, [2, 2])

    assert 3 == course.told("savage.battle.roll")[0]["rungs"]
    assert "total" not in course.told("savage.battle.roll")[0]


def test_a_number_set_is_told_and_replies_are_carried_over() -> None:
    """The battle roll typed stays; Birch has fewer tokens."""
    at, journal = begin(SAVAGE, midway(), None)
    at, _ = override(SAVAGE, journal, "sides.Birch.tokens", 2, "a bridge fell")

    assert 2 == at.state.forces[1].tokens
    assert 6 == at.open[0].question.prompt()["plus"]
