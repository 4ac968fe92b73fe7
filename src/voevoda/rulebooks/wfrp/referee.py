"""The referee's hand: which numbers of a battle may be set between rounds, and to what."""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.errors import Illegal
from voevoda.play.paths import parse_path, print_step
from voevoda.play.position import Number
from voevoda.play.seats import Fact
from voevoda.rulebooks.wfrp.state import Field

MOST_POINTS = 10**18
"""More than any battle file comes to."""

MOST_ROUNDS = 10**6


def overridden(field: Field, path: str, value: Fact) -> Field:
    """The field with one number set between rounds.  Raises ``Illegal`` with the paths or values accepted."""
    match tuple(step.text for step in parse_path(path) or ()):
        case ("rounds_left",):
            return replace(field, rounds_left=None if value is None else _within(path, value, 1, MOST_ROUNDS))
        case ("sides", name, "points") | ("sides", name, "points", "now"):
            index = _side(field, path, name)
            return replace(field, now=_put(field.now, index, _within(path, value, 0, field.start[index])))
        case ("sides", name, "start") | ("sides", name, "points", "start"):
            index = _side(field, path, name)
            number = _within(path, value, max(1, field.now[index]), MOST_POINTS)
            return replace(field, start=_put(field.start, index, number))
    raise Illegal("wfrp.illegal.path", given=path, accepted=tuple(each.path for each in numbers(field)))


def numbers(field: Field) -> tuple[Number, ...]:
    """The numbers that can be set, with what they are now."""
    found = list[Number]()
    for side, now, start in zip(field.terms.sides, field.now, field.start, strict=True):
        at, whose = f"sides.{print_step(side.name)}", (side.name,)
        found += [
            Number(f"{at}.points", "wfrp.number.points", whose, now, 0, start),
            Number(f"{at}.start", "wfrp.number.start", whose, start, max(1, now), MOST_POINTS),
        ]
    rounds = ("rounds_left", "wfrp.number.rounds_left", (), field.rounds_left, 1, MOST_ROUNDS)
    return (*found, Number(*rounds, optional=True))


def _side(field: Field, path: str, name: str) -> int:
    names = [side.name for side in field.terms.sides]
    if name in names:
        return names.index(name)
    if name in {"0", "1"}:
        return int(name)
    raise Illegal("wfrp.illegal.side", given=path, accepted=tuple(map(print_step, names)))


def _put(pair: tuple[int, int], index: int, number: int) -> tuple[int, int]:
    return (number, pair[1]) if index == 0 else (pair[0], number)


def _within(path: str, value: Fact, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Illegal("wfrp.illegal.number", path=path, given=value, least=least, most=most)
    return value
