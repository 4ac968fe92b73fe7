"""The modifiers of Strategy, line by line (G-2 … G-7)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulebooks.gurps.forces import Course, day, fought
from voevoda.rulebooks.gurps.modifiers import Modifier, account_of, ratio_bonus, superiority_bonus
from voevoda.rulebooks.gurps.state import Day

HUNDRED = "{name: Men, count: 100}"


def lines(state: Day, index: int = 0) -> list[tuple[str, str, int]]:
    """What stands in a side's account: what, of what, how much."""
    return [(line.what, line.of, line.value) for line in account_of(state, index).modifiers]


def clauses(state: Day, index: int = 0) -> list[str]:
    """The clauses of the lines."""
    return [line.clause for line in account_of(state, index).modifiers]


# G-2, G-3


@pytest.mark.clause("G-2", "G-2.1")
@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        ("1", 0), ("6/5", 0), ("121/100", 1), ("7/5", 1), ("141/100", 2), ("17/10", 2), ("171/100", 3),
        ("2", 3), ("201/100", 4), ("3", 4), ("301/100", 5), ("5", 5), ("501/100", 6), ("7", 6),
        ("701/100", 7), ("10", 7), ("1001/100", 8), ("1000", 8),
    ],
)  # fmt: skip
def test_the_upper_end_of_a_ratio_belongs_to_its_row(ratio: str, expected: int) -> None:
    """TS 100 against 50 is twice as strong: +3."""
    assert expected == ratio_bonus(Fraction(ratio), 0)
    assert expected == ratio_bonus(Fraction(ratio), 2)


@pytest.mark.clause("G-2.2")
@pytest.mark.parametrize(
    ("ratio", "expected"), [("10", 7), ("21/2", 8), ("199/10", 8), ("20", 9), ("30", 10), ("100", 17)]
)
def test_a_lead_of_more_than_two_tech_levels_lifts_the_cap(ratio: str, expected: int) -> None:
    """Each further ten to one adds 1."""
    assert expected == ratio_bonus(Fraction(ratio), 3)


@pytest.mark.clause("G-2.2", "G-3", "G-3.1")
def test_thirty_to_one_with_three_tech_levels_more() -> None:
    """+10 for the ratio and +5 for TL6 against TL3."""
    state = day("tech_level: 6", "tech_level: 3", units=("{name: Men, count: 300, ts: 10}", HUNDRED))

    assert [("ratio", "", 10), ("tech", "", 5)] == lines(state)
    assert ["G-2.2", "G-3.1"] == clauses(state)
    assert [] == lines(state, 1)


@pytest.mark.clause("G-3.1")
@pytest.mark.parametrize(
    ("ours", "theirs", "expected"), [(5, 3, 4), (4, 3, 3), (3, 3, 0), (3, 5, 0), (6, 3, 5)]
)
def test_the_higher_tech_level_is_worth_its_difference_and_two(ours: int, theirs: int, expected: int) -> None:
    """Nothing when equal."""
    state = day(f"tech_level: {ours}", f"tech_level: {theirs}")

    assert expected == account_of(state, 0).effective - account_of(state, 0).base


@pytest.mark.clause("G-2.1")
def test_the_weaker_side_gets_nothing() -> None:
    """150 against 100: +2 and nothing."""
    state = day(units=("{name: Men, count: 150}", HUNDRED))

    assert [("ratio", "", 2)] == lines(state)
    assert [] == lines(state, 1)


# G-4


@pytest.mark.clause("G-4", "G-4.1")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("{kind: higher-ground}", -3),
        ("{kind: higher-ground, value: -5}", -5),
        ("{kind: cover}", -1),
        ("{kind: gentle-slope}", 1),
        ("{kind: steep-slope}", 2),
        ("{kind: hampering-slope}", 3),
        ("{kind: passage, value: 2}", 2),
        ("{kind: passage, value: 8}", 8),
        ("{kind: works}", 3),
        ("{kind: manor}", 4),
        ("{kind: walled-town}", 6),
        ("{kind: castle}", 8),
        ("{kind: castle}, {kind: steep-slope}", 10),
    ],
)
def test_ground_is_the_defenders(position: str, expected: int) -> None:
    """A castle on a steep hill is +10."""
    state = day("role: attacker", f"role: defender\nposition: [{position}]")

    assert expected == account_of(state, 1).effective - 12
    assert [] == lines(state, 0)


