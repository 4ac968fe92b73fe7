"""The referee's hand: which numbers of a day may be set by hand, when, and to what."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from voevoda.play.errors import Illegal
from voevoda.play.paths import parse_path, print_step
from voevoda.play.position import Number
from voevoda.play.seats import Fact
from voevoda.rulebooks.gurps.state import Character, Day, Phase, Ruling, Side, Spot, Unit
from voevoda.rulebooks.gurps.tables import PLAN_MOST, REFEREE_MOST, RISK

MOST_MEN = 10**12
BEFORE_FATE = frozenset({"opening", "intrigue", "catastrophe", "treason", "fate"})
BEFORE_CONTEST = BEFORE_FATE | {"orders", "contest"}
BEFORE_LOSSES = BEFORE_CONTEST | {"morale", "half", "second_roll", "shared_dice", "losses"}


def overridden(day: Day, path: str, value: Fact) -> Day:
    """The day with one number set by hand.

    Raises ``Illegal`` with the paths or values accepted, or where it is too late.
    """
    match tuple(step.text for step in parse_path(path) or ()):
        case ("fierce",):
            _in_time(day, path, BEFORE_LOSSES)
            return replace(day, terms=replace(day.terms, fierce=_within(path, value, 0, 20)))
        case ("sides", name, "plan"):
            _in_time(day, path, BEFORE_CONTEST)
            index, side = _side(day, path, name)
            return day.with_side(index, replace(side, plan=_within(path, value, -PLAN_MOST, PLAN_MOST)))
        case ("sides", name, "referee"):
            _in_time(day, path, BEFORE_CONTEST)
            index, side = _side(day, path, name)
            number = _within(path, value, -REFEREE_MOST, REFEREE_MOST)
            rulings = (Ruling("", number),) if number else ()
            return day.with_side(index, replace(side, referee=rulings))
        case ("sides", name, "units", unit, what) if what in {"count", "morale", "deadly_order"}:
            return _unit_set(day, path, name, unit, what, value)
        case ("sides", name, "characters", who, what) if what in {"risk", "hp"}:
            return _character_set(day, path, name, who, what, value)
    raise Illegal("gurps.illegal.path", given=path, accepted=tuple(each.path for each in numbers(day)))


def numbers(day: Day) -> tuple[Number, ...]:
    """The numbers that can be set now, with what they are."""
    found = list[Number]()
    for index, side in enumerate(day.terms.sides):
        at, whose = f"sides.{print_step(side.name)}", (side.name,)
        if day.phase in BEFORE_CONTEST:
            rulings = sum(ruling.value for ruling in side.referee)
            most = REFEREE_MOST
            found += [
                Number(f"{at}.plan", "gurps.number.plan", whose, side.plan, -PLAN_MOST, PLAN_MOST, True),
                Number(f"{at}.referee", "gurps.number.referee", whose, rulings, -most, most, True),
            ]
        for unit in side.units:
            found += _numbers_of_unit(
                day, f"{at}.units.{print_step(unit.name)}", (side.name, unit.name), unit
            )
        for place, character in enumerate(side.characters):
            of, whose_ = f"{at}.characters.{print_step(character.name)}", (side.name, character.name)
            if day.phase in _phases_of_risk(day, index, place):
                found.append(Number(f"{of}.risk", "gurps.number.risk", whose_, character.risk, *RISK, True))
            if day.phase != "over":
                found.append(Number(f"{of}.hp", "gurps.number.hp", whose_, character.hp, 1, 1000))
    if day.phase in BEFORE_LOSSES:
        found.append(Number("fierce", "gurps.number.fierce", (), day.terms.fierce, 0, 20))
    return tuple(found)


def _numbers_of_unit(day: Day, at: str, whose: tuple[str, ...], unit: Unit) -> list[Number]:
    found = list[Number]()
    if day.phase in BEFORE_CONTEST:
        found.append(Number(f"{at}.count", "gurps.number.count", whose, unit.count, 1, MOST_MEN))
    if day.phase in BEFORE_LOSSES:
        found.append(Number(f"{at}.morale", "gurps.number.morale", whose, unit.morale, -20, 20, True))
    if day.phase in BEFORE_CONTEST:
        ordered = int(unit.deadly_order)
        found.append(Number(f"{at}.deadly_order", "gurps.number.deadly_order", whose, ordered, 0, 1))
    return found


def _in_time(day: Day, path: str, phases: frozenset[str]) -> None:
    if day.phase not in phases:
        raise Illegal("gurps.illegal.late", given=path, phase=day.phase)


def _unit_set(day: Day, path: str, name: str, unit_name: str, what: str, value: Fact) -> Day:
    index, side = _side(day, path, name)
    place = _named(path, unit_name, tuple(unit.name for unit in side.units), "gurps.illegal.unit")
    unit = side.units[place]
    if what == "count":
        _in_time(day, path, BEFORE_CONTEST)
        unit = replace(unit, count=_within(path, value, 1, MOST_MEN))
        changed = _with_unit(day, index, place, unit)
        _asks_for_known_skill(changed, path, value)
        return changed
    if what == "morale":
        _in_time(day, path, BEFORE_LOSSES)
        return _with_unit(day, index, place, replace(unit, morale=_within(path, value, -20, 20)))
    _in_time(day, path, BEFORE_CONTEST)
    ordered = bool(_within(path, value, 0, 1))
    changed = _with_unit(day, index, place, replace(unit, deadly_order=ordered))
    if not ordered or not day.forces[index].units[place].engaged or not _is_past(day, index, place):
        return changed
    # The roll comes right before the contest; a table that waits there goes back to it.
    return replace(changed, phase="orders", spot=Spot(index, place))


def _is_past(day: Day, index: int, place: int) -> bool:
    """Whether the turn of this unit's orders is over, and the contest has not begun."""
    return day.phase == "contest" or (day.phase == "orders" and day.spot > Spot(index, place))


