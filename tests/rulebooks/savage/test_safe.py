"""The mixed strategy that guarantees the most: games with known answers, and every mixture of a grid."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from voevoda.rulebooks.savage import safe
from voevoda.rulebooks.savage.odds_laying import Flags, Floats
from voevoda.rulebooks.savage.safe import Game, Mixture

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
