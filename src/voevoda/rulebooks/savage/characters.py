"""Characters take part (S-5): each chooses a way, rolls a skill that fits it, and is perhaps hurt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voevoda.play.questions import Choose, Rule, ask, tell
from voevoda.play.seats import EVERYONE, REFEREE, Fact, Facts
from voevoda.rulebooks.savage.battle_roll import held
from voevoda.rulebooks.savage.cards import discard_at_random
from voevoda.rulebooks.savage.foresight import cause
from voevoda.rulebooks.savage.morale import morale_modifiers
from voevoda.rulebooks.savage.rolls import Damage, trait
from voevoda.rulebooks.savage.state import Battle, Character
from voevoda.rulebooks.savage.tables import (
    ARCANE,
    OUT,
    RANKS,
    UNSKILLED,
    WAYS,
    WORST_WOUNDS,
    Die,
    Skill,
    Way,
    ladder,
)

FAILURE, SUCCESS, RAISE, TWO_RAISES = range(4)
"""Rungs of a character's roll."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is."""

    side: int
    place: int
    """Among the characters of his side."""
    character: Character
    whose: Facts
    """His side and his name, for every line."""

    @property
    def enemy(self) -> int:
        """The other side."""
        return 1 - self.side


def take_part(battle: Battle) -> Rule[Battle]:
    """One character's turn: a way, a skill, a roll, what it brings, and what it costs him."""
    index, place, character = battle.characters()[battle.turn]
    whose: Facts = {"side": battle.terms.sides[index].name, "who": character.name}
    turn = Turn(index, place, character, whose)
    chosen = yield from choose_way(battle, turn)
    if chosen is None:
        return battle
    way, skill = chosen
    die = die_of(turn, skill)
    rungs = yield from roll_skill(battle, turn, way, skill, die)
    if not battle.terms.cards and way in {"sabotage", "scout"}:
        rungs = min(rungs, RAISE)  # S-3.1
    battle = yield from brings(battle, turn, way, rungs)
    dice = 0 if rungs == TWO_RAISES else WAYS[way].damage[rungs]
    return (yield from hurts(battle, turn, dice)) if dice else battle


def choose_way(battle: Battle, turn: Turn) -> Rule[tuple[Way, Skill] | None]:
    """A way and a skill for it, or None: he stays out.  What the referee refuses, he does not offer again."""
    among: tuple[tuple[str, Way | None], ...] = (("stay", None), *((way, way) for way in WAYS))
    refused: set[tuple[Way, Skill]] = set()
    while True:
        way = yield from ask(
            Choose(
                key="savage.characters.way",
                cite="S-5",
                by=turn.character.seat,
                seen_by=EVERYONE,
                about=turn.whose,
                among=among,
                brings={way: may_bring(battle, way) for way in WAYS},
            )
        )
        if way is None:
            return None
        skill = yield from choose_skill(battle, turn, way, refused)
        if skill in WAYS[way].skills or (yield from consents(turn, way, skill)):
            return way, skill
        refused.add((way, skill))


def may_bring(battle: Battle, way: Way) -> Facts:
    """What each result of a way brings, and what it costs (S-5)."""
    row = WAYS[way]
    helps: dict[str, Fact] = {"success": row.bonus[0], "raised": row.bonus[1]}
    damage = {
        name: dice or None for name, dice in zip(("failure", "success", "raised"), row.damage, strict=True)
    }
    why = [cause(f"savage.brings.{way}", "S-5", **(helps if any(row.bonus) else {}))]
    if battle.terms.cards or way not in {"sabotage", "scout"}:
        why.append(cause(f"savage.brings.{way}.most", "S-5"))
    return {"why": (*why, cause("savage.brings.damage", "S-5.1", **damage))}


def die_of(turn: Turn, skill: Skill) -> Die:
    """The die of a skill of his; without it d4 − 2."""
    return dict(turn.character.skills).get(skill, UNSKILLED)


