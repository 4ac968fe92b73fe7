"""Edges that hang on the result of the cards (S-8), in the order of S-8.1.

Each is a window that opens by what everyone knows: the losses, the tokens, and how many cards are in a hand.
"""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Choose, Rule, ask, tell
from voevoda.play.seats import EVERYONE, Facts
from voevoda.rulebooks.savage.cards import discard_at_random, discard_chosen
from voevoda.rulebooks.savage.foresight import ahead, cause, tokens_after
from voevoda.rulebooks.savage.morale import losses
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import CARED_FOR, CARING_CARDS, PUSHING_CARDS, SACRIFICED, Edge


def edges(battle: Battle) -> Rule[Battle]:
    """Caring of both sides, then calculating, then pushing."""
    for window, index in WINDOWS:
        battle = yield from window(battle, index)
    for index in (0, 1):
        battle = battle.with_round(index, by_suits=False, by_ranks=False)
    return battle


def uses(battle: Battle, index: int, key: str, passed: Facts, used: Facts) -> Rule[bool]:
    """A commander's choice whether to use an edge that he can pay for, and what either comes to."""
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
                brings={"pass": passed, "use": used},
            )
        )
    )


def has(battle: Battle, index: int, edge: Edge) -> bool:
    """Say whether a side's commander has an edge."""
    return edge in battle.terms.sides[index].commander.edges


def tokens(battle: Battle, open_: bool) -> Facts:
    """The tokens that losses will leave, and whether another edge may still change them."""
    found = ahead(battle, losses)
    assert found is not None, "losses ask nothing but for rescue"
    return tokens_after(found, ("edges",) if open_ else ())


# Caring


def can_care(battle: Battle, index: int) -> bool:
    """His side lost a token by ranks, and he can pay for it."""
    force = battle.forces[index]
    return has(battle, index, "caring") and len(force.cards.hand) >= CARING_CARDS and force.round.by_ranks


def cared(battle: Battle, index: int) -> Battle:
    """The token is kept, and the next morale roll is better."""
    noted = battle.forces[index].round.noted - 1
    battle = battle.with_round(index, noted=noted, by_ranks=False)
    return battle.with_force(index, replace(battle.forces[index], cared_for=True))


def caring(battle: Battle, index: int) -> Rule[Battle]:
    """For three cards he keeps a token lost by ranks, and his next morale roll is better."""
    if not can_care(battle, index):
        return battle
    side = battle.terms.sides[index].name

    def then(after: Battle) -> Facts:
        later = index == 0 and can_care(after, 1)
        return tokens(after, later or can_calculate(after, 0) or can_calculate(after, 1))

    why = (cause("savage.brings.caring", "S-8", side=side, n=CARING_CARDS, plus=CARED_FOR),)
    used = {**then(cared(battle, index)), "why": why}
    if not (yield from uses(battle, index, "savage.edges.caring", then(battle), used)):
        return battle
    battle = yield from discard_chosen(battle, index, CARING_CARDS, "savage.edges.caring.cards", "S-8")
    yield from tell("savage.edges.kept", "S-8", side=side, n=CARING_CARDS)
    return cared(battle, index)


# Calculating


def can_calculate(battle: Battle, index: int) -> bool:
    """The enemy lost a token by ranks, and he has one to give up."""
    force, enemy = battle.forces[index], battle.forces[1 - index]
    return has(battle, index, "calculating") and force.round.noted < force.tokens and enemy.round.by_ranks


def calculated(battle: Battle, index: int) -> Battle:
    """He gives up a token, and the enemy loses one more."""
    noted = battle.forces[1 - index].round.noted + 1
    return battle.with_round(index, sacrificed=True).with_round(1 - index, noted=noted)


def calculating(battle: Battle, index: int) -> Rule[Battle]:
    """For a token of his own the enemy, who lost one by ranks, loses one more."""
    if not can_calculate(battle, index):
        return battle
    one, two = battle.terms.sides[index].name, battle.terms.sides[1 - index].name

    def then(after: Battle) -> Facts:
        return tokens(after, index == 0 and can_calculate(after, 1))

    why = (cause("savage.brings.calculating", "S-8", side=one, enemy=two, plus=SACRIFICED),)
    used = {**then(calculated(battle, index)), "why": why}
    if not (yield from uses(battle, index, "savage.edges.calculating", then(battle), used)):
        return battle
    yield from tell("savage.edges.sacrificed", "S-8", side=one, enemy=two)
    return calculated(battle, index)


# Pushing


def can_push(battle: Battle, index: int) -> bool:
    """The enemy lost a token by suits and has a card, and he can pay for it."""
    force, enemy = battle.forces[index], battle.forces[1 - index]
    can = has(battle, index, "pushing") and len(force.cards.hand) >= PUSHING_CARDS
    return can and enemy.round.by_suits and bool(enemy.cards.hand)


def pushing(battle: Battle, index: int) -> Rule[Battle]:
    """For two cards of his own the enemy, who lost a token by suits, discards one at random."""
    if not can_push(battle, index):
        return battle
    one, two = battle.terms.sides[index].name, battle.terms.sides[1 - index].name

    def hands(mine: int, theirs: int) -> Facts:
        left = [len(force.cards.hand) for force in battle.forces]
        left[index] -= mine
        left[1 - index] -= theirs
        return {"result": tuple(left), "of": "cards", "open": ()}

    why = (cause("savage.brings.pushing", "S-8", side=one, enemy=two, n=PUSHING_CARDS),)
    used = {**hands(PUSHING_CARDS, 1), "why": why}
    if not (yield from uses(battle, index, "savage.edges.pushing", hands(0, 0), used)):
        return battle
    battle = yield from discard_chosen(battle, index, PUSHING_CARDS, "savage.edges.pushing.cards", "S-8")
    yield from tell("savage.edges.pushed", "S-8", side=one, n=PUSHING_CARDS)
    return (yield from discard_at_random(battle, 1 - index, "S-8"))


WINDOWS = tuple((window, index) for window in (caring, calculating, pushing) for index in (0, 1))
"""In the order of S-8.1."""
