"""Missions, seers, catastrophes, Survival and Glory (G-7.2 … G-9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.gurps.forces import Course, day, dice, fought
from voevoda.rulebooks.gurps.modifiers import account_of
from voevoda.rulebooks.gurps.morale import morale_of
from voevoda.rulebooks.gurps.state import Day, Spot

RIGHT, CRITICAL, WRONG = dice(10), dice(3), dice(16)
LOW, HIGH = dice(3), dice(18)


def before_the_contest(state: Day, replies: dict[str, object] | None = None) -> Course:
    """A day as far as the contest."""
    return Course(state).to("gurps.contest", dict(replies or {}))


def strategy(course: Course, index: int = 0) -> int:
    """A side's effective Strategy now."""
    return account_of(course.at.state, index).effective


# G-7.2


@pytest.mark.clause("G-7.2")
@pytest.mark.parametrize(
    ("belief", "reply", "expected"),
    [
        ("trusts", RIGHT, 13),
        ("trusts", CRITICAL, 14),
        ("blind", RIGHT, 13),
        ("dismisses", RIGHT, 13),
        ("blind", WRONG, 7),
        ("trusts", WRONG, 9),
        ("dismisses", WRONG, 12),
    ],
)
def test_a_seer(belief: str, reply: object, expected: int) -> None:
    """Right +1, critically +2; wrong: his 7, the mean (7 + 12) / 2 rounded down, or the commander's 12."""
    state = day(f"seer: {{skill: 11, strategy: 7, belief: {belief}}}")

    assert expected == strategy(before_the_contest(state, {"gurps.seer": reply}))


@pytest.mark.clause("G-7.2")
def test_a_seers_number_stands_against_tactics_in_small_battles() -> None:
    """Tactics 11 and the seer's 8, trusted: 9."""
    state = day("seer: {skill: 11, strategy: 8}", units=("{name: Men, count: 99}", "{name: Men, count: 100}"))

    assert 9 == strategy(before_the_contest(state, {"gurps.seer": WRONG}))


# G-7.3, G-8.5

ASSASSIN = "missions: [{kind: assassinate, skill: 12, executed_if_caught: %s}]"


@pytest.mark.clause("G-7.3", "G-8.5")
def test_an_assassin_who_succeeds() -> None:
    """The deputy leads with 8 for 12, without Luck, and all morale is 2 lower."""
    state = day(
        ASSASSIN % "false",
        "commander: {name: Bo, strategy: 12, luck: true}\n"
        "units: [{name: A, count: 60}, {name: B, count: 60}]",
    )
    course = before_the_contest(state, {"gurps.mission": RIGHT})

    assert 8 == strategy(course, 1)
    assert [10, 10] == [morale_of(course.at.state, Spot(1, place)) for place in (0, 1)]
    assert [("Bo", 8)] == [(each["who"], each["deputy"]) for each in course.told("gurps.commander.falls")]
    assert "gurps.luck" not in {question.key for question in course.to("", {}).questions}


@pytest.mark.clause("G-7.3")
@pytest.mark.parametrize(("executed", "expected"), [("false", 13), ("true", 14)])
def test_an_assassin_who_fails(executed: str, expected: int) -> None:
    """The enemy's morale gains 1, and 2 in all if he is executed."""
    course = before_the_contest(day(ASSASSIN % executed), {"gurps.mission": WRONG})

    assert expected == morale_of(course.at.state, Spot(1, 0))
    assert 12 == strategy(course, 1)


@pytest.mark.clause("G-7.3")
@pytest.mark.parametrize(
    ("ours", "guards", "falls"), [(10, 9, True), (10, 8, False), (10, 7, False), (18, 18, True), (3, 3, True)]
)
def test_a_guard_must_be_beaten_outright(ours: int, guards: int, falls: bool) -> None:
    """12 − 10 against 10 − 8 is a tie; in a Quick Contest nothing is critical."""
    course = before_the_contest(
        day(ASSASSIN % "false", "guard: 10"),
        {"gurps.mission.contest": dice(ours), "gurps.mission.guard": dice(guards)},
    )

    assert falls == course.at.state.forces[1].commander_lost


