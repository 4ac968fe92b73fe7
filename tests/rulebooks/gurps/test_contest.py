"""The contest of the commanders: Strategy or Tactics, margins, Luck, ties (G-10)."""

from __future__ import annotations

import pytest

from tests.rulebooks.gurps.forces import GURPS, Course, contested, day, dice, fought, standing
from voevoda.play.position import Outcome
from voevoda.rulebooks.gurps.modifiers import account_of

LUCKY = "commander: {name: Ada, strategy: 12, luck: true}"


@pytest.mark.clause("G-10", "G-10.1")
@pytest.mark.parametrize(("men", "skill", "base"), [(99, "tactics", 11), (100, "strategy", 12)])
def test_under_two_hundred_people_it_is_tactics(men: int, skill: str, base: int) -> None:
    """199 Tactics, 200 Strategy; characters are not counted."""
    state = day(
        "characters: [{name: X, battle: 10}, {name: Y, battle: 10}]",
        units=(f"{{name: Men, count: {men}}}", "{name: Men, count: 100}"),
    )
    account = account_of(state, 0)

    assert (skill, base) == (account.skill, account.base)


@pytest.mark.clause("G-10.2")
@pytest.mark.parametrize(
    ("rolls", "margins", "difference"),
    [((8, 10), (4, 2), 2), ((8, 16), (4, -4), 8), ((14, 17), (-2, -5), 3), ((18, 3), (-6, 9), -15)],
)
def test_the_larger_margin_wins_also_when_both_fail(
    rolls: tuple[int, int], margins: tuple[int, int], difference: int
) -> None:
    """Margins +4 and +2 differ by 2, +4 and −4 by 8."""
    course = fought(day(), {"gurps.contest": [dice(rolls[0]), dice(rolls[1])]})

    assert margins == tuple(each["margin"] for each in course.told("gurps.margin"))
    assert [difference] == [each["difference"] for each in course.told("gurps.difference")]


@pytest.mark.clause("G-10.2")
@pytest.mark.parametrize(("reading", "margin"), [("roll", -9), ("refuse", -17)])
def test_a_skill_under_three(reading: str, margin: int) -> None:
    """It is rolled against all the same; or no roll is made, and the margin is skill less 18."""
    state = day("commander: {name: Ada, strategy: 1}", "", f"readings: {{hopeless: {reading}}}")
    course = fought(state, {"gurps.contest": dice(10)})

    assert margin == course.told("gurps.margin")[0]["margin"]
    assert (2 if reading == "roll" else 1) == len(course.told("gurps.contest"))
    assert [reading] == [each["option"] for each in course.told("gurps.hopeless")]


# G-10.3


@pytest.mark.clause("G-10.3")
@pytest.mark.parametrize(
    ("more", "expected"), [((5, 5, 4, 6, 6, 6), 13), ((6, 6, 6, 6, 6, 6), 13), ((1, 2, 4, 6, 6, 6), 7)]
)
def test_luck_keeps_the_best_of_three(more: tuple[int, ...], expected: int) -> None:
    """After a 13 is seen: two rolls more."""
    course = fought(
        day(LUCKY), {"gurps.contest": [dice(13), dice(10)], "gurps.luck": "use", "gurps.luck.rolls": more}
    )

    assert expected == course.told("gurps.margin")[0]["roll"]


@pytest.mark.clause("G-10.3")
def test_luck_read_as_one_roll_more_which_stands() -> None:
    """A 13 becomes a 17."""
    state = day(LUCKY, "", "readings: {luck: reroll}")
    course = fought(
        state, {"gurps.contest": [dice(13), dice(10)], "gurps.luck": "use", "gurps.luck.reroll": dice(17)}
    )

    assert 17 == course.told("gurps.margin")[0]["roll"]


@pytest.mark.clause("G-10.3")
@pytest.mark.parametrize(
    ("rolls", "order"),
    [((13, 10), ["Ash", "Birch"]), ((10, 13), ["Birch", "Ash"]), ((10, 10), ["Ash", "Birch"])],
)
def test_the_loser_so_far_decides_first_and_each_once(rolls: tuple[int, int], order: list[str]) -> None:
    """On a tie the first side; the other sees what came of it."""
    both = day(LUCKY, "commander: {name: Bo, strategy: 12, luck: true}")
    course = fought(
        both,
        {
            "gurps.contest": [dice(rolls[0]), dice(rolls[1])],
            "gurps.luck": "use",
            "gurps.luck.rolls": (1,) * 6,
        },
    )

    assert order == [each["side"] for each in course.told("gurps.luck")]
    assert [3, 3] == [each["roll"] for each in course.told("gurps.margin")]


@pytest.mark.clause("G-10.3")
def test_unasked_the_loser_so_far_uses_luck_and_the_winner_does_not() -> None:
    """What is offered first is what a policy chooses."""
    offered = []
    for rolls in ((13, 10), (10, 13)):
        course = Course(day(LUCKY)).to("gurps.luck", {"gurps.contest": [dice(rolls[0]), dice(rolls[1])]})
        offered.append(course.at.asked().question.prompt()["options"])

    assert [("use", "keep"), ("keep", "use")] == offered


# G-10.4


@pytest.mark.clause("G-10.4")
def test_a_tie_behind_works_holds_the_position() -> None:
    """Table B, row 0–3; losses of row 0, and +3 for the defender."""
    state = day("role: attacker", "role: defender\nposition: [{kind: works}]")
    course = contested(state, 0)

    assert [("no-clear-winner", "Birch")] == [
        (each["row"], each["winner"]) for each in course.told("gurps.result.B")
    ]
    assert ["retreats"] == standing(course, 0)
    assert [0, 3] == [each["row"] for each in course.told("gurps.losses") if not each.get("rout")]


@pytest.mark.clause("G-10.4")
def test_a_tie_in_the_open_has_no_winner() -> None:
    """Row 0–3 of table A; both read losses from row 0."""
    course = contested(day(), 0, {"gurps.morale": dice(10)})

    assert [None] == [each["winner"] for each in course.told("gurps.result.A")]
    assert [0, 0] == [each["row"] for each in course.told("gurps.losses")]
    assert Outcome(None, "no-clear-winner") == GURPS.finished(course.at.state)
