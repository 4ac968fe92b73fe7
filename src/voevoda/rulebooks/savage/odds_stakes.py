"""What each result of the cards is worth to a side: in tokens of this round, and in chances to win.

The chances are those of the battle that goes on from this laying without cards: the round's losses, rescue
and morale as they stand, then the exact odds of the tokens that remain (``odds_base``).  What cards are worth
later, and edges that hang on this laying, are not in them.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from voevoda.odds.laws import Floats, Integers
from voevoda.rulebooks.savage.odds_base import NOBODY, win_table, winners
from voevoda.rulebooks.savage.odds_field import Field
from voevoda.rulebooks.savage.odds_laying import MY_LOSS, RESULTS, SHELTER, THEIR_LOSS
from voevoda.rulebooks.savage.odds_rolls import STANDS
from voevoda.rulebooks.savage.odds_round import Aid, Duel, fates, losses
from voevoda.rulebooks.savage.tables import CARED_FOR, EMPTY_HANDED, SACRIFICED

THIRDS = 3
"""A token is worth so much: one that may yet be rescued is lost in two cases of three."""


def lost(noted: Integers, more: Integers, tokens: Integers) -> Integers:
    """Tokens lost when ``more`` are added to those noted: none below nothing, and none that is not there."""
    return np.asarray(np.clip(noted + more, 0, tokens))


def tokens_lost(field: Field, side: int, more: int = 0) -> Integers:
    """[battle]: tokens that a side loses by what is noted and so many more."""
    return lost(field.noted[:, side], np.array(more), field.tokens[:, side])


def tokens(field: Field, side: int) -> Integers:
    """[battle, result]: tokens that the enemy loses this round less those that this side loses, in thirds."""
    found = np.zeros((len(field), RESULTS), np.int64)
    for who, by_cards, sign in ((side, MY_LOSS, -1), (1 - side, THEIR_LOSS, 1)):
        gone = lost(field.noted[:, who, None], by_cards, field.tokens[:, who, None])
        gone[:, SHELTER] = 0
        found += sign * gone * np.where(field.rescues[:, who], THIRDS - 1, THIRDS)[:, None]
    return found


class Standing(NamedTuple):
    """All that a side's chances hang on when cards are laid."""

    tokens: int
    noted: int
    cheer: int
    steady: int
    """What this round adds to its morale besides."""
    rescues: bool
    unbowed: bool
    forced: bool
    sacrificed: bool

    def sacrificing(self) -> Standing:
        """The same with a token given up (S-8)."""
        return self._replace(steady=self.steady + SACRIFICED, sacrificed=True)

    def losing(self, more: int) -> Standing:
        """The same with so many losses more."""
        return self._replace(noted=self.noted + more)

    def sheltered(self) -> Standing:
        """The same safe from every loss (S-7.2)."""
        return self._replace(noted=0)

    def cared_for(self) -> Standing:
        """The same with a token kept by a caring commander (S-8)."""
        return self._replace(noted=self.noted - 1, steady=self.steady + CARED_FOR)


def standings(field: Field, side: int) -> list[Standing]:
    """One side in each battle, as it stands."""
    steady = CARED_FOR * field.cared_for[:, side] + SACRIFICED * field.sacrificed[:, side]
    columns = (
        field.tokens[:, side],
        field.noted[:, side],
        field.cheer[:, side],
        steady + EMPTY_HANDED * field.lacks_cards(side),
        field.rescues[:, side],
        field.unbowed[:, side],
        field.forced[:, side],
        field.sacrificed[:, side],
    )
    return [Standing(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


class Chances:
    """Chances to win a battle that goes on without cards after this round's."""

    def __init__(self, duel: Duel, rounds_left: int | None) -> None:
        """Take the battle and how many rounds are left after this one."""
        self.duel = duel
        self.rounds_left = rounds_left
        self.win = lru_cache(maxsize=16384)(self._win)

    @cached_property
    def after(self) -> Floats:
        """[lost by the first, by the second, their fates, who wins]: at the end of the round."""
        start = self.duel.start
        found = winners(start)
        found[start[0]], found[:, start[1]] = found[start[0], :, :1, :1], found[:, start[1], :1, :1]
        if self.rounds_left == 0:
            found[:-1, :-1, STANDS, STANDS] = np.eye(NOBODY + 1)[NOBODY]
        else:
            table = win_table(self.duel, self.rounds_left)[::-1, ::-1]
            found[:-1, :-1, STANDS, STANDS] = table[:-1, :-1]
        return found

    def law(self, side: int, standing: Standing) -> Floats:
        """[lost this round, fate]: probability."""
        army, start = self.duel.armies[side], self.duel.start[side]
        army = army._replace(steady=army.steady + standing.steady)
        aid = Aid(
            morale=standing.cheer,
            noted=standing.noted,
            rescued=standing.rescues,
            forced=standing.forced,
            unbowed=standing.unbowed,
        )
        gone = losses(np.ones(1), standing.tokens, aid)
        if standing.sacrificed:  # rescue does not bring it back (S-8.1)
            gone = np.concatenate([[0.0], gone[:-2], [gone[-2] + gone[-1]]])
        return gone[:, None] * fates(army, start, start - standing.tokens, aid)

    def _win(self, one: Standing, two: Standing) -> Floats:
        """[first's loss by the cards: 0, 1, 2 or sheltered; second's; who wins]: probability."""
        first, second = (
            np.array(
                [self.law(side, each.losing(more)) for more in range(3)] + [self.law(side, each.sheltered())]
            )
            for side, each in enumerate((one, two))
        )
        after = self.after[self.duel.start[0] - one.tokens :, self.duel.start[1] - two.tokens :]
        rest = np.tensordot(
            second, after, axes=((1, 2), (1, 3))
        )  # [second's, lost by first, fate of first, who]
        return np.tensordot(first, rest, axes=((1, 2), (1, 2)))

    def of(self, side: int, one: Standing, two: Standing) -> Floats:
        """[result]: the chance that ``side`` wins; results are seen from it, the standings are the sides'."""
        found = self.win(one, two)[..., side]
        by_result = found if side == 0 else found.T
        return np.append(by_result[:3, :3].ravel(), found[3, 3])


@lru_cache(maxsize=8)
def chances_of(duel: Duel, rounds_left: int | None) -> Chances:
    """The chances of a battle, kept from one laying to the next."""
    return Chances(duel, rounds_left)
