"""A battle of ``savage`` in the plain numbers that the exact engine takes."""

from __future__ import annotations

from voevoda.rulebooks.savage.odds_rolls import Dice
from voevoda.rulebooks.savage.odds_round import Army, Duel
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import ENTRENCHED, SUPPORT, TERRAIN, UNSKILLED, Die


def duel_of(battle: Battle) -> Duel:
    """The battle as two armies."""
    one, two = battle.forces
    opposed = battle.terms.readings.battle_roll == "opposed"
    return Duel((one.start, two.start), (army_of(battle, 0), army_of(battle, 1)), opposed)


def army_of(battle: Battle, index: int) -> Army:
    """A side with all that is added to its rolls from the first round to the last (S-6.1, S-10.1)."""
    side, force = battle.terms.sides[index], battle.forces[index]
    die, wild = battle_die(battle, index)
    spirit, walls = side.commander.spirit, (side.undead, side.fortified, side.no_retreat)
    return Army(
        Dice(die.sides, wild),
        die.plus + SUPPORT[side.support] + TERRAIN[side.terrain] + side.plan,
        Dice(spirit.sides, side.commander.wild_card),
        spirit.plus + ENTRENCHED * sum(walls) + force.morale,
    )


def battle_die(battle: Battle, index: int) -> tuple[Die, bool]:
    """What is rolled for a side's battle, and whether with a Wild Die (S-6.1)."""
    leader = battle.terms.sides[index].commander
    # Reading: no_skill.
    if leader.battle is None and leader.deputy is not None and battle.terms.readings.no_skill == "deputy":
        return leader.deputy, False
    return leader.battle or UNSKILLED, leader.wild_card