@pytest.mark.clause("G-7.3")
def test_a_commander_falls_once() -> None:
    """A second assassin finds none."""
    missions = "missions: [{kind: assassinate, skill: 12}, {kind: assassinate, skill: 12}]"
    course = before_the_contest(day(missions), {"gurps.mission": RIGHT})

    assert 1 == len(course.told("gurps.commander.falls"))
    assert [{"side": "Birch"}] == course.told("gurps.commander.gone")
    assert 10 == morale_of(course.at.state, Spot(1, 0))


# G-8

THREE = "units: [{name: A, count: 40}, {name: B, count: 40}, {name: C, count: 20}]"


def struck(roll: int, ash: str = THREE, **replies: object) -> Course:
    """A day on which such a catastrophe befalls the first side and none the other."""
    given: dict[str, Any] = {"gurps.catastrophe": [dice(roll), LOW], "gurps.catastrophe.whom": "B"}
    given.update({name.replace("_", "."): reply for name, reply in replies.items()})
    return before_the_contest(day(ash, "", "catastrophes: true"), given)


@pytest.mark.clause("G-8")
@pytest.mark.parametrize("roll", [3, 13])
def test_most_days_bring_no_catastrophe(roll: int) -> None:
    """13 or less."""
    course = struck(roll)

    assert 12 == strategy(course)
    assert [] == [line.key for line in course.lines if line.key.startswith("gurps.catastrophe.")]


@pytest.mark.clause("G-8")
def test_a_wounded_leader() -> None:
    """14: one unit's morale −1; a veteran of 15 with loot +1 is at 15 again."""
    state = THREE.replace("name: B, count: 40", "name: B, count: 40, quality: veteran, morale: 1")
    course = struck(14, state)

    assert [12, 15, 12] == [morale_of(course.at.state, Spot(0, place)) for place in range(3)]
    course.to("", {"gurps.contest": [dice(10), dice(10)]})
    assert [] == course.told("gurps.next_day")  # tomorrow it is 16 again


@pytest.mark.clause("G-8")
def test_orders_lost() -> None:
    """15: Strategy −1."""
    assert 11 == strategy(struck(15))


@pytest.mark.clause("G-8")
def test_a_unit_that_does_not_engage() -> None:
    """16: 60 men are left to fight 100, who are 5/3 as strong: +2; it loses nobody and rolls no morale."""
    course = struck(16)

    assert 14 == strategy(course, 1)
    course.to("", {})
    assert "not-engaged" == course.at.state.forces[0].units[1].now
    assert ["A", "C"] == [each["unit"] for each in course.told("gurps.toll") if each["side"] == "Ash"]


@pytest.mark.clause("G-8", "G-12.1")
def test_treason_angers_or_shakes_the_others() -> None:
    """17: one leaves; morale −1 for who fails, +1 for who passes."""
    course = struck(17, gurps_treason=[RIGHT, WRONG])

    assert [13, 12, 11] == [morale_of(course.at.state, Spot(0, place)) for place in range(3)]
    assert ["A", "C"] == [each["unit"] for each in course.told("gurps.treason")]
    assert 14 == strategy(course, 1)


@pytest.mark.clause("G-8")
def test_a_commander_falls_by_catastrophe() -> None:
    """18."""
    assert 8 == strategy(struck(18))


@pytest.mark.clause("G-8")
@pytest.mark.parametrize("roll", [16, 17])
@pytest.mark.parametrize(
    "units",
    [
        "units: [{name: A, count: 100}]",
        "units: [{name: A, count: 60, ts: 0}, {name: B, count: 40}]",
    ],
)
def test_a_side_that_would_have_nobody_left_loses_its_orders(roll: int, units: str) -> None:
    """16 and 17 are read as 15 then; one unit alone is not drawn."""
    course = struck(roll, units)

    assert course.at.state.forces[0].orders_lost
    assert ["holds"] == sorted({company.now for company in course.at.state.forces[0].units})
    assert ("B" in units) == ("gurps.catastrophe.whom" in {question.key for question in course.questions})


