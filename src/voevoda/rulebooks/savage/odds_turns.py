"""Characters' turns in many battles at once (S-5): what they choose, roll, bring about and suffer.

What they choose is ``odds_ways``'s, which asks how many tokens each side has and how badly hurt they are.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from voevoda.rulebooks.savage.odds_dice import damage, successes, tested
from voevoda.rulebooks.savage.odds_field import Field, picked
from voevoda.rulebooks.savage.odds_laying import Flags, Ints
from voevoda.rulebooks.savage.odds_rolls import Dice
from voevoda.rulebooks.savage.odds_ways import TWO_RAISES, Company, Deed, brought
from voevoda.rulebooks.savage.tables import OUT, RANKS, WAYS, WORST_WOUNDS, Way

Random = np.random.Generator

Lost: TypeAlias = tuple[int, int]
"""Tokens that each side lacks of its start."""


class Offer(NamedTuple):
    """Something that a policy may do, and how likely it does it."""

    deed: Deed | None
    chance: float


class Turns:
    """The turns of one character."""

    def __init__(self, company: Company, turn: int) -> None:
        """Take the battle's characters, who act by a policy, and which of them it is."""
        self.company = company
        self.actor = company.actors[turn]
        self.character = company.characters[turn]
        self.offers = cache(self._offers)
        self.taken = cache(self._taken)

    def _offers(self, wounds: int, lost: Lost) -> tuple[Offer, ...]:
        actor = self.actor._replace(wounds=wounds)
        found = list[Offer]()
        ways = self.company.ways(actor, lost)
        for way in ways:
            deeds = self.company.skills(actor, lost, way) if way else (None,)
            found += [Offer(deed, 1 / len(ways) / len(deeds)) for deed in deeds]
        return tuple(found)

    def _taken(self, way: Way, tier: int, lost: Lost) -> tuple[bool, ...]:
        """Of the two things that a roll may bring, which the policy takes, each alike (S-5.3)."""
        chosen = self.company.chosen(self.actor.side, lost, way, tier)
        return tuple(pair in chosen for pair in brought(way, tier))

    def take(self, field: Field, random: Random) -> None:
        """Have the character act in every battle in which he can."""
        able = field.wounds[:, self.actor.turn] < OUT[self.character.wild_card]
        for rows, wounds, lost in _alike(field, self.actor.turn, able):
            offers = self.offers(wounds, lost)
            which = random.choice(len(offers), len(rows), p=[offer.chance for offer in offers])
            for at, offer in enumerate(offers):
                if offer.deed is not None and (which == at).any():
                    self._try(field, rows[which == at], offer.deed, wounds, lost, random)

    def _try(self, field: Field, rows: Ints, deed: Deed, wounds: int, lost: Lost, random: Random) -> None:
        """Roll, bring, suffer."""
        side = self.actor.side
        plus = deed.die.plus + RANKS.index(self.character.rank) - min(wounds, WORST_WOUNDS)
        dice = Dice(deed.die.sides, self.character.wild_card)
        reached = successes(tested(dice, field.difference(side)[rows] + plus, random))
        tiers = np.minimum(reached, self.company.best(deed.way))
        for tier in range(TWO_RAISES + 1):
            there = rows[tiers == tier]
            if len(there) and tier:
                self._bring(field, there, deed.way, tier, lost, random)
            if len(there) and tier < TWO_RAISES:
                self._hurt(field, there, WAYS[deed.way].damage[tier], random)

    def _bring(self, field: Field, rows: Ints, way: Way, tier: int, lost: Lost, random: Random) -> None:
        """What a success and more brings (S-5)."""
        own, enemy = self.actor.side, 1 - self.actor.side
        if way == "rally" or (way == "fight" and tier == TWO_RAISES):
            taken = np.tile(self.taken(way, tier, lost), (len(rows), 1))
            first: Flags = picked(taken.astype(np.int64), random) == 0
            self._choose(field, rows[first], rows[~first], way, tier)
        elif tier == TWO_RAISES and way == "sabotage":
            held = rows[field.held(enemy)[rows] > 0]
            field.bury(enemy, held, picked(field.hand[held, enemy], random))
        elif tier == TWO_RAISES and way == "scout":
            field.scouts[rows, own] = True
        elif tier == TWO_RAISES and way == "rescue":
            field.rescues[rows, own] = True
        else:
            bonus = WAYS[way].bonus[tier - 1]
            field.help[rows, own if bonus > 0 else enemy] += bonus

    def _choose(self, field: Field, first: Ints, second: Ints, way: Way, tier: int) -> None:
        """What is chosen with the roll shown (S-5.3)."""
        own, enemy = self.actor.side, 1 - self.actor.side
        if way == "fight":
            field.noted[first, enemy] += 1
            field.noted[second, own] -= 1
        elif tier == TWO_RAISES:
            field.unbowed[first, own] = True
            field.forced[second, enemy] = True
        else:
            field.cheer[first, own] += 1
            field.cheer[second, enemy] -= 1

    def _hurt(self, field: Field, rows: Ints, dice: int, random: Random) -> None:
        """Wounds, where the Toughness is known (S-5.1)."""
        toughness, turn = self.character.toughness, self.actor.turn
        if toughness is None or not dice:
            return
        more = np.maximum(0, (damage(dice, len(rows), random) - toughness) // 4)
        field.wounds[rows, turn] = np.minimum(field.wounds[rows, turn] + more, OUT[self.character.wild_card])


def _alike(field: Field, turn: int, able: Flags) -> list[tuple[Ints, int, Lost]]:
    """The battles of ``able``, together where a character decides alike; with his wounds and the losses."""
    rows = np.flatnonzero(able)
    if not len(rows):
        return []
    keys = np.concatenate(
        [field.wounds[rows, turn, None], np.array(field.start) - field.tokens[rows]], axis=1
    )
    found, which = np.unique(keys, axis=0, return_inverse=True)
    order = np.argsort(which, kind="stable")
    parts = np.split(rows[order], np.cumsum(np.bincount(which.ravel()))[:-1])
    return [
        (part, wounds, (one, two)) for part, (wounds, one, two) in zip(parts, found.tolist(), strict=True)
    ]
