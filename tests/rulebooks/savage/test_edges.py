"""Edges that hang on the result of the cards, and the order in which they are used."""

from __future__ import annotations

import pytest

from tests.rulebooks.savage.armies import CALM, Course, battle, leader, middle
from voevoda.play.seats import SPECTATOR, commander

BOTH = leader("calculating", "caring", "pushing")


def after(
    edges: tuple[str, str],
    hands: tuple[str, str] = ("2H 3H 4H", "5H 6H 7H"),
    *,
    tokens: tuple[int, int] = (10, 10),
    **rounds: tuple[object, object],
) -> Course:
    """The edges' turn, after this result of the cards."""
    nothing: dict[str, tuple[object, object]] = {"noted": (0, 0), **rounds}
    state = middle(battle(*edges), "edges", hands, ("9C", "9D"), tokens=tokens, **nothing)
    return Course(state)


@pytest.mark.clause("S-8")
def test_the_calculating_gives_up_a_token_for_one_of_the_enemys() -> None:
    """When the enemy lost one by ranks; his own morale is the worse for it."""
    course = after((leader("calculating"), ""), by_ranks=(False, True), noted=(0, 1))
    assert ("savage.edges.calculating", ("pass", "use")) == (course.key, course.question.prompt()["options"])
    course.answer("use")

    assert [{"side": "Ash", "enemy": "Birch"}] == course.told("savage.edges.sacrificed")
    assert (9, 8) == course.tokens()
    assert (-1, -1) == (course.question.about["lost"], course.question.about["sacrificed"])
    assert -2 == course.question.prompt()["plus"]


@pytest.mark.clause("S-8")
def test_the_caring_keeps_a_token_for_three_cards() -> None:
    """When his side lost one by ranks; they go face down, and the next morale roll has +2."""
    course = after((leader("caring"), ""), by_ranks=(True, False), noted=(2, 0)).answer("use")
    assert ("savage.edges.caring.cards", 3) == (course.key, course.question.prompt()["least"])
    course.answer(["2H", "3H", "4H"])

    assert [{"side": "Ash", "n": 3}] == course.told("savage.edges.kept")
    assert (9, 10) == course.tokens()
    assert ("2H", "3H", "4H") == course.state.forces[0].cards.buried
    assert (-1, 2) == (course.question.about["lost"], course.question.about["caring"])


@pytest.mark.clause("S-8")
def test_the_bonus_of_caring_waits_for_the_next_morale_roll() -> None:
    """His only loss was kept, so there is none this round; once rolled with, it is gone."""
    course = after((leader("caring"), ""), by_ranks=(True, False), noted=(1, 0))
    course.answer("use", ["2H", "3H", "4H"])
    assert course.state.forces[0].cared_for
    assert "cards" == course.state.phase

    losing = {**CALM, "savage.battle.roll": [4, 2]}
    course.to("savage.morale.roll", losing)
    assert 2 == course.question.about["caring"]
    course.answer([6, 6, 1, 2], [6, 6, 1, 2])
    assert not course.state.forces[0].cared_for


@pytest.mark.clause("S-8")
def test_the_pushing_makes_the_enemy_discard_one_at_random() -> None:
    """When the enemy lost a token by suits, for two cards of his own."""
    course = after((leader("pushing"), ""), by_suits=(False, True), noted=(0, 1)).answer("use", ["2H", "4H"])
    assert ("savage.cards.random", commander("Birch")) == (course.key, course.question.by)
    course.answer(["6H"])

    one, two = (force.cards for force in course.state.forces)
    assert (("3H",), ("2H", "4H")) == (one.hand, one.buried)
    assert (("5H", "7H"), ("6H",)) == (two.hand, two.buried)
    assert [{"side": "Birch", "n": 1, "left": 2}] == course.told("savage.cards.lost")
    log = course.at.seen(SPECTATOR, course.lines).log
    assert not [line for line in log if line.key in {"savage.cards.random", "savage.edges.pushing.cards"}]


