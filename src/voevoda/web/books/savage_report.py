"""The report of ``savage``: tokens, and what the characters did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from voevoda.export import Record
from voevoda.i18n import number
from voevoda.web.figures import Ledger, LedgerRow, Person
from voevoda.web.odds_panel import capital
from voevoda.web.report_page import Parts, sheet_rows, unfinished
from voevoda.web.scene import Scene


def report(scene: Scene, record: Record) -> Parts:
    """What the battle came to."""
    one, two = record.sides
    return Parts(
        headline=_headline(scene, record),
        numbers=scene.say(
            "seat.savage.numbers", one=one["name"], tokens=one["tokens"], two=two["name"], other=two["tokens"]
        ),
        contest=_contest(scene, record, _left(scene, one, two)),
        people=tuple(person for side in record.sides for person in _people(scene, side)),
        people_fact=tuple(each for each in (scene.clause("S-5"),) if each),
        facts=True,
        taken=frozenset({"characters"}),
    )


def _contest(scene: Scene, record: Record, total: LedgerRow) -> Ledger | None:
    """Each round: what the dice brought, what was added, both totals, the tokens lost."""
    one, two = scene.names
    link = scene.clause("S-6.1")
    rows = tuple(row for n in range(1, record.rounds + 1) for row in _round(scene, record, n))
    if not rows:
        return None
    title = scene.say("seat.report.by_round")
    return Ledger(title, one, two, rows, total, fact=(link,) if link else "")


def _round(scene: Scene, record: Record, n: int) -> Iterator[LedgerRow]:
    """The rows of a round; only totals where nothing was added to either side's dice."""
    added, totals, lost = dict[str, dict[str, int]](), dict[str, int](), dict[str, int]()
    for round_, line in record.log:
        facts: Mapping[str, Any] = line.facts
        if round_ != n:
            continue
        if line.key in ("savage.battle.roll", "savage.battle.account"):
            added[facts["side"]] = {
                name: value
                for name, value in facts.items()
                if isinstance(value, int) and value and scene.knows(f"savage.why.plus.{name}")
            }
        if line.key == "savage.battle.roll" and "total" in facts:
            totals[facts["side"]] = facts["total"]
        elif line.key == "savage.battle.opposed" and "totals" in facts:
            totals |= zip((facts["side"], facts["enemy"]), facts["totals"], strict=True)
        elif line.key == "savage.losses.tokens":
            lost[facts["side"]] = lost.get(facts["side"], 0) + facts["n"]

    def row(words: str, values: Mapping[str, int], cite: str = "", *, sign: bool = False) -> LedgerRow:
        first, second = (
            number(scene.lang, values[name], sign=sign) if name in values else "" for name in scene.names
        )
        return LedgerRow(words, first, second, scene.clause(cite))

    causes = dict.fromkeys(name for values in added.values() for name in values)
    if causes:
        thrown = {side: total - sum(added.get(side, {}).values()) for side, total in totals.items()}
        yield row(scene.say("seat.savage.round.dice", n=n), thrown)
    for cause in causes:
        values = {side: each[cause] for side, each in added.items() if cause in each}
        yield row(capital(scene.say(f"savage.why.plus.{cause}")), values, sign=True)
    if totals:
        yield row(scene.say("seat.savage.round", n=n), totals)
    if lost:
        yield row(scene.say("seat.savage.round.lost", n=n), lost, "S-9.1")


def _left(scene: Scene, one: Mapping[str, Any], two: Mapping[str, Any]) -> LedgerRow:
    first, second = (number(scene.lang, side["tokens"]["now"]) for side in (one, two))
    return LedgerRow(scene.say("seat.savage.left"), first, second)


def _headline(scene: Scene, record: Record) -> str:
    if record.outcome is None:
        return unfinished(scene)
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
