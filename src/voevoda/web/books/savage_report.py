"""The report of ``savage``: tokens, and what the characters did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from voevoda.export import Record
from voevoda.i18n import number
from voevoda.web.figures import LedgerRow, Person
from voevoda.web.report_page import Parts, by_round, sheet_rows
from voevoda.web.scene import Scene


def report(scene: Scene, record: Record) -> Parts:
    """What the battle came to."""
    one, two = record.sides
    return Parts(
        headline=_headline(scene, record),
        numbers=scene.say(
            "seat.savage.numbers", one=one["name"], tokens=one["tokens"], two=two["name"], other=two["tokens"]
        ),
        contest=by_round(scene, record, "savage.battle.roll", "total", _left(scene, one, two), "S-6.1"),
        people=tuple(person for side in record.sides for person in _people(scene, side)),
        people_fact=tuple(each for each in (scene.clause("S-5"),) if each),
        facts=True,
        taken=frozenset({"characters"}),
    )


def _left(scene: Scene, one: Mapping[str, Any], two: Mapping[str, Any]) -> LedgerRow:
    first, second = (number(scene.lang, side["tokens"]["now"]) for side in (one, two))
    return LedgerRow(scene.say("seat.savage.left"), first, second)


def _headline(scene: Scene, record: Record) -> str:
    if record.outcome is None:
        return scene.say("seat.report.goes_on")
    winner, ending = record.outcome
    loser = next((str(side["name"]) for side in record.sides if side["name"] != winner), "")
    return scene.say(f"seat.savage.headline.{ending}", winner=winner, loser=loser)


def _people(scene: Scene, side: Mapping[str, Any]) -> Iterator[Person]:
    told = dict(sheet_rows(scene, side, "characters"))
    for each in side["characters"]:
        fate = scene.say("seat.savage.fate.out" if each["out"] else "seat.savage.fate", n=each["wounds"])
        if not each["wounds"] and not each["out"]:
            fate = scene.say("seat.savage.fate.unhurt")
        # Wounds and whether he is out stand in the sentence.
        rolls = tuple((name, words) for name, words in told.get(each["name"], ())[2:] if words != "–")
        yield Person(each["name"], str(side["name"]), scene.which(side["name"]), fate, rolls)
