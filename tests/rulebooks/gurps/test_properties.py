"""What holds of every day: nobody is lost twice, the account adds up, a stored day is the same day."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract.books import MEETING, STORM
from tests.rulebooks.gurps.forces import GURPS, day, fought
from voevoda.export.jsonable import jsonable
from voevoda.rulebooks.gurps.modifiers import ratio_bonus
from voevoda.rulebooks.gurps.report import extras, sides
from voevoda.rulebooks.gurps.rolls import check, men_lost
from voevoda.rulebooks.gurps.state import Day

STATES = (
    STORM,
    MEETING,
    day(),
    day("role: attacker", "role: defender\nposition: [{kind: castle}]\nno_escape: true"),
)
ENDS = {"holds", "retreats", "routs", "surrenders", "last-stand", "not-engaged", "left"}


@pytest.mark.parametrize("state", STATES, ids=["storm", "meeting", "open", "castle"])
def test_every_man_is_accounted_for(state: Day) -> None:
    """Start = dead + captured + left, but for units that have gone over; nothing is negative."""
    for seed in range(40):
        course = fought(state, seed=f"men {seed}")
        found: Any = sides(course.at.state, course.log)
        for unit in (unit for side in found for unit in side["units"]):
            assert unit["state"] in ENDS
            assert all(unit[name] >= 0 for name in ("dead", "wounded", "captured", "left"))
            if unit["state"] != "left":
                assert unit["start"] == unit["dead"] + unit["captured"] + unit["left"]


@pytest.mark.parametrize("state", STATES, ids=["storm", "meeting", "open", "castle"])
def test_every_report_adds_up(state: Day) -> None:
    """Base and lines are the effective skill, less the roll the margin, and the margins the difference."""
    for seed in range(40):
        course = fought(state, seed=f"sums {seed}")
        found: Any = sides(course.at.state, course.log)
        for side in found:
            assert side["effective_skill"] == side["base"] + sum(line["value"] for line in side["modifiers"])
            assert side["margin"] == side["effective_skill"] - side["roll"]
        more = extras(course.at.state, course.log)
        assert abs(found[0]["margin"] - found[1]["margin"]) == more["difference"]
        assert jsonable(more) == jsonable(jsonable(more))


@pytest.mark.parametrize("state", STATES, ids=["storm", "meeting", "open", "castle"])
def test_a_day_that_is_over_hides_nothing(state: Day) -> None:
    """Every seat sees the same."""
    end = fought(state).at.state

    assert 1 == len({str(GURPS.view(end, seat)) for seat in [side.seat for side in end.terms.sides]})
    assert {""} == {force.seer for force in end.forces}


@given(men=st.integers(1, 10**12), per_cent=st.integers(-10, 200))
def test_losses_stay_between_none_and_all(men: int, per_cent: int) -> None:
    """And are the least whole number that is enough."""
    lost = men_lost(men, per_cent)
    share = Fraction(men * min(100, max(0, per_cent)), 100)

    assert 0 <= lost <= men
    assert share <= lost < share + 1


@given(skill=st.integers(-50, 50), roll=st.integers(3, 18))
def test_a_critical_is_a_success_or_a_failure(skill: int, roll: int) -> None:
    """And the margin says which."""
    shown = check(skill, roll)

    assert shown.critical * shown.margin >= 0
    assert (shown.critical < 0) <= (shown.margin < 0)
    assert shown.margin == skill - roll or roll <= 4 or roll >= 17


@given(one=st.fractions(1, 1000), two=st.fractions(1, 1000), lead=st.integers(-16, 16))
def test_a_greater_ratio_is_never_worth_less(one: Fraction, two: Fraction, lead: int) -> None:
    """Whatever the tech levels."""
    low, high = sorted((one, two))

    assert ratio_bonus(low, lead) <= ratio_bonus(high, lead)
