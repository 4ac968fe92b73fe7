"""The battle roll (S-6), and what a commander rolls it with."""

from __future__ import annotations

from typing import NamedTuple

from voevoda.play.questions import Rule, ask, tell, together
from voevoda.play.seats import Facts
from voevoda.rulebooks.savage.rolls import Opposed, Skilled, Trait, trait
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import (
    MOST_HELP,
    OPPOSED_LOSSES,
    SUPPORT,
    TERRAIN,
    UNSKILLED,
    Die,
    ladder,
)


class Knowledge(NamedTuple):
    """What a commander's Knowledge (Battle) is rolled with."""

    die: Die
    wild: bool
    reading: Facts
    """The reading that decided it, if one did."""


def knowledge_of(battle: Battle, index: int) -> Knowledge:
    """Knowledge (Battle) of a side's commander; without it unskilled, or his deputy's (S-6.1)."""
    leader = battle.terms.sides[index].commander
    if leader.battle is not None:
        return Knowledge(leader.battle, leader.wild_card, {})
    # Reading: no_skill.
    option = battle.terms.readings.no_skill
    reading = {"reading": "no_skill", "option": option}
    if option == "deputy" and leader.deputy is not None:
        return Knowledge(leader.deputy, wild=False, reading=reading)
    return Knowledge(UNSKILLED, leader.wild_card, reading)


def held(total: int) -> int:
    """What all characters together do to one roll (S-5.2)."""
    return max(-MOST_HELP, min(total, MOST_HELP))


def battle_modifiers(battle: Battle, index: int) -> dict[str, int]:
    """What is added to a side's battle roll, by what it comes from: only what plays a part (S-6.1)."""
    side, force = battle.terms.sides[index], battle.forces[index]
    modifiers = {
        "tokens": max(0, battle.difference(index)),
        "support": SUPPORT[side.support],
        "terrain": TERRAIN[side.terrain],
        "plan": side.plan,
        "characters": held(force.round.help),
    }
    return {name: value for name, value in modifiers.items() if value}


def battle_skill(battle: Battle, index: int) -> Skilled:
    """What a side's battle roll is made with, all added (S-6.1)."""
    knowledge = knowledge_of(battle, index)
    plus = knowledge.die.plus + sum(battle_modifiers(battle, index).values())
    return Skilled(knowledge.die.sides, knowledge.wild, plus)


def battle_roll(battle: Battle, index: int) -> Trait:
    """A side's battle roll: a rung for each token that the enemy could lose by it (S-6.1, S-6.2)."""
    side, enemy = battle.terms.sides[index], battle.forces[1 - index]
    knowledge = knowledge_of(battle, index)
    return trait(
        "savage.battle.roll",
        "S-6.1",
        side.seat,
        {"side": side.name, **knowledge.reading},
        knowledge.die,
        battle_modifiers(battle, index),
        ladder(max(1, enemy.tokens - enemy.round.noted)),
        wild=knowledge.wild,
    )


def tell_held(battle: Battle, index: int, total: int, roll: str) -> Rule[None]:
    """Tell where the characters would have done more to a roll than they may (S-5.2)."""
    if total != held(total):
        yield from tell(
            "savage.characters.held",
            "S-5.2",
            side=battle.terms.sides[index].name,
            roll=roll,
            total=total,
            held=held(total),
        )


def battle_rolls(battle: Battle) -> Rule[Battle]:
    """Both commanders roll at the same time; the losses are noted (S-6)."""
    for index in (0, 1):
        yield from tell_held(battle, index, battle.forces[index].round.help, "battle")
    # Reading: battle_roll.
    if battle.terms.readings.battle_roll == "opposed":
        lost = yield from opposed_rolls(battle)
    else:
        reached = yield from together(battle_roll(battle, 0), battle_roll(battle, 1))
        lost = (max(0, reached[1]), max(0, reached[0]))
    for index, tokens in enumerate(lost):
        yield from tell(
            "savage.battle.losses",
            "S-6.2",
            side=battle.terms.sides[index].name,
            n=tokens,
            reading="battle_roll",
            option=battle.terms.readings.battle_roll,
        )
        noted = battle.forces[index].round.noted + tokens
        battle = battle.with_round(index, noted=noted, help=0)
    return battle


def opposed_rolls(battle: Battle) -> Rule[tuple[int, int]]:
    """The higher total wins; totals are compared as they are (reading ``battle_roll``)."""
    one, two = battle.terms.sides
    for index, side in enumerate((one, two)):
        knowledge = knowledge_of(battle, index)
        yield from tell(
            "savage.battle.account",
            "S-6.1",
            side=side.name,
            trait=str(knowledge.die),
            **battle_modifiers(battle, index),
            **knowledge.reading,
        )
    margin = yield from ask(
        Opposed(
            key="savage.battle.opposed",
            cite="S-6.2",
            about={"side": one.name, "enemy": two.name},
            one=battle_skill(battle, 0),
            two=battle_skill(battle, 1),
        )
    )
    return OPPOSED_LOSSES[margin]
