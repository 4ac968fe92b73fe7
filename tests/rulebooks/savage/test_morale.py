"""Losses, morale, how a battle ends, and what comes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.rulebooks.savage.armies import CALM, Course, battle, hero, middle
from voevoda.play.position import Outcome
from voevoda.play.seats import REFEREE

BASE = "cards: false"


def losing(
    noted: tuple[int, int],
    ash: str = "",
    birch: str = "",
    *,
    tokens: tuple[int, int] = (10, 10),
    more: str = BASE,
    **rounds: Any,
) -> Course:
    """The losses of a round are taken off."""
    state = middle(battle(ash, birch, more), "losses", tokens=tokens, noted=noted, **rounds)
    return Course(state)


@pytest.mark.clause("S-9.1")
@pytest.mark.parametrize(
    ("noted", "tokens", "left"),
    [
        ((1, 2), (10, 10), (9, 8)),
        ((-2, 3), (10, 10), (10, 7)),
        ((0, 5), (4, 3), (4, 0)),
        ((7, 7), (4, 3), (0, 0)),
    ],
)
def test_all_losses_of_a_round_together(
    noted: tuple[int, int], tokens: tuple[int, int], left: tuple[int, int]
) -> None:
    """Not under 0, and no more than the side has."""
    assert left == losing(noted, tokens=tokens).tokens()


@pytest.mark.clause("S-9.1", "S-5")
def test_rescue_gives_each_lost_token_a_chance_in_three() -> None:
    """One die for each, 5 and 6 keep it; of no more than there are."""
    course = losing((5, 0), tokens=(3, 10), rescues=(True, False))
    assert ("savage.losses.rescue", 3, 5) == (
        course.key,
        course.question.prompt()["dice"],
        course.question.prompt()["least"],
    )
    course.answer([4, 5, 6])

    assert (2, 10) == course.tokens()
    assert [{"side": "Ash", "n": 1, "now": 2, "start": 10}] == course.told("savage.losses.tokens")


@pytest.mark.clause("S-9.1")
def test_without_a_loss_nothing_is_rescued() -> None:
    """Tokens kept by a fighter leave none to roll for."""
    assert "savage.battle.roll" == losing((-1, 0), rescues=(True, False)).key


@pytest.mark.clause("S-10.1")
@pytest.mark.parametrize(
    ("ash", "tokens", "rounds", "plus"),
    [
        ("", 10, {}, -1),
        ("", 8, {}, -3),
        ("undead: true", 10, {}, 1),
        ("fortified: true", 10, {}, 1),
        ("no_retreat: true", 10, {}, 1),
        ("undead: true\nfortified: true\nno_retreat: true", 10, {}, 5),
        ("", 8, {"unbowed": (True, False)}, 0),
        ("", 10, {"cheer": (-3, 0)}, -4),
        ("commander: {name: W, battle: d8, spirit: d8+1}", 10, {}, 0),
    ],
)
def test_what_is_added_to_morale(ash: str, tokens: int, rounds: dict[str, Any], plus: int) -> None:
    """−1 for each token lost in the battle so far, this round's too."""
    course = losing((1, 0), ash, tokens=(tokens, 10), **rounds)

    assert ("savage.morale.roll", plus) == (course.key, course.question.prompt()["plus"])


@pytest.mark.clause("S-10", "S-10.1")
def test_only_who_lost_a_token_or_is_forced_rolls() -> None:
    """Spirit d6 where nothing else is said."""
    course = losing((0, 1))
    assert ["Birch"] == [asked.question.by.name for asked in course.at.open]
    assert "d6" == course.question.about["trait"]

    course = losing((0, 0), forced=(True, False))
    assert ["Ash"] == [asked.question.by.name for asked in course.at.open]
    assert True is course.question.about["forced"]
    assert "lost" not in course.question.about


@pytest.mark.clause("S-10.2")
@pytest.mark.parametrize(
    ("faces", "ending"),
    [
        ([5, 2], None),
        ([4, 2], "withdrawn"),
        ([3, 2], "withdrawn"),
        ([2, 2], "routed"),
        ([1, 2], "routed"),
        ([1, 1], "routed"),
    ],
)
def test_a_total_of_one_or_less_is_a_rout(faces: list[int], ending: str | None) -> None:
    """−1 for the token lost: totals 4, 3, 2, 1; and a critical failure."""
    course = losing((1, 0)).answer(faces)

    if ending is None:
        assert "savage.battle.roll" == course.key
    else:
        course.to()
        assert Outcome("Birch", ending) == course.at.outcome


@pytest.mark.clause("S-10.2", "S-1.2")
def test_a_critical_failure_routs_whatever_is_added() -> None:
    """Undead behind works with nowhere to go: 1 and 1 all the same."""
    ash = "undead: true\nfortified: true\nno_retreat: true"

    assert Outcome("Birch", "routed") == losing((1, 0), ash).answer([1, 1]).to().at.outcome


@pytest.mark.clause("S-10.3")
def test_when_both_fail_the_referee_chooses() -> None:
    """Both leave, each as it rolled; nobody has won.  That is the first option."""
    course = losing((1, 1)).answer([3, 2], [2, 2])
    assert (REFEREE, ("leave", "fight-on")) == (course.question.by, course.question.prompt()["options"])
    course.answer("leave")

    assert ["withdrew", "routed"] == [force.fate for force in course.state.forces]
    assert Outcome(None, "both-left") == course.to().at.outcome


