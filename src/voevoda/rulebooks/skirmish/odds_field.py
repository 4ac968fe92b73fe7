"""The odds of who is left on the field: retreating rescuers carry off their own (C-7).

Here the fighters of a side hang together: each rescuer who gets away carries off one who is out, the living
first, then in order of the file.  All of them are counted in that order, one step a fighter.
"""

from __future__ import annotations

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
    # Before a living fighter the living before him are carried off, by all who carry; before a dead one all
    # the living, and the dead before him.
    before = _sums(np.concatenate([living, waiting]), np.concatenate([carries, carries]), rescuers)
    later = np.concatenate([np.zeros_like(living), living])[:, ::-1]
    after = _sums(later, np.concatenate([carries, carries])[:, ::-1], rescuers)[::-1]
    # A difference of k before him needs −k at least after him.
    enough = np.cumsum(after[:, :, ::-1], axis=2)
    left = np.einsum("fck,fck->cf", before, enough)
    return np.asarray(living * left[: len(living)] + dead * left[len(living) :])


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
