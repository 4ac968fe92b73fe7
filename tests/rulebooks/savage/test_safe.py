"""The mixed strategy that guarantees the most: games with known answers, and every mixture of a grid."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.rulebooks.savage.armies import SAVAGE, battle, middle
from tests.rulebooks.savage.picks import Picks
from voevoda.odds import generator
from voevoda.play.drive import law_of_step
from voevoda.play.law import Law
from voevoda.rulebooks.savage import safe
from voevoda.rulebooks.savage.odds_base import win_table
from voevoda.rulebooks.savage.odds_duel import duel_of
from voevoda.rulebooks.savage.odds_field import field_of
from voevoda.rulebooks.savage.odds_laying import (
    KIND,
    KINDS,
    NOTHING,
    RESULT,
    RESULTS,
    SHELTER,
    Flags,
    Floats,
    matrix,
)
from voevoda.rulebooks.savage.policies import Safe
from voevoda.rulebooks.savage.robot import advice, known_to
from voevoda.rulebooks.savage.safe import Game, Mixture
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import PACK, in_pack_order

GAMES = st.integers(1, 4).flatmap(
    lambda mine: st.tuples(
        arrays(np.float64, (mine, 4), elements=st.integers(0, 20).map(lambda number: number / 20)),
        arrays(np.bool_, (6, 4)).map(lambda hands: np.where(hands.any(axis=1, keepdims=True), hands, True)),
    )
)
"""Up to four cards of mine against hands of four cards, none of them empty."""


def best_mixture(worth: Floats, hands: Flags) -> Mixture:
    """The best mixture of one game."""
    return safe.best_mixture(Game(worth, hands))


def guaranteed(mixture: Floats, worth: Floats, hands: Flags) -> float:
    """What a mixture is worth at least, card by card and hand by hand."""
    answers = [[float(mixture @ worth[:, card]) for card in np.flatnonzero(hand)] for hand in hands]
    return sum(map(min, answers)) / len(answers)


def test_a_single_card_is_laid_whatever_it_is_worth() -> None:
    """Nothing is mixed, and each hand answers with its best."""
    found = best_mixture(np.array([[0.2, 0.8]]), np.array([[True, True], [False, True]]))

    assert found.weights.tolist() == [1.0]
    assert found.guarantee == pytest.approx(0.5)
    assert found.spread == pytest.approx(0.3)


def test_three_suits_that_beat_each_other_are_mixed_evenly() -> None:
    """Who answers as if he knew leaves a third each."""
    worth = np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])

    found = best_mixture(worth, np.ones((1, 3), bool))

    assert found.weights == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert found.guarantee == pytest.approx(0.5)


def test_hands_that_lack_a_card_cannot_answer_with_it() -> None:
    """Half of his hands cannot punish my first card, the other half cannot punish my second."""
    worth = np.array([[0.0, 1.0], [1.0, 0.0]])

    found = best_mixture(worth, np.array([[True, False], [False, True], [False, True]]))

    assert found.weights == pytest.approx([1, 0])
    assert found.guarantee == pytest.approx(2 / 3)


def test_a_hand_that_stands_twice_weighs_twice() -> None:
    """Hands are told apart by how often they were drawn."""
    worth = np.array([[0.0, 1.0], [1.0, 0.0]])
    once, often = np.array([[True, False]]), np.array([[False, True]] * 3)

    assert best_mixture(worth, np.concatenate([once, often])).weights == pytest.approx([1, 0])
    assert best_mixture(worth, np.concatenate([once, 1 - often])).weights == pytest.approx([0, 1])


@given(GAMES)
@settings(deadline=None, max_examples=60)
def test_no_mixture_guarantees_more(game: tuple[Floats, Flags]) -> None:
    """Every mixture in tenths is tried; the one found keeps what it promises."""
    worth, hands = game

    found = best_mixture(worth, hands)

    assert found.weights.sum() == pytest.approx(1)
    assert found.weights.min() >= 0
    assert found.guarantee == pytest.approx(guaranteed(found.weights, worth, hands))
    for parts in product(range(11), repeat=len(worth)):
        if sum(parts) == 10:
            assert guaranteed(np.array(parts) / 10, worth, hands) <= found.guarantee + 1e-9


@given(GAMES)
@settings(deadline=None, max_examples=60)
def test_no_hand_has_an_answer_that_breaks_its_guarantee(game: tuple[Floats, Flags]) -> None:
    """The mean over the hands that hold a card is no more than what the strategy is worth against it."""
    worth, hands = game

    found = best_mixture(worth, hands)

    least = np.where(hands, found.weights @ worth, np.inf).min(axis=1)
    for card in range(4):
        if hands[:, card].any():
            assert least[hands[:, card]].mean() <= (found.weights @ worth)[card] + 1e-12


# What a laying is worth


STANDINGS = {
    "plain": {},
    "losses noted": {"noted": (2, 1)},
    "kept": {"noted": (-1, 0)},
    "rescue": {"noted": (1, 1), "rescues": (True, False)},
    "unbowed": {"noted": (1, 0), "unbowed": (False, True)},
    "forced": {"forced": (True, True)},
    "cheered": {"cheer": (2, -6), "noted": (1, 1)},
    "few": {"tokens": (2, 1), "noted": (1, 0)},
}


def pair_of(result: int) -> tuple[str, str]:
    """Two cards that come to a result."""
    return next(
        (mine, theirs)
        for mine in PACK[:52]
        for theirs in PACK[:52]
        if mine != theirs and RESULT[KIND[mine], KIND[theirs]] == result
    )


def exactly(state: Battle, cards: tuple[str, str]) -> list[float]:
    """The chance of either side to win that shows these cards and goes on without: by the rules."""
    now = replace(state, phase="clash", discards=(in_pack_order([card for card in cards if card]),))
    for index in (0, 1):
        now = now.with_round(index, shown=cards[index])
    table = win_table(duel_of(now), None if now.rounds_left is None else now.rounds_left - 1)
    chances, going = [0.0, 0.0], {now: Fraction(1)}
    while going:
        state, chance = going.popitem()
        for after, part in law_of_step(SAVAGE, state, lambda _, question: Law.sure(question.among[0][1])):  # type: ignore[attr-defined]
            weight = chance * part
            if after.phase in {"cards", "aftermath", "over"}:
                outcome = SAVAGE.finished(replace(after, phase="over"))
                for index, side in enumerate(after.terms.sides):
                    if after.phase == "cards":
                        one, two = (force.tokens for force in after.forces)
                        chances[index] += float(weight) * float(table[one, two, index])
                    elif outcome is not None and outcome.winner == side.name:
                        chances[index] += float(weight)
            else:
                going[after] = going.get(after, Fraction()) + weight
    return chances


@pytest.mark.parametrize("name", STANDINGS)
def test_a_result_is_worth_the_chance_to_win_that_the_rules_leave(name: str) -> None:
    """This round's losses, rescue and morale, then the exact odds without cards: every result, both sides."""
    more: Any = STANDINGS[name]
    state = middle(battle("plan: 1", "fortified: true"), "lay", ("2C", "3C"), **more)
    safe_one = Safe(duel_of(state), generator("none"))
    field = field_of(state, None, 1, generator("none"))
    mine, theirs = safe_one.worth(field, 0)[0], safe_one.worth(field, 1)[0]

    for result in range(RESULTS):
        other = result if result == SHELTER else 3 * (result % 3) + result // 3
        if result == 8:  # two losses each: no two cards come to it
            continue
        assert exactly(state, pair_of(result)) == pytest.approx([mine[result], theirs[other]])


