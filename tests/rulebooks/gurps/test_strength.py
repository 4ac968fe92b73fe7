"""Troop Strength: men, pieces, races, quality, recruits, pay (G-1, G-14.2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.gurps.forces import day, fought
from voevoda.rulebooks.gurps.state import Race, Unit
from voevoda.rulebooks.gurps.strength import battles_of, force_ts, man_ts, months_pay, racial_bonus, unit_ts
from voevoda.rulebooks.gurps.tables import Tables, extra_pay_morale


def tables() -> Tables:
    """The tables of the house."""
    return day().terms.tables


def man(tech_level: int = 3, **unit: Any) -> Fraction:
    """The TS of one man of such a unit."""
    return man_ts(tables(), Unit("Men", 1, **unit), tech_level)


@pytest.mark.clause("G-1", "G-1.2")
def test_a_unit_is_men_and_pieces_times_quality() -> None:
    """24 men of 1 and six ballistae of 15 make 114; seasoned 142.5."""
    crew = Unit("Ballistae", 24, arms="artillery", weapon="small-ballista", pieces=6)
    seasoned = Unit("Ballistae", 24, arms="artillery", weapon="small-ballista", pieces=6, quality="seasoned")

    assert 114 == unit_ts(tables(), crew, 3)
    assert Fraction(285, 2) == unit_ts(tables(), seasoned, 3)


@pytest.mark.clause("G-1.3", "G-1.4")
def test_the_bowman_of_a_chariot_is_worth_at_least_1() -> None:
    """As any man is, whatever the table of the house makes of him."""
    poor = replace(tables(), strength=replace(tables().strength, base=-1000))

    assert 1 + 15 + 1 == unit_ts(poor, Unit("Chariot", 1, weapon="light-chariot"), 2)


@pytest.mark.clause("G-1.2")
def test_pieces_left_out_are_as_many_as_men() -> None:
    """Two elephants with a rider each: 2 × (1 + 100)."""
    assert 202 == unit_ts(tables(), Unit("Elephants", 2, weapon="elephant"), 3)


@pytest.mark.clause("G-1.2")
def test_ts_in_the_file_stands_for_that_of_a_man_and_is_exact() -> None:
    """3,000,000 men of 1,000."""
    assert 3 * 10**9 == unit_ts(tables(), Unit("Horde", 3_000_000, ts=Fraction(1000)), 3)
    assert Fraction(13, 10) == man(ts=Fraction(13, 10))


@pytest.mark.clause("G-1.1")
def test_a_force_is_the_sum_of_its_units() -> None:
    """400 heavy veteran horse and 200 green slingers: 400 × 5 × 1.5 + 200 × 2 × 0.75."""
    horse = Unit("Ala", 400, arms="cavalry", armour="heavy", quality="veteran")
    slingers = Unit("Slingers", 200, missile="sling", quality="green")
    side = day().terms.sides[0]

    assert 3300 == force_ts(tables(), side, (horse, slingers))


@pytest.mark.clause("G-1.3")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ({}, 1),
        ({"armour": "light"}, 2),
        ({"armour": "medium"}, 3),
        ({"armour": "heavy"}, 4),
        ({"missile": "thrown"}, 2),
        ({"missile": "sling"}, 2),
        ({"missile": "bow"}, 3),
        ({"missile": "crossbow"}, 3),
        ({"arms": "cavalry"}, 1),
        ({"arms": "cavalry", "armour": "light"}, 2),
        ({"arms": "cavalry", "armour": "medium"}, 4),
        ({"arms": "cavalry", "armour": "heavy"}, 5),
        ({"arms": "cavalry", "armour": "heavy", "stirrups": False}, 4),
        ({"arms": "cavalry", "stirrups": False}, 1),
        ({"pikes": True}, 1),
    ],
)
def test_a_man_is_worth_what_he_wears_shoots_and_rides(unit: dict[str, Any], expected: int) -> None:
    """The table of the house, at least 1."""
    assert expected == man(**unit)


@pytest.mark.clause("G-1.3")
@pytest.mark.parametrize(("tech_level", "expected"), [(4, 3), (5, 4), (6, 6), (7, 8), (8, 9), (12, 13)])
def test_firearms_go_by_the_tech_level(tech_level: int, expected: int) -> None:
    """+2, +3, +5, +7, and from 8 on as much as the tech level."""
    assert expected == man(tech_level, missile="firearm")


@pytest.mark.clause("G-1.4")
@pytest.mark.parametrize(
    ("weapon", "expected"),
    [
        ("light-chariot", 1 + 15 + 4),
        ("medium-chariot", 1 + 25 + 5),
        ("heavy-chariot", 1 + 35 + 6),
        ("elephant", 101),
        ("small-ballista", 16),
        ("large-ballista", 26),
        ("small-siege-engine", 26),
        ("light-artillery", 26),
        ("large-siege-engine", 51),
        ("heavy-artillery", 51),
        ("light-tank", 26),
        ("medium-tank", 41),
        ("heavy-tank", 61),
        ("fighter", 51),
        ("bomber", 101),
        ("helicopter", 51),
        ("modern-artillery", 101),
    ],
)
def test_a_piece_adds_to_its_crew(weapon: Any, expected: int) -> None:
    """One man and one piece; a chariot also brings a bowman of its weight."""
    assert expected == unit_ts(tables(), Unit("Crew", 1, weapon=weapon), 2)


@pytest.mark.clause("G-1.5")
@pytest.mark.parametrize(
    ("race", "expected"),
    [
        (Race(st=-3), -1),
        (Race(st=4, ht=1, hits=2), 3),
        (Race(st=-1), 0),
        (Race(st=1), 0),
        (Race(superhuman_strength=1), 5),
        (Race(st=-4, superhuman_strength=2), 8),
    ],
)
def test_a_race_is_worth_half_its_difference(race: Race, expected: int) -> None:
    """Halves are rounded toward zero."""
    assert expected == racial_bonus(race)


@pytest.mark.clause("G-1.5")
def test_a_weak_race_cannot_take_the_base_under_one() -> None:
    """Halfling light infantry 2, heavy with slings 5; lizard folk 4."""
    halfling = Race(st=-3, ht=1)

    assert 2 == man(race=halfling, armour="light")
    assert 5 == man(race=halfling, armour="heavy", missile="sling")
    assert 4 == man(race=Race(st=4, ht=1, hits=2))


@pytest.mark.clause("G-1.6")
@pytest.mark.parametrize(
    ("quality", "strength", "morale", "pay"),
    [
        ("raw", 50, 8, 7500),
        ("green", 75, 10, 7500),
        ("average", 100, 12, 10000),
        ("seasoned", 125, 14, 15000),
        ("veteran", 150, 15, 20000),
        ("elite", 200, 16, 30000),
    ],
)
def test_quality_makes_strength_morale_and_pay(quality: Any, strength: int, morale: int, pay: int) -> None:
    """Of a hundred plain men."""
    unit = Unit("Men", 100, quality=quality)

    assert strength == unit_ts(tables(), unit, 3)
    assert morale == tables().grade(quality).morale
    assert pay == months_pay(tables(), unit, 3)


@pytest.mark.clause("G-1.6")
@pytest.mark.parametrize(
    ("battles", "quality"),
    [
        (0, "raw"), (1, "green"), (2, "green"), (3, "average"), (5, "average"), (6, "seasoned"),
        (9, "seasoned"), (10, "veteran"), (19, "veteran"), (20, "elite"), (99, "elite"),
    ],
)  # fmt: skip
def test_quality_is_read_from_battles(battles: int, quality: str) -> None:
    """Where the file leaves it out; and the fewest battles where it leaves those out."""
    unit = day(units=(f"{{name: Men, count: 100, battles: {battles}}}", "{name: Men, count: 100}")).terms

    assert quality == unit.sides[0].units[0].quality
    assert 3 == unit.sides[1].units[0].battles


@pytest.mark.clause("G-1.7")
@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        (((87, 10), (11, 1)), 8),
        (((60, 12), (15, 1)), 9),
        (((40, 6), (1, 1)), 5),
        (((40, 6), (0, 1)), 6),
    ],
)
def test_recruits_dilute_a_unit(groups: tuple[tuple[int, int], ...], expected: int) -> None:
    """The average of battles, rounded down."""
    assert expected == battles_of(groups)


@pytest.mark.clause("G-14.2")
def test_pay_is_a_tenth_of_the_hiring_cost() -> None:
    """Hiring 4,250 (17 men of TS 1/4) means 425 a month; what is paid beyond that lifts morale."""
    due = months_pay(tables(), Unit("Men", 17, ts=Fraction(1, 4)), 3)

    assert 425 == due
    for paid, morale in ((425, 0), (637, 0), (638, 1), (849, 1), (850, 2), (1275, 2)):
        assert morale == extra_pay_morale((paid - due) * 100 / due)


@pytest.mark.clause("G-1", "G-1.3", "G-1.6")
def test_the_log_tells_how_strength_came_about() -> None:
    """A man part by part, the pieces, the quality, and the sum, each under its clause."""
    horse = "{name: Men, count: 10, arms: cavalry, armour: heavy, quality: veteran, stirrups: false}"
    course = fought(day(units=(horse, "{name: Crew, count: 200, weapon: elephant, pieces: 2}")))

    assert {"side": "Ash", "unit": "Men", "man": 4, "base": 1, "armour": 3, "mounted": 1, "stirrups": -1} == (
        course.told("gurps.unit.man")[0]
    )
    assert (2, 100) == tuple(course.told("gurps.unit.pieces")[0][name] for name in ("n", "piece"))
    chariots = fought(day(units=("{name: Men, count: 100, weapon: light-chariot, pieces: 9}", horse)))
    (told,) = chariots.told("gurps.unit.chariots")
    assert (9, 4, 19) == tuple(told[name] for name in ("n", "archer", "piece"))
    assert [60, 400] == [each["strength"] for each in course.told("gurps.unit.strength")]