@pytest.mark.clause("G-4.2")
@pytest.mark.parametrize(
    ("attacker", "by"),
    [
        ("engineers: true", "engineers"),
        ("units: [{name: Men, count: 76}, {name: Guns, count: 24, arms: artillery}]", "artillery"),
        (
            "engineers: true\nunits: [{name: Men, count: 76}, {name: Guns, count: 24, arms: artillery}]",
            "artillery",
        ),
    ],
)
def test_sappers_or_artillery_take_two_from_each_star(attacker: str, by: str) -> None:
    """Both are still two; a slope has no star, and a passage of 2 is worth nothing then."""
    state = day(
        f"role: attacker\n{attacker}",
        "role: defender\nposition: [{kind: steep-slope}, {kind: passage, value: 2}, {kind: castle}]",
    )

    assert [
        ("position", "steep-slope", 2),
        ("position", "passage", 2),
        (by, "passage", -2),
        ("position", "castle", 8),
        (by, "castle", -2),
    ] == lines(state, 1)


@pytest.mark.clause("G-4.3")
@pytest.mark.parametrize(
    ("position", "attacker", "table"),
    [
        ("{kind: steep-slope}", "", "A"),
        ("{kind: works}", "", "B"),
        ("{kind: passage, value: 2}", "engineers: true", "B"),
    ],
)
def test_a_starred_position_is_stormed(position: str, attacker: str, table: str) -> None:
    """Also one that sappers have cut to nothing."""
    state = day(f"role: attacker\n{attacker}", f"role: defender\nposition: [{position}]")
    course = fought(state, {"gurps.contest": [(6, 6, 6), (1, 1, 1)]})

    assert [f"gurps.result.{table}"] == [
        line.key for line in course.lines if line.key.startswith("gurps.result")
    ]


# G-5


@pytest.mark.clause("G-5", "G-5.1")
@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [(199, 100, 0), (200, 100, 1), (299, 100, 1), (300, 100, 2), (400, 100, 2), (499, 100, 2), (500, 100, 3),
     (1, 0, 3), (0, 0, 0), (100, 100, 0)],
)  # fmt: skip
def test_superiority_rounds_down_to_its_steps(ours: int, theirs: int, expected: int) -> None:
    """Four to one is +2; an enemy with none counts as five to one."""
    assert expected == superiority_bonus(ours, theirs)


@pytest.mark.clause("G-5.2")
def test_horse_archers_count_in_two_kinds() -> None:
    """+3 and +3 against an enemy with neither."""
    state = day(units=("{name: Archers, count: 100, arms: cavalry, missile: bow}", "{name: Men, count: 300}"))

    assert [("superiority", "cavalry", 3), ("superiority", "missile", 3)] == lines(state)


@pytest.mark.clause("G-5.2")
def test_in_a_siege_horse_is_foot_and_artillery_counts() -> None:
    """Out of one it is the other way round."""
    units = "units: [{name: Horse, count: 90, arms: cavalry}, {name: Guns, count: 10, arms: artillery}]"
    siege = day(f"role: attacker\n{units}", "role: defender", "siege: true")
    field = day(f"role: attacker\n{units}", "role: defender")

    assert [("superiority", "artillery", 3)] == lines(siege)
    assert [("superiority", "cavalry", 3)] == lines(field)


@pytest.mark.clause("G-5.2")
def test_the_higher_tech_level_says_which_kinds_count() -> None:
    """From TL6 on: artillery, armour, aircraft, counted in pieces; horse and missiles no more."""
    state = day(
        "tech_level: 6\nunits: [{name: Tanks, count: 40, pieces: 10, arms: armour, weapon: light-tank}]",
        "tech_level: 3\nunits: [{name: Horse, count: 900, arms: cavalry, missile: bow},"
        " {name: Wagons, count: 8, pieces: 4, arms: armour}]",
    )

    assert ("superiority", "armour", 1) in lines(state)
    assert [] == [line for line in lines(state, 1) if line[0] == "superiority"]


@pytest.mark.clause("G-5.2")
def test_kinds_of_the_referees_own() -> None:
    """The undead are special if he says so."""
    state = day(units=("{name: Bones, count: 100, special: [undead]}", HUNDRED))

    assert [("superiority", "undead", 3)] == lines(state)


