"""Edges that hang on the result of the cards (S-8), in the order of S-8.1.

Each is a window that opens by what everyone knows: the losses, the tokens, and how many cards are in a hand.
"""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Choose, Rule, ask, tell
from voevoda.play.seats import EVERYONE
from voevoda.rulebooks.savage.cards import discard_at_random, discard_chosen
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import CARING_CARDS, PUSHING_CARDS, Edge


def edges(battle: Battle) -> Rule[Battle]:
    """Caring of both sides, then calculating, then pushing."""
    for index in (0, 1):
        battle = yield from caring(battle, index)
    for index in (0, 1):
        battle = yield from calculating(battle, index)
    for index in (0, 1):
        battle = yield from pushing(battle, index)
    for index in (0, 1):
        battle = battle.with_round(index, by_suits=False, by_ranks=False)
    return battle


def uses(battle: Battle, index: int, key: str) -> Rule[bool]:
    """A commander's choice whether to use an edge that he can pay for."""
    side = battle.terms.sides[index]
    return (
        yield from ask(
            Choose(
                key=key,
                cite="S-8",
                by=side.seat,
                seen_by=EVERYONE,
                about={"side": side.name, "enemy": battle.terms.sides[1 - index].name},
                among=(("pass", False), ("use", True)),
            )
        )
    )


def has(battle: Battle, index: int, edge: Edge) -> bool:
    """Say whether a side's commander has an edge."""
    return edge in battle.terms.sides[index].commander.edges


def caring(battle: Battle, index: int) -> Rule[Battle]:
    """His side lost a token by ranks: for three cards it keeps it, and its next morale roll is better."""
    force = battle.forces[index]
    can = has(battle, index, "caring") and len(force.cards.hand) >= CARING_CARDS
    if not (can and force.round.by_ranks and (yield from uses(battle, index, "savage.edges.caring"))):
        return battle
    battle = yield from discard_chosen(battle, index, CARING_CARDS, "savage.edges.caring.cards", "S-8")
    yield from tell("savage.edges.kept", "S-8", side=battle.terms.sides[index].name, n=CARING_CARDS)
    battle = battle.with_round(index, noted=force.round.noted - 1, by_ranks=False)
    return battle.with_force(index, replace(battle.forces[index], cared_for=True))


def calculating(battle: Battle, index: int) -> Rule[Battle]:
    """The enemy lost a token by ranks: for a token of his own the enemy loses one more."""
    force, enemy = battle.forces[index], battle.forces[1 - index]
    can = has(battle, index, "calculating") and force.round.noted < force.tokens
    if not (can and enemy.round.by_ranks and (yield from uses(battle, index, "savage.edges.calculating"))):
        return battle
    one, two = battle.terms.sides[index].name, battle.terms.sides[1 - index].name
    yield from tell("savage.edges.sacrificed", "S-8", side=one, enemy=two)
    return battle.with_round(index, sacrificed=True).with_round(1 - index, noted=enemy.round.noted + 1)


def pushing(battle: Battle, index: int) -> Rule[Battle]:
    """The enemy lost a token by suits: for two cards of his own the enemy discards one at random."""
    force, enemy = battle.forces[index], battle.forces[1 - index]
    can = has(battle, index, "pushing") and len(force.cards.hand) >= PUSHING_CARDS and enemy.cards.hand
    if not (can and enemy.round.by_suits and (yield from uses(battle, index, "savage.edges.pushing"))):
        return battle
    battle = yield from discard_chosen(battle, index, PUSHING_CARDS, "savage.edges.pushing.cards", "S-8")
    yield from tell("savage.edges.pushed", "S-8", side=battle.terms.sides[index].name, n=PUSHING_CARDS)
    return (yield from discard_at_random(battle, 1 - index, "S-8"))