def _asks_for_known_skill(day: Day, path: str, value: Fact) -> None:
    """A battle that has become small asks for Tactics, which the file may have left out (G-10.1)."""
    if day.terms.skill == "tactics" and any(side.commander.tactics is None for side in day.terms.sides):
        raise Illegal("gurps.illegal.tactics", given=value, path=path)


def _character_set(day: Day, path: str, name: str, who: str, what: str, value: Fact) -> Day:
    index, side = _side(day, path, name)
    place = _named(path, who, tuple(each.name for each in side.characters), "gurps.illegal.character")
    character = side.characters[place]
    if what == "risk":
        _in_time(day, path, _phases_of_risk(day, index, place))
        character = replace(character, risk=_within(path, value, *RISK))
    else:
        _in_time(day, path, frozenset(get_args(Phase)) - {"over"})
        character = replace(character, hp=_within(path, value, 1, 1000))
    return _with_character(day, index, place, character)


def _phases_of_risk(day: Day, index: int, place: int) -> frozenset[str]:
    """The phases in which a character's risk can be set: until his turn is over."""
    his_turn_is_over = day.phase == "fate" and day.spot > Spot(index, place)
    return BEFORE_FATE - {"fate"} if his_turn_is_over else BEFORE_FATE


def _with_unit(day: Day, index: int, place: int, unit: Unit) -> Day:
    side = day.terms.sides[index]
    units = (*side.units[:place], unit, *side.units[place + 1 :])
    return day.with_side(index, replace(side, units=units))


def _with_character(day: Day, index: int, place: int, character: Character) -> Day:
    side = day.terms.sides[index]
    characters = (*side.characters[:place], character, *side.characters[place + 1 :])
    return day.with_side(index, replace(side, characters=characters))


def _side(day: Day, path: str, name: str) -> tuple[int, Side]:
    index = _named(path, name, tuple(side.name for side in day.terms.sides), "gurps.illegal.side")
    return index, day.terms.sides[index]


def _named(path: str, name: str, names: tuple[str, ...], key: str) -> int:
    if name in names:
        return names.index(name)
    if name.isdecimal() and int(name) < len(names):
        return int(name)
    raise Illegal(key, given=path, accepted=tuple(map(print_step, names)))


def _within(path: str, value: Fact, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Illegal("gurps.illegal.number", path=path, given=value, least=least, most=most)
    return value
