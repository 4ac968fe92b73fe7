"""The order of dice (C-9.5), and how far one step of the rules goes."""

from __future__ import annotations

import pytest

from tests.rulebooks.skirmish.fights import Course, at_step, fight, man, play, side
from voevoda.play.questions import Chance
from voevoda.rulebooks.skirmish.order import AT_ONCE

PASS, FAIL = [20, 1], [1, 20]
BOW = {"long": {"value": 6, "ammunition": "sparing"}}


@pytest.mark.clause("C-9.5")
def test_the_order_of_dice() -> None:
    """Every step for the first side's fighters, in the order of the file, then for the second's."""
    ash = side("Ash", man("A", count=2, modes=BOW), man("B"))
    course = play(fight(ash, side("Birch", man("C", modes=BOW))), 10, 1, [10] * 3, [1] * 3)
    course = course.answer(FAIL, 3, PASS, PASS, PASS, FAIL, 9, PASS, PASS, PASS, 1, 2, 3)

    assert not course.at.open
    assert [
        ("skirmish.modes.contest", "A 1"),
        ("skirmish.modes.contest", "C"),
        ("skirmish.winner.contest", "Ash"),
        ("skirmish.winner.contest", "Birch"),
        ("skirmish.out.test", "A 1"),
        ("skirmish.out.state", "A 1"),
        ("skirmish.out.test", "A 2"),
        ("skirmish.out.test", "B"),
        ("skirmish.out.test", "C"),
        ("skirmish.wound.test", "A 2"),
        ("skirmish.wound.state", "A 2"),
        ("skirmish.wound.test", "B"),
        ("skirmish.wound.test", "C"),
        ("skirmish.surrender.test", "C"),
        ("skirmish.ammunition", "A 1"),
        ("skirmish.ammunition", "A 2"),
        ("skirmish.ammunition", "C"),
    ] == [(each.key, each.about.get("who", each.about["side"])) for each in course.questions]


@pytest.mark.clause("C-9.5")
def test_the_own_die_comes_before_the_enemys() -> None:
    """A row of typed faces is taken in that order, and read in it."""
    question = Course(at_step(fight(), "out")).at.asked().question
    assert isinstance(question, Chance)

    assert (3, 18) == question.take(iter((3, 18, 7)))
    assert {"roll": 3, "enemy_roll": 18}.items() <= question.told(question.read((3, 18)), (3, 18)).items()


@pytest.mark.clause("C-9.5")
def test_dice_belong_to_the_commander_of_whom_they_are_about() -> None:
    """The enemy's die of a test is thrown with it."""
    course = Course(
        fight(side("Ash", man("A", count=3, modes=BOW)), side("Birch", man("B", count=2)))
    ).to_end()

    assert {"commander"} == {each.by.kind for each in course.questions}
    assert [] == [each for each in course.questions if each.by.name != each.about["side"]]


def test_a_step_of_the_rules_is_of_bounded_length() -> None:
    """A reply runs its step again from the start; so a step takes so many fighters, and the next goes on."""
    course = Course(at_step(fight(side("Ash", man("A", count=AT_ONCE + 10))), "out"))
    course = course.answer(*[PASS] * (AT_ONCE - 1))
    assert 0 == course.at.number

    course = course.answer(PASS)
    assert (1, "out", (0, AT_ONCE)) == (course.at.number, course.state.phase, course.state.spot)
    course = course.answer(*[PASS] * 11, 5)  # against sixty even a 20 is not enough
    assert (2, "wounded", (0, 0)) == (course.at.number, course.state.phase, course.state.spot)


def test_the_longest_fight_has_no_long_step() -> None:
    """Two dice for each of those whose turn it is, at the most."""
    course = Course(fight(side("Ash", man("A", count=200)), side("Birch", man("B", count=150))))
    longest = 0
    while course.at.open:
        longest = max(longest, len(course.at.given))
        course = course.answer(*course.thrown())

    assert 2 * AT_ONCE > longest