def test_an_empty_hand_and_the_last_round_are_in_what_it_is_worth() -> None:
    """Morale at −2, and nobody wins who has not won by then."""
    state = middle(battle(), "lay", ("2C", ""), noted=(1, 1))
    for each in (state, replace(state, rounds_left=1)):
        safe_one, field = Safe(duel_of(each), generator("none")), field_of(each, None, 1, generator("none"))
        found = [safe_one.worth(field, index)[0, NOTHING] for index in (0, 1)]
        shown = each.with_cards(0, hand=())
        assert exactly(shown, ("3H", "")) == pytest.approx(found)


def test_no_card_of_the_enemy_pushes_the_mixture_under_its_guarantee() -> None:
    """Hands are drawn anew; whichever card he lays wherever he holds it, the rest is within the error."""
    source = Picks("positions")
    for number in range(40):
        state = dealt(source)
        for index, side in enumerate(state.terms.sides):
            advised: Any = advice(state, side.seat)
            fresh = field_of(state, side.seat, 3000, generator(f"fresh {number}")).hand[:, 1 - index]
            against = mixture_against(state, index, advised)
            least = np.where(fresh > 0, against, np.inf).min(axis=1)
            for kind in range(KINDS):
                always = np.where(fresh[:, kind] > 0, against[kind], least)
                under = float(advised["guarantee"]) - float(always.mean())
                assert under <= float(advised["error"])


def dealt(source: Picks) -> Battle:
    """A laying in the middle of a battle: any hands, losses, tokens and discards."""
    cards = [PACK[at] for at in np.argsort([source.below(10**6) for _ in PACK])]
    sizes = [1 + source.below(5), 1 + source.below(5)]
    hands = " ".join(cards[: sizes[0]]), " ".join(cards[sizes[0] : sum(sizes)])
    tokens = 2 + source.below(9), 2 + source.below(9)
    noted = source.below(3), source.below(3)
    state = middle(battle(), "lay", hands, tokens=tokens, noted=noted)
    return replace(state, discards=(in_pack_order(cards[40 : 40 + source.below(14)]),))


def mixture_against(state: Battle, index: int, advised: Any) -> Floats:
    """[their kind]: what the mixture is worth where the enemy shows it."""
    field = known_to(state, index)
    table = matrix(Safe(duel_of(state), generator("none")).worth(field, index))[0]
    found: Floats = sum(float(each["weight"]) * table[KIND[each["cards"][0]]] for each in advised["options"])
    return found
