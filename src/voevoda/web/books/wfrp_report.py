"""The report of ``wfrp``: points, who of each unit still stands, what befell the characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from voevoda.export import Record
from voevoda.i18n import number
from voevoda.web.fields import Roster, UnitRow
from voevoda.web.figures import LedgerRow, Person
from voevoda.web.report_page import Parts, by_round, sheet_rows
from voevoda.web.scene import SIDES, Scene


def report(scene: Scene, record: Record) -> Parts:
    """What the battle came to."""
    one, two = record.sides
    return Parts(
        headline=_headline(scene, record),
        numbers=scene.say(
            "seat.wfrp.points", one=one["name"], points=one["points"], two=two["name"], other=two["points"]
        ),
        contest=by_round(scene, record, "wfrp.round.test", "sl", _left(scene, one, two), "W-3.1"),
        people=tuple(person for side in record.sides for person in _people(scene, side)),
        people_fact=tuple(each for each in (scene.clause("W-4"),) if each),
        rosters=tuple(_units(scene, index, side) for index, side in enumerate(record.sides)),
        taken=frozenset({"units", "characters"}),
    )


def _left(scene: Scene, one: Mapping[str, Any], two: Mapping[str, Any]) -> LedgerRow:
    first, second = (number(scene.lang, side["points"]["now"]) for side in (one, two))
    return LedgerRow(scene.say("seat.wfrp.left"), first, second)


def _headline(scene: Scene, record: Record) -> str:
    if record.outcome is None:
        return scene.say("seat.report.goes_on")
    winner, ending = record.outcome
    loser = next((str(side["name"]) for side in record.sides if side["name"] != winner), "")
    return scene.say(f"seat.wfrp.headline.{ending}", winner=winner, loser=loser)


def _units(scene: Scene, index: int, side: Mapping[str, Any]) -> Roster:
    return Roster(
        scene.say("seat.units", side=side["name"]),
        SIDES[index],
        tuple(
            UnitRow(
                unit["name"],
                scene.say("seat.wfrp.unit.points", points=unit["points"]),
                "",
                (number(scene.lang, unit["left"]), number(scene.lang, unit["start"])),
            )
            for unit in side["units"]
        ),
        scene.say("seat.gurps.columns"),
        cite=scene.clause("W-3.10"),
    )


def _people(scene: Scene, side: Mapping[str, Any]) -> Iterator[Person]:
    told = dict(sheet_rows(scene, side, "characters"))
    for each in side["characters"]:
        yield Person(
            each["name"],
            str(side["name"]),
            scene.which(side["name"]),
            scene.say("seat.wfrp.fate", n=each["wounds"]),
            told.get(each["name"], ())[1:],
        )
