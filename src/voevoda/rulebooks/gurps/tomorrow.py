"""Tomorrow's battle file: yesterday's with what the day has changed (G-14.1)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from voevoda.play.errors import Illegal
from voevoda.play.seats import Facts
from voevoda.rulebooks.gurps.aftermath import commander_fell, commander_lost_tomorrow, next_day
from voevoda.rulebooks.gurps.report import Log, ledger, told
from voevoda.rulebooks.gurps.state import Day


def tomorrow(file: Mapping[str, Any], day: Day, log: Log) -> dict[str, Any]:
    """The file of a day that is over, as it would begin the next.

    Units have the men and the battles of the ledger, and those off the roster are left out, as are fallen
    characters; a fallen commander is followed by his deputy.  What is of one day only (circumstances, plan,
    missions) stays for the referee to look over.  Raises ``Illegal`` where a side has nobody left.
    """
    entries = ledger(day, told(log))
    left = {(entry["side"], entry["unit"]): entry for entry in entries if "unit" in entry}
    people = {entry["character"]: entry for entry in entries if "character" in entry}
    data: dict[str, Any] = copy.deepcopy(dict(file))
    for index, (given, side) in enumerate(zip(data["sides"], day.terms.sides, strict=True)):
        if commander_fell(day, index) and not commander_lost_tomorrow(day, index):
            # The victory lifts the gloom, and does not raise the dead: the deputy leads from now on (G-8.5).
            given["commander"] = {"strategy": side.deputy.strategy, "tactics": side.deputy.tactics}
            _ = given.pop("deputy", None)
        given["units"] = [
            _unit(each, left[side.name, unit.name])
            for each, unit in zip(given["units"], side.units, strict=True)
            if left[side.name, unit.name]["on_roster"]
        ]
        if not given["units"]:
            raise Illegal("gurps.illegal.nobody_left", side=side.name)
        names = {unit.name for unit in side.units if left[side.name, unit.name]["on_roster"]} | {"force"}
        characters = [
            _character(each, character.reputation, people[character.name], names)
            for each, character in zip(given.get("characters") or (), side.characters, strict=True)
            if not people[character.name]["fallen"]
        ]
        _ = given.pop("characters", None)
        if characters:
            given["characters"] = characters
    _ = data.pop("next_day", None)
    inherited = [_inherited(entry) for entry in next_day(day)]
    if any(len(entry) > 1 for entry in inherited):
        data["next_day"] = [entry for entry in inherited if len(entry) > 1]
    return data


def _unit(given: Mapping[str, Any], entry: Facts) -> dict[str, Any]:
    """A unit with what is left of it; an order that was deadly today is not given again."""
    kept = {name: value for name, value in given.items() if name != "deadly_order"}
    return {**kept, "count": entry["men"], "quality": entry["quality"], "battles": entry["battles"]}


def _character(given: Mapping[str, Any], reputation: int, entry: Facts, names: set[str]) -> dict[str, Any]:
    """A character with the HP left and with today's Reputation; a unit that is gone is not named."""
    kept = {
        name: value
        for name, value in given.items()
        if name not in {"commands", "unit"} or str(value).strip() in names
    }
    change = entry["reputation"]
    assert isinstance(change, int)
    return {**kept, "hp": entry["hp"], **({"reputation": reputation + change} if change else {})}


def _inherited(entry: Facts) -> dict[str, Any]:
    """What a side inherits, without what is as usual."""
    return {name: value for name, value in entry.items() if value}
