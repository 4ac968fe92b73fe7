"""The referee's hand: which numbers of a battle may be set by hand, when, and to what.

All of them are public, for everyone is told.
"""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.errors import Illegal
from voevoda.play.paths import parse_path, print_step
from voevoda.play.position import Number
from voevoda.play.seats import Fact
from voevoda.rulebooks.savage.order import to_turn
from voevoda.rulebooks.savage.state import ENDED, MOST_MORALE, MOST_ROUNDS, Battle, Side
from voevoda.rulebooks.savage.tables import MOST_PLAN, MOST_TOKENS, OUT

NUMBERS = ("tokens", "start", "plan", "morale")
"""Of a side."""


def overridden(battle: Battle, path: str, value: Fact) -> Battle:
    """The battle with one number set by hand.

    Raises ``Illegal`` with the paths or values accepted, or where the battle is over.
    """
    steps = tuple(step.text for step in parse_path(path) or ())
    if steps == ("sides", *steps[1:2], "tokens", "now"):
        steps = steps[:3]
    if steps == ("sides", *steps[1:2], "tokens", "start"):
        steps = (*steps[:2], "start")
    match steps:
        case ("rounds_left",) | ("max_rounds",):
            _in_time(battle, path)
            return replace(
                battle, rounds_left=None if value is None else _within(path, value, 1, MOST_ROUNDS)
            )
        case ("sides", name, what) if what in NUMBERS:
            _in_time(battle, path)
            return _side_set(battle, path, _side(battle, name), what, value)
        case ("sides", name, "characters", who, "wounds"):
            _in_time(battle, path)
            return _wounded(battle, path, _side(battle, name), who, value)
    raise Illegal("savage.illegal.path", given=path, accepted=tuple(each.path for each in numbers(battle)))


def numbers(battle: Battle) -> tuple[Number, ...]:
    """The numbers that can be set now, with what they are; none once the battle is over."""
    if battle.phase in ENDED:
        return ()
    found = list[Number]()
    for side, force in zip(battle.terms.sides, battle.forces, strict=True):
        at, whose = f"sides.{print_step(side.name)}", (side.name,)
        found += [
            Number(f"{at}.tokens", "savage.number.tokens", whose, force.tokens, 1, force.start),
            Number(f"{at}.start", "savage.number.start", whose, force.start, force.tokens, MOST_TOKENS),
            Number(f"{at}.plan", "savage.number.plan", whose, side.plan, -MOST_PLAN, MOST_PLAN, True),
            Number(
                f"{at}.morale", "savage.number.morale", whose, force.morale, -MOST_MORALE, MOST_MORALE, True
            ),
        ]
        found += [
            Number(
                f"{at}.characters.{print_step(each.name)}.wounds",
                "savage.number.wounds",
                (side.name, each.name),
                wounds,
                0,
                OUT[each.wild_card],
            )
            for each, wounds in zip(side.characters, force.wounds, strict=True)
        ]
    rounds = ("rounds_left", "savage.number.rounds_left", (), battle.rounds_left, 1, MOST_ROUNDS)
    return (*found, Number(*rounds, optional=True))


def _in_time(battle: Battle, path: str) -> None:
    if battle.phase in ENDED:
        raise Illegal("savage.illegal.late", given=path)


def _side_set(battle: Battle, path: str, index: int, what: str, value: Fact) -> Battle:
    force = battle.forces[index]
    match what:
        case "tokens":
            return battle.with_force(index, replace(force, tokens=_within(path, value, 1, force.start)))
        case "start":
            start = _within(path, value, force.tokens, MOST_TOKENS)
            return battle.with_force(index, replace(force, start=start))
        case "morale":
            morale = _within(path, value, -MOST_MORALE, MOST_MORALE)
            return battle.with_force(index, replace(force, morale=morale))
    plan = _within(path, value, -MOST_PLAN, MOST_PLAN)
    one, two = battle.terms.sides
    changed: Side = replace(battle.terms.sides[index], plan=plan)
    sides = (changed, two) if index == 0 else (one, changed)
    return replace(battle, terms=replace(battle.terms, sides=sides))


def _wounded(battle: Battle, path: str, index: int, who: str, value: Fact) -> Battle:
    characters = battle.terms.sides[index].characters
    place = _named(who, tuple(each.name for each in characters), "savage.illegal.character")
    most = OUT[characters[place].wild_card]
    force = battle.forces[index]
    wounds = (*force.wounds[:place], _within(path, value, 0, most), *force.wounds[place + 1 :])
    battle = battle.with_force(index, replace(force, wounds=wounds))
    # Whose turn it is may be out of action now.
    return to_turn(battle, battle.turn) if battle.phase == "characters" else battle


def _side(battle: Battle, name: str) -> int:
    return _named(name, tuple(side.name for side in battle.terms.sides), "savage.illegal.side")


def _named(name: str, names: tuple[str, ...], key: str) -> int:
    if name in names:
        return names.index(name)
    if name.isdecimal() and int(name) < len(names):
        return int(name)
    raise Illegal(key, given=name, accepted=tuple(map(print_step, names)))


def _within(path: str, value: Fact, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Illegal("savage.illegal.number", path=path, given=value, least=least, most=most)
    return value
