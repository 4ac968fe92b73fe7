"""Each reading under each of its options; the rest stand beside the rules that they read."""

from __future__ import annotations

import pytest

from tests.rulebooks.gurps.forces import Course, day, dice, fought
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.modifiers import account_of


@pytest.mark.clause("G-9.3")
@pytest.mark.parametrize(("option", "hits"), [("separate", 10), ("once", 16)])
def test_blows(option: str, hits: int) -> None:
    """2 × (2d+2) against DR 2."""
    state = day("characters: [{name: X, battle: 11, dr: 2, hp: 99}]", "", f"readings: {{blows: {option}}}")
    thrown = (3, 4, 1, 2) if option == "separate" else (3, 4)
    course = fought(state, {"gurps.survival": dice(16), "gurps.damage": [thrown]})

    assert [hits] == [each["hits"] for each in course.told("gurps.hurt")][:1]
    assert "blows" in BOOK.mattered(course.at.state, course.log)


@pytest.mark.clause("G-9.5")
@pytest.mark.parametrize(
    ("option", "failed_by_four", "critical", "by_ten"), [("deeper", 10, 8, 15), ("milder", 12, 10, 15)]
)
def test_commander_penalty(option: str, failed_by_four: int, critical: int, by_ten: int) -> None:
    """−1 and −3 become −2 and −4, or nothing and −2; a bonus is larger either way."""
    state = day(
        "characters: [{name: X, battle: 10, hp: 99, commands: force}]",
        "",
        f"readings: {{commander_penalty: {option}}}",
    )
    found = []
    for roll in (14, 18, 3):
        course = Course(state).to("gurps.contest", {"gurps.glory": dice(roll)})
        found.append(account_of(course.at.state, 0).effective)

    assert [failed_by_four, critical, by_ten] == found


@pytest.mark.clause("G-7.2")
@pytest.mark.parametrize(("option", "expected"), [("helps", 13), ("ignored", 12)])
def test_dismissed_seer(option: str, expected: int) -> None:
    """One who is right and dismissed."""
    state = day(
        "seer: {skill: 12, strategy: 9, belief: dismisses}", "", f"readings: {{dismissed_seer: {option}}}"
    )
    course = Course(state).to("gurps.contest", {"gurps.seer": dice(10)})

    assert expected == account_of(course.at.state, 0).effective
    assert ("dismissed_seer",) == BOOK.mattered(course.at.state, course.log)


def test_a_day_in_which_no_reading_decided_anything_names_none() -> None:
    """One unit a side, nobody lucky, no characters."""
    course = fought(day())

    assert () == BOOK.mattered(course.at.state, course.log)


def test_readings_are_those_of_the_state() -> None:
    """In the order of the book's list, each with its default first."""
    in_force = BOOK.readings_of(day())

    assert {reading.id: reading.options[0] for reading in BOOK.readings} == dict(in_force)
