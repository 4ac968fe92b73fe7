"""The odds of who is left on the field: retreating rescuers carry off their own (C-7).

Here the fighters of a side hang together: each rescuer who gets away carries off one who is out, the living
first, then in order of the file.  All of them are counted in that order, one step a fighter.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from voevoda.rulebooks.skirmish.odds_dice import Floats


def left_behind(living: Floats, dead: Floats, carries: Floats) -> Floats:
    """How likely each fighter is out, or dead, and nobody carries him off.

    ``living``, ``dead``, ``carries``: how likely each is out and lives, is dead, or gets away and carries one
    off; at most one of them happens to a fighter, and the fighters are independent.  Arrays of the same
    shape, cases by fighters; so is the answer.
    """
    waiting = living + dead
    rescuers = int((carries > 0).any(axis=0).sum())
    if not rescuers:
        return np.asarray(waiting)
    none = np.zeros_like(carries)
    # Who are carried off before a living fighter: the living before him, by all who carry.
    living_before = _sums(living, carries, rescuers)
    none_after = _sums(none[:, ::-1], carries[:, ::-1], rescuers)[::-1]
    # And before a dead one: all the living, and the dead before him.
    out_before = _sums(waiting, carries, rescuers)
    living_after = _sums(living[:, ::-1], carries[:, ::-1], rescuers)[::-1]
    living_left = _at_least_none(zip(living_before, none_after, strict=True))
    dead_left = _at_least_none(zip(out_before, living_after, strict=True))
    return np.asarray(living * living_left + dead * dead_left)


def _sums(waiting: Floats, carries: Floats, most: int) -> Floats:
    """For each fighter, the law of those who wait less those who carry among all before him.

    By fighters, cases, and the difference from −``most`` to ``most``; at ``most`` and more all are sure to
    outnumber whoever carries, and are counted alike.
    """
    cases, fighters = waiting.shape
    laws = np.zeros((fighters, cases, 2 * most + 1))
    law = np.zeros((cases, 2 * most + 1))
    law[:, most] = 1
    for fighter in range(fighters):
        laws[fighter] = law
        more, less = waiting[:, fighter, None], carries[:, fighter, None]
        after = np.maximum(1 - more - less, 0) * law
        after[:, 1:] += more * law[:, :-1]
        after[:, -1:] += more * law[:, -1:]
        after[:, :-1] += less * law[:, 1:]
        law = after
    return laws


def _at_least_none(halves: Iterable[tuple[Floats, Floats]]) -> Floats:
    """How likely the difference is 0 or more, before and after a fighter together; cases by fighters."""
    chances = list[Floats]()
    for before, after in halves:
        # A difference of k before him needs −k at least after him.
        enough = np.cumsum(after[:, ::-1], axis=1)
        chances.append(np.asarray((before * enough).sum(axis=1)))
    return np.stack(chances, axis=1)
