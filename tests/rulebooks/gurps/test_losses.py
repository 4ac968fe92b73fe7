"""Losses: rows, dice, the dead and the captured, and characters of beaten units (G-13)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.gurps.forces import Course, contested, day, dice, fought
from voevoda.play.seats import Line
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.losses import armour_rows
from voevoda.rulebooks.gurps.report import sides
from voevoda.rulebooks.gurps.state import Unit

EXTRA = "referee: [{why: luck, value: 5}]"


def units(course: Course, side: int) -> list[dict[str, Any]]:
    """The report of a side's units."""
    found: Any = sides(course.at.state, course.log)[side]["units"]
    return list(found)


@pytest.mark.clause("G-13", "G-13.1")
def test_shelter_is_the_defenders_alone() -> None:
    """Lost by 3 behind +3 reads row 0, and the winner still +3; the won one adds it too."""
    state = day("role: attacker", "role: defender\nposition: [{kind: works}, {kind: steep-slope}]")
    lost, won = contested(state, 3), contested(state, -5)

    assert [3, 0] == [units(lost, side)[0]["row"] for side in (0, 1)]
    assert [8] == [each["row"] for each in won.told("gurps.losses") if each["side"] == "Birch"]


@pytest.mark.clause("G-13.1")
def test_shelter_counts_as_it_was_reduced() -> None:
    """Works cut to 1 by engineers: row −2 for who lost by 3."""
    state = day("role: attacker\nengineers: true", "role: defender\nposition: [{kind: works}]")

    assert -2 == units(contested(state, 3), 1)[0]["row"]


@pytest.mark.clause("G-13.2")
@pytest.mark.parametrize(
    ("row", "dice_", "plus"),
    [
        (-25, 4, 59), (-20, 4, 59), (-19, 4, 57), (-18, 4, 55), (-17, 4, 53), (-16, 4, 51), (-15, 4, 49),
        (-14, 4, 47), (-13, 4, 45), (-12, 4, 43), (-11, 4, 41), (-10, 4, 39), (-9, 4, 37), (-8, 4, 35),
        (-7, 4, 33), (-6, 4, 30), (-5, 4, 27), (-4, 4, 23), (-3, 4, 20), (-2, 4, 17), (-1, 4, 13),
        (0, 4, 10), (1, 4, 7), (2, 4, 3), (3, 4, 0), (4, 3, 2), (5, 3, 0), (6, 2, 2), (7, 2, 1), (8, 2, 0),
        (9, 2, -1), (10, 1, 2), (12, 1, 2), (13, 1, 0), (16, 1, 0), (17, 1, -2), (19, 1, -2), (20, 1, -3),
        (99, 1, -3),
    ],
)  # fmt: skip
def test_every_row_of_losses(row: int, dice_: int, plus: int) -> None:
    """Beyond the ends the end row."""
    share = day().terms.tables.share(row)

    assert (dice_, plus) == (share.dice, share.plus)


@pytest.mark.clause("G-13.3")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ({}, 0),
        ({"armour": "light"}, 1),
        ({"armour": "medium"}, 2),
        ({"armour": "heavy"}, 4),
        ({"armour": "heavy", "arms": "cavalry"}, 4),
        ({"pikes": True}, 1),
        ({"pikes": True, "armour": "medium"}, 2),
        ({"arms": "artillery", "armour": "light"}, 1),
    ],
)
def test_armour_makes_losses_lighter(unit: dict[str, Any], expected: int) -> None:
    """By rows; pikes by one at least."""
    assert expected == armour_rows(Unit("Men", 10, **unit))


@pytest.mark.clause("G-13.3")
def test_a_routed_unit_loses_more() -> None:
    """Heavy infantry that lost by 3 and routed with a 4: −3 + 4 − 4."""
    birch = "units: [{name: Men, count: 25, armour: heavy}]\nreferee: [{why: x, value: 4}]"
    course = contested(
        day("units: [{name: Men, count: 175}]", birch),
        3,
        {"gurps.morale": [dice(3), dice(18)], "gurps.rout": 4},
    )

    (line,) = [each for each in course.told("gurps.losses") if each["side"] == "Birch"]
    assert (-3, 4, -4, -3) == tuple(line[name] for name in ("difference", "armour", "rout", "row"))


