"""The referee's hand: numbers set, with a reason, while they still act."""

from __future__ import annotations

import pytest

from tests.rulebooks.gurps.forces import GURPS, Course, day, dice, standing
from voevoda.play.errors import Illegal
from voevoda.play.position import Position
from voevoda.rulebooks.gurps.modifiers import account_of
from voevoda.rulebooks.gurps.morale import morale_of
from voevoda.rulebooks.gurps.state import Day, Spot

PLAIN = "characters: [{name: X, battle: 12}]"


def at_contest(ash: str = "") -> Day:
    """A day that waits for the contest."""
    return Course(day(ash)).to("gurps.contest", {}).at.state


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("sides.Ash.plan", 3, 15),
        ("sides.0.plan", -3, 9),
        ("sides.Ash.referee", -5, 7),
        ("sides.Ash.referee", 0, 12),
        ("sides.Ash.units.Men.count", 200, 15),
        ("sides.Birch.units.0.count", 300, 12),
    ],
)
def test_numbers_of_the_contest(path: str, value: int, expected: int) -> None:
    """Plan, the referee's own modifier, men."""
    assert expected == account_of(GURPS.override(at_contest(), path, value), 0).effective


def test_morale_risk_hp_and_fierceness() -> None:
    """Each by its path."""
    state = Course(day(PLAIN)).at.state

    assert 10 == morale_of(GURPS.override(state, "sides.Ash.units.Men.morale", -2), Spot(0, 0))
    assert 3 == GURPS.override(state, "sides.Ash.characters.X.risk", 3).terms.sides[0].characters[0].risk
    assert 7 == GURPS.override(state, "sides.Ash.characters.X.hp", 7).terms.sides[0].characters[0].hp
    assert 4 == GURPS.override(state, "fierce", 4).terms.fierce


@pytest.mark.clause("G-12.2")
def test_an_order_may_be_called_deadly_until_the_contest() -> None:
    """The table goes back for the roll, and on to the contest; a unit is asked once."""
    ordered = GURPS.override(at_contest(), "sides.Ash.units.Men.deadly_order", 1)
    course = Course(ordered)

    assert "gurps.order" == course.at.asked().place.key
    course.to("gurps.contest", {"gurps.order": dice(3)})
    assert [["holds"], ["holds"]] == [standing(course, side) for side in (0, 1)]
    assert 1 == len(course.told("gurps.order"))


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("sides.Ash.plan", 4, "gurps.illegal.number"),
        ("sides.Ash.plan", "3", "gurps.illegal.number"),
        ("sides.Ash.units.Men.count", 0, "gurps.illegal.number"),
        ("sides.Cedar.plan", 1, "gurps.illegal.side"),
        ("sides.Ash.units.Axes.count", 1, "gurps.illegal.unit"),
        ("sides.Ash.characters.Y.hp", 1, "gurps.illegal.character"),
        ("sides.Ash.characters.X.risk", 1, "gurps.illegal.late"),
        ("sides.Ash.seer", 1, "gurps.illegal.path"),
        ("difference", 1, "gurps.illegal.path"),
        ("", 1, "gurps.illegal.path"),
    ],
)
def test_what_may_not_be_set(path: str, value: object, key: str) -> None:
    """Wrong numbers, wrong names, what is over, and whatever is hidden."""
    with pytest.raises(Illegal) as refused:
        GURPS.override(at_contest(PLAIN), path, value)  # type: ignore[arg-type]  # that is what is tried

    assert key == refused.value.key


def test_after_the_contest_its_numbers_are_closed() -> None:
    """Morale is still open, and so is fierceness before the losses."""
    course = Course(day()).to("gurps.morale", {"gurps.contest": dice(10)})

    with pytest.raises(Illegal) as refused:
        GURPS.override(course.at.state, "sides.Ash.plan", 1)
    assert "gurps.illegal.late" == refused.value.key
    assert Position.at(GURPS, GURPS.override(course.at.state, "sides.Ash.units.Men.morale", 1)).open


def test_a_battle_made_small_needs_tactics() -> None:
    """The file left them out, for 200 people."""
    state = day("commander: {name: Ada, strategy: 12}")

    with pytest.raises(Illegal) as refused:
        GURPS.override(state, "sides.Ash.units.Men.count", 99)
    assert "gurps.illegal.tactics" == refused.value.key
