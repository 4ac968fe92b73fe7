"""The policy ``safe``: the mixed strategy that guarantees the most, found by a linear programme.

The enemy holds one of some hands.  I lay card i with weight w(i); whatever hand it is, he answers as if he
knew it and my weights.  In hand h my chance is then t(h) ≤ Σ w(i) · M(i, j) for each of its cards j, and what
is sought is the w with the greatest mean of t.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from voevoda.odds.laws import Floats
from voevoda.rulebooks.savage.odds_laying import PAIRS, Flags, Ints, holds, matrix

HANDS = 200
"""Hands that the enemy may hold, drawn from what is unseen."""


class Game(NamedTuple):
    """A laying, as a game against an enemy who answers with any card of his hand."""

    worth: Floats
    """[my option, his answer]: what it is worth to me."""
    hands: Flags
    """[hand, his answer]: whether it holds it.  A hand may stand several times and weighs as often."""


class Mixture(NamedTuple):
    """A mixed strategy."""

    weights: Floats
    """[my option]: they make 1."""
    guarantee: float
    """The mean over the hands of what the strategy is worth against the best answer of each."""
    spread: float
    """Standard deviation of that worth over the hands."""


class Laying(NamedTuple):
    """What one side may lay, and what that is worth."""

    options: Ints
    """[option, 1 or 2]: the kinds that may be laid, together where I scout (S-7.1)."""
    rows: Floats
    """[option, their kind]: what it is worth where the enemy shows that kind."""
    game: Game


def laying_of(
    worth: Floats, mine: Ints, theirs: Ints, empty: int, scouts: tuple[bool, bool] = (False, False)
) -> Laying:
    """A laying as a game.

    ``worth`` is [result], ``mine`` [kind] counts my hand, ``theirs`` [hand, kind] the hands that the enemy
    may hold; where they are empty he shows the kind ``empty``.  ``scouts`` says whether I lay two cards and
    whether he does: they are then played with the other's card in sight.
    """
    table = matrix(worth[None])[0]
    two = scouts[0] and mine.sum() > 1
    options: Ints = PAIRS[holds(mine[None], PAIRS)[0]] if two else np.flatnonzero(mine)[:, None]
    rows: Floats = np.maximum(table[options[:, 0]], table[options[:, -1]])
    if not theirs.any():
        game = Game(rows[:, [empty]], np.ones((1, 1), np.bool_))
    elif scouts[1] and theirs[0].sum() > 1:
        game = Game(np.minimum(rows[:, PAIRS[:, 0]], rows[:, PAIRS[:, 1]]), holds(theirs, PAIRS))
    else:
        game = Game(rows, theirs > 0)
    return Laying(options, rows, game)


def best_mixture(game: Game) -> Mixture:
    """The strategy that guarantees the most.  No hand may be empty."""
    # A card that another outdoes everywhere need not be laid, nor feared.
    feared = np.asarray(game.hands.any(axis=0))
    mine = np.asarray(~_outdoes(game.worth[:, feared]).any(axis=0))
    worth = game.worth[mine]
    idle = (game.hands[:, :, None] & _outdoes(-worth.T)).any(axis=1)
    hands, counts = np.unique(game.hands & ~idle, axis=0, return_counts=True)
    weights = np.zeros(len(mine))
    weights[mine] = 1.0 if len(worth) == 1 else _solved(worth, hands, counts / counts.sum())
    least = np.where(game.hands, weights @ game.worth, np.inf).min(axis=1)
    return Mixture(weights, float(least.mean()), float(least.std()))


def _outdoes(rows: Floats) -> Flags:
    """[row, other]: whether a row is everywhere at least as much as the other; of equal ones the first is."""
    at_least = np.asarray((rows[:, None] >= rows[None]).all(axis=2))
    first = np.triu(np.ones(at_least.shape, np.bool_), 1)
    return np.asarray(at_least & (~at_least.T | first))


def _solved(worth: Floats, hands: Flags, shares: Floats) -> Floats:
    """Solve Σ share(h) · t(h) → max, where t(h) ≤ Σ w(i) · worth(i, j) for each answer j of hand h."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]
    from scipy.sparse import csr_array  # type: ignore[import-untyped]

    mine, count = len(worth), len(hands)
    of_hand, answer = np.nonzero(hands)
    limits = np.zeros((len(answer), mine + count))
    limits[:, :mine] = -worth.T[answer]
    limits[np.arange(len(answer)), mine + of_hand] = 1.0
    found = linprog(
        np.concatenate([np.zeros(mine), -shares]),
        A_ub=csr_array(limits),
        b_ub=np.zeros(len(answer)),
        A_eq=np.concatenate([np.ones(mine), np.zeros(count)])[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * mine + [(None, None)] * count,
        method="highs",
    )
    weights: Floats = np.where(found.x[:mine] < 1e-9, 0.0, found.x[:mine])
    return np.asarray(weights / weights.sum())