@pytest.mark.clause("G-13.3")
def test_a_fierce_battle_costs_both_more() -> None:
    """Two rows each."""
    course = contested(day("", "", "fierce: 2"), 3, {"gurps.morale": dice(3)})

    assert [1, -5] == [units(course, side)[0]["row"] for side in (0, 1)]


@pytest.mark.clause("G-13.2", "G-13.4")
def test_losses_are_rolled_for_each_unit_with_its_own_row() -> None:
    """Won by 3: 4d, 11 per cent of 87 rounded up; heavy armour reads row 7: 2d+1."""
    state = day("units: [{name: A, count: 87}, {name: B, count: 13, armour: heavy, ts: 1}]")
    course = contested(
        state, 3, {"gurps.morale": dice(3), "gurps.losses": [(2, 3, 3, 3), (6, 6), (1, 1, 1, 1)]}
    )

    assert [(3, 11, 10), (7, 13, 2)] == [
        (each["row"], each["percent"], each["dead"] + each["wounded"]) for each in units(course, 0)
    ]


@pytest.mark.clause("G-13.4")
def test_losses_read_as_thrown_once_for_the_side() -> None:
    """Dice 6, 5, 4, 3: 4d is 18, the first two 11; the other side throws its own."""
    state = day(
        "units: [{name: A, count: 50}, {name: B, count: 50, armour: heavy, ts: 1}]",
        "",
        "readings: {losses_rolled: per_side}",
    )
    course = contested(state, 3, {"gurps.morale": dice(3), "gurps.shared": [(6, 5, 4, 3), (1, 1, 1, 1)]})

    assert [18, 12, 24] == [each["percent"] for each in course.told("gurps.shared.losses")]
    assert [(), ()] == [force.dice for force in course.at.state.forces]


@pytest.mark.clause("G-13.4")
def test_a_whole_unit_may_be_lost_and_no_more() -> None:
    """Row −20 and worse with four sixes: 83 per cent; six rows of rout change nothing at the end."""
    course = contested(day(EXTRA), 20, {"gurps.rout": 6, "gurps.losses": [(1,), (6, 6, 6, 6)]})

    assert 83 == units(course, 1)[0]["percent"]
    assert 100 == sum(units(course, 1)[0][name] for name in ("dead", "captured", "left"))


# G-13.5


@pytest.mark.clause("G-13.5")
@pytest.mark.parametrize(
    ("difference", "reply", "expected"),
    [
        (3, dice(12), ("holds", 13, 12, 0, 87)),
        (3, dice(13), ("retreats", 13, 12, 6, 81)),
        (4, dice(12), ("retreats", 14, 14, 7, 79)),
    ],
)
def test_half_of_the_lost_are_dead_and_the_field_decides_about_the_wounded(
    difference: int, reply: object, expected: tuple[object, ...]
) -> None:
    """Who holds gets them back; who retreats saves half, rounded down."""
    course = contested(
        day(),
        difference,
        {
            "gurps.morale": [dice(3), reply] if difference == 3 else reply,
            "gurps.losses": [None, (1, 1, 1, 2)],
        },
    )

    (unit,) = units(course, 1)
    assert expected == tuple(unit[name] for name in ("state", "dead", "wounded", "captured", "left"))


@pytest.mark.clause("G-13.5")
def test_the_wounded_of_a_routed_unit_are_captured() -> None:
    """Row −4 − 1: 4d+27, with a 5 to 32: 16 dead, 16 captured."""
    course = contested(
        day(), 4, {"gurps.morale": dice(18), "gurps.rout": 1, "gurps.losses": [None, (1, 1, 1, 2)]}
    )

    (unit,) = units(course, 1)
    assert ("routs", 16, 16, 16, 68) == tuple(
        unit[name] for name in ("state", "dead", "wounded", "captured", "left")
    )


@pytest.mark.clause("G-13.5")
def test_where_nobody_holds_the_field_nobody_is_captured() -> None:
    """Both retreat: the wounded get away."""
    course = contested(day(), 0, {"gurps.morale": dice(13), "gurps.losses": (1, 1, 1, 2)})

    assert [(8, 7, 0, 92)] * 2 == [
        tuple(units(course, side)[0][name] for name in ("dead", "wounded", "captured", "left"))
        for side in (0, 1)
    ]


