"""The same battle with something changed: the odds of each, and each modifier ranked by what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from voevoda.files.battle import Battle, battle_of
from voevoda.files.problems import BadFile
from voevoda.files.yaml_text import Loc, Value
from voevoda.odds import Odds, Worth
from voevoda.rulebooks.book import Part


class Change(NamedTuple):
    """One field of a battle file set to another value, as a person writes it."""

    path: str
    value: str


def odds_of(
    battle: Battle, samples: int | None = None, seed: str | None = None, policy: str | None = None
) -> Odds[Any]:
    """The odds of a battle, with these choices; the rest serves where no exact odds are to be had."""
    asked = {"samples": samples, "seed": seed, "policy": policy}
    given = {name: value for name, value in asked.items() if value is not None}
    return battle.book.odds(battle.state, **given)


def changed(battle: Battle, changes: tuple[Change, ...]) -> Battle:
    """The battle with these fields set.  Raises ``BadFile`` for a wrong path or value."""
    document = battle.document
    for change in changes:
        document = document.with_value(change.path, change.value)
    return battle_of(document)


def worth_of_each(
    battle: Battle,
    odds: Odds[Any],
    samples: int | None = None,
    seed: str | None = None,
    policy: str | None = None,
) -> tuple[Worth, ...]:
    """Every modifier that acts left out in turn, those that are worth most first.

    ``odds`` are those of the battle as it is.  Each modifier is tried alone: two together may be worth more
    or less than their sum.  One without which there is no battle has no worth in points.
    """
    found = list[Worth]()
    for loc, given in _modifiers(battle):
        try:
            other = battle_of(battle.document.without(loc))
        except BadFile:
            continue  # such as what gives a side its only point
        if other.state == battle.state:
            continue  # it says what holds anyway
        without = odds_of(other, samples, seed, policy)
        side = loc[1]
        assert isinstance(side, int)
        path = battle.document.path_of(loc)
        found.append(Worth(path, given, side, without, odds.win[side] - without.win[side], loc))
    return tuple(sorted(found, key=lambda each: -abs(each.worth)))


def odds_without_parts(battle: Battle) -> Iterator[tuple[int, int, Odds[Any]]]:
    """The odds without each part of a side's number that is none of ``worth_of_each``, if there can be such.

    Those are units and fighters, who then are not there, and what the book itself can leave out.  Each comes
    with its side and its place among the side's ``parts``.
    """
    for side, parts in enumerate(battle.book.parts(battle.state)):
        for place, part in enumerate(parts[:-1]):
            state = _without_part(battle, side, place, part)
            if state is not None and state != battle.state:
                yield side, place, battle.book.odds(state)


def _without_part(battle: Battle, side: int, place: int, part: Part) -> Any:
    """The state without it; None if there is no such battle."""
    if part.at[-1:] != ("name",):
        return battle.book.without(battle.state, side, place)
    try:
        return battle_of(battle.document.without(part.at[:-1])).state
    except BadFile:
        return None  # such as without a side's only unit


def _modifiers(battle: Battle) -> Iterator[tuple[Loc, Value]]:
    """Where in the file the fields stand that are modifiers of a side, in its order."""
    data = battle.document.data
    assert isinstance(data, dict)
    sides = data["sides"]
    assert isinstance(sides, list)
    for index, side in enumerate(sides):
        yield from _within(side, ("sides", index), battle.book.modifiers)


def _within(here: Value, loc: Loc, modifiers: frozenset[str]) -> Iterator[tuple[Loc, Value]]:
    if isinstance(here, Mapping):
        for name, value in here.items():
            if name in modifiers and isinstance(value, list) and len(value) > 1:
                yield from (((*loc, name, index), item) for index, item in enumerate(value))
            elif name in modifiers:
                yield (*loc, name), value
            else:
                yield from _within(value, (*loc, name), modifiers)
    elif isinstance(here, list):
        for index, value in enumerate(here):
            yield from _within(value, (*loc, index), modifiers)