def choose_skill(battle: Battle, turn: Turn, way: Way, refused: set[tuple[Way, Skill]]) -> Rule[Skill]:
    """A skill of the way's list, his own first, or another that he has and the referee has not refused."""
    own = [skill for skill, _ in turn.character.skills]
    listed = sorted(WAYS[way].skills, key=lambda skill: skill not in own)
    others: list[Skill] = [skill for skill in own if skill not in listed and (way, skill) not in refused]
    among: tuple[tuple[str, Skill], ...] = tuple((skill, skill) for skill in (*listed, *others))
    plus = sum(skill_modifiers(battle, turn.side, turn.place).values()) or None
    brought: Facts = {
        skill: {"why": (cause("savage.brings.roll", "S-5", die=str(die_of(turn, skill)), plus=plus),)}
        for _, skill in among
    }
    return (
        yield from ask(
            Choose(
                key="savage.characters.skill",
                cite="S-5",
                by=turn.character.seat,
                seen_by=EVERYONE,
                about={**turn.whose, "way": way, "listed": tuple(listed)},
                among=among,
                brings=brought,
            )
        )
    )


def consents(turn: Turn, way: Way, skill: Skill) -> Rule[bool]:
    """The referee's consent to a skill outside the list, or to powers that must fit the way."""
    return (
        yield from ask(
            Choose(
                key="savage.characters.powers" if skill == ARCANE else "savage.characters.consent",
                cite="S-5",
                by=REFEREE,
                seen_by=EVERYONE,
                about={**turn.whose, "way": way, "skill": skill},
                among=(("allow", True), ("refuse", False)),
            )
        )
    )


def skill_modifiers(battle: Battle, index: int, place: int) -> dict[str, int]:
    """What is added to a character's roll: tokens more or less than the enemy's, his rank, his wounds."""
    character = battle.terms.sides[index].characters[place]
    modifiers = {
        "tokens": battle.difference(index),
        "rank": RANKS.index(character.rank),
        "wounds": -min(battle.forces[index].wounds[place], WORST_WOUNDS),
    }
    return {name: value for name, value in modifiers.items() if value}


def roll_skill(battle: Battle, turn: Turn, way: Way, skill: Skill, die: Die) -> Rule[int]:
    """The roll: failure, success, raise, or two raises."""
    reached = yield from ask(
        trait(
            "savage.characters.roll",
            "S-5",
            turn.character.seat,
            {**turn.whose, "way": way, "skill": skill},
            die,
            skill_modifiers(battle, turn.side, turn.place),
            ladder(TWO_RAISES),
            wild=turn.character.wild_card,
        )
    )
    return max(FAILURE, reached)


# What it brings


def brings(battle: Battle, turn: Turn, way: Way, rungs: int) -> Rule[Battle]:
    """What a way brings its side: a modifier, or the result of two raises."""
    if rungs == FAILURE:
        return battle
    if rungs == TWO_RAISES:
        return (yield from brings_most(battle, turn, way))
    if way == "rally":
        return (yield from rallies(battle, turn))
    bonus = WAYS[way].bonus[rungs - 1]
    index = turn.side if bonus > 0 else turn.enemy
    side = battle.terms.sides[index].name
    yield from tell("savage.characters.helps", "S-5", **{**turn.whose, "side": side}, plus=bonus)
    return battle.with_round(index, help=battle.forces[index].round.help + bonus)


def rallies(battle: Battle, turn: Turn) -> Rule[Battle]:
    """Whose morale he moves is chosen with the roll shown (S-5.3)."""

    def moved(index: int, plus: int) -> Facts:
        cheer = held(battle.forces[index].round.cheer + plus)
        side = battle.terms.sides[index].name
        return {"why": (cause("savage.brings.cheer", "S-5.2", side=side, plus=cheer),)}

    index, plus = yield from ask(
        Choose(
            key="savage.characters.rally",
            cite="S-5.3",
            by=turn.character.seat,
            seen_by=EVERYONE,
            about=turn.whose,
            among=(("own", (turn.side, 1)), ("enemy", (turn.enemy, -1))),
            brings={"own": moved(turn.side, 1), "enemy": moved(turn.enemy, -1)},
        )
    )
    return battle.with_round(index, cheer=battle.forces[index].round.cheer + plus)


