"""Every row of tables A, B and C, morale, and nowhere to go (G-11, G-12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.gurps.forces import GURPS, Course, contested, day, dice, standing
from voevoda.rulebooks.gurps.morale import morale_of
from voevoda.rulebooks.gurps.report import extras, sides
from voevoda.rulebooks.gurps.state import Day, Spot

TWO = "units: [{name: A, count: 60}, {name: B, count: 40}]"
EXTRA = "referee: [{why: luck, value: 5}]"
PASS, FAIL, BADLY = dice(12), dice(13), dice(17)


def open_field(ash: str = "", birch: str = "", more: str = "") -> Day:
    """Two forces in the open; the first has 5 more, so that great differences can be rolled."""
    return day(f"{TWO}\n{EXTRA}\n{ash}", f"{TWO}\n{birch}", more)


def stormed(ash: str = "", birch: str = "") -> Day:
    """An attack on works; either side can win by 17."""
    return day(
        f"role: attacker\n{TWO}\n{ash}", f"role: defender\nposition: [{{kind: works}}]\n{TWO}\n{birch}"
    )


def fate(course: Course, side: int) -> str:
    """What both units of a side do, if they do the same."""
    return "/".join(sorted(set(standing(course, side))))


def asked(course: Course) -> list[tuple[str, int]]:
    """Whose morale was rolled, with what modifier."""
    return [(each["side"], each["plus"]) for each in course.told("gurps.morale")]


# Table A


@pytest.mark.clause("G-11", "G-11.10")
@pytest.mark.parametrize(
    ("reply", "expected"),
    [(PASS, "holds"), (FAIL, "retreats"), (dice(16), "retreats"), (BADLY, "routs"), (dice(18), "routs")],
)
@pytest.mark.parametrize("difference", [0, 3, -3])
def test_a_0_3_every_unit_of_both_rolls(difference: int, reply: object, expected: str) -> None:
    """Failed by 1–4 it retreats, by 5 and more it routs; nobody has won the battle."""
    course = contested(open_field(), difference, {"gurps.morale": reply})

    assert [("Ash", 0), ("Ash", 0), ("Birch", 0), ("Birch", 0)] == asked(course)
    assert (expected, expected) == (fate(course, 0), fate(course, 1))
    outcome = GURPS.finished(course.at.state)
    assert outcome is not None
    assert (None, "no-clear-winner") == tuple(outcome)


@pytest.mark.clause("G-11", "G-11.7")
@pytest.mark.parametrize(
    ("difference", "name", "penalty"),
    [
        (4, "minor", 0),
        (7, "minor", 0),
        (8, "significant", -2),
        (12, "significant", -2),
        (13, "great", -4),
        (16, "great", -4),
    ],
)
@pytest.mark.parametrize(("reply", "expected"), [(dice(3), "retreats"), (dice(18), "routs")])
def test_a_4_16_the_losers_units_retreat_or_rout(
    difference: int, name: str, penalty: int, reply: object, expected: str
) -> None:
    """−4 replaces −2; the winner's units hold without a roll."""
    course = contested(open_field(), difference, {"gurps.morale": reply})

    assert [("Birch", penalty)] * 2 == asked(course)
    assert ("holds", expected) == (fate(course, 0), fate(course, 1))
    outcome = GURPS.finished(course.at.state)
    assert outcome is not None
    assert ("Ash", name) == tuple(outcome)


@pytest.mark.clause("G-11", "G-11.10")
def test_a_17_the_loser_routs_without_a_roll() -> None:
    """An overwhelming victory; beaten by as much, the first side would rout."""
    course = contested(open_field("", "no_escape: true"), 17)
    other = contested(day("", "referee: [{why: luck, value: 5}]"), -17)

    assert [] == asked(course)
    assert ("holds", "routs") == (fate(course, 0), fate(course, 1))
    assert (["routs"], ["holds"]) == (standing(other, 0), standing(other, 1))


# Table B


@pytest.mark.clause("G-11")
@pytest.mark.parametrize("difference", [-1, -3])
def test_b_0_3_the_attacker_is_thrown_back(difference: int) -> None:
    """All his units retreat without a roll; attacking again he is at −2."""
    course = contested(stormed(), difference)

    assert [] == asked(course)
    assert ("retreats", "holds") == (fate(course, 0), fate(course, 1))
    assert [{"side": "Ash", "morale": -2, "commander_lost": False, "if_attacks": True}] == course.told(
        "gurps.next_day"
    )


