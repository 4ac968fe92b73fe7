"""The report of ``wfrp``: points, who of each unit still stands, what befell the characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from voevoda.export import Record
from voevoda.i18n import number
from voevoda.web.figures import LedgerRow, Losses, LossTable, Person, SideLosses
from voevoda.web.parts import Figure
from voevoda.web.report_page import Parts, by_round, sheet_rows, unfinished
from voevoda.web.scene import Scene


def report(scene: Scene, record: Record) -> Parts:
    """What the battle came to."""
    one, two = record.sides
    return Parts(
        headline=_headline(scene, record),
        losses=_losses(scene, record),
        numbers=scene.say(
            "seat.wfrp.points", one=one["name"], points=one["points"], two=two["name"], other=two["points"]
        ),
        contest=by_round(scene, record, "wfrp.round.test", "sl", _left(scene, one, two), "W-3.1"),
        people=tuple(person for side in record.sides for person in _people(scene, side)),
        people_fact=tuple(each for each in (scene.clause("W-4"),) if each),
        taken=frozenset({"units", "characters"}),
    )


def _left(scene: Scene, one: Mapping[str, Any], two: Mapping[str, Any]) -> LedgerRow:
    first, second = (number(scene.lang, side["points"]["now"]) for side in (one, two))
    return LedgerRow(scene.say("seat.wfrp.left"), first, second)


def _headline(scene: Scene, record: Record) -> str:
    if record.outcome is None:
        return unfinished(scene)
    winner, ending = record.outcome
    loser = next((str(side["name"]) for side in record.sides if side["name"] != winner), "")
    return scene.say(f"seat.wfrp.headline.{ending}", winner=winner, loser=loser)


def _losses(scene: Scene, record: Record) -> LossTable:
    cite = scene.clause("W-3.10", house=True)
    sides = tuple(_side(scene, index, side) for index, side in enumerate(record.sides))
    return LossTable(sides, (cite,) if cite else "", out=True)


def _side(scene: Scene, index: int, side: Mapping[str, Any]) -> SideLosses:
    marched, left = (sum(unit[name] for unit in side["units"]) for name in ("start", "left"))
    return SideLosses(
        scene.side(index),
        scene.say("seat.wfrp.side.points", points=side["points"]),
        tuple(_unit(scene, unit) for unit in side["units"]),
        number(scene.lang, marched),
        number(scene.lang, marched - left),
        "",
        number(scene.lang, left),
    )


def _unit(scene: Scene, unit: Mapping[str, Any]) -> Losses:
    """The men of a unit that still stand, by the points of its side (W-3.10)."""
    start, left = unit["start"], unit["left"]
    return Losses(
        unit["name"],
        scene.say("seat.wfrp.unit.points", points=unit["points"]),
        "",
        number(scene.lang, start),
        Figure(scene.say("web.percent", n=round(Fraction(100 * (start - left), start)))),
        "",
        left / start,
        0.0,
        number(scene.lang, start - left),
        "",
        number(scene.lang, left),
        "",
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