@pytest.mark.clause("S-10.3")
def test_or_both_fight_on_with_morale_the_worse_to_the_end() -> None:
    """−1 on every later roll of both, and once more when it happens again."""
    course = losing((1, 1)).answer([3, 2], [2, 2], "fight-on")
    assert [-1, -1] == [force.morale for force in course.state.forces]

    course.answer([4, 2], [4, 2])
    assert [("savage.morale.roll", -1, -2)] * 2 == [
        (asked.place.key, asked.question.about["standing"], asked.question.about["lost"])
        for asked in course.at.open
    ]
    course.answer([2, 2], [2, 2], "fight-on")
    assert [-2, -2] == [force.morale for force in course.state.forces]


@pytest.mark.clause("S-10.5", "S-10.1")
def test_a_side_without_tokens_is_destroyed_and_does_not_roll() -> None:
    """One token and two losses: 0, never less; the other has won without a roll."""
    course = losing((2, 1), tokens=(1, 4))
    assert "savage.aftermath.recovery" == course.key

    assert (0, 3) == course.tokens()
    assert [{"side": "Ash"}] == course.told("savage.losses.destroyed")
    assert Outcome("Birch", "destroyed") == course.to().at.outcome
    assert [] == course.told("savage.morale.roll")


@pytest.mark.clause("S-10.5")
def test_both_without_tokens_have_no_winner() -> None:
    """Each rolls for its lost tokens as the loser it is."""
    course = losing((3, 3), tokens=(2, 3))
    assert 6 == course.question.prompt()["least"]

    assert Outcome(None, "both-destroyed") == course.to().at.outcome


@pytest.mark.clause("S-10.4")
@pytest.mark.parametrize(
    ("roll", "expected"),
    [([5, 2], [("withdrew", 5, 3), ("won", 4, 2)]), ([1, 1], [("routed", 6, 3), ("won", 4, 2)])],
)
def test_lost_tokens_come_back(roll: list[int], expected: list[tuple[str, int, int]]) -> None:
    """The winner's on 4–6, the withdrawn's on 5–6, the routed's on 6; a die for each token lost."""
    course = losing((1, 1), tokens=(8, 9)).answer(roll, [6, 6, 1, 5])
    asked = []
    while course.key:
        prompt = course.question.prompt()
        asked.append((course.question.about["standing"], prompt["least"], prompt["dice"]))
        course.by_itself()

    assert expected == asked
    recovered = course.told("savage.aftermath.recovery")
    assert all(0 <= said["n"] <= said["lost"] for said in recovered)
    assert (7, 8) == course.tokens()


@pytest.mark.clause("S-10.4")
def test_what_comes_back_is_only_told() -> None:
    """It is no part of the state."""
    ends = [losing((1, 0)).answer([3, 2], [face]).state for face in (1, 6)]

    assert ends[0] == ends[1]


@pytest.mark.clause("S-10.4")
def test_after_the_agreed_rounds_nobody_rolls() -> None:
    """The battle is broken off: no winner, nothing comes back."""
    course = losing((1, 1), more=f"{BASE}\nmax_rounds: 1").answer([6, 1, 2], [6, 1, 2])

    assert Outcome(None, "stopped") == course.at.outcome
    assert [] == course.told("savage.aftermath.recovery")


@pytest.mark.clause("S-10.1", "S-9.1")
def test_rescued_tokens_do_not_weigh_on_morale() -> None:
    """Of two lost one stays: −1."""
    course = losing((2, 0), rescues=(True, False)).answer([6, 1])

    assert -1 == course.question.about["lost"]


def test_a_side_that_held_is_not_the_worse_for_it() -> None:
    """The next round begins as the last did."""
    course = losing((1, 0)).answer([5, 2])

    assert [replace(force, tokens=10) for force in losing((0, 0)).state.forces] == [
        replace(force, tokens=10) for force in course.state.forces
    ]


@pytest.mark.clause("S-5.2")
def test_help_for_morale_is_held_to_four() -> None:
    """As for the battle roll."""
    course = losing((1, 0), hero("Mila"), cheer=(7, 0))

    assert 4 == course.question.about["characters"]
    assert [{"side": "Ash", "roll": "morale", "total": 7, "held": 4}] == course.told("savage.characters.held")


@pytest.mark.clause("S-3", "S-2.1")
def test_a_whole_battle_of_the_base_game() -> None:
    """Rounds are counted; losses are noted and taken away, then morale is rolled, then the next round."""
    course = Course(battle("strength: 1000", "strength: 600", BASE))
    assert (1, (10, 6)) == (course.at.round, course.tokens())
    course.answer([2, 2], [4, 2])
    assert (1, (9, 5)) == (course.at.round, course.tokens())
    course.answer([5, 2], [5, 2])
    assert (2, "savage.battle.roll") == (course.at.round, course.key)
    course.answer([8, 3, 2], [2, 2])
    assert [3] == [said["n"] for said in course.told("savage.battle.losses")][-1:]
    assert Outcome("Ash", "withdrawn") == course.answer([6, 1, 2]).to("", CALM).at.outcome