@pytest.mark.clause("G-5.3")
@pytest.mark.parametrize(
    ("theirs", "expected"),
    [
        ("{name: Pikes, count: 100, counters: [cavalry]}", [("superiority", "cavalry", 2)]),
        ("{name: Pikes, count: 300, counters: [cavalry]}", []),
        ("{name: Pikes, count: 900, counters: [cavalry]}", []),
        (
            "{name: Pikes, count: 100, counters: [cavalry]}, {name: Horse, count: 50, arms: cavalry}",
            [("superiority", "cavalry", 1)],
        ),
    ],
)
def test_pikes_neutralise_and_never_give_superiority(
    theirs: str, expected: list[tuple[str, str, int]]
) -> None:
    """300 horse against 100 pikes are three to one; against more, nothing, on either side."""
    state = day(units=("{name: Horse, count: 300, arms: cavalry, ts: 1}", theirs))

    assert expected == [line for line in lines(state) if line[0] == "superiority"]
    assert [] == [line for line in lines(state, 1) if line[0] == "superiority"]


@pytest.mark.clause("G-5.4")
@pytest.mark.parametrize(
    ("serves_as", "ours", "theirs"), [("counter", [], 0), ("special", [("superiority", "aircraft", 3)], 3)]
)
def test_a_gun_serves_as_one_or_the_other(
    serves_as: str, ours: list[tuple[str, str, int]], theirs: int
) -> None:
    """As anti-aircraft it neutralises planes and is no artillery; as artillery it lets them fly."""
    guns = f"{{name: Flak, count: 5, arms: artillery, counters: [aircraft], serves_as: {serves_as}}}"
    state = day(
        "tech_level: 7\nunits: [{name: Planes, count: 4, arms: aircraft}, {name: Men, count: 100}]",
        f"tech_level: 7\nunits: [{guns}, {{name: Men, count: 100}}]",
    )

    assert ours == [line for line in lines(state) if line[0] == "superiority"]
    assert theirs == sum(value for what, _, value in lines(state, 1) if what == "superiority")


# G-6, G-7


@pytest.mark.clause("G-6", "G-6.1")
@pytest.mark.parametrize(
    ("circumstance", "expected"),
    [
        ("complete-surprise", -5),
        ("partial-surprise", -2),
        ("forced-march", -3),
        ("no-supplies", -3),
        ("short-supplies", -2),
        ("foraging", -1),
        ("home-ground", 2),
    ],
)
def test_circumstances(circumstance: str, expected: int) -> None:
    """What the referee or play has brought about."""
    assert [("circumstance", circumstance, expected)] == lines(day(f"circumstances: [{circumstance}]"))


@pytest.mark.clause("G-6.1")
def test_home_ground_goes_with_slopes_and_passages() -> None:
    """It is barred only by walls and works."""
    state = day(
        "role: attacker",
        """
role: defender
circumstances: [home-ground]
position: [{kind: steep-slope}, {kind: passage, value: 4}]
""",
    )

    assert 8 == account_of(state, 1).effective - 12


@pytest.mark.clause("G-6.2", "G-6.3", "G-7", "G-7.1")
def test_the_referee_the_plan_and_scouts() -> None:
    """Fog −3, a ruse +5, a good plan +3, many scouts +2; in the order of the book."""
    state = day("referee: [{why: fog, value: -3}, {why: a ruse, value: 5}]\nplan: 3\nscouting: many")

    assert [
        ("referee", "fog", -3),
        ("referee", "a ruse", 5),
        ("plan", "", 3),
        ("scouting", "many", 2),
    ] == lines(state)
    assert ["G-6.2", "G-6.2", "G-6.3", "G-7.1"] == clauses(state)
    assert [("scouting", "some", 1)] == lines(day("scouting: some"))


@pytest.mark.clause("G-10.1")
def test_the_account_is_told_line_by_line_and_adds_up() -> None:
    """600 against 1,000, Strategy 15 against 12: the shares are the total."""
    state = day(
        "commander: {name: Ada, strategy: 15}\nplan: 2\ncircumstances: [forced-march]",
        units=("{name: Men, count: 600}", "{name: Men, count: 1000}"),
    )
    course = Course(state).to("gurps.contest", {})
    told = [each for each in course.told("gurps.modifier") if each["side"] == "Ash"]
    (account,) = [each for each in course.told("gurps.account") if each["side"] == "Ash"]

    assert sum(each["value"] for each in told) == account["modifiers"] == account["effective"] - 15
    assert 14 == account["effective"]
    made = (("ours", Fraction(1000)), ("theirs", Fraction(600)))
    assert Modifier("G-2.1", "ratio", 2, made=made) == account_of(state, 1).modifiers[0]
