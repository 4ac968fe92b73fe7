"""The policy ``safe``: the mixed strategy that guarantees the most, found by a linear programme.

The enemy holds one of some hands.  I lay card i with weight w(i); whatever hand it is, he answers as if he
knew my weights.  In hand h my chance is then t(h) ≤ Σ w(i) · M(i, j) for each of its cards j, and what is
sought is the w with the greatest mean of t.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voevoda.rulebooks.savage.odds_laying import Flags, Floats


class Mixture(NamedTuple):
    """A mixed strategy."""

    weights: Floats
    """[my card]: they make 1."""
    guarantee: float
    """The mean over the hands of what the strategy is worth against the best answer of each."""
    spread: float
    """Standard deviation of that worth over the hands."""


def best_mixture(worth: Floats, hands: Flags) -> Mixture:
    """The strategy that guarantees the most.

    ``worth`` is [my card, their card], ``hands`` is [hand, their card]: whether it holds the card.  A hand
    may stand several times and weighs as often; none may be empty.
    """
    tellable, weights = _without_idle_answers(worth, hands)
    mixture = np.ones(1) if len(worth) == 1 else _solved(worth, tellable, weights)
    least = np.where(hands, mixture @ worth, np.inf).min(axis=1)
    return Mixture(mixture, float(least.mean()), float(least.std()))


def _without_idle_answers(worth: Floats, hands: Flags) -> tuple[Flags, Floats]:
    """The hands without answers that are never better than another of the hand; equal hands made one."""
    no_worse = (worth[:, :, None] <= worth[:, None, :]).all(axis=0)  # [j, k]: j hurts at least as much as k
    alike = no_worse & no_worse.T
    beats = no_worse & ~(alike & np.tri(len(alike), dtype=bool))  # of equal answers the first stays
    idle = (hands.astype(np.int64) @ beats.astype(np.int64)) > 0
    merged, counts = np.unique(hands & ~idle, axis=0, return_counts=True)
    return merged, counts / counts.sum()


def _solved(worth: Floats, hands: Flags, weights: NDArray[np.float64]) -> Floats:
    """Solve the linear programme: maximise Σ weight(h) · t(h)."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]  # half a second that few commands need
    from scipy.sparse import csr_array  # type: ignore[import-untyped]

    mine, count = len(worth), len(hands)
    of_hand, answer = np.nonzero(hands)
    lines = np.arange(len(of_hand))
    limits = np.zeros((len(lines), mine + count))
    limits[:, :mine] = -worth.T[answer]
    limits[lines, mine + of_hand] = 1.0
    found = linprog(
        np.concatenate([np.zeros(mine), -weights]),
        A_ub=csr_array(limits),
        b_ub=np.zeros(len(lines)),
        A_eq=np.concatenate([np.ones(mine), np.zeros(count)])[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * mine + [(None, None)] * count,
        method="highs",
    )
    mixture = np.where(found.x[:mine] < 1e-9, 0.0, found.x[:mine])
    return np.asarray(mixture / mixture.sum())
