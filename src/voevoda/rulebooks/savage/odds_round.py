"""One round of ``savage`` without cards as arrays: battle rolls, losses, morale (S-6, S-9, S-10).

Knows plain numbers: ``odds_duel.py`` makes them of a battle, ``odds_ways.py`` says what characters add.  What
follows from round to round is told by ``odds_base.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np

from voevoda.odds.laws import Floats
from voevoda.rulebooks.savage.odds_rolls import ROUTS, STANDS, Dice, margins, morale, rungs
from voevoda.rulebooks.savage.tables import MOST_HELP, OPPOSED_LOSSES, RESCUED

OPPOSED = tuple(OPPOSED_LOSSES[margin] for margin in (4, 1, 0, -1, -4))
"""Tokens lost by each side, in the order of ``odds_rolls.margins`` (reading ``battle_roll: opposed``)."""

FATES = ROUTS + 1
"""What may become of a side that has tokens left: it stands, withdraws, or routs."""


class Army(NamedTuple):
    """A side in plain numbers."""

    battle: Dice
    plus: int
    """All that is added to the battle roll, but for numbers and characters (S-6.1)."""
    spirit: Dice
    steady: int
    """All that is added to morale, but for losses and characters (S-10.1)."""


class Duel(NamedTuple):
    """A battle in plain numbers."""

    start: tuple[int, int]
    """Tokens at the start of the battle."""
    armies: tuple[Army, Army]
    opposed: bool = False
    """Reading ``battle_roll``."""


class Aid(NamedTuple):
    """What acts on one side in one round besides its commander (S-5)."""

    battle: int = 0
    """Added to its battle roll, before it is held to ±4."""
    morale: int = 0
    """Added to its morale, likewise."""
    noted: int = 0
    """Further tokens that it loses, less those that it does not lose."""
    rescued: bool = False
    """Each token lost may stay."""
    forced: bool = False
    """It rolls morale without a loss too."""
    unbowed: bool = False
    """Its losses do not count in morale."""

    @staticmethod
    def of(sums: Sequence[int]) -> Aid:
        """The aid whose fields were added up (S-5.3)."""
        battle, morale, noted, *flags = sums
        return Aid(battle, morale, noted, *map(bool, flags))


ALONE = Aid()
"""Nobody helps and nobody hinders."""

Pair: TypeAlias = tuple[Aid, Aid]
"""What acts on two sides."""


class Lot(NamedTuple):
    """All that a side's losses and its morale in one round hang on."""

    roll: int | None
    """What is added to the enemy's battle roll, each rung of which takes a token; None: it takes none."""
    aid: Aid
    """Without ``battle``, and with ``morale`` held to ±4."""

    @staticmethod
    def of(aid: Aid, roll: int | None = None, noted: int = 0) -> Lot:
        """The lot of a side on which this acts, with losses noted besides."""
        return Lot(roll, aid._replace(battle=0, morale=held(aid.morale), noted=noted + aid.noted))


class Fall(NamedTuple):
    """How the lots of both sides may fall, in one or several cases."""

    firsts: tuple[Lot, ...]
    seconds: tuple[Lot, ...]
    weights: Floats
    """[case, lot of the first, lot of the second]: probability."""


def held(plus: int) -> int:
    """All characters' modifiers to one roll (S-5.2)."""
    return max(-MOST_HELP, min(MOST_HELP, plus))


@lru_cache(maxsize=65536)
def fallen(duel: Duel, lead: int, pair: Pair) -> tuple[tuple[Lot, Lot, float], ...]:
    """What the battle rolls make of what acts on the sides, where the first has so many tokens more (S-6)."""
    one = duel.armies[0].plus + max(0, lead) + held(pair[0].battle)
    two = duel.armies[1].plus + max(0, -lead) + held(pair[1].battle)
    if not duel.opposed:
        return ((Lot.of(pair[0], two), Lot.of(pair[1], one), 1.0),)
    law = margins(duel.armies[0].battle, duel.armies[1].battle, one - two).tolist()
    return tuple(
        (Lot.of(pair[0], noted=mine), Lot.of(pair[1], noted=theirs), chance)
        for chance, (mine, theirs) in zip(law, OPPOSED, strict=True)
    )


