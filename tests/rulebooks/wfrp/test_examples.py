"""The printed example, its dice in the order asked, and strengths worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.rulebooks.wfrp.armies import (
    GUARD,
    HALF,
    REGULAR,
    WFRP,
    example,
    mustered,
    reported,
    side,
    strength,
    told,
)
from voevoda.play.drive import scripted
from voevoda.rulebooks.wfrp.rules import field_points, points_of
from voevoda.rulebooks.wfrp.state import Field, Unit

IRON, GREEN = "Ironbreakers", "Greenskins"


def nobody_named() -> Field:
    """The printed example as it is printed: no character has a name."""
    field = example("tunnels")
    one, two = field.terms.sides
    return replace(field, terms=replace(field.terms, sides=(one, replace(two, characters=()))))


ROUND_1 = (("wfrp.round.test", IRON, 47), ("wfrp.round.test", GREEN, 30), ("wfrp.influence", GREEN, 27))
ROUND_2 = (
    ("wfrp.round.test", IRON, 11),
    ("wfrp.round.test", GREEN, 65),
    ("wfrp.influence.critical", IRON, 55),
    ("wfrp.influence", IRON, 58),
)


@pytest.mark.clause("W-1", "W-1.1", "W-1.6", "W-2", "W-2.6")
def test_the_printed_example_before_the_first_round() -> None:
    """10 × 2 × 1.5 = 30 stay 30; (30 + 20) × 1.5 × 0.5 = 37.5, × 1.1 = 41.25, so 41."""
    at = scripted(WFRP, nobody_named())
    units, points = told(at, "wfrp.unit.points"), told(at, "wfrp.side.points")

    assert [30, Fraction(45, 2), 15] == [unit["points"] for unit in units]
    assert [30, Fraction(75, 2)] == [each["units"] for each in points]
    assert [30, Fraction(165, 4)] == [each["exact"] for each in points]
    assert [30, 41] == [each["whole"] for each in points]
    assert {"conditions": 2, "ambushed": HALF} == {
        name: points[0][name] for name in ("conditions", "ambushed")
    }
    assert "Field(Ironbreakers 30/30 | Greenskins 41/41)" == str(at.state)


@pytest.mark.clause("W-3", "W-3.2", "W-3.5", "W-3.7", "W-4")
def test_the_printed_first_round() -> None:
    """47 and 30: −1 against +1, damage 2 + 4; influence 27 + 10 = 37, one greenskin at −10."""
    at = scripted(WFRP, nobody_named(), *ROUND_1)

    assert "Field(Ironbreakers 24/30 | Greenskins 41/41)" == str(at.state)
    assert [-1, 1] == [test["sl"] for test in told(at, "wfrp.round.test")]
    (won,) = told(at, "wfrp.round.won")
    assert (GREEN, IRON, 2, 4, 6) == tuple(
        won[name] for name in ("winner", "loser", "difference", "bonus", "damage")
    )
    (influence,) = told(at, "wfrp.influence")
    assert (27, 10, 37) == tuple(influence[name] for name in ("roll", "plus", "result"))
    assert [{"side": GREEN, "whom": "one", "penalty": -10}] == told(at, "wfrp.effect.unnamed")


@pytest.mark.clause("W-3.6", "W-3.10", "W-4")
def test_the_printed_second_round() -> None:
    """11 and 65: +1 against −2, 3 + 2; critical 55 + 50 = 105, damage 10; 58 + 15 = 73, one wound."""
    at = scripted(WFRP, nobody_named(), *ROUND_1, *ROUND_2)

    assert "Field(Ironbreakers 24/30 | Greenskins 26/41)" == str(at.state)
    (won,) = told(at, "wfrp.round.won")
    assert (IRON, 3, 2, 5) == tuple(won[name] for name in ("winner", "difference", "bonus", "damage"))
    (critical,) = told(at, "wfrp.influence.critical")
    assert (50, 105) == (critical["plus"], critical["result"])
    assert [{"side": GREEN, "damage": 10}] == told(at, "wfrp.double.damage")
    (ordinary,) = told(at, "wfrp.influence")
    assert (15, 73) == (ordinary["plus"], ordinary["result"])
    assert [
        {"side": GREEN, "whom": "all", "count": 1, "die": 5, "lose_advantage": "all", "fear": 1},
        {"side": GREEN, "whom": "one", "wounds": 1},
    ] == told(at, "wfrp.effect.unnamed")
    (left,) = told(at, "wfrp.round.spread")
    assert (
        {"unit": "Choppas", "left": 19, "start": 30},
        {"unit": "Archers", "left": 12, "start": 20},
    ) == left["units"]
    iron, green = reported(at.state)
    assert [8] == [unit["left"] for unit in iron["units"]]
    assert {"start": 41, "now": 26} == green["points"]


def test_the_printed_example_with_names() -> None:
    """Draws and wound dice come right after the roll that calls for them."""
    at = scripted(
        WFRP,
        example("tunnels"),
        *ROUND_1,
        ("wfrp.influence.whom", "Snagga"),
        *ROUND_2[:3],
        ("wfrp.influence.wounds", 7),
        ("wfrp.influence.wounds", 2),
        ROUND_2[3],
        ("wfrp.influence.whom", "Grishnak"),
    )

    assert "Field(Ironbreakers 24/30 | Greenskins 26/41)" == str(at.state)
    assert [
        {"side": GREEN, "who": "Grishnak", "wounds": 4, "lose_advantage": "all", "fear": 1},
        {"side": GREEN, "who": "Snagga", "wounds": 1, "lose_advantage": "all", "fear": 1},
        {"side": GREEN, "who": "Grishnak", "wounds": 1},
    ] == told(at, "wfrp.effect")


@pytest.mark.parametrize(
    ("points", "out"), [((10, 41), None), ((9, 41), GREEN), ((30, 14), None), ((30, 13), IRON)]
)
@pytest.mark.clause("W-3.9")
def test_the_printed_armies_are_out_below_a_third(points: tuple[int, int], out: str | None) -> None:
    """Ironbreakers at 9 or less, greenskins at 13 or less."""
    field = replace(mustered(*nobody_named().terms.sides), now=points)
    outcome = WFRP.finished(field)

    assert out == (outcome and outcome.winner)


# W-1: strengths


@pytest.mark.clause("W-1.2")
@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("1/8", "15/2"),
        ("1/4", "15"),
        ("1/2", "30"),
        ("1", "60"),
        ("2", "120"),
        ("4", "240"),
        ("8", "480"),
    ],
)
def test_a_step_of_size_doubles(size: str, expected: str) -> None:
    """Twelve men of five points each, from tiny to monstrous."""
    five = {"experience": Fraction(2), "equipment": Fraction(5, 4), "leader": Fraction(2)}

    assert Fraction(expected) == points_of(Unit("Men", 12, Fraction(size), **five))


@pytest.mark.clause("W-1.2", "W-2.6")
def test_small_men_are_rounded_once_after_summing() -> None:
    """25 small men are 12.5 points; two such units 25, not 24 and not 26."""
    small = Unit("Slingers", 25, HALF)

    assert Fraction(25, 2) == points_of(small)
    assert 12 == strength(small)
    assert 25 == strength(small, replace(small, name="Thieves"))


@pytest.mark.clause("W-1.6")
def test_mixed_units_are_the_sum_of_the_separate_ones() -> None:
    """Ten men of five points and four large ones of nine before size: 50 + 72 = 122."""
    men = Unit("Men", 10, experience=GUARD, equipment=REGULAR, leader=Fraction(5, 3))
    ogres = Unit("Ogres", 4, Fraction(2), experience=GUARD, equipment=REGULAR, leader=Fraction(3))

    assert [50, 72] == [points_of(men), points_of(ogres)]
    assert 122 == strength(men, ogres)


@pytest.mark.clause("W-1.6")
def test_splitting_a_unit_keeps_the_total() -> None:
    """6 and 4 men are 10 men."""
    ten = Unit("Men", 10, experience=REGULAR, leader=HALF)

    assert 7 == strength(ten)
    assert 7 == strength(replace(ten, name="Six", count=6), replace(ten, name="Four", count=4))


@pytest.mark.clause("W-1.3", "W-1.4", "W-1.5")
def test_experience_equipment_and_leader_multiply() -> None:
    """20 × 1.5 × 0.5 × 1.5 = 22.5; the numbers may lie between the printed ones: 16 × 1.25 = 20."""
    assert Fraction(45, 2) == points_of(Unit("Men", 20, Fraction(1), REGULAR, HALF, REGULAR))
    assert 22 == strength(Unit("Men", 20, Fraction(1), REGULAR, HALF, REGULAR))
    assert 20 == strength(Unit("Men", 16, experience=Fraction(5, 4)))


@pytest.mark.clause("W-1.7")
def test_a_factor_of_one_is_left_out_of_the_account() -> None:
    """Ten plain men are ten points, and nothing else is said."""
    at = scripted(WFRP, replace(example("tunnels"), terms=mustered(side("Ash"), side("Birch")).terms))

    assert {"side": "Ash", "unit": "Men", "count": 1, "points": 1} == told(at, "wfrp.unit.points")[0]


def test_the_armies_of_the_toll_gate() -> None:
    """30 × 1/2 + 12 × 1.5 = 33, × 1.3 = 42.9; 8 × 2 × 1.5 × 1.5 + 20 × 1/2 × 0.5 × 0.5 = 38.5."""
    watch, band = example("tollgate").terms.sides

    assert (Fraction(429, 10), Fraction(77, 2)) == (field_points(watch), field_points(band))
    assert (42, 38) == mustered(watch, band).start


# W-2: the field


@pytest.mark.clause("W-2.1", "W-2.2")
@pytest.mark.parametrize("arm", ["ranged", "manoeuvre"])
@pytest.mark.parametrize(("step", "expected"), [("13/10", 130), ("6/5", 120), ("11/10", 110), ("1", 100)])
def test_an_advantage_is_worth_less_against_shields_and_spears(arm: str, step: str, expected: int) -> None:
    """A hundred men: 130, 120 where part of the enemy has them, 110 where all have."""
    assert expected == strength(Unit("Men", 100), **{arm: Fraction(step)})


@pytest.mark.clause("W-2.3")
def test_conditions_multiply_by_any_number_up_to_two() -> None:
    """10 × 1.25 = 12.5, so 12; 10 × 2 = 20."""
    assert 12 == strength(Unit("Men", 10), conditions=Fraction(5, 4))
    assert 20 == strength(Unit("Men", 10), conditions=Fraction(2))


@pytest.mark.clause("W-2.4")
def test_an_ambush_halves() -> None:
    """15 men are 7."""
    assert 7 == strength(Unit("Men", 15), ambushed=True)


@pytest.mark.clause("W-2.5")
def test_conditions_and_ambush_may_stand_on_both_sides() -> None:
    """Each for its own reason."""
    both = [side(name, Unit("Men", 10), conditions=REGULAR, ambushed=True) for name in ("Ash", "Birch")]

    assert (7, 7) == mustered(*both).start


@pytest.mark.clause("W-2.6")
def test_points_are_rounded_once_at_the_end() -> None:
    """11 × 0.5 = 5.5 and 5.5 × 1.3 × 1.5 = 10.725, so 10; rounding each time would give 9."""
    assert 10 == strength(
        Unit("Men", 11, experience=HALF), ranged=Fraction(13, 10), conditions=Fraction(3, 2)
    )


@pytest.mark.clause("W-2.6")
def test_the_largest_armies_are_counted_exactly() -> None:
    """10^12 monstrous guards, each with everything: no digit is lost."""
    most = Unit("Host", 10**12, Fraction(8), GUARD, REGULAR, REGULAR)

    assert 36 * 10**12 * 2 * 169 // 100 == strength(
        most, ranged=Fraction(13, 10), manoeuvre=Fraction(13, 10), conditions=Fraction(2)
    )
