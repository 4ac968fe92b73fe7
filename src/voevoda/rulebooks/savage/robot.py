"""Who plays an empty seat, and what a commander is advised to lay.

A policy is asked here one question at a time, by the state at the start of the step: what has been decided
within the step it does not know.  It uses what the seat that is asked may know, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import TypeVar

import numpy as np

from voevoda.odds.laws import Floats
from voevoda.odds.sampling import generator
from voevoda.play.law import Source
from voevoda.play.position import Asked
from voevoda.play.questions import Choose, Pick, Reply
from voevoda.play.seats import REFEREE, Fact, Facts, Seat
from voevoda.rulebooks.savage.odds_duel import duel_of
from voevoda.rulebooks.savage.odds_field import Field, counted, field_of
from voevoda.rulebooks.savage.odds_laying import KIND, Ints
from voevoda.rulebooks.savage.odds_ways import choice
from voevoda.rulebooks.savage.policies import HANDS_SEED, Greedy, Name, Safe
from voevoda.rulebooks.savage.safe import HANDS, Laying, best_mixture
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import CARD_RANKS, SUITS

T = TypeVar("T")

PARTS = 1000
"""Weights are told, and thrown for, in parts of this many."""


def decide(policy: str, battle: Battle, asked: Asked, source: Source) -> Reply:
    """What a policy, one of ``policies.NAMES``, replies to a choice.  Raises ``TypeError`` for a roll."""
    question = asked.question
    if not isinstance(question, Choose | Pick):
        raise TypeError(f"{policy}: {question.key} is no choice")
    if question.key.startswith("savage.characters") or question.by == REFEREE:
        assert isinstance(question, Choose)
        return _evenly(choice(_name(policy), battle, question), source)
    if policy == "random":
        return _at_random(question, source)
    return _chosen(policy, battle, question, source)


def _name(policy: str) -> Name:
    return "random" if policy == "random" else "safe" if policy == "safe" else "greedy"


def _evenly(options: Sequence[T], source: Source) -> T:
    return options[source.below(len(options))]


def _at_random(question: Choose[object] | Pick, source: Source) -> Reply:
    """Any option; of a pick any number of them that may be, and any so many."""
    if isinstance(question, Choose):
        return _evenly([option for option, _ in question.among], source)
    left = list(question.among)
    count = question.least + source.below(question.most - question.least + 1)
    return question.normal([left.pop(source.below(len(left))) for _ in range(count)])


def _chosen(policy: str, battle: Battle, question: Choose[object] | Pick, source: Source) -> Reply:
    """What *greedy* or *safe* replies."""
    side = next(index for index in (0, 1) if battle.terms.sides[index].seat == question.by)
    mind = mind_of(battle, side) if policy == "safe" else Greedy()
    field = known_to(battle, side)
    match question.key:
        case "savage.lay.card" | "savage.lay.two":
            kinds = _laid(mind, field, side, source, two=isinstance(question, Pick))
        case "savage.scout.card":
            kinds = mind.plays(field, side).tolist()
        case "savage.joker.suit" | "savage.joker.rank":
            return _named(question.key, int(mind.names(field, side)[0]))
        case "savage.edges.caring":
            return "use" if mind.cares(field, side)[0] else "pass"
        case "savage.edges.calculating":
            return "use" if mind.calculates(field, side)[0] else "pass"
        case "savage.edges.pushing":
            return "use" if mind.pushes(field, side)[0] else "pass"
        case _ if isinstance(question, Pick) and set(question.among) <= KIND.keys():
            kinds = _discarded(mind, field, side, question)
        case _:
            return first_of(question)
    cards = _cards(
        [option for option, _ in question.among] if isinstance(question, Choose) else question.among, kinds
    )
    return cards[0] if isinstance(question, Choose) else question.normal(cards)


def first_of(question: Choose[object] | Pick) -> Reply:
    """The first that is offered: to draw a card for each that is earned (S-4.3)."""
    if isinstance(question, Choose):
        return question.among[0][0]
    return question.among[: question.least]


def known_to(battle: Battle, side: int, hands: int = 1) -> Field:
    """The battle as a commander knows it, with so many hands that the enemy may hold."""
    field = field_of(battle, battle.terms.sides[side].seat, hands, generator(HANDS_SEED))
    if battle.phase == "lay":
        field.settle_scouts()
    return field


def mind_of(battle: Battle, side: int) -> Safe:
    """The policy ``safe`` for a commander, against the hands that he must reckon with."""
    return Safe(duel_of(battle), generator(HANDS_SEED), known_to(battle, side, HANDS).hand[:, 1 - side])


def _laid(mind: Greedy, field: Field, side: int, source: Source, *, two: bool) -> list[int]:
    """The kinds of the cards that are laid."""
    if isinstance(mind, Safe):
        laying = next(mind.layings(field, side))
        parts = in_parts(best_mixture(laying.game).weights)
        at = int(np.searchsorted(np.cumsum(parts), source.below(PARTS), side="right"))
        found: list[int] = laying.options[at].tolist()
        return found
    kinds: Ints = mind.lays_two(field, side) if two else mind.lays(field, side)
    return kinds.ravel().tolist()


def _named(key: str, kind: int) -> str:
    """A suit, or the first of the ranks that are alike, of a kind of card."""
    suit, rank = divmod(kind, 4)
    if key == "savage.joker.suit":
        return SUITS[suit]
    return next(name for name in CARD_RANKS if KIND[f"{name}C"] == rank)


def _discarded(mind: Greedy, field: Field, side: int, question: Pick) -> list[int]:
    """The kinds of the cards that are discarded, one after another."""
    field.hand[0, side] = counted(question.among)
    kinds = list[int]()
    for _ in range(question.least):
        kinds.append(int(mind.discards(field, side)[0]))
        field.bury(side, np.arange(1), np.array(kinds[-1:]))
    return kinds


def _cards(among: Sequence[str], kinds: Sequence[int]) -> list[str]:
    """For each kind the first card of it that is left."""
    left = list(among)
    return [left.pop(next(at for at, card in enumerate(left) if KIND[card] == kind)) for kind in kinds]


def in_parts(weights: Floats) -> list[int]:
    """Weights as parts of ``PARTS``: each cut off, and what is lacking goes to those that lost most by it."""
    scaled = weights * PARTS
    parts = np.floor(scaled).astype(np.int64)
    lacking = np.argsort(parts - scaled, kind="stable")[: PARTS - int(parts.sum())]
    parts[lacking] += 1
    found: list[int] = parts.tolist()
    return found


def advice(battle: Battle, seat: Seat) -> Facts | None:
    """What a commander should lay, with what weights, and what that guarantees: his chance to win.

    ``cards`` are the cards of an option (two where he scouts), ``weight`` its weight, ``alone`` what it
    guarantees by itself.  ``guarantee`` is that of the mixture, on average over ``hands`` hands that the
    enemy may hold, each of which answers best; ``error``, three standard errors of that mean, is how far
    other hands may come out below it.  ``worst`` is what is left against the worst card that he may hold.
    None where there is nothing to lay.
    """
    mine = [index for index in (0, 1) if battle.terms.sides[index].alone.holds(seat)]
    if battle.phase != "lay" or len(mine) != 1 or not battle.forces[mine[0]].cards.hand:
        return None
    (side,) = mine
    laying = next(mind_of(battle, side).layings(known_to(battle, side), side))
    parts = in_parts(best_mixture(laying.game).weights)
    least = answered(laying, np.array(parts) / PARTS)
    hand = battle.forces[side].cards.hand
    options: list[Fact] = [
        {
            "cards": tuple(_cards(hand, kinds)),
            "weight": Fraction(weight, PARTS),
            "alone": _fraction(float(answered(laying, alone).mean())),
        }
        for kinds, weight, alone in zip(laying.options.tolist(), parts, np.eye(len(parts)), strict=True)
    ]
    return {
        "policy": "safe",
        "options": tuple(options),
        "guarantee": _fraction(float(least.mean())),
        "error": -_fraction(-3 * float(least.std()) / HANDS**0.5),
        "worst": _fraction(float(least.min())),
        "hands": HANDS,
    }


def answered(laying: Laying, weights: Floats) -> Floats:
    """[hand]: what a mixture of the options is worth against the best answer of each hand."""
    game = laying.game
    return np.asarray(np.where(game.hands, weights @ game.worth, np.inf).min(axis=1))


def _fraction(number: float) -> Fraction:
    """A number to the fourth decimal, rounded down: no more is promised than was found."""
    return Fraction(floor(number * 10**4), 10**4)