def fall_of(duel: Duel, lead: int, pairs: Sequence[Pair], chances: Floats) -> Fall:
    """How the lots fall, where the first side has so many tokens more than the second.

    ``chances`` is [case, pair]: how likely this pair acts on the sides.
    """
    firsts, seconds = dict[Lot, int](), dict[Lot, int]()
    places = [
        (firsts.setdefault(one, len(firsts)), seconds.setdefault(two, len(seconds)), number, part)
        for number, pair in enumerate(pairs)
        for one, two, part in fallen(duel, lead, pair)
    ]
    weights = np.zeros((len(chances), len(firsts), len(seconds)))
    for first, second, number, part in places:
        weights[:, first, second] += part * chances[:, number]
    return Fall(tuple(firsts), tuple(seconds), weights)


def settle(duel: Duel, lost: tuple[int, int], fall: Fall) -> Floats:
    """Losses and morale (S-9, S-10) of sides that had lost so many tokens.

    [case, lost by the first, by the second, fate of the first, of the second]: probability.
    """
    first, second = (
        np.array([lot_law(duel, index, lost[index], lot) for lot in lots])
        for index, lots in enumerate((fall.firsts, fall.seconds))
    )
    joint: Floats = first.T @ fall.weights @ second
    joint = joint.reshape(len(joint), -1, FATES, second.shape[1] // FATES, FATES)
    joint = joint.transpose(0, 1, 3, 2, 4).copy()
    for over in (joint[:, -1], joint[:, :, -1]):  # who has destroyed the enemy does not roll either (S-10.5)
        sums = over.sum(axis=(-2, -1))
        over[...] = 0
        over[..., STANDS, STANDS] = sums
    return joint


@lru_cache(maxsize=65536)
def lot_law(duel: Duel, index: int, lost: int, lot: Lot) -> Floats:
    """[lost this round, fate] in one row: what a lot makes of a side that had lost so many tokens."""
    left, enemy = duel.start[index] - lost, duel.armies[1 - index].battle
    noted = np.ones(1) if lot.roll is None else rungs(enemy, lot.roll, left + max(0, -lot.aid.noted))
    fate = fates(duel.armies[index], duel.start[index], lost, lot.aid)
    return (losses(noted, left, lot.aid)[:, None] * fate).ravel()


@lru_cache(maxsize=65536)
def lost_mean(duel: Duel, index: int, lost: int, lot: Lot) -> float:
    """How many tokens a side loses on average by its lot."""
    law = lot_law(duel, index, lost, lot).reshape(-1, FATES).sum(axis=1)
    return float(law @ np.arange(law.size))


def losses(noted: Floats, tokens: int, aid: Aid) -> Floats:
    """How likely a side loses 0, 1, … of its tokens, from the law of the losses that were noted (S-9.1)."""
    after = np.clip(np.arange(noted.size) + aid.noted, 0, tokens)
    law: Floats = np.bincount(after, noted, tokens + 1).astype(np.float64)
    return np.asarray(law @ rescue(tokens)) if aid.rescued else law


@lru_cache(maxsize=65536)
def fates(army: Army, start: int, lost: int, aid: Aid) -> Floats:
    """[lost this round, fate]: what morale makes of a side that had lost so many tokens (S-10.1, S-10.2)."""
    law = np.zeros((start - lost + 1, FATES))
    plus = army.steady + held(aid.morale)
    for gone in range(start - lost):
        if gone or aid.forced:
            law[gone] = morale(army.spirit, plus - (0 if aid.unbowed else lost + gone))
        else:
            law[gone, STANDS] = 1
    law[-1, STANDS] = 1  # destroyed: nothing is rolled
    return law


@lru_cache(maxsize=64)
def rescue(tokens: int) -> Floats:
    """[tokens lost before the rescue dice, and after them]: probability (S-9.1)."""
    goes = (RESCUED - 1) / 6
    return np.array(
        [
            [comb(lost, gone) * goes**gone * (1 - goes) ** (lost - gone) for gone in range(tokens + 1)]
            for lost in range(tokens + 1)
        ]
    )
