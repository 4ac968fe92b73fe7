"""The report of ``skirmish``: the fighters of both sides, the contest, and each one's story."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, cast

from voevoda.export import Record
from voevoda.i18n import number
from voevoda.play.seats import Line
from voevoda.web.books import flat
from voevoda.web.books.skirmish import roster
from voevoda.web.figures import Ledger, LedgerRow, Person
from voevoda.web.odds_panel import capital
from voevoda.web.parts import Die
from voevoda.web.report_page import Parts, sheet_rows, unfinished
from voevoda.web.scene import SIDES, Scene

Side: TypeAlias = Mapping[str, Any]


def report(scene: Scene, record: Record) -> Parts:
    """What the fight came to."""
    one, two = cast("tuple[Side, Side]", record.sides)
    return Parts(
        headline=_headline(scene, record),
        lead=_lead(scene, one, two),
        numbers=scene.say(
            "seat.skirmish.numbers",
            one=one["name"],
            stand=_stand(one),
            of=len(one["fighters"]),
            two=two["name"],
            other=_stand(two),
            others=len(two["fighters"]),
        ),
        contest=_contest(scene, record, one, two),
        rosters=tuple(roster(scene, index, side) for index, side in enumerate(record.sides)),
        people=tuple(person for side in (one, two) for person in _stories(scene, side)),
        people_title=scene.say("skirmish.report.stories"),
        taken=frozenset({"fighters", "stories"}),
    )


def _stories(scene: Scene, side: Side) -> Iterator[Person]:
    """What befell each, in the order of the file."""
    for name, cells in sheet_rows(scene, side, "stories"):
        yield Person(str(name), str(side["name"]), scene.which(side["name"]), cells[0][1])


def _lead(scene: Scene, one: Side, two: Side) -> str:
    """The contest in numbers, once it was thrown; else as everywhere."""
    if one["total"] is None or two["total"] is None:
        return ""
    return scene.say("seat.skirmish.lead", one=one["total"], two=two["total"])


def _stand(side: Side) -> int:
    return sum(each["fate"] in ("stands", "retreated") for each in side["fighters"])


def _headline(scene: Scene, record: Record) -> str:
    if record.outcome is None:
        return unfinished(scene)
    return scene.say("seat.skirmish.headline", winner=record.outcome.winner)


def _contest(scene: Scene, record: Record, one: Side, two: Side) -> Ledger | None:
    """Score, dice and total of both sides."""
    if one["total"] is None or two["total"] is None:
        return None
    dice = [_dice(record, index, str(side["name"])) for index, side in enumerate((one, two))]
    rows = (
        *_scores(scene, record, one, two),
        LedgerRow(
            scene.say("skirmish.report.roll"),
            number(scene.lang, one["roll"]),
            number(scene.lang, two["roll"]),
            one_dice=dice[0],
            two_dice=dice[1],
        ),
    )
    total = LedgerRow(
        scene.say("skirmish.report.total"), number(scene.lang, one["total"]), number(scene.lang, two["total"])
    )
    fact = tuple(each for each in (scene.clause("C-3"),) if each)
    title = scene.say("seat.skirmish.step.winner")
    return Ledger(title, str(one["name"]), str(two["name"]), rows, total, fact=fact)


def _scores(scene: Scene, record: Record, one: Side, two: Side) -> Iterator[LedgerRow]:
    """What both scores are made of, and the scores."""
    made = [_thrown(record, str(side["name"])) for side in (one, two)]
    parts = [
        name
        for name in ("capability", "tactics", "leader")
        if all(line is not None and name in line.facts for line in made)
    ]
    if len(parts) > 1:
        for name in parts:
            facts: list[Mapping[str, Any]] = [line.facts for line in made if line is not None]
            values = (number(scene.lang, each[name]) for each in facts)
            first, second = values
            yield LedgerRow(capital(scene.say(f"skirmish.why.score.{name}")), first, second)
    first, second = (number(scene.lang, side["score"]) for side in (one, two))
    yield LedgerRow(scene.say("skirmish.report.score"), first, second)


def _thrown(record: Record, side: str) -> Line | None:
    """The line of a side's contest, the last where it was thrown again."""
    found = None
    for _, line in record.log:
        if line.key == "skirmish.winner.contest" and line.facts.get("side") == side:
            found = line
    return found


def _dice(record: Record, index: int, side: str) -> tuple[Die, ...]:
    """The dice of the contest, the last where they were thrown again; none, where they are too many."""
    line = _thrown(record, side)
    faces = () if line is None else flat(line.reply)
    return tuple(Die(10, (face,), SIDES[index]) for face in faces) if len(faces) <= 8 else ()
