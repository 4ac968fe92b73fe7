"""The fight of the text's example, as far as it is printed: two cards against a pack of three wolves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulebooks.skirmish.fights import FIRM, Course, Filled, fight, man, play, side
from voevoda.play.drive import law_of_step
from voevoda.play.questions import Chance
from voevoda.rulebooks.skirmish.rules import Skirmish
from voevoda.rulebooks.skirmish.state import Fight

CARD: Filled = {"damage": 6, "state": 20, "death_threshold": -20, "on_defeat": FIRM, "extra": ["rescue"]}

ARCHER = man(
    "Стрелок",
    **CARD,
    tactics={"value": 8, "style": 2},
    modes={
        "dense": {"value": 4, "priority": 3, "weapon": "кастет"},
        "close": {"value": 4, "priority": 2, "weapon": "меч"},
        "short": {"value": 5, "priority": 4, "weapon": "нож"},
        "medium": {
            "value": 12, "style": 2, "priority": 1, "weapon": "лук", "ammunition": "normal", "carried": 20,
        },
    },
    defence=5,
    composure=4,
)  # fmt: skip

SWORDSMAN = man(
    "Мечник",
    **CARD,
    tactics=6,
    modes={
        "dense": {"value": 6, "style": 2, "priority": 2, "weapon": "кастет"},
        "close": {"value": 8, "style": 2, "priority": 1, "weapon": "меч"},
        "short": {"value": 4, "priority": 3, "weapon": "нож"},
    },
    defence=7,
    composure=5,
)

WOLVES = man(
    "Волк",
    count=3,
    tactics=3,
    modes={"dense": {"value": 7, "priority": 2}, "close": {"value": 7, "priority": 1}},
    defence=4,
    composure=4,
    state=12,
    death_threshold=-10,
    on_defeat=FIRM,
)


def example(**readings: str) -> Fight:
    """The party and the wolves."""
    return fight(side("Party", ARCHER, SWORDSMAN), side("Wolves", WOLVES), **readings)


PRINTED = {"score": "capability", "style": "included", "modes": "own_choice"}


@pytest.mark.clause("C-3")
def test_the_scores() -> None:
    """12 + 8 against 7 + 7 + 7, three d10 each."""
    course = Course(example(**PRINTED))

    assert [(20, 3), (21, 3)] == [
        (each.question.prompt()["plus"], each.question.prompt()["dice"]) for each in course.at.open
    ]


@pytest.mark.clause("C-3")
def test_who_wins_the_example() -> None:
    """Ties, .055, go to the party: Tactics 14 against 9; so it has .418 and .055."""
    start = Course(example(**PRINTED)).state
    law = law_of_step(Skirmish(), start)
    party, wolves = (law.chance(lambda state: state.winner == 0), law.chance(lambda state: state.winner == 1))
    tie = play(start, [4, 5, 6], [4, 5, 5])

    assert 1 == party + wolves
    assert 0.5276 == pytest.approx(float(wolves), abs=5e-4)
    assert 0.4724 == pytest.approx(float(party), abs=5e-4)
    assert [{"side": "Party", "loser": "Wolves", "total": 35, "tactics": 14, "other": 9}] == tie.told(
        "skirmish.winner.tie"
    )


@pytest.mark.clause("C-3")
def test_who_wins_the_example_counted_apart() -> None:
    """3d10 against 3d10 + 1 from all the faces: the witness of the law above, ties by themselves."""
    ways = [0] * 31
    for one in range(1, 11):
        for two in range(1, 11):
            for three in range(1, 11):
                ways[one + two + three] += 1
    chances = {"party": 0, "tie": 0, "wolves": 0}
    for ours in range(3, 31):
        for theirs in range(3, 31):
            key = "party" if ours > theirs + 1 else "tie" if ours == theirs + 1 else "wolves"
            chances[key] += ways[ours] * ways[theirs]
    law = law_of_step(Skirmish(), Course(example(**PRINTED)).state)

    assert {"party": 0.418, "tie": 0.055, "wolves": 0.528} == {
        key: pytest.approx(count / 10**6, abs=5e-4) for key, count in chances.items()
    }
    assert Fraction(chances["wolves"], 10**6) == law.chance(lambda state: state.winner == 1)


@pytest.mark.clause("C-4")
def test_who_is_out_in_the_example() -> None:
    """5 against 7, 7 against 7, 5 against 6: the wolves are one more on both sides of it."""
    course = Course(example(**PRINTED)).answer([10] * 3, [1] * 3)
    found = list[tuple[object, object, object, Fraction]]()
    while course.state.phase == "out":
        question = course.at.asked().question
        assert isinstance(question, Chance)
        _, asked = course.asks()
        found.append(
            (asked["who"], asked["own"], asked["enemy"], question.law().chance(lambda each: each.failed))
        )
        course = course.answer([20, 1])

    assert [
        ("Стрелок", 5, 7, Fraction(229, 400)),
        ("Мечник", 7, 7, Fraction(190, 400)),
        ("Волк 1", 5, 6, Fraction(210, 400)),
        ("Волк 2", 5, 6, Fraction(210, 400)),
        ("Волк 3", 5, 6, Fraction(210, 400)),
    ] == found
    assert [0.5725, 0.475, 0.525] == [float(each[3]) for each in found[:3]]


@pytest.mark.clause("C-2")
def test_the_example_by_the_default_readings() -> None:
    """Wolves that have the choice draw the archer to his sword; if they have not, they meet the swordsman."""
    scores = [
        [(each.question.about["capability"], each.question.about["tactics"]) for each in course.at.open]
        for course in (play(example(), 1, 10), play(example(), 10, 1))
    ]

    assert [[(4 + 10, 10 + 6), (21, 9)], [(14 + 10, 10 + 6), (21, 9)]] == scores
