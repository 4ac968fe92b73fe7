"""The battle roll: what is added, and what it costs the enemy."""

from __future__ import annotations

import pytest

from tests.rulebooks.savage.armies import Course, battle, middle
from voevoda.play.seats import TABLE, commander
from voevoda.rulebooks.savage.state import Battle


def rolling(ash: str = "", birch: str = "", more: str = "", **rounds: tuple[object, object]) -> Course:
    """Battle rolls of the base game are due."""
    state: Battle = middle(battle(ash, birch, f"cards: false\n{more}"), "battle")
    for index in (0, 1):
        state = state.with_round(index, **{name: pair[index] for name, pair in rounds.items()})
    return Course(state)


@pytest.mark.clause("S-6", "S-6.1")
@pytest.mark.parametrize(
    ("ash", "birch", "plus"),
    [
        ("", "", 0),
        ("", "tokens: 7", 3),
        ("tokens: 7", "", 0),
        ("support: light", "", 1),
        ("support: medium", "", 2),
        ("support: heavy", "", 3),
        ("terrain: slight", "", -1),
        ("terrain: minor", "", -2),
        ("terrain: major", "", -3),
        ("plan: -4", "", -4),
        ("plan: 4", "", 4),
        ("commander: {name: W, battle: d12+1}", "", 1),
        ("support: medium\nterrain: minor\nplan: 1", "tokens: 6", 5),
    ],
)
def test_what_is_added_to_a_battle_roll(ash: str, birch: str, plus: int) -> None:
    """More tokens, support, terrain, plan; the smaller side has no malus for its size."""
    assert plus == rolling(ash, birch).question.prompt()["plus"]


@pytest.mark.clause("S-6.1")
def test_a_roll_names_each_of_its_modifiers() -> None:
    """Only those that play a part."""
    about = rolling("support: medium\nterrain: minor", "tokens: 6", help=(-3, 0)).question.about

    assert {
        "side": "Ash",
        "trait": "d8",
        "tokens": 4,
        "support": 2,
        "terrain": -2,
        "characters": -3,
    } == about


@pytest.mark.clause("S-6.2")
@pytest.mark.parametrize(
    ("one", "two", "lost"),
    [
        ([3, 2], [3, 2], (0, 0)),
        ([4, 2], [7, 2], (1, 1)),
        ([8, 4, 2], [2, 2], (0, 3)),
        ([1, 1], [8, 1, 2], (2, 0)),
    ],
)
def test_each_success_and_raise_takes_a_token(one: list[int], two: list[int], lost: tuple[int, int]) -> None:
    """Both sides at the same time."""
    course = rolling()
    assert [commander("Ash"), commander("Birch")] == [asked.question.by for asked in course.at.open]
    course.answer(one, two)

    assert lost == tuple(said["n"] for said in course.told("savage.battle.losses"))
    assert tuple(10 - each for each in lost) == course.tokens()


@pytest.mark.clause("S-6.2")
def test_a_roll_counts_as_far_as_the_enemy_can_lose() -> None:
    """Of two tokens two, with one kept three."""
    for kept, rungs in ((0, 2), (-1, 3)):
        course = rolling(birch="tokens: 2", noted=(0, kept)).answer([8, 8, 8, 1, 3], [2, 2])

        assert rungs == course.told("savage.battle.roll")[0]["rungs"]
        assert (10, 0) == course.tokens()


@pytest.mark.clause("S-6.2")
@pytest.mark.parametrize(
    ("faces", "margin", "lost"),
    [
        ([5, 2, 5, 2], 0, (1, 1)),
        ([7, 2, 5, 2], 1, (1, 2)),
        ([8, 1, 2, 5, 2], 4, (0, 2)),
        ([2, 2, 4, 3], -1, (2, 1)),
        ([2, 2, 7, 3], -4, (2, 0)),
        ([1, 1, 1, 1], 0, (1, 1)),
    ],
)
def test_battle_roll_opposed(faces: list[int], margin: int, lost: tuple[int, int]) -> None:
    """The higher total wins, failures and critical failures too; all dice are seen."""
    course = rolling(more="readings: {battle_roll: opposed}")
    assert (TABLE, (8, 6, 8, 6)) == (course.question.by, course.question.prompt()["each"])
    course.answer(faces)

    assert [margin] == [said["margin"] for said in course.told("savage.battle.opposed")]
    assert list(lost) == [said["n"] for said in course.told("savage.battle.losses")]
    assert {"battle_roll"} == {said["reading"] for said in course.told("savage.battle.losses")}


@pytest.mark.clause("S-6.2")
def test_battle_roll_opposed_is_made_with_all_that_is_added() -> None:
    """Three tokens more on d8 against d8; the account is told before the dice."""
    course = rolling("", "tokens: 7", "readings: {battle_roll: opposed}")

    assert [("Ash", 3), ("Birch", None)] == [
        (said["side"], said.get("tokens")) for said in course.told("savage.battle.account")
    ]
    law = course.question.law()  # type: ignore[attr-defined]
    assert "0.44713" == f"{float(law.chance(lambda margin: margin == 4)):.5f}"
    assert (8, 5) == course.answer([5, 2, 5, 2]).told("savage.battle.opposed")[0]["totals"]


@pytest.mark.clause("S-6.1", "S-4.1")
@pytest.mark.parametrize(
    ("reading", "leader", "expected"),
    [
        ("d4-2", "name: W", (4, 6, -2)),
        ("d4-2", "name: W, wild_card: false", (4, None, -2)),
        ("d4-2", "name: W, deputy: d6", (4, 6, -2)),
        ("deputy", "name: W, deputy: d6", (6, None, 0)),
        ("deputy", "name: W", (4, 6, -2)),
        ("deputy", "name: W, battle: d10, deputy: d6", (10, 6, 0)),
    ],
)
@pytest.mark.parametrize("cards", [True, False])
def test_no_skill(reading: str, leader: str, expected: tuple[int, int | None, int], cards: bool) -> None:
    """A commander without Knowledge (Battle), in the battle roll and for new cards alike."""
    state = battle(f"commander: {{{leader}}}", more=f"readings: {{no_skill: {reading}}}")
    course = Course(middle(state, "cards" if cards else "battle", ("2H", "3H")))
    prompt = course.question.prompt()

    assert expected == (prompt["die"], prompt["wild"], prompt["plus"])
    named = (course.question.about.get("reading"), course.question.about.get("option"))
    assert ((None, None) if "battle" in leader else ("no_skill", reading)) == named
