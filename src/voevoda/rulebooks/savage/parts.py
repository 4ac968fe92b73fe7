"""What a commander's battle roll is made of before the first round, and where the file says so."""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.rulebooks.book import Part, Place
from voevoda.rulebooks.savage.battle_roll import battle_modifiers, battle_skill, knowledge_of
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import Die


def parts(battle: Battle) -> tuple[tuple[Part, ...], ...]:
    """Both sides: tokens (S-2.1), the commander's die and what is added (S-6.1), the whole roll last."""
    return tuple((*_parts(battle, index), _roll(battle, index)) for index in (0, 1))


def _parts(battle: Battle, index: int) -> Iterator[Part]:
    side = battle.terms.sides[index]
    size = "tokens" if side.strength is None else "strength"
    yield Part("S-2.1", "start", battle.forces[index].start, at=("sides", index, size))
    die = knowledge_of(battle, index).die
    yield Part("S-6.1", "die", str(die), at=("sides", index, "commander", "battle"))
    for name, value in battle_modifiers(battle, index).items():
        at: Place = () if name == "tokens" else ("sides", index, name)
        yield Part("S-6.1", name, value, at=at)


def _roll(battle: Battle, index: int) -> Part:
    skill = battle_skill(battle, index)
    return Part("S-6.1", "roll", str(Die(skill.sides, skill.plus)))