@pytest.mark.clause("G-15")
def test_the_order_of_a_day() -> None:
    """Missions and seers, catastrophes with their treason, characters, contest; the first side first."""
    side = "missions: [{kind: assassinate, skill: 9}]\nseer: {skill: 10, strategy: 9}\n"
    one = side + "characters: [{name: X, battle: 12}]\n" + THREE
    two = side + "characters: [{name: Y, battle: 12}]"
    course = Course(day(one, two, "catastrophes: true")).to(
        "gurps.morale",
        {
            "gurps.catastrophe": [dice(17), LOW],
            "gurps.catastrophe.whom": "A",
            "gurps.survival": LOW,
            "gurps.glory": RIGHT,
        },
    )

    assert [
        "gurps.mission", "gurps.seer", "gurps.mission", "gurps.seer",
        "gurps.catastrophe", "gurps.catastrophe.whom", "gurps.treason", "gurps.treason", "gurps.catastrophe",
        "gurps.survival", "gurps.glory", "gurps.survival", "gurps.glory", "gurps.contest", "gurps.contest",
    ] == [question.key for question in course.questions][:15]  # fmt: skip


# G-9

LIVIA = "characters: [{name: Livia, battle: 14%s}]"


def livia(more: str = "", enemy: str = "", **replies: object) -> Course:
    """A day of one character, as far as the contest."""
    given = {name.replace("_", "."): reply for name, reply in replies.items()}
    return before_the_contest(day(LIVIA % more, enemy), given)


@pytest.mark.clause("G-9", "G-9.1")
@pytest.mark.parametrize(("risk", "survival", "glory"), [(3, 11, 17), (0, 14, 14), (-3, 17, 11)])
def test_risk_trades_survival_for_glory(risk: int, survival: int, glory: int) -> None:
    """Battle 14."""
    course = livia(f", risk: {risk}")

    assert [survival] == [each["skill"] for each in course.told("gurps.survival")]
    assert [glory] == [each["skill"] for each in course.told("gurps.glory")]


@pytest.mark.clause("G-9.2")
@pytest.mark.parametrize(("roll", "expected"), [(9, 0), (10, 1), (13, 1), (14, 2)])
def test_hits_of_a_survivor_pass_all_armour(roll: int, expected: int) -> None:
    """One or two HP, whatever the DR."""
    course = livia(", dr: 9", gurps_survival=dice(roll))

    assert expected == course.at.state.forces[0].people[0].hits


@pytest.mark.clause("G-9.3")
def test_the_printed_wound() -> None:
    """Failed by 5 at TL3 with dice 3, 4 then 1, 2 and DR 2: 7 + 3 = 10."""
    course = livia(", dr: 2, hp: 12, risk: 3", gurps_survival=dice(16), gurps_damage=[(3, 4, 1, 2)])

    assert [(10, 2)] == [(each["hits"], each["left"]) for each in course.told("gurps.hurt")]


@pytest.mark.clause("G-9.3")
@pytest.mark.parametrize(
    ("tech_level", "column", "blows", "count", "plus", "dr"),
    [
        (0, "A", 1, 1, 2, 20), (3, "B", 2, 2, 2, 20), (3, "C", 2, 4, 2, 20), (3, "D", 3, 6, 2, 20),
        (4, "A", 1, 2, 0, 20), (5, "A", 1, 2, 0, 20), (7, "B", 2, 6, 0, 20), (7, "C", 2, 14, 0, 20),
        (7, "D", 3, 21, 0, 20), (8, "A", 1, 5, 0, 20), (9, "C", 2, 24, 0, 20), (8, "D", 3, 33, 0, 20),
        (10, "A", 1, 10, 0, 10), (13, "C", 2, 52, 0, 10), (14, "B", 2, 28, 0, 4), (15, "D", 3, 90, 0, 2),
        (16, "A", 1, 16, 0, 2),
    ],
)  # fmt: skip
def test_blows_by_the_enemys_tech_level(
    tech_level: int, column: str, blows: int, count: int, plus: int, dr: int
) -> None:
    """How many dice of how many blows, and what is left of DR 20."""
    failed = {"A": 15, "B": 17, "C": 19, "D": 21}[column]
    course = Course(
        day(f"characters: [{{name: X, battle: {29 - failed}, dr: 20}}]", f"tech_level: {tech_level}")
    )
    course.to("gurps.damage", {"gurps.survival": dice(15)})
    asked = course.at.asked().question.prompt()

    assert (blows, count, plus, dr) == tuple(asked[name] for name in ("blows", "dice", "plus", "dr"))