@pytest.mark.clause("G-11", "G-11.7")
@pytest.mark.parametrize(("difference", "penalty"), [(-4, 0), (-7, 0), (-8, -2), (-12, -2)])
@pytest.mark.parametrize(("replies", "expected"), [([PASS, FAIL], "holds"), ([FAIL, PASS], "retreats")])
def test_b_4_12_half_of_the_attackers_men_decide(
    difference: int, penalty: int, replies: list[object], expected: str
) -> None:
    """Sixty of a hundred are half, forty are not; then all do the same, whatever each rolled."""
    shifted = [dice(10) if reply == PASS else dice(13) for reply in replies]
    course = contested(stormed(), difference, {"gurps.morale": shifted})

    assert [("Ash", penalty)] * 2 == asked(course)
    assert (expected, "holds") == (fate(course, 0), fate(course, 1))


@pytest.mark.clause("G-11.7")
def test_exactly_half_is_enough() -> None:
    """Fifty of a hundred."""
    state = day(
        "role: attacker\nunits: [{name: A, count: 50}, {name: B, count: 50}]",
        "role: defender\nposition: [{kind: works}]",
    )
    course = contested(state, -4, {"gurps.morale": [FAIL, PASS]})

    assert [(50, 100, True)] == [
        (each["passed"], each["men"], each["holds"]) for each in course.told("gurps.half")
    ]
    assert "holds" == fate(course, 0)


@pytest.mark.clause("G-11")
@pytest.mark.parametrize(("difference", "penalty"), [(-13, 0), (-16, 0), (-17, -2)])
@pytest.mark.parametrize(("reply", "expected"), [(dice(3), "retreats"), (dice(18), "routs")])
def test_b_13_the_attackers_units_retreat_or_rout(
    difference: int, penalty: int, reply: object, expected: str
) -> None:
    """From 17 on at −2; nobody to flee from makes no difference to an attacker."""
    course = contested(stormed("no_escape: true"), difference, {"gurps.morale": reply})

    assert [("Ash", penalty)] * 2 == asked(course)
    assert (expected, "holds") == (fate(course, 0), fate(course, 1))


# Table C


@pytest.mark.clause("G-11")
@pytest.mark.parametrize(("difference", "tomorrow"), [(1, []), (3, []), (4, [-2]), (7, [-2])])
def test_c_1_7_both_hold(difference: int, tomorrow: list[int]) -> None:
    """From 4 on the defender's morale is 2 lower on the next day."""
    course = contested(stormed(EXTRA), difference)

    assert [] == asked(course)
    assert ("holds", "holds") == (fate(course, 0), fate(course, 1))
    assert tomorrow == [each["morale"] for each in course.told("gurps.next_day")]
    assert "if_attacks" not in str(course.told("gurps.next_day"))


@pytest.mark.clause("G-11", "G-11.7")
@pytest.mark.parametrize("difference", [8, 12])
@pytest.mark.parametrize(("replies", "expected"), [([PASS, FAIL], "holds"), ([FAIL, PASS], "retreats")])
def test_c_8_12_half_of_the_defenders_men_decide(
    difference: int, replies: list[object], expected: str
) -> None:
    """Without a modifier."""
    course = contested(stormed(EXTRA), difference, {"gurps.morale": list(replies)})

    assert [("Birch", 0)] * 2 == asked(course)
    assert ("holds", expected) == (fate(course, 0), fate(course, 1))


@pytest.mark.clause("G-11")
@pytest.mark.parametrize(("difference", "penalty", "taken"), [(13, 0, []), (16, 0, []), (17, -2, ["Birch"])])
@pytest.mark.parametrize(
    ("reply", "escape", "expected"),
    [(dice(3), "", "retreats"), (dice(18), "", "routs"), (dice(18), "no_escape: true", "surrenders")],
)
def test_c_13_the_position_is_taken(
    difference: int, penalty: int, taken: list[str], reply: object, escape: str, expected: str
) -> None:
    """Who fails routs, or surrenders where there is no escape; from 17 on the commander is taken too."""
    course = contested(stormed(EXTRA, escape), difference, {"gurps.morale": reply})

    assert [("Birch", penalty)] * 2 == asked(course)
    assert ("holds", expected) == (fate(course, 0), fate(course, 1))
    assert taken == [each["who"] for each in course.told("gurps.commander.taken")]
    assert taken == ["Birch" for each in course.told("gurps.next_day") if each["commander_lost"]]


# G-11.6, G-11.9


