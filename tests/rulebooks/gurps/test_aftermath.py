"""Careers, rallies, what the next day inherits, the ledger, and the report (G-9.6, G-14)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.gurps.forces import Course, battle, contested, day, dice, file_of, fought
from voevoda.rulebooks.gurps.morale import morale_of
from voevoda.rulebooks.gurps.report import extras, sides
from voevoda.rulebooks.gurps.state import Spot

EXTRA = "referee: [{why: luck, value: 5}]"


def ledger(course: Course) -> list[dict[str, Any]]:
    """The entries of the ledger."""
    found: Any = extras(course.at.state, course.log)["ledger"]
    return list(found)


# G-9.6


@pytest.mark.clause("G-9.6")
@pytest.mark.parametrize(
    ("roll", "result", "follows"),
    [
        (9, "neutral", ()),
        (10, "good", ("favour",)),
        (13, "very-good", ("rank", "favour")),
        (16, "excellent", ("rank", "elite", "favour")),
    ],
)
def test_a_promotion_goes_by_the_increased_reputation(
    roll: int, result: str, follows: tuple[str, ...]
) -> None:
    """Reputation 1 with today's +2 makes a 10 a 13."""
    state = day("characters: [{name: X, battle: 14, hp: 99, reputation: 1}]")
    course = fought(state, {"gurps.glory": dice(4), "gurps.promotion": dice(roll)})

    assert [(3, result)] == [(each["plus"], each["result"]) for each in course.told("gurps.promotion")]
    assert [follows] == [each["follows"] for each in course.told("gurps.career")]


@pytest.mark.clause("G-9.4", "G-9.6")
@pytest.mark.parametrize(
    ("glory", "roll", "result", "follows", "coward"),
    [
        (14, 7, "bad", ("demotion",), False),
        (14, 8, "poor", (), False),
        (17, 6, "bad", ("demotion",), True),
        (18, 15, "good", (), True),
    ],
)
def test_a_bad_showing_is_noticed(
    glory: int, roll: int, result: str, follows: tuple[str, ...], coward: bool
) -> None:
    """Battle 10: failed by 4 Reputation −1, by 7 or critically −2 and called a coward."""
    course = fought(
        day("characters: [{name: X, battle: 10, hp: 99}]"),
        {"gurps.glory": dice(glory), "gurps.reaction": dice(roll)},
    )

    assert [result] == [each["result"] for each in course.told("gurps.reaction")]
    assert [follows] == [each["follows"] for each in course.told("gurps.career")]
    assert coward == bool(course.told("gurps.coward"))


@pytest.mark.clause("G-9.6")
def test_the_fallen_are_not_rolled_for() -> None:
    """Nor called cowards."""
    for glory in (4, 18):
        course = fought(
            day("characters: [{name: X, battle: 10, hp: 1}]"),
            {"gurps.survival": dice(10), "gurps.glory": dice(glory)},
        )
        assert [] == [
            *course.told("gurps.promotion"),
            *course.told("gurps.reaction"),
            *course.told("gurps.coward"),
        ]


# G-14.3


@pytest.mark.clause("G-14.3")
@pytest.mark.parametrize(
    ("arms", "options", "helps"),
    [("infantry", ("dispersed", "rallied"), ()), ("cavalry", ("rallied", "dispersed"), ("cavalry",))],
)
def test_a_rally_is_the_referees_choice(arms: str, options: tuple[str, ...], helps: tuple[str, ...]) -> None:
    """Unanswered, cavalry gathers again and foot whose side has left the field does not."""
    state = day(
        "", f"units: [{{name: Men, count: 100, arms: {arms}, ts: 1}}]\nreferee: [{{why: x, value: -3}}]"
    )
    course = contested(state, 4, {"gurps.morale": dice(18)})
    (question,) = [question for question in course.questions if question.key == "gurps.rally"]

    assert options == question.prompt()["options"]
    assert helps == question.about["helps"]
    assert (options[0] == "rallied") == course.at.state.forces[1].units[0].rallied


@pytest.mark.clause("G-14.3")
def test_a_side_that_holds_the_field_gathers_its_routed() -> None:
    """In row 0–3 some hold and some rout; home ground helps too."""
    state = day("", "units: [{name: A, count: 50}, {name: B, count: 50, morale: -3}]\nmorale: [defends-home]")
    course = contested(state, 2, {"gurps.morale": [dice(3), dice(3), dice(18)]})
    (question,) = [question for question in course.questions if question.key == "gurps.rally"]

    assert ("rallied", "dispersed") == question.prompt()["options"]
    assert ("friendly-ground", "field-held") == question.about["helps"]


@pytest.mark.clause("G-14.1", "G-14.3")
@pytest.mark.parametrize(("choice", "stays"), [("rallied", True), ("dispersed", False)])
def test_the_dispersed_leave_the_roster(choice: str, stays: bool) -> None:
    """The rallied count among those left."""
    course = contested(day(), 4, {"gurps.morale": dice(18), "gurps.rally": choice})
    (entry,) = [entry for entry in ledger(course) if entry.get("unit") and entry["side"] == "Birch"]
    birch: Any = sides(course.at.state, course.log)[1]

    assert (birch["units"][0]["left"] if stays else 0, stays) == (entry["men"], entry["on_roster"])


