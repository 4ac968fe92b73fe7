"""The odds of losses: what the dice of G-13 may show, unit by unit or thrown once for a side."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from voevoda.play.questions import sum_of_dice
from voevoda.rulebooks.gurps.odds_contest import Floats
from voevoda.rulebooks.gurps.odds_units import (
    FACES,
    HOLDS,
    LAST_STAND,
    LEFT,
    NOT_ENGAGED,
    RETREATS,
    ROUTS,
    SURRENDERS,
    Integers,
)
from voevoda.rulebooks.gurps.rolls import men_lost
from voevoda.rulebooks.gurps.tables import Share

PERCENT = 101
"""From 0 to 100 per cent."""

SHARED = 4
"""G-13.4: dice thrown once for a side (reading ``losses_rolled``)."""

BEYOND = 12
"""Rows kept beyond both ends of the table, where the end row counts: armour and rout reach there."""


class Rows(NamedTuple):
    """What each row of the table loses, as laws over 0 to 100 per cent."""

    plain: Floats
    routed: Floats
    """With the die of a routed unit taken off the row (G-13.3)."""


class Loose(NamedTuple):
    """Losses rolled unit by unit."""

    chance: float
    plain: Floats
    """Unit by unit, how likely so many per cent are lost."""
    routed: Floats
    wiped: Floats
    """How likely it is wiped out, where it does not rout."""

    def values(self, gone: Integers) -> Integers:
        """The men that may be gone."""
        return gone

    def chances(self, states: Floats) -> Floats:
        """How likely they are, unit by unit."""
        return np.hstack(
            [
                states[:, HOLDS, None] * self.plain,
                states[:, RETREATS, None] * self.plain,
                states[:, ROUTS, None] * self.routed,
                ruined(states)[:, None],
                states[:, NOT_ENGAGED, None],
            ]
        )


class Shared(NamedTuple):
    """Losses by the dice that are thrown once for the side; only the dice of rout are left to chance."""

    chance: float
    plain: Integers
    """Unit by unit, the per cent lost."""
    routed: Integers
    """The same for each face of the die of a routed unit."""
    wiped: Floats

    def values(self, gone: Integers) -> Integers:
        """The men that may be gone."""
        unit = np.arange(len(gone))[:, None]
        plain = self.plain[:, None]
        places = np.hstack([plain, PERCENT + plain, 2 * PERCENT + self.routed])
        return np.hstack([gone[unit, places], gone[:, 3 * PERCENT :]])

    def chances(self, states: Floats) -> Floats:
        """How likely they are, unit by unit."""
        rout = np.repeat(states[:, ROUTS, None] / FACES, FACES, axis=1)
        return np.hstack(
            [states[:, [HOLDS, RETREATS]], rout, ruined(states)[:, None], states[:, NOT_ENGAGED, None]]
        )


Throw = Loose | Shared


def ruined(states: Floats) -> Floats:
    """Unit by unit, how likely no man of it is left to the side."""
    return np.asarray(states[:, SURRENDERS] + states[:, LAST_STAND] + states[:, LEFT])


@lru_cache(maxsize=64)
def rows_of(table: tuple[Share, ...], dice: tuple[int, ...]) -> Rows:
    """The laws of the rows, for dice already thrown or for none."""
    laws = np.zeros((len(table), PERCENT))
    for place, share in enumerate(table):
        law = [(sum(dice[: share.dice]), 1.0)] if dice else list(sum_of_dice(share.dice, 6))
        for total, part in law:
            laws[place, min(PERCENT - 1, max(0, total + share.plus))] += float(part)
    at = np.arange(-BEYOND, len(table) + BEYOND)
    last = len(table) - 1
    routed = sum(laws[np.clip(at - face, 0, last)] for face in range(1, FACES + 1)) / FACES
    return Rows(laws[np.clip(at, 0, last)], np.asarray(routed))


@lru_cache(maxsize=16)
def shared_sums(needed: tuple[int, ...]) -> tuple[Floats, Integers]:
    """Of four dice, the sums of the first so many: how likely each throw is, and the sums."""
    faces = np.array(list(product(range(1, FACES + 1), repeat=SHARED)))
    sums = np.cumsum(faces, axis=1)[:, [count - 1 for count in needed]]
    different, times = np.unique(sums, axis=0, return_counts=True)
    return times / len(faces), different


@lru_cache(maxsize=1024)
def lost_by_per_cent(count: int) -> tuple[int, ...]:
    """What a unit of so many men loses by each whole number of per cent (G-13.4)."""
    return tuple(men_lost(count, per_cent) for per_cent in range(PERCENT))


def beaten_by(throw: Throw, states: Floats) -> Floats:
    """Unit by unit, how likely it routs, is wiped out, or has left."""
    stands = states[:, HOLDS] + states[:, RETREATS] + states[:, SURRENDERS]
    return np.asarray(states[:, ROUTS] + states[:, LAST_STAND] + states[:, LEFT] + stands * throw.wiped)