@pytest.mark.clause("S-8")
@pytest.mark.parametrize(
    ("edge", "hands", "tokens", "rounds", "offered"),
    [
        ("caring", ("2H 3H", "5H"), (10, 10), {"by_ranks": (True, False)}, False),
        ("caring", ("2H 3H 4H", "5H"), (10, 10), {"by_ranks": (True, False)}, True),
        ("caring", ("2H 3H 4H", "5H"), (10, 10), {"by_suits": (True, False)}, False),
        ("caring", ("2H 3H 4H", "5H"), (10, 10), {"by_ranks": (False, True)}, False),
        ("calculating", ("", ""), (10, 10), {"by_ranks": (False, True)}, True),
        ("calculating", ("", ""), (10, 10), {"by_suits": (False, True)}, False),
        ("calculating", ("", ""), (3, 10), {"by_ranks": (False, True), "noted": (2, 1)}, True),
        ("calculating", ("", ""), (3, 10), {"by_ranks": (False, True), "noted": (3, 1)}, False),
        ("pushing", ("2H", "5H"), (10, 10), {"by_suits": (False, True)}, False),
        ("pushing", ("2H 3H", "5H"), (10, 10), {"by_suits": (False, True)}, True),
        ("pushing", ("2H 3H", ""), (10, 10), {"by_suits": (False, True)}, False),
        ("pushing", ("2H 3H", "5H"), (10, 10), {"by_ranks": (False, True)}, False),
    ],
)
def test_an_edge_is_offered_when_it_can_be_paid(
    edge: str,
    hands: tuple[str, str],
    tokens: tuple[int, int],
    rounds: dict[str, tuple[object, object]],
    offered: bool,
) -> None:
    """By the kind of loss, the number of cards and the tokens that the losses noted leave."""
    course = after((leader(edge), ""), hands, tokens=tokens, **rounds)

    assert offered == (course.key == f"savage.edges.{edge}")


@pytest.mark.clause("S-8.1")
def test_the_order_is_caring_calculating_pushing() -> None:
    """Each of both sides, the first before the second."""
    hands = "2H 3H 4H 5H 6H", "2D 3D 4D 5D 6D"
    course = after((BOTH, BOTH), hands, by_ranks=(True, True), by_suits=(True, True), noted=(2, 2))
    asked = []
    while course.key.startswith("savage.edges"):
        asked.append((course.key.rpartition(".")[2], course.question.by.name))
        course.answer("pass")

    assert [
        (edge, side) for edge in ("caring", "calculating", "pushing") for side in ("Ash", "Birch")
    ] == asked


@pytest.mark.clause("S-8.1")
def test_a_token_kept_was_not_lost() -> None:
    """So the enemy's calculating commander has no occasion."""
    course = after((leader("caring"), leader("calculating")), by_ranks=(True, False), noted=(1, 0))
    course.answer("use", ["2H", "3H", "4H"])

    assert "savage.cards.roll" == course.key
    kept = after((leader("caring"), leader("calculating")), by_ranks=(True, False), noted=(1, 0)).answer(
        "pass"
    )
    assert "savage.edges.calculating" == kept.key


@pytest.mark.clause("S-8.1")
def test_what_calculating_takes_is_no_loss_by_ranks() -> None:
    """The enemy's caring commander cannot keep it, nor does it allow his own calculating."""
    course = after((leader("calculating"), leader("calculating")), by_ranks=(False, True), noted=(0, 1))

    assert "savage.morale.roll" == course.answer("use").key


@pytest.mark.clause("S-8.1")
def test_after_both_clubs_no_edge_is_offered() -> None:
    """Nothing was lost, whatever the ranks."""
    state = middle(battle(BOTH, BOTH), "lay", ("2C 3H 4H 5H", "KC 6H 7H 8H"))

    assert "savage.cards.roll" == Course(state).answer("2C", "KC").key


@pytest.mark.clause("S-8")
def test_two_against_an_ace_is_by_ranks_and_both_spades_by_suits() -> None:
    """An ace of spades against a two of spades: one by each, and both may be pushed."""
    state = middle(battle(BOTH, BOTH), "lay", ("AS 3H 4H 5H", "2S 6H 7H 8H"))
    course = Course(state).answer("AS", "2S")
    asked = []
    while course.key.startswith("savage.edges"):
        asked.append((course.key.rpartition(".")[2], course.question.by.name))
        course.answer("pass")

    assert [("caring", "Ash"), ("calculating", "Birch"), ("pushing", "Ash"), ("pushing", "Birch")] == asked


@pytest.mark.clause("S-8.1", "S-9.1")
def test_a_sacrifice_counts_as_lost_and_is_not_rescued() -> None:
    """Two losses are rescued, the token given up is gone; morale is rolled for it."""
    course = after(
        (leader("calculating"), ""), by_ranks=(False, True), noted=(2, 1), rescues=(True, False)
    ).answer("use")
    assert ("savage.losses.rescue", 2) == (course.key, course.question.prompt()["dice"])
    course.answer([6, 5])

    assert (9, 8) == course.tokens()
    assert -1 == course.question.about["lost"]
