"""The tables of two cards laid against each other, held against the printed rules card by card."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from voevoda.rulebooks.savage.odds_laying import (
    CARDS,
    JOKER,
    KIND,
    LOST_BY_RANK,
    LOST_BY_SUIT,
    MY_LOSS,
    NAMED,
    NOTHING,
    RESULT,
    RESULTS,
    SHELTER,
    THEIR_LOSS,
    Ints,
    best_name,
    expected,
    matrix,
)
from voevoda.rulebooks.savage.tables import PACK

PLAIN = PACK[:52]
"""The cards that are no jokers."""

WORTHS = arrays(np.int64, (1, RESULTS), elements=st.integers(-6, 6))


def printed(mine: str, theirs: str) -> tuple[int, int]:
    """What I lose by suit and by rank, in the words of the specification."""
    order = {"J": 11, "Q": 12, "K": 13, "A": 14}
    (suit, rank), (their_suit, their_rank) = (
        (card[-1], order.get(card[:-1]) or int(card[:-1])) for card in (mine, theirs)
    )
    by_suit = int(suit + their_suit in {"SS", "SC", "CD", "DS"})
    if {rank, their_rank} == {2, 14}:
        return by_suit, int(rank == 14)
    return by_suit, int(rank <= 10 < their_rank)


def test_every_pair_of_cards_loses_what_is_printed() -> None:
    """All 52 by 52; both clubs shelter, and losses by suit and by rank add up (S-7.2, S-7.3)."""
    for mine, theirs in product(PLAIN, PLAIN):
        by_suit, by_rank = printed(mine, theirs)
        assert by_suit == LOST_BY_SUIT[KIND[mine], KIND[theirs]]
        assert by_rank == LOST_BY_RANK[KIND[mine], KIND[theirs]]
        result = RESULT[KIND[mine], KIND[theirs]]
        if mine[-1] == theirs[-1] == "C":
            assert result == SHELTER
        else:
            assert (by_suit + by_rank, sum(printed(theirs, mine))) == (MY_LOSS[result], THEIR_LOSS[result])


def test_the_kinds_hold_the_whole_pack_in_its_order() -> None:
    """So the first of equal kinds is the first of equal cards."""
    assert 54 == CARDS.sum()
    assert list(KIND.values()) == sorted(KIND.values())
    assert [KIND[card] for card in ("J1", "J2")] == [JOKER, JOKER]


@given(WORTHS)
def test_a_joker_is_named_best_by_its_owner(worth: Ints) -> None:
    """Mine for the most, theirs for the least; two of them do nothing (S-7.4)."""
    found = matrix(worth)[0]

    for mine in range(NAMED):
        assert min(worth[0, RESULT[mine]]) == found[mine, JOKER]
        assert max(worth[0, RESULT[:, mine]]) == found[JOKER, mine]
        name = best_name(worth, np.array([mine]))[0]
        assert worth[0, RESULT[name, mine]] == found[JOKER, mine]
    assert worth[0, NOTHING] == found[JOKER, JOKER]


@pytest.mark.parametrize("mine", ["2C", "9D", "QH", "AS", "J1"])
def test_what_a_card_promises_is_the_sum_over_the_unseen_cards(mine: str) -> None:
    """Card by card, with tokens as the worth."""
    tokens = np.append(np.arange(9) % 3 - np.arange(9) // 3, 0)
    seen = {mine, "KC", "KD", "3H", "J2"}
    unseen = [card for card in PACK if card not in seen]
    counts = np.bincount([KIND[card] for card in unseen], minlength=17)

    found = expected(tokens[None], counts[None])[0, KIND[mine]]

    def net(card: str, other: str) -> int:
        if card[-1] == other[-1] == "C":
            return 0
        return sum(printed(other, card)) - sum(printed(card, other))

    def worth(other: str) -> int:
        if mine == "J1":
            return 0 if other == "J1" else max(net(named, other) for named in PLAIN)
        return min(net(mine, named) for named in PLAIN) if other == "J1" else net(mine, other)

    assert sum(map(worth, unseen)) == found
