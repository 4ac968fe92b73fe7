"""The report: a table and a story of each fighter, the readings that mattered, and why."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.skirmish.fights import FIRM, GRIM, TRAPPED, Course, fight, man, play, side
from tests.rulebooks.skirmish.test_example import example
from voevoda.export.sheets import facts_of, sheets_of
from voevoda.i18n import text
from voevoda.play.seats import REFEREE, Line
from voevoda.rulebooks.skirmish.book import BOOK
from voevoda.rulebooks.skirmish.state import Fight

WOLVES_WIN: tuple[list[int], ...] = (
    *([2], [10], [4, 7, 3], [8, 6, 5]),
    *([6, 15], [8], [15, 4], [3, 12], [14], [11, 9], [10, 9]),
    *([5, 18], [13], [2, 17], [16], [18, 2]),
)
"""The archer is out, the swordsman wounded, one wolf dead, another wounded."""


def told(course: Course) -> Any:
    """What the report says of the sides."""
    return BOOK.sides(course.state, [(0, line) for line in course.lines], REFEREE)


def mattered(course: Course) -> set[str]:
    """The readings that another option of which could have changed something."""
    return set(BOOK.mattered(course.state, [(0, line) for line in course.lines]))


def stories(course: Course, lang: Any = "en") -> list[str]:
    """The story of each fighter."""
    return [
        sheet.rows[row][1]
        for side in told(course)
        for sheet in sheets_of("skirmish", side, lang)[1:]
        for row in range(len(sheet.rows))
    ]


def test_the_table_has_everything_of_a_fighter() -> None:
    """Mode, capability, fate, wound, State, what was spent, whether he lies on the field."""
    party, wolves = told(play(example(), *WOLVES_WIN))

    assert (30, 14, 44, False) == (party["score"], party["roll"], party["total"], party["won"])
    assert (30, 19, 49, True) == (wolves["score"], wolves["roll"], wolves["total"], wolves["won"])
    assert {"out": 1, "retreated": 1} == party["fates"]
    assert {
        "name": "Стрелок",
        "mode": "close",
        "capability": 4,
        "fate": "out",
        "wounded": False,
        "state": -8,
        "spent": 0,
        "left_on_field": False,
        "carried_by": "Мечник",
    } == party["fighters"][0]
    assert [("dead", -14, True), ("stands", 11, False), ("stands", 12, False)] == [
        (each["fate"], each["state"], each["left_on_field"]) for each in wolves["fighters"]
    ]


def test_every_fate_has_its_story() -> None:
    """With what, what befell, who carried whom, what was spent."""
    expected = [
        "Fought in close combat (меч), capability 4. Put out of action, State −8. Carried off by Мечник.",
        (
            "Fought in close combat (меч), capability 10. Retreated wounded, State 13 of 20."
            " Carried off Стрелок."
        ),
        "Fought in close combat, capability 7. Killed, State −14. Lies on the field, held by the own side.",
        "Fought in close combat, capability 7. Stands wounded, State 11 of 12.",
        "Fought in close combat, capability 7. Stands unhurt, State 12.",
    ]

    assert expected == stories(play(example(), *WOLVES_WIN))


def test_a_story_in_russian_says_nothing_of_who_is_a_man_or_a_woman() -> None:
    """The present tense has no gender."""
    assert (
        "Сражается в ближнем бою (меч), боеспособность 4. Выбывает из строя, состояние −8."
        " С поля боя выносит Мечник."
    ) == stories(play(example(), *WOLVES_WIN), "ru")[0]


def test_captives_those_left_to_the_enemy_and_those_brought_in() -> None:
    """One is captured, one is left, one is brought in, and an arrow is counted."""
    bow = {"medium": {"value": 6, "weapon": "bow", "ammunition": "sparing", "carried": 3}}
    state = fight(
        side("Ash", man("Tove", on_defeat=TRAPPED), man("Grim", on_defeat=GRIM)),
        side("Birch", man("Bowman", tactics=9, modes=bow, extra=["rescue"]), man("Man")),
        modes="own_choice",
    )
    course = play(state, [1, 1], [10, 10], [20, 1], [3], [20, 1], [1, 20], [5], [20, 1], [1, 20], [20], [2])

    expected = [
        "Fought in close combat, capability 6. Captured unhurt, State 20.",
        "Fought in close combat, capability 6. Put out of action, State −3. Left on the field to the enemy.",
        (
            "Fought at medium range (bow), capability 6. Stands wounded, State 20 of 20."
            " Spent 2 of 3 of the ammunition."
        ),
        "Fought in close combat, capability 6. Put out of action, State −5. Brought in by the own side.",
    ]

    assert expected == stories(course)


def test_there_is_no_story_before_the_end() -> None:
    """Nobody stands for good while the fight goes on; score and mode are not known before C-2."""
    before, after = Course(fight()), play(fight(), [1], [5])

    assert [(), ()] == [each["stories"] for each in told(after)]
    assert [(None, None), (10, "close")] == [
        (told(each)[0]["score"], told(each)[0]["fighters"][0]["mode"]) for each in (before, after)
    ]
    assert ("Score", "–") == facts_of("skirmish", told(before)[0], "en")[0]


# The readings that mattered


@pytest.mark.parametrize(
    ("more", "readings", "expected"),
    [
        ({}, {}, False),
        ({"tactics": {"value": 4, "style": 1}}, {}, True),
        ({"tactics": {"value": 4, "style": 1}}, {"modes": "own_choice", "score": "capability"}, False),
        ({"tactics": {"value": 4, "style": 1}}, {"modes": "own_choice", "score": "tactics"}, True),
        ({"modes": {"close": {"value": 4, "style": 1}}}, {}, True),
        ({"defence": {"value": 4, "style": 1}}, {}, True),
        ({"composure": {"value": 4, "style": 1}}, {}, False),
    ],
)
def test_style_mattered_where_its_points_are_in_a_number_used(
    more: dict[str, Any], readings: dict[str, str], *, expected: bool
) -> None:
    """The winners' Composure is used nowhere."""
    state = fight(side("Ash", man("One", **more)), side("Birch", man("Two", on_defeat=FIRM)), **readings)
    course = Course(state)
    while course.state.phase in {"modes", "winner"}:
        _ = course.answer([10], [1])

    assert expected == ("style" in mattered(course.to_end()))


