"""Battles as chains that only go down: states visited, ends, law of rounds.

A round may leave everything as it was (both miss).  Such waiting is solved, not iterated: a state with
probability w of staying is seen 1 / (1 − w) times.  Weights may be ``float`` or ``Fraction``; with fractions
every answer is exact.  For chains of up to some thousands of states; larger ones deserve arrays of their
own.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

S = TypeVar("S", bound=Hashable)
W = TypeVar("W", float, Fraction)


def course(
    start: Mapping[S, W], step: Callable[[S], Mapping[S, W] | None], rank: Callable[[S], int]
) -> tuple[dict[S, W], dict[S, W]]:
    """Follow a chain to its ends: (expected visits of each passing state, probability of each last state).

    ``step`` gives where a state goes in one round, None for a last state.  Every move must lower
    ``rank`` or stay in place.  Raises ``ValueError`` otherwise, and for a state that is never left.
    """
    inflow = dict(start)
    visits: dict[S, W] = {}
    ends: dict[S, W] = {}
    order = [(-rank(state), n, state) for n, state in enumerate(inflow)]
    heapq.heapify(order)
    while order:
        height, _, state = heapq.heappop(order)
        moves = step(state)
        if moves is None:
            ends[state] = inflow[state]
            continue
        waiting = moves.get(state, 0)
        if waiting >= 1:
            raise ValueError(f"the chain never leaves {state!r}")
        visits[state] = inflow[state] / (1 - waiting)
        for target, weight in moves.items():
            if target == state:
                continue
            if -rank(target) <= height:
                raise ValueError(f"the chain does not go down from {state!r} to {target!r}")
            if target in inflow:
                inflow[target] += visits[state] * weight
            else:
                inflow[target] = visits[state] * weight
                heapq.heappush(order, (-rank(target), len(inflow), target))
    return visits, ends


def duration(
    start: Mapping[S, float], step: Callable[[S], Mapping[S, float] | None], cut: float = 1e-13
) -> tuple[list[float], float]:
    """Chances of ending after 0, 1, 2, … rounds, and of what still went on when that was at most ``cut``."""
    ended: list[float] = []
    going = dict(start)
    moves: dict[S, Mapping[S, float] | None] = {}
    while going and (not ended or sum(going.values()) > cut):
        over, after = 0.0, dict[S, float]()
        for state, weight in going.items():
            if state not in moves:
                moves[state] = step(state)
            law = moves[state]
            if law is None:
                over += weight
                continue
            for target, part in law.items():
                after[target] = after.get(target, 0.0) + weight * part
        ended.append(over)
        going = after
    return ended, sum(going.values())