def brings_most(battle: Battle, turn: Turn, way: Way) -> Rule[Battle]:
    """The result of two raises (S-5)."""
    match way:
        case "fight":
            return (yield from takes_token(battle, turn))
        case "sabotage":
            return (yield from steals_card(battle, turn))
        case "scout":
            yield from tell("savage.characters.scouts", "S-5", **turn.whose)
            return battle.with_round(turn.side, scouts=True)
        case "rescue":
            yield from tell("savage.characters.rescues", "S-5", **turn.whose)
            return battle.with_round(turn.side, rescues=True)
        case "rally":
            return (yield from moves_nerve(battle, turn))


def takes_token(battle: Battle, turn: Turn) -> Rule[Battle]:
    """The enemy loses one token more, or his own side keeps one; extra and kept tokens add up (S-5.3)."""
    own, enemy = (battle.terms.sides[index].name for index in (turn.side, turn.enemy))
    index, more = yield from ask(
        Choose(
            key="savage.characters.token",
            cite="S-5.3",
            by=turn.character.seat,
            seen_by=EVERYONE,
            about=turn.whose,
            among=(("strike", (turn.enemy, 1)), ("keep", (turn.side, -1))),
            brings={
                "strike": {"why": (cause("savage.brings.strike", "S-9.1", losers=(enemy,)),)},
                "keep": {"why": (cause("savage.brings.keep", "S-9.1", side=own),)},
            },
        )
    )
    return battle.with_round(index, noted=battle.forces[index].round.noted + more)


def steals_card(battle: Battle, turn: Turn) -> Rule[Battle]:
    """The enemy discards a card at random; without a card none (S-5.3)."""
    if battle.forces[turn.enemy].cards.hand:
        return (yield from discard_at_random(battle, turn.enemy, "S-5"))
    yield from tell("savage.characters.no_card", "S-5.3", side=battle.terms.sides[turn.enemy].name)
    return battle


def moves_nerve(battle: Battle, turn: Turn) -> Rule[Battle]:
    """His side's losses do not count in its morale this round, or the enemy must roll without any."""
    own, enemy = battle.forces[turn.side], battle.terms.sides[turn.enemy].name
    lost, plus = own.start - own.tokens, sum(morale_modifiers(battle, turn.enemy).values())
    index, what = yield from ask(
        Choose(
            key="savage.characters.nerve",
            cite="S-5.3",
            by=turn.character.seat,
            seen_by=EVERYONE,
            about=turn.whose,
            among=(("unbowed", (turn.side, "unbowed")), ("forced", (turn.enemy, "forced"))),
            brings={
                "unbowed": {"why": (cause("savage.brings.unbowed", "S-10.1", n=lost),)},
                "forced": {"why": (cause("savage.brings.forced", "S-10.1", side=enemy, plus=plus),)},
            },
        )
    )
    return battle.with_round(index, **{what: True})


# S-5.1 What it costs


def hurts(battle: Battle, turn: Turn, dice: int) -> Rule[Battle]:
    """Damage: a number for the referee, or Shaken and wounds where the character's Toughness is known."""
    character, wounds = turn.character, battle.forces[turn.side].wounds
    toughness = character.toughness
    left = OUT[character.wild_card] - wounds[turn.place]
    rungs = () if toughness is None else tuple(toughness + 4 * more for more in range(left + 1))
    reached = yield from ask(
        Damage(
            key="savage.characters.damage",
            cite="S-5.1",
            by=character.seat,
            about={**turn.whose, "n": dice, **({} if toughness is None else {"toughness": toughness})},
            count=dice,
            ladder=rungs,
            idle=toughness is None,
        )
    )
    if reached <= 1:
        return battle
    now = wounds[turn.place] + reached - 1
    if reached > left:
        yield from tell("savage.characters.out", "S-5.1", **turn.whose)
    hurt = (*wounds[: turn.place], now, *wounds[turn.place + 1 :])
    return battle.with_force(turn.side, replace(battle.forces[turn.side], wounds=hurt))