def test_style_mattered_in_the_mean_of_those_beside_the_tested() -> None:
    """The one with style would not surrender, and is part of what the other tests against."""
    firm = man("Firm", on_defeat=FIRM, composure={"value": 5, "style": 2})
    course = Course(fight(side("Ash", man("One"), firm), side("Birch"), modes="own_choice"))
    lost = course.answer([1, 1], [10, 10], [20, 1], [20, 1], [20, 1], [20, 1], [20, 1], [20, 1])

    assert "surrender" == lost.state.phase
    assert "style" in mattered(lost.answer([20, 1]))


@pytest.mark.parametrize("style", ["added", "included"])
@pytest.mark.parametrize(
    "readings", [{}, {"modes": "own_choice", "score": "capability_and_leader"}], ids=["modes", "score"]
)
def test_style_mattered_where_another_would_speak(readings: dict[str, Any], style: str) -> None:
    """Without a leader the best Tactics speaks: by the bare value it is one without points of style."""
    plain, styled = man("Plain", tactics=5), man("Styled", tactics={"value": 4, "style": 2})
    course = Course(fight(side("Ash", plain, styled), style=style, **readings))
    while course.state.phase == "modes":
        _ = course.answer([10], [1])
    if readings:
        _ = course.answer([10, 10], [1, 1])

    assert "style" in mattered(course)


def test_who_speaks_for_a_leader_is_no_matter_of_style() -> None:
    """The leader does, whatever the others have put into their Tactics."""
    plain, styled = man("Plain", tactics=5), man("Styled", tactics={"value": 4, "style": 2})
    course = Course(fight(side("Ash", plain, styled, leader="Plain"))).answer([10], [1])

    assert "style" not in mattered(course)


def test_the_score_always_mattered_and_the_wound_where_it_was_equal() -> None:
    """A wound roll of just the State that was."""
    course = Course(fight(side("Ash", man("One", state=7)), side("Birch")))
    before = course.answer([10], [1], [10], [1], [20, 1], [20, 1], [1, 20])

    assert {"score"} == mattered(before) & {"score", "equal_wound"}
    assert "equal_wound" in mattered(before.answer([7]).to_end())


# Why


def rows(line: Line) -> list[str]:
    """The arithmetic of a line, row by row: the value and what it is."""
    return [
        f"{each.how}{'' if each.value is None else each.value} {text('en', each.key, each.facts)}".strip()
        for each in BOOK.why(line)
    ]


def reasons(state: Fight, *replies: object) -> list[list[str]]:
    """The arithmetic behind each answer."""
    return [rows(line) for line in Course(state).answer(*replies).lines if line.source]


def test_the_arithmetic_of_a_fight() -> None:
    """Where each number of a score and of a test comes from, and what a wound does."""
    found = reasons(example(), *WOLVES_WIN)

    assert "Tactics, of it style points 2" in found[0][0]
    assert ["14 capability of all", "+16 Tactics of all", "=30 score of the side"] == found[2][:3]
    assert [
        "5 Defence",
        "+6 the roll",
        "=11 the fighter’s total",
        "6 mean Damage of the enemy",
        "+1 for the enemy’s greater numbers",
        "+15 the enemy’s roll",
        "=22 the enemy’s total",
        "the fighter’s total is lower: the test is failed",
    ] == found[4]
    assert ["4 Defence", "+1 for greater numbers"] == found[10][:2]
    assert "equal, and only a lower total fails: the test is passed" == found[10][-1]
    assert ["13 is below the State that was, 20: State becomes the roll", "=13 State now"] == found[12]
    assert ["the State that was, 12, is below 16 already: it falls by 1", "=11 State now"] == found[14]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (20, ["3 is below the State that was, 20: State becomes the roll", "=3 State now"]),
        (2, ["the State that was, 2, is below 3 already: it falls by 1", "=1 State now"]),
        (3, ["3 is just the State that was (a reading)", "=3 State now"]),
    ],
)
def test_a_wound_by_the_die_of_the_test_is_explained_too(state: int, said: list[str]) -> None:
    """Reading ``state_roll``: the own die, 3, is what the State that was is held against."""
    begun = fight(side("Ash", man("One", state=state)), state_roll="test", modes="own_choice")
    course = play(begun, [10], [1], [20, 1], [20, 1], [3, 20])
    (kept,) = [line for line in (*course.lines, *course.at.lines()) if line.key == "skirmish.wound.kept"]

    assert said == rows(kept)


def test_whose_composure_it_was() -> None:
    """The mean of the side, or its leader's."""
    dice = ([10], [1], [10], [1], [20, 1], [20, 1], [20, 1], [20, 1], [1, 20])
    mean = reasons(fight(), *dice)[-1]
    led = reasons(fight(birch=side("Birch", leader="Birch man")), *dice)[-1]

    assert "5 mean Composure of Birch" in mean
    assert "5 Composure of Birch man, who leads Birch" in led