@pytest.mark.clause("G-11.6")
@pytest.mark.parametrize(
    ("difference", "first", "second", "expected"),
    [
        (8, FAIL, [dice(14), dice(15)], ["holds", "surrenders"]),
        (13, PASS, [dice(14), dice(15)], ["holds", "surrenders"]),
        (17, dice(10), [dice(14), dice(15)], ["holds", "surrenders"]),
    ],
)
def test_who_has_nowhere_to_go_rolls_again_at_two_more(
    difference: int, first: object, second: list[object], expected: list[str]
) -> None:
    """Morale 12 is 14 now, also in row 17+: hold the position, or surrender."""
    course = contested(
        stormed(EXTRA, "no_escape: true"),
        difference,
        {"gurps.morale": first, "gurps.second_roll": second},
    )

    assert expected == standing(course, 1)


@pytest.mark.clause("G-11.6")
@pytest.mark.parametrize(("reading", "skill"), [("plus_two", 14), ("added", 12)])
def test_the_second_roll_in_the_last_row(reading: str, skill: int) -> None:
    """+2 alone, or +2 on top of −2."""
    state = day(
        f"role: attacker\n{EXTRA}",
        "role: defender\nposition: [{kind: works}]\nno_escape: true",
        f"readings: {{second_roll: {reading}}}",
    )
    course = contested(state, 17, {"gurps.morale": dice(3)})

    assert [skill] == [each["skill"] for each in course.told("gurps.second_roll")]


@pytest.mark.clause("G-11.9")
def test_where_nobody_surrenders_they_die_to_the_last_man() -> None:
    """And a commander who would be taken kills himself; the winner loses as the table says."""
    course = contested(
        stormed(EXTRA, "no_escape: true\nnever_surrenders: true"), 17, {"gurps.morale": dice(18)}
    )

    assert "last-stand" == fate(course, 1)
    assert ["Birch"] == [each["who"] for each in course.told("gurps.commander.dies")]
    assert [] == course.told("gurps.commander.taken")
    birch: Any = sides(course.at.state, course.log)[1]
    assert [(60, 0, 0), (40, 0, 0)] == [
        (each["dead"], each["captured"], each["left"]) for each in birch["units"]
    ]


@pytest.mark.clause("G-11.8")
def test_a_siege_without_an_assault_rolls_nothing() -> None:
    """The report says what else there is."""
    course = Course(
        day(
            "role: attacker\nmissions: [{kind: assassinate, skill: 9}]",
            "role: defender",
            "siege: true\nassault: false",
        )
    )

    assert () == course.at.open
    assert ["gurps.siege"] == [line.key for line in course.lines]
    outcome = GURPS.finished(course.at.state)
    assert outcome is not None
    assert (None, "no-assault") == tuple(outcome)
    assert None is extras(course.at.state, course.log)["difference"]


@pytest.mark.clause("G-11.10")
def test_the_report_says_who_won_in_name() -> None:
    """C 1–3: the attacker won the contest, and nobody the battle."""
    course = contested(stormed(EXTRA), 2)
    found = extras(course.at.state, course.log)

    assert ("C", 2, "Ash") == (found["table"], found["difference"], found["contest"])


# G-12


@pytest.mark.clause("G-12")
@pytest.mark.parametrize(
    ("morale", "expected"),
    [
        ("", 12),
        ("morale: [hereditary-enemy]", 13),
        ("morale: [defends-home]", 14),
        ("morale: [beat-them-this-year]", 13),
        ("morale: [beaten-by-them]", 10),
        ("morale: [beat-them-this-year, beaten-by-them]", 11),
        ("morale: [spy-net]", 11),
        ("morale: [spy-net-deadly]", 10),
        ("morale: [spies-executed]", 14),
        ("morale: [own-spies-succeeded]", 13),
        ("morale: [own-spies-killed]", 11),
        ("morale: [defends-home, spy-net, beaten-by-them]", 11),
        ("extra_pay: 49.9", 12),
        ("extra_pay: 50", 13),
        ("extra_pay: 100", 14),
        ("units: [{name: Men, count: 100, morale: 3}]", 15),
        ("units: [{name: Men, count: 100, quality: veteran, morale: 1}]", 16),
    ],
)
def test_morale_is_the_sum_of_its_lines(morale: str, expected: int) -> None:
    """From a base of 12."""
    assert expected == morale_of(day(morale), Spot(0, 0))


@pytest.mark.clause("G-12.2")
def test_a_deadly_order_calls_for_a_roll() -> None:
    """Before the contest; what follows is the referee's, and nothing else is changed by it."""
    units = "units: [{name: A, count: 60, deadly_order: true}, {name: B, count: 60}]"
    results = []
    for roll in (3, 18):
        course = Course(day(units)).to("gurps.contest", {"gurps.order": dice(roll)})
        results.append([each["result"] for each in course.told("gurps.order")])
        assert standing(course, 0) == ["holds", "holds"]

    assert [["passed"], ["failed"]] == results
