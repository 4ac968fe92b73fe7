"""Tokens are taken away (S-9), morale is rolled (S-10), and some of what was lost comes back."""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Choose, Rule, ask, tell, together
from voevoda.play.seats import EVERYONE, REFEREE, Fact, Facts
from voevoda.rulebooks.savage.battle_roll import held, tell_held
from voevoda.rulebooks.savage.cards import shuffle
from voevoda.rulebooks.savage.rolls import Spared, Trait, trait
from voevoda.rulebooks.savage.state import Battle, Round
from voevoda.rulebooks.savage.tables import (
    CARED_FOR,
    EMPTY_HANDED,
    ENTRENCHED,
    FOUGHT_ON,
    RESCUED,
    RETURNS,
    ROUT,
    SACRIFICED,
    SUCCESS,
    Fate,
    is_joker,
)

FATES: tuple[Fate, ...] = ("routed", "withdrew", "fights")
"""By the rungs that a morale roll reaches."""

BEATEN = {"routed": "savage.morale.routed", "withdrew": "savage.morale.withdrew"}

# S-9 Losses


def losses(battle: Battle) -> Rule[Battle]:
    """All losses of the round together, both sides' at the same time (S-9.1)."""
    lost = [0, 0]
    for index in (0, 1):
        lost[index] = yield from tokens_lost(battle, index)
    for index, side in enumerate(battle.terms.sides):
        force = battle.forces[index]
        now = force.tokens - lost[index]
        if lost[index]:
            yield from tell(
                "savage.losses.tokens", "S-9.1", side=side.name, n=lost[index], now=now, start=force.start
            )
        if not now:
            yield from tell("savage.losses.destroyed", "S-10.5", side=side.name)
        spent = replace(force.round, noted=0, rescues=False, lost=lost[index] > 0)
        battle = battle.with_force(index, replace(force, tokens=now, round=spent))
    return battle


def tokens_lost(battle: Battle, index: int) -> Rule[int]:
    """No more than the side has, less what is rescued; a token given up comes last and is gone."""
    side, force = battle.terms.sides[index], battle.forces[index]
    noted = min(max(0, force.round.noted), force.tokens)
    if noted and force.round.rescues:
        noted -= yield from ask(
            Spared(
                key="savage.losses.rescue",
                cite="S-9.1",
                by=side.seat,
                about={"side": side.name, "lost": noted},
                tokens=noted,
                least=RESCUED,
            )
        )
    return min(noted + force.round.sacrificed, force.tokens)


# S-10 Morale


def morale_modifiers(battle: Battle, index: int) -> dict[str, int]:
    """What is added to a side's morale roll, by what it comes from: only what plays a part (S-10.1)."""
    side, force = battle.terms.sides[index], battle.forces[index]
    modifiers = {
        "lost": 0 if force.round.unbowed else force.tokens - force.start,
        "undead": ENTRENCHED * side.undead,
        "fortified": ENTRENCHED * side.fortified,
        "no_retreat": ENTRENCHED * side.no_retreat,
        "characters": held(force.round.cheer),
        "empty": EMPTY_HANDED if force.round.shown == "" else 0,
        "sacrificed": SACRIFICED * force.round.sacrificed,
        "caring": CARED_FOR * force.cared_for,
        "standing": force.morale,
    }
    return {name: value for name, value in modifiers.items() if value}


def morale_roll(battle: Battle, index: int) -> Trait:
    """A side's Spirit, read for holding, withdrawing and rout (S-10.1, S-10.2)."""
    side = battle.terms.sides[index]
    unlost: Facts = {} if battle.forces[index].round.lost else {"forced": True}
    return trait(
        "savage.morale.roll",
        "S-10.1",
        side.seat,
        {"side": side.name, **unlost},
        side.commander.spirit,
        morale_modifiers(battle, index),
        (ROUT, SUCCESS),
        wild=side.commander.wild_card,
    )


def morale(battle: Battle) -> Rule[Battle]:
    """Who lost a token, or is forced to, rolls morale; then the round is over."""
    rolling = [
        index for index in (0, 1) if battle.forces[index].round.lost or battle.forces[index].round.forced
    ]
    for index in rolling:
        yield from tell_held(battle, index, battle.forces[index].round.cheer, "morale")
    reached = yield from together(*(morale_roll(battle, index) for index in rolling))
    for index, rungs in zip(rolling, reached, strict=True):
        fate = FATES[max(0, rungs)]
        if fate in BEATEN:
            yield from tell(BEATEN[fate], "S-10.2", side=battle.terms.sides[index].name)
        battle = battle.with_force(index, replace(battle.forces[index], fate=fate, cared_for=False))
    if all(force.fate != "fights" for force in battle.forces):
        battle = yield from both_failed(battle)
    if all(force.fate == "fights" for force in battle.forces):
        battle = yield from close_round(battle)
    return battle


def both_failed(battle: Battle) -> Rule[Battle]:
    """Both failed in the same round: both leave, or both fight on (S-10.3)."""
    fights_on = yield from ask(
        Choose(
            key="savage.morale.both",
            cite="S-10.3",
            by=REFEREE,
            seen_by=EVERYONE,
            among=(("leave", False), ("fight-on", True)),
        )
    )
    if not fights_on:
        return battle
    one, two = (replace(force, fate="fights", morale=force.morale + FOUGHT_ON) for force in battle.forces)
    return replace(battle, forces=(one, two))


def close_round(battle: Battle) -> Rule[Battle]:
    """After a round with a joker its deck is shuffled (S-7.4); nothing of the round is left."""
    jokers = [index for index in (0, 1) if is_joker(battle.forces[index].round.shown or "")]
    for pile in dict.fromkeys(map(battle.pile, jokers)):
        owner = next(index for index in jokers if battle.pile(index) == pile)
        battle = yield from shuffle(battle, owner, "S-7.4")
    one, two = (replace(force, round=Round()) for force in battle.forces)
    left = None if battle.rounds_left is None else battle.rounds_left - 1
    return replace(battle, forces=(one, two), rounds_left=left)


# S-10.4 Afterwards


def standing_of(battle: Battle, index: int) -> str:
    """How a side stands at the end: one of ``RETURNS``."""
    force = battle.forces[index]
    if force.tokens == 0:
        return "destroyed"
    return "won" if force.fate == "fights" else force.fate


def aftermath(battle: Battle) -> Rule[Battle]:
    """A d6 for each token that a side lost: some come back (S-10.4)."""
    for index, side in enumerate(battle.terms.sides):
        lost = battle.forces[index].start - battle.forces[index].tokens
        standing = standing_of(battle, index)
        about: dict[str, Fact] = {"side": side.name, "lost": lost, "standing": standing}
        if lost:
            _ = yield from ask(
                Spared(
                    key="savage.aftermath.recovery",
                    cite="S-10.4",
                    by=side.seat,
                    about=about,
                    tokens=lost,
                    least=RETURNS[standing],
                    idle=True,
                )
            )
    return battle