# G-14.1


@pytest.mark.clause("G-8.5", "G-14.1")
@pytest.mark.parametrize(
    ("difference", "expected"), [(-8, True), (-3, True), (0, True), (7, True), (8, False), (12, False)]
)
def test_a_lost_commander_is_mourned_until_a_clear_victory(difference: int, expected: bool) -> None:
    """A draw, a defeat or a minor victory does not lift it; nor did yesterday's loss by itself."""
    state = day("deputy: {strategy: 12}", "", "next_day: [{side: Ash, commander_lost: true}]")
    course = contested(state, difference)

    assert 10 == morale_of(day("", "", "next_day: [{side: Ash, commander_lost: true}]"), Spot(0, 0))
    assert expected == any(
        each["side"] == "Ash" and each["commander_lost"] for each in course.told("gurps.next_day")
    )


@pytest.mark.clause("G-14.1")
@pytest.mark.parametrize(
    ("role", "other", "expected"), [("attacker", "defender", 10), ("defender", "attacker", 12)]
)
def test_the_thrown_back_are_shaken_only_if_they_attack_again(role: str, other: str, expected: int) -> None:
    """What the report writes is read by the next battle file."""
    first = contested(day("role: attacker", "role: defender\nposition: [{kind: works}]"), -2)
    entries: Any = extras(first.at.state, first.log)["next_day"]
    written = ", ".join(
        "{"
        + ", ".join(
            f"{name}: {str(value).lower() if isinstance(value, bool) else value}"
            for name, value in entry.items()
        )
        + "}"
        for entry in entries
    )
    second = battle(file_of(f"role: {role}", f"role: {other}", f"next_day: [{written}]")).state

    assert expected == morale_of(second, Spot(0, 0))


@pytest.mark.clause("G-14.1")
def test_a_battle_is_learnt_from_unless_the_enemy_was_ten_times_weaker() -> None:
    """Five battles become six, and average men seasoned; against a tenth they learn nothing."""
    men = "{name: Men, count: %d, battles: 5}"
    even = ledger(fought(day(units=(men % 100, men % 100))))
    easy = ledger(fought(day(units=(men % 1000, men % 100))))

    assert [(6, "seasoned"), (6, "seasoned")] == [(entry["battles"], entry["quality"]) for entry in even[:2]]
    assert [5, 6] == [entry["battles"] for entry in easy[:2]]


@pytest.mark.clause("G-14", "G-14.1")
def test_the_ledger_has_men_reputation_rank_and_pay() -> None:
    """Unit by unit, character by character, and what extra pay is worth."""
    state = day("extra_pay: 60\ncharacters: [{name: X, battle: 14, hp: 99, reputation: 1}]")
    course = fought(state, {"gurps.glory": dice(4), "gurps.glory.months": 5, "gurps.promotion": dice(13)})
    unit, _, character, pay = ledger(course)
    ash: Any = sides(course.at.state, course.log)[0]

    assert (ash["units"][0]["left"], 4) == (unit["men"], unit["battles"])
    assert 100 * unit["men"] == unit["pay"]
    assert (2, 5, "may-rise") == tuple(character[name] for name in ("reputation", "months", "rank"))
    assert (60, 1) == (pay["extra_pay"], pay["morale"])


def test_the_report_of_a_side_has_the_agreed_shape() -> None:
    """Every field of the contract; the account adds up."""
    state = day("characters: [{name: X, battle: 13, commands: Men}]\nplan: 1")
    course = fought(
        state,
        {
            "gurps.survival": dice(11),
            "gurps.glory": dice(8),
            "gurps.promotion": dice(10),
            "gurps.contest": [dice(8), dice(11)],
            "gurps.morale": dice(18),
        },
    )
    ash: Any = sides(course.at.state, course.log)[0]

    assert 14 == ash["effective_skill"] == ash["base"] + sum(line["value"] for line in ash["modifiers"])
    assert ("strategy", 8, 6, 100) == tuple(ash[name] for name in ("skill", "roll", "margin", "strength"))
    assert [("G-6.3", "plan", 1), ("G-9.5", "glory", 1)] == [
        (line["clause"], line["what"], line["value"]) for line in ash["modifiers"]
    ]
    assert {
        "name": "X",
        "survival": {"margin": 2, "class": "one-hit", "damage": 1},
        "glory": {"margin": 5, "class": "4-6", "reputation": 0, "months": 0, "strategy": 1},
        "second_survival": None,
        "promotion": "neutral",
        "hp_left": 9,
        "fallen": False,
    } == ash["characters"][0]
    unit = ash["units"][0]
    assert {
        "name",
        "arms",
        "missile",
        "start",
        "strength",
        "morale",
        "state",
        "row",
        "percent",
        "dead",
        "wounded",
        "captured",
        "left",
        "rallied",
    } == set(unit)
    assert unit["start"] == unit["dead"] + unit["captured"] + unit["left"]
    assert 5 == extras(course.at.state, course.log)["difference"]
