"""Who makes the choices of cards where nobody is asked: ``random``, ``greedy`` and ``safe``.

A policy chooses for one side in many battles at once, and knows of each what that side may know: what lies
open, its own hand, and how many cards are in the enemy's.  The sampler of ``odds_cards`` asks it for all its
battles, ``robot`` for the one at the table.  What characters do is told by ``odds_ways``.

*random* takes every offer alike.  *greedy* takes what promises most tokens this round: those that the enemy
is to lose less those that one's own side is to lose, every card unseen being as likely as any other; of
equals the first offered.  *safe* lays the mixed strategy that guarantees the best chance to win, and decides
what hangs on the cards by that chance.  Both draw a card for each that they earn, and never push, for neither
weighs what cards are worth later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

import numpy as np

from voevoda.odds.laws import Floats
from voevoda.odds.sampling import generator
from voevoda.rulebooks.savage.odds_field import Field, dealt, picked
from voevoda.rulebooks.savage.odds_laying import (
    CARDS,
    KINDS,
    NAMED,
    NOTHING,
    RESULTS,
    Flags,
    Ints,
    best_name,
    expected,
    matrix,
)
from voevoda.rulebooks.savage.odds_round import Duel
from voevoda.rulebooks.savage.odds_stakes import chances_of, standings, tokens, tokens_lost
from voevoda.rulebooks.savage.safe import HANDS, Laying, best_mixture, laying_of

Random = np.random.Generator

Name = Literal["greedy", "random", "safe"]

NAMES: tuple[Name, ...] = ("greedy", "random", "safe")
"""The default first."""

HANDS_SEED = "hands"
"""Of the hands that the enemy may hold, so that equal knowledge has equal hands."""

DRAW, ASK, EXCHANGE = range(3)
"""What can be done with a card earned (S-4.3)."""

_PLAIN: Ints = np.append(np.arange(RESULTS - 1) % 3 - np.arange(RESULTS - 1) // 3, 0)
"""[result]: tokens that they lose by the cards less those that I lose."""


class Policy(Protocol):
    """One side's choices, battle by battle: each answer is an array with an entry for each battle."""

    def lays(self, field: Field, side: int) -> Ints:
        """The kind that is laid (S-7.1)."""

    def lays_two(self, field: Field, side: int) -> Ints:
        """[battle, 2]: the kinds that are laid where the side scouts (S-7.1)."""

    def plays(self, field: Field, side: int) -> Ints:
        """The kind of the two laid that is played, with the enemy's before him (S-7.1)."""

    def names(self, field: Field, side: int) -> Ints:
        """What kind the joker that the side has shown is (S-7.4)."""

    def uses(self, field: Field, side: int, offers: Flags) -> Ints:
        """What is done with a card earned; ``offers`` is [battle, ``DRAW``, ``ASK`` or ``EXCHANGE``]."""

    def discards(self, field: Field, side: int) -> Ints:
        """The kind that is discarded next, where cards of one's choice are (S-4.2, S-8)."""

    def cares(self, field: Field, side: int) -> Flags:
        """Whether three cards keep the token lost by ranks (S-8)."""

    def calculates(self, field: Field, side: int) -> Flags:
        """Whether a token is given up, so that the enemy loses one more (S-8)."""

    def pushes(self, field: Field, side: int) -> Flags:
        """Whether two cards cost the enemy one at random (S-8)."""


