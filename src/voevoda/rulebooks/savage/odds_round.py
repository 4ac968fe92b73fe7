"""One round of ``savage`` without cards as arrays: battle rolls, losses, morale (S-6, S-9, S-10).

Knows plain numbers; terms and characters are the business of ``odds.py`` and ``odds_ways.py``.  What follows
from round to round is told by ``odds_base.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np

from voevoda.odds.laws import Floats
from voevoda.rulebooks.savage.odds_rolls import ROUTS, STANDS, Dice, margins, morale, rungs

HELD = 4
"""All characters' modifiers to one roll are held to this much either way (S-5.2)."""

LOST = 2 / 3
"""How likely a token is lost all the same where rescue was earned (S-5)."""

OPPOSED = ((0, 2), (1, 2), (1, 1), (2, 1), (2, 0))
"""Tokens lost by each side, by the margin of the first (reading ``battle_roll: opposed``)."""

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


class Aid(NamedTuple):
    """What acts on one side in one round besides its commander (S-5)."""

    battle: int = 0
    """Added to its battle roll, before it is held to ``HELD``."""
    morale: int = 0
    """Added to its morale, before it is held to ``HELD``."""
    taken: int = 0
    """Further tokens that it loses."""
    kept: int = 0
    """Tokens that it does not lose."""
    rescued: bool = False
    """Each token lost may stay."""
    forced: bool = False
    """It rolls morale without a loss too."""
    relieved: bool = False
    """Its losses do not count in morale."""

    def and_also(self, other: Aid) -> Aid:
        """Both together (S-5.3)."""
        return Aid(
            self.battle + other.battle,
            self.morale + other.morale,
            self.taken + other.taken,
            self.kept + other.kept,
            self.rescued or other.rescued,
            self.forced or other.forced,
            self.relieved or other.relieved,
        )


ALONE = Aid()
"""Nobody helps and nobody hinders."""

Aids: TypeAlias = Mapping[tuple[Aid, Aid], float]
"""How likely what acts on the two sides."""


class Duel(NamedTuple):
    """A battle in plain numbers."""

    start: tuple[int, int]
    """Tokens at the start of the battle."""
    armies: tuple[Army, Army]
    opposed: bool = False
    """Reading ``battle_roll``."""
    leave: float = 1.0
    """How likely the referee lets both leave where both failed (S-10.3)."""


class Stand(NamedTuple):
    """A battle between two rounds."""

    shaken: int
    """How often both failed and fought on, as far as it counts."""
    wounds: tuple[int, ...]
    """Of each character whose Toughness is known."""
    lost: tuple[int, int]
    """Tokens that each side lacks of its start."""


Way: TypeAlias = tuple[float, tuple[Aid, Aid], tuple[Floats, Floats]]
"""A way in which the dice of a round may fall: its chance, what acts on the sides, and for each side the law
of the tokens noted as lost."""


def held(plus: int) -> int:
    """All characters' modifiers to one roll (S-5.2)."""
    return max(-HELD, min(HELD, plus))


def noted(
    duel: Duel, tokens: tuple[int, int], aids: tuple[Aid, Aid]
) -> Iterator[tuple[float, tuple[Floats, Floats]]]:
    """Ways in which two battle rolls may fall: each side's losses, independent within a way (S-6)."""
    lead = tokens[0] - tokens[1]
    plus = [
        army.plus + max(0, more) + held(aid.battle)
        for army, more, aid in zip(duel.armies, (lead, -lead), aids, strict=True)
    ]
    if duel.opposed:
        law = margins(duel.armies[0].battle, duel.armies[1].battle, plus[0] - plus[1])
        for chance, lost in zip(law.tolist(), OPPOSED, strict=True):
            yield chance, (just(lost[0]), just(lost[1]))
        return
    most = [left + aid.kept for left, aid in zip(tokens, aids, strict=True)]
    yield (
        1.0,
        (rungs(duel.armies[1].battle, plus[1], most[0]), rungs(duel.armies[0].battle, plus[0], most[1])),
    )


@lru_cache(maxsize=64)
def just(number: int) -> Floats:
    """The law of a number that is sure."""
    return np.asarray(np.eye(number + 1)[number])


def losses(noted: Floats, tokens: int, aid: Aid) -> Floats:
    """How likely a side loses 0, 1, … of its tokens, from the law of what was noted (S-9.1)."""
    after = np.clip(np.arange(noted.size) + aid.taken - aid.kept, 0, tokens)
    law: Floats = np.bincount(after, noted, tokens + 1).astype(np.float64)
    return np.asarray(law @ rescue(tokens)) if aid.rescued else law


@lru_cache(maxsize=64)
def rescue(tokens: int) -> Floats:
    """[tokens lost before the rescue dice, and after them]: probability (S-9.1)."""
    return np.array(
        [
            [comb(lost, gone) * LOST**gone * (1 - LOST) ** (lost - gone) for gone in range(tokens + 1)]
            for lost in range(tokens + 1)
        ]
    )


@lru_cache(maxsize=65536)
def fates(army: Army, start: int, lost: int, shaken: int, aid: Aid) -> Floats:
    """[tokens lost this round, fate]: what morale makes of a side that had lost so many (S-10.1, S-10.2)."""
    law = np.zeros((start - lost + 1, FATES))
    plus = army.steady + held(aid.morale) - shaken
    for gone in range(start - lost):
        if gone or aid.forced:
            law[gone] = morale(army.spirit, plus - (0 if aid.relieved else lost + gone))
        else:
            law[gone, STANDS] = 1
    law[-1, STANDS] = 1  # destroyed: nothing is rolled
    return law


def clash(duel: Duel, stand: Stand, aids: Aids) -> Floats:
    """One round from the battle rolls on, with the chances of ``aids``: see ``settle``."""
    tokens = duel.start[0] - stand.lost[0], duel.start[1] - stand.lost[1]
    ways = [
        (part * chance, pair, laws)
        for pair, part in aids.items()
        for chance, laws in noted(duel, tokens, pair)
    ]
    return settle(duel, stand, ways)


def settle(duel: Duel, stand: Stand, ways: Sequence[Way]) -> Floats:
    """[lost by the first, by the second, fate of the first, of the second]: probability (S-9, S-10)."""
    sides = list[Floats]()
    for index in (0, 1):
        left = duel.start[index] - stand.lost[index]
        rows = [
            (
                losses(laws[index], left, pair[index])[:, None]
                * fates(duel.armies[index], duel.start[index], stand.lost[index], stand.shaken, pair[index])
            ).ravel()
            for _, pair, laws in ways
        ]
        sides.append(np.array(rows))
    weights = np.array([chance for chance, _, _ in ways])
    shape = (len(sides[0][0]) // FATES, FATES, len(sides[1][0]) // FATES, FATES)
    joint = ((sides[0] * weights[:, None]).T @ sides[1]).reshape(shape).transpose(0, 2, 1, 3).copy()
    for over in (joint[-1], joint[:, -1]):  # who has destroyed the enemy does not roll either (S-10.5)
        sums = over.sum(axis=(-2, -1))
        over[...] = 0
        over[..., STANDS, STANDS] = sums
    return np.asarray(joint)