@pytest.mark.clause("G-9.3")
def test_a_commander_who_falls_still_leads_this_day() -> None:
    """Tomorrow begins without him."""
    course = livia(", hp: 1, commands: force", gurps_survival=dice(14), gurps_glory=dice(14))

    assert 12 == strategy(course)
    assert [{"side": "Ash", "who": "Livia"}] == course.told("gurps.fallen.leads")
    course.to("", {"gurps.contest": [dice(10), dice(10)]})
    assert {"side": "Ash", "morale": 0, "commander_lost": True} in course.told("gurps.next_day")


@pytest.mark.clause("G-9.4")
@pytest.mark.parametrize(
    ("roll", "reputation", "strategy_"),
    [(4, 2, 2), (7, 1, 1), (8, 0, 1), (10, 0, 1), (11, 0, 0), (17, -2, -3), (18, -2, -3)],
)
def test_what_glory_brings_to_who_commands_a_unit(roll: int, reputation: int, strategy_: int) -> None:
    """Battle 14: by 10, 7, 6, 4, 3, and critical failures."""
    course = livia(", hp: 99, commands: Men", gurps_glory=dice(roll), gurps_glory_months=4)

    assert 12 + strategy_ == strategy(course)
    assert [reputation] * bool(reputation) == [
        each["reputation"] for each in course.told("gurps.glory.reputation")
    ]


@pytest.mark.clause("G-9.4")
@pytest.mark.parametrize(("battle", "months"), [(10, 2), (14, 4)])
def test_a_reputation_has_its_months(battle: int, months: int) -> None:
    """A die of 4: for −1 less 2, for +2 as it falls."""
    roll = 14 if battle == 10 else 4
    course = before_the_contest(
        day(f"characters: [{{name: X, battle: {battle}}}]"),
        {"gurps.glory": dice(roll), "gurps.glory.months": 4},
    )

    assert [months] == [each["months"] for each in course.told("gurps.glory.reputation")]
    assert (battle == 10) == bool(course.told("gurps.glory.culture"))


@pytest.mark.clause("G-9.5")
@pytest.mark.parametrize(
    ("post", "expected"),
    [
        (", commands: Men", (14, 11)),
        (", commands: force", (15, 10)),
        (", unit: Men", (12, 12)),
        ("", (12, 12)),
    ],
)
def test_only_a_commander_moves_strategy(post: str, expected: tuple[int, int]) -> None:
    """By 10: +2, and +3 for the force; failed by 4: −1, and −2 for the force; a soldier nothing."""
    great = before_the_contest(
        day(f"characters: [{{name: X, battle: 14, hp: 99{post}}}]"), {"gurps.glory": dice(4)}
    )
    poor = before_the_contest(
        day(f"characters: [{{name: X, battle: 10, hp: 99{post}}}]"), {"gurps.glory": dice(14)}
    )

    assert expected == (strategy(great), strategy(poor))


@pytest.mark.clause("G-9.4")
def test_the_fallen_have_their_glory_too() -> None:
    """Survival is first, Glory follows all the same."""
    course = livia(", hp: 1, commands: Men", gurps_survival=dice(14), gurps_glory=dice(4))

    assert [True] == [each["left"] <= 0 for each in course.told("gurps.fallen")]
    assert 14 == strategy(course)


def test_a_whole_day_ends() -> None:
    """Whatever is thrown."""
    assert "over" == fought(day(LIVIA % "", "", "catastrophes: true")).at.state.phase