@pytest.mark.clause("G-13.5")
def test_who_surrenders_is_captured_whole() -> None:
    """All but the dead."""
    state = day(f"role: attacker\n{EXTRA}", "role: defender\nposition: [{kind: works}]\nno_escape: true")
    course = contested(state, 13, {"gurps.morale": dice(18)})

    (unit,) = units(course, 1)
    assert "surrenders" == unit["state"]
    assert (100 - unit["dead"], 0) == (unit["captured"], unit["left"])


@pytest.mark.clause("G-8")
def test_a_unit_that_left_is_gone_and_one_that_did_not_engage_is_whole() -> None:
    """Neither has losses."""
    ash = "units: [{name: A, count: 50}, {name: B, count: 50}]"
    for roll, expected in ((17, ("left", 0)), (16, ("not-engaged", 50))):
        course = fought(
            day(ash, "", "catastrophes: true"),
            {"gurps.catastrophe": [dice(roll), dice(3)], "gurps.catastrophe.whom": "B"},
        )
        unit = units(course, 0)[1]
        assert expected == (unit["state"], unit["left"])
        assert (None, 0) == (unit["row"], unit["dead"])


# G-13.6

TITUS = "characters: [{name: Titus, battle: 12, risk: 1, hp: 99, %s}]"


@pytest.mark.clause("G-13.6")
@pytest.mark.parametrize(
    ("post", "replies", "again"),
    [
        ("commands: A", [dice(18), dice(3)], True),
        ("unit: A", [dice(18), dice(3)], True),
        ("unit: B", [dice(18), dice(3)], False),
        ("commands: force", [dice(18), dice(3)], False),
        ("commands: force", [dice(18), dice(18)], True),
    ],
)
def test_a_character_of_a_routed_unit_throws_again(post: str, replies: list[object], again: bool) -> None:
    """At −2 with the same risk; the leader of the force when all of it routs."""
    state = day("", f"{TITUS % post}\nunits: [{{name: A, count: 50}}, {{name: B, count: 50}}]")
    course = contested(
        state, 4, {"gurps.morale": replies, "gurps.survival": dice(8), "gurps.glory": dice(12)}
    )

    assert ([9] if again else []) == [each["skill"] for each in course.told("gurps.second_survival")]


@pytest.mark.clause("G-13.6")
def test_hits_add_up_and_the_fallen_do_not_throw_again() -> None:
    """One hit and two more; and one who fell in the battle."""
    state = day("", TITUS % "unit: Men")
    weak = day("", (TITUS % "unit: Men").replace("hp: 99", "hp: 1"))
    replies = {
        "gurps.morale": dice(18),
        "gurps.survival": dice(10),
        "gurps.second_survival": dice(9),
        "gurps.glory": dice(12),
    }

    assert 3 == contested(state, 4, replies).at.state.forces[1].people[0].hits
    assert [] == contested(weak, 4, replies).told("gurps.second_survival")


@pytest.mark.clause("G-13.4", "G-13.6")
def test_who_passes_survival_lives_though_the_unit_be_wiped_out() -> None:
    """A unit of one man loses him; its commander throws again, and stands."""
    state = day(
        "units: [{name: Men, count: 200}]",
        "commander: {name: Bo, strategy: 20}\n"
        "units: [{name: A, count: 1}, {name: B, count: 99}]\n"
        "characters: [{name: Titus, battle: 16, commands: A}]",
    )
    course = contested(
        state, 0, {"gurps.morale": dice(3), "gurps.survival": dice(9), "gurps.second_survival": dice(9)}
    )

    assert 0 == units(course, 1)[0]["left"] - units(course, 1)[0]["wounded"]
    assert ["unhurt"] == [each["result"] for each in course.told("gurps.second_survival")]


@pytest.mark.clause("G-13.2")
@pytest.mark.parametrize(("row", "house"), [(3, None), (-3, None), (0, "G-13.2"), (4, "G-13.2")])
def test_the_two_printed_rows_are_not_called_the_houses(row: int, house: str | None) -> None:
    """Rows +3 and −3 stand in the text; all others are ours."""
    assert house == BOOK.house_of(Line("gurps.losses", "G-13.2", {"row": row}))