class Evenly:
    """``random``."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def lays(self, field: Field, side: int) -> Ints:
        """Any card of the hand."""
        return picked(field.hand[:, side], self.random)

    def lays_two(self, field: Field, side: int) -> Ints:
        """Any two."""
        one = self.lays(field, side)
        left = field.hand[:, side].copy()
        left[np.arange(len(field)), one] -= 1
        return np.stack([one, picked(left, self.random)], axis=1)

    def plays(self, field: Field, side: int) -> Ints:
        """Either."""
        return picked(field.laid[:, side], self.random)

    def names(self, field: Field, side: int) -> Ints:
        """Any suit and rank."""
        return picked(np.tile(CARDS[:NAMED], (len(field), 1)), self.random)

    def uses(self, field: Field, side: int, offers: Flags) -> Ints:
        """Any use."""
        return picked(offers.astype(np.int64), self.random)

    def discards(self, field: Field, side: int) -> Ints:
        """Any card of the hand."""
        return picked(field.hand[:, side], self.random)

    def cares(self, field: Field, side: int) -> Flags:
        """As often as not."""
        return np.asarray(self.random.random(len(field)) < 0.5)

    calculates = pushes = cares


class Greedy:
    """``greedy``."""

    def worth(self, field: Field, side: int) -> Floats:
        """[battle, result]: what a result of the cards is worth."""
        return tokens(field, side).astype(np.float64)

    def lays(self, field: Field, side: int) -> Ints:
        """The card that promises most against any card unseen."""
        promise = expected(tokens(field, side), likely(field, side))
        return np.asarray(np.where(field.hand[:, side] > 0, promise, _LEAST).argmax(axis=1))

    def lays_two(self, field: Field, side: int) -> Ints:
        """The two that promise most, each by itself."""
        promise = expected(tokens(field, side), likely(field, side))
        left, found = field.hand[:, side].copy(), list[Ints]()
        for _ in range(2):
            found.append(np.where(left > 0, promise, _LEAST).argmax(axis=1))
            left[np.arange(len(field)), found[-1]] -= 1
        return np.stack(found, axis=1)

    def plays(self, field: Field, side: int) -> Ints:
        """The better one against what the enemy has shown."""
        theirs = np.where(field.lacks_cards(1 - side), field.empty, field.shown[:, 1 - side])
        table = matrix(self.worth(field, side))[np.arange(len(field)), :, theirs]
        return np.asarray(np.where(field.laid[:, side] > 0, table, _LEAST).argmax(axis=1))

    def names(self, field: Field, side: int) -> Ints:
        """The best name against what the enemy has shown."""
        return best_name(self.worth(field, side), field.name[:, 1 - side])

    def uses(self, field: Field, side: int, offers: Flags) -> Ints:
        """A card is drawn."""
        return np.full(len(field), DRAW)

    def discards(self, field: Field, side: int) -> Ints:
        """The card that promises least, whatever the round has brought so far."""
        promise = expected(np.tile(_PLAIN, (len(field), 1)), field.unseen(side))
        return np.asarray(np.where(field.hand[:, side] > 0, promise, -_LEAST).argmin(axis=1))

    def cares(self, field: Field, side: int) -> Flags:
        """Where that keeps a token."""
        now, kept = (tokens_lost(field, side, more) for more in (0, -1))
        return np.asarray(kept < now)

    def calculates(self, field: Field, side: int) -> Flags:
        """A token for a token promises nothing."""
        return np.zeros(len(field), np.bool_)

    def pushes(self, field: Field, side: int) -> Flags:
        """Cards are no tokens."""
        return np.zeros(len(field), np.bool_)


_LEAST = -(10**6)
"""Promises less than any card."""


class Safe(Greedy):
    """``safe``."""

    def __init__(self, duel: Duel, random: Random, hands: Ints | None = None) -> None:
        """Take the battle; ``hands`` [hand, kind] are those that the enemy may hold, else they are drawn."""
        self.random = random
        self.hands = hands
        self.duel = duel

    def worth(self, field: Field, side: int) -> Floats:
        """[battle, result]: the chance to win."""
        chances = chances_of(self.duel, field.rounds_left)
        both = zip(standings(field, 0), standings(field, 1), strict=True)
        return np.array([chances.of(side, one, two) for one, two in both]).reshape(-1, RESULTS)

    def layings(self, field: Field, side: int) -> Iterator[Laying]:
        """What a side may lay, as games."""
        counts = field.held(1 - side)
        for at, (worth, unseen) in enumerate(zip(self.worth(field, side), field.unseen(side), strict=True)):
            hands = hands_of(unseen, int(counts[at])) if self.hands is None else self.hands
            scouts = field.scouts[at, side], field.scouts[at, 1 - side]
            yield laying_of(worth, field.hand[at, side], hands, field.empty, scouts)

    def _mixed(self, field: Field, side: int) -> Ints:
        found = list[Ints]()
        for laying in self.layings(field, side):
            weights = best_mixture(laying.game).weights
            found.append(laying.options[self.random.choice(len(weights), p=weights)])
        return np.array(found)

    def lays(self, field: Field, side: int) -> Ints:
        """By its weights."""
        return np.asarray(self._mixed(field, side)[:, 0])

    def lays_two(self, field: Field, side: int) -> Ints:
        """By its weights."""
        return self._mixed(field, side)

    def _better(self, field: Field, side: int, *, sacrifice: bool) -> Flags:
        """Whether an edge betters the chance to win."""
        chances, found = chances_of(self.duel, field.rounds_left), list[bool]()
        for mine, theirs in zip(standings(field, side), standings(field, 1 - side), strict=True):
            after = (mine.sacrificing(), theirs.losing(1)) if sacrifice else (mine.cared_for(), theirs)
            now, then = (
                chances.of(side, *(pair if side == 0 else pair[::-1]))[NOTHING]
                for pair in ((mine, theirs), after)
            )
            found.append(bool(then > now))
        return np.array(found, np.bool_)

    def cares(self, field: Field, side: int) -> Flags:
        """Where that betters the chance to win."""
        return self._better(field, side, sacrifice=False)

    def calculates(self, field: Field, side: int) -> Flags:
        """Where that betters the chance to win."""
        return self._better(field, side, sacrifice=True)


def likely(field: Field, side: int) -> Ints:
    """[battle, kind]: the cards that the enemy may lay: any unseen, if he has a hand (S-7.1)."""
    return np.where(
        (field.held(1 - side) > 0)[:, None], field.unseen(side), np.eye(KINDS, dtype=np.int64)[field.empty]
    )


def hands_of(unseen: Ints, count: int) -> Ints:
    """[hand, kind]: hands of so many of the unseen cards, always the same for the same cards."""
    cards = np.repeat(np.arange(KINDS), unseen)
    held = dealt(np.ones((HANDS, len(cards)), np.bool_), count, generator(HANDS_SEED))
    return np.asarray(held.astype(np.int64) @ np.eye(KINDS, dtype=np.int64)[cards])


def policy_of(name: Name, duel: Duel, random: Random) -> Policy:
    """The policy of this name for one side of a battle."""
    if name == "safe":
        return Safe(duel, random)
    return Greedy() if name == "greedy" else Evenly(random)
