"""Two cards laid against each other, as tables for many battles at once (S-7).

Of a card the rules ask its suit and whether its rank is a two, one of three to ten, one of jack to king, or
an ace.  So the 54 cards are of 17 *kinds*, four by four and the joker, and two kinds that are shown end in
one of ten *results*: each side loses none, one or two tokens, or both are safe from every loss.  What a
result is worth is a row of ten numbers, from which follow the worth of each card against each, which card
promises most, and what a joker is best named.

Everything is seen from one side; the other sees the transposed tables.  Knows no battle.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from voevoda.rulebooks.savage.tables import PACK, SUIT_LOSSES, SUITS, is_high, is_joker, rank_of, suit_of

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

NAMED = 16
"""Kinds that have a suit and a rank: 4 · suit + 0 for a two, 1 up to ten, 2 up to king, 3 for an ace."""
JOKER = 16
KINDS = 17

_EXAMPLES = tuple(f"{rank}{suit[0].upper()}" for suit in SUITS for rank in ("2", "3", "J", "A"))
"""A card of each kind but the joker."""


def kind_of(card: str) -> int:
    """The kind of a card.  Kinds have the order of the pack."""
    if is_joker(card):
        return JOKER
    rank = rank_of(card)
    return 4 * SUITS.index(suit_of(card)) + (0 if rank == "2" else 3 if rank == "A" else 1 + is_high(rank))


KIND = MappingProxyType({card: kind_of(card) for card in PACK})

CARDS: Ints = np.bincount(list(KIND.values()))
"""[kind]: how many cards of it a pack has."""

PAIRS: Ints = np.array([(one, two) for one in range(KINDS) for two in range(one, KINDS)])
"""Two kinds that may be laid together by who scouts (S-7.1)."""

RESULTS = 10
NOTHING = 0
"""The result in which nobody loses; in general 3 · my loss + their loss."""
SHELTER = 9
"""Both laid clubs: both are safe from every loss of the round."""

Number = TypeVar("Number", np.int64, np.float64)


def _by_rank(mine: str, theirs: str) -> int:
    """Tokens lost by rank: the lower loses, but for a two against an ace (S-7.3)."""
    if {mine, theirs} == {"2", "A"}:
        return int(mine == "A")
    return int(is_high(theirs) and not is_high(mine))


LOST_BY_SUIT: Ints = np.array(
    [[SUIT_LOSSES.get((suit_of(i), suit_of(j)), (0, 0))[0] for j in _EXAMPLES] for i in _EXAMPLES]
)
"""[my kind, theirs]: tokens that I lose by suit (S-7.2)."""
LOST_BY_RANK: Ints = np.array([[_by_rank(rank_of(i), rank_of(j)) for j in _EXAMPLES] for i in _EXAMPLES])
_LOST = LOST_BY_SUIT + LOST_BY_RANK
_CLUBS: Flags = np.array([suit_of(card) == "clubs" for card in _EXAMPLES])
RESULT: Ints = np.where(np.outer(_CLUBS, _CLUBS), SHELTER, 3 * _LOST + _LOST.T)
"""[my kind, theirs]: the result of two kinds that are no jokers."""

MY_LOSS: Ints = np.append(np.arange(SHELTER) // 3, 0)
"""[result]: tokens I lose by the cards."""
THEIR_LOSS: Ints = np.append(np.arange(SHELTER) % 3, 0)

for _table in (CARDS, LOST_BY_SUIT, LOST_BY_RANK, RESULT, MY_LOSS, THEIR_LOSS):
    _table.setflags(write=False)


def matrix(worth: NDArray[Number]) -> NDArray[Number]:
    """[battle, my kind, their kind]: what laying is worth to me, from [battle, result].

    A joker is named by its owner when both are shown (S-7.4): mine for the most, theirs for the least.
    """
    found = np.empty((len(worth), KINDS, KINDS), worth.dtype)
    found[:, :NAMED, :NAMED] = worth[:, RESULT]
    found[:, :NAMED, JOKER] = found[:, :NAMED, :NAMED].min(axis=2)
    found[:, JOKER, :NAMED] = found[:, :NAMED, :NAMED].max(axis=1)
    found[:, JOKER, JOKER] = worth[:, NOTHING]
    return found


def expected(worth: Ints, unseen: Ints) -> Ints:
    """[battle, my kind]: the sum of what laying is worth over the unseen cards, any of which may be laid.

    In whole numbers, so that equal cards are equal; ``unseen`` is [battle, kind], how many of each.
    """
    found = np.zeros(unseen.shape, np.int64)
    # Few different worths are met in many battles; each is laid out once.  Such sums are exact as floats.
    order = np.lexsort(worth.T.astype(np.int16))
    ends = np.flatnonzero((worth[order[1:]] != worth[order[:-1]]).any(axis=1)) + 1
    for rows in np.split(order, ends):
        if len(rows):
            table = matrix(worth[rows[:1]])[0].astype(np.float64)
            found[rows] = unseen[rows] @ table.T
    return found


def best_name(worth: NDArray[Number], theirs: Ints) -> Ints:
    """[battle]: as what kind my joker is worth most against the kind that they show; the first of equals."""
    rows = np.arange(len(worth))[:, None]
    return np.asarray(worth[rows, RESULT.T[theirs]].argmax(axis=1))


def holds(hands: Ints, pairs: Ints) -> Flags:
    """[hand, pair]: whether a hand holds both kinds of a pair, two cards where they are the same."""
    one, two = pairs.T
    return np.asarray((hands[:, one] > (one == two)) & (hands[:, two] > 0))
