"""Who wins (C-3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulebooks.skirmish.fights import SKIRMISH, Course, at_step, fight, man, play, side
from voevoda.play.position import Outcome
from voevoda.rulebooks.skirmish.state import Fight

CAPTAIN = man("Captain", tactics={"value": 7, "style": 1}, modes={"close": {"value": 9, "style": 2}})
GUARD = man("Guard", count=2, tactics=2, modes={"close": 6})
SCOUT = man("Scout", tactics=5, modes={"close": 3})


def before_winner(**readings: str) -> Fight:
    """Captain and two guards against a scout, all hand to hand."""
    state = fight(side("Ash", CAPTAIN, GUARD, leader="Guard 2"), side("Birch", SCOUT), **readings)
    return replace(at_step(state, "winner"), winner=None)


@pytest.mark.clause("C-3")
def test_both_sides_throw_as_many_dice_as_the_larger_has_heads() -> None:
    """Three d10 each, though the second side is one alone; the higher sum wins."""
    course = Course(before_winner())

    assert [(3, 10), (3, 10)] == [
        (each.question.prompt()["dice"], each.question.prompt()["sides"]) for each in course.at.open
    ]
    course = course.answer([1, 2, 3], [10, 10, 10])
    assert [(35, 6, 41), (8, 30, 38)] == [
        (each["plus"], each["roll"], each["total"]) for each in course.told("skirmish.winner.contest")
    ]
    assert [{"side": "Ash", "loser": "Birch"}] == course.told("skirmish.winner")
    assert 0 == course.state.winner


@pytest.mark.clause("C-3")
@pytest.mark.parametrize(
    ("option", "parts", "other"),
    [
        ("capability_and_tactics", {"capability": 23, "tactics": 12}, 8),
        ("capability", {"capability": 23}, 3),
        ("tactics", {"tactics": 12}, 5),
        ("capability_and_leader", {"capability": 23, "leader": 2}, 8),
    ],
)
def test_reading_score(option: str, parts: dict[str, int], other: int) -> None:
    """11 + 6 + 6 and 8 + 2 + 2; the leader is a guard; a side without one adds its best."""
    course = play(before_winner(score=option), [1, 1, 1], [1, 1, 1])
    ash, birch = course.told("skirmish.winner.contest")

    assert parts == {name: ash[name] for name in ("capability", "tactics", "leader") if name in ash}
    assert (sum(parts.values()), other) == (ash["plus"], birch["plus"])
    assert ("score", option) == (ash["reading"], ash["option"])


@pytest.mark.clause("C-3")
def test_a_tie_goes_to_the_higher_summed_tactics() -> None:
    """35 + 3 against 8 + 30."""
    course = play(before_winner(), [1, 1, 1], [10, 10, 10])

    assert 0 == course.state.winner
    assert [{"side": "Ash", "loser": "Birch", "total": 38, "tactics": 12, "other": 5}] == course.told(
        "skirmish.winner.tie"
    )


@pytest.mark.clause("C-3")
def test_equal_tactics_throw_again() -> None:
    """Until one is higher."""
    course = play(replace(at_step(fight(), "winner"), winner=None), 7, 7, 3, 3)

    assert [{"total": 17, "tactics": 4}, {"total": 13, "tactics": 4}] == course.told("skirmish.winner.again")
    assert ("winner", None) == (course.state.phase, course.state.winner)
    assert 1 == course.answer(1, 2).state.winner


@pytest.mark.clause("C-3")
def test_who_has_won_has_won_whatever_becomes_of_him() -> None:
    """The only fighter of the winners dies, the loser walks away unhurt."""
    course = play(at_step(fight(), "out", winner=1), [20, 1], [1, 20], 20, [20, 1], [20, 1])

    assert ("retreated", "dead") == (course.fighters(0)[0].fate, course.fighters(1)[0].fate)
    assert Outcome("Birch", "decided") == course.at.outcome == SKIRMISH.finished(course.state)


def test_there_are_no_rounds() -> None:
    """A fight is one pass."""
    assert 0 == Course(fight()).to_end().at.round
