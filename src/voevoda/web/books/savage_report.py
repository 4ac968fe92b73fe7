"""The report of ``savage``: tokens, and what the characters did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from voevoda.export import Record
from voevoda.web.figures import Person
from voevoda.web.report_page import Parts, sheet_rows
from voevoda.web.scene import Scene


def report(scene: Scene, record: Record) -> Parts:
    """What the battle came to."""
    one, two = record.sides
    return Parts(
        headline=_headline(scene, record),
        numbers=scene.say(
            "seat.savage.numbers", one=one["name"], tokens=one["tokens"], two=two["name"], other=two["tokens"]
        ),
        people=tuple(person for side in record.sides for person in _people(scene, side)),
        people_fact=tuple(each for each in (scene.clause("S-5"),) if each),
        facts=True,
        taken=frozenset({"characters"}),
    )


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
        # Wounds and whether he is out stand in the sentence.
        rolls = told.get(each["name"], ())[2:]
        yield Person(each["name"], str(side["name"]), scene.which(side["name"]), fate, rolls)
