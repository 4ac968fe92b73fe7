"""The report of a battle as one seat may know it: who did what, what it cost, how lucky the dice were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Protocol

from voevoda.export import Record
from voevoda.export.by_hand import set_text
from voevoda.export.luck import Luck as Lucky
from voevoda.export.notes import read_as, table_texts
from voevoda.export.sheets import facts_of, sheets_of
from voevoda.export.short import result_text
from voevoda.export.told import policy_text
from voevoda.i18n import number
from voevoda.play.journal import Verdict
from voevoda.play.seats import REFEREE, Facts
from voevoda.table import Refusal
from voevoda.web.books import screen_of
from voevoda.web.fields import Roster
from voevoda.web.figures import Ledger, LedgerRow, LossTable, Luck, Person, Sheet
from voevoda.web.log_page import log_of
from voevoda.web.odds_panel import capital, drawn
from voevoda.web.pages import Export, Frame, Report
from voevoda.web.parts import Action, Clause, Figure, Words
from voevoda.web.report_odds import Before, still_to_compute, told_before
from voevoda.web.scene import Scene
from voevoda.web.table_page import seated

SIGNED = frozenset({"sl"})
"""Facts of lines that are told with their sign."""

SIGNED_ROLLS = frozenset({"tests"})
"""Kinds of rolls that are, too: success levels."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a book puts into its report; the lists of its sides that it takes are not plain tables as well."""

    headline: str
    numbers: Words
    """The second sentence of the standfirst: the two numbers that matter."""
    lead: Words = ""
    """The first sentence, where who has won and how stands in the headline already."""
    losses: LossTable | None = None
    contest: Ledger | None = None
    people: tuple[Person, ...] = ()
    people_fact: Words = ""
    rosters: tuple[Roster, ...] = ()
    people_title: str = ""
    later: frozenset[str] = field(default_factory=frozenset)
    """Names of lists that are of use only after the battle."""
    facts: bool = False
    """Whether the single facts of the sides have a table of their own."""
    taken: frozenset[str] = field(default_factory=frozenset)
    """Names of lists that are shown here already."""


class Reporting(Protocol):
    """The module of a book under ``web.books`` that makes its parts of a report."""

    def report(self, scene: Scene, record: Record) -> Parts:
        """The parts of the report of a battle that is over."""


def report_page(
    scene: Scene,
    frame: Frame,
    record: Record,
    luck: Sequence[Lucky] | Refusal,
    verdict: Verdict | None,
    *,
    log: bool = False,
    opened: bool = False,
    alone: bool = False,
    begins: bool = True,
    before: Before | None = None,
) -> Report:
    """The report.

    ``log``: with the whole log under it; ``opened``: with its arithmetic open, for paper; ``alone``: with
    nothing to press, for a file; ``begins``: whether battles may be begun from this browser;
    ``before``: the odds before the first roll, as far as they are known.
    """
    told = () if isinstance(luck, Refusal) else luck
    module: Reporting = import_module(f"voevoda.web.books.{scene.book}_report")
    parts = module.report(scene, record)
    return Report(
        frame=replace(frame, title=parts.headline, seated=seated(scene), foot=_foot(scene, record)),
        kicker=_kicker(scene, record),
        headline=parts.headline,
        standfirst=_standfirst(scene, record, parts),
        actions=() if alone else _actions(scene, record, begins=begins),
        losses=_on_paper(parts.losses) if opened else parts.losses,
        rosters=parts.rosters,
        contest=parts.contest,
        people=parts.people,
        people_fact=parts.people_fact,
        people_title=parts.people_title,
        luck=tuple(_mark(scene, each) for each in told if scene.knows(f"{scene.book}.rolls.{each.kind}")),
        luck_note=luck_note(scene, luck),
        before=told_before(scene, record, before),
        before_action=None if alone else still_to_compute(scene, before),
        sheets=_sheets(scene, record, parts),
        seed=_seed(scene, record),
        seed_note=_seed_note(scene, record),
        checks=_checks(scene, record, verdict, luck_note(scene, luck) if isinstance(luck, Refusal) else ""),
        later=_later(scene, record, parts),
        later_open=log,
        exports=() if alone else _exports(scene, record),
        exports_note=_whose(scene),
        print_note=scene.say("seat.report.print.how") if opened and not alone else "",
        log=log_of(scene, screen_of(scene.book), whole=True, opened=opened) if log else None,
    )


def _on_paper(losses: LossTable | None) -> LossTable | None:
    """Losses with nothing to press: their dice and row stand beside them."""
    if losses is None:
        return None
    sides = (
        replace(side, rows=tuple(replace(row, sum=(), lost=Figure(row.lost.text)) for row in side.rows))
        for side in losses.sides
    )
    return replace(losses, sides=tuple(sides))


def _kicker(scene: Scene, record: Record) -> str:
    book = scene.say(f"{scene.book}.name")
    fought = record.rounds if record.book.has_rounds else 0
    length = scene.say("seat.report.rounds", n=fought) if fought else ""
    parts = (scene.sight.title, scene.say(f"seat.{scene.book}.system"), book, length)
    return ". ".join(part for part in parts if part)


def _standfirst(scene: Scene, record: Record, parts: Parts) -> Words:
    begun = record.outcome is not None or record.rounds or not record.book.has_rounds
    lead = parts.lead or (result_text(record, scene.lang) if begun else scene.say("seat.report.no_round"))
    first, second = (each if isinstance(each, tuple) else (each,) for each in (lead, parts.numbers))
    return tuple(part for part in (*first, " ", *second) if part)


def unfinished(scene: Scene) -> str:
    """The headline of a battle that has no outcome: it goes on, or was closed before."""
    return scene.say("seat.report.goes_on" if scene.sight.seed is None else "seat.report.closed_early")


def _foot(scene: Scene, record: Record) -> str:
    return scene.say("seat.report.foot", book=scene.book, revision=record.revision)


def _actions(scene: Scene, record: Record, *, begins: bool) -> tuple[Action, ...]:
    report = f"{scene.base}/report"
    found = [Action(scene.say("seat.back"), scene.base, "main" if record.outcome is None else "secondary")]
    if _has_tomorrow(scene, record):
        words = scene.say("seat.report.tomorrow" if begins else "seat.report.tomorrow.file")
        found.insert(
            0,
            Action(words, f"{scene.base}/tomorrow{'' if begins else '.yaml'}", "main", post=begins),
        )
    if _is_referee(scene) and "close" in scene.sight.offers:
        found.append(Action(scene.say("seat.hand.close"), f"{scene.base}/hand/close"))
    return (
        *found,
        Action(scene.say("seat.report.verify"), "#check"),
        Action(scene.say("seat.report.print"), f"{report}?print=1"),
        Action(scene.say("seat.report.print.log"), f"{report}?print=1&log=1"),
        Action(scene.say("seat.report.export"), "#export"),
    )


def _is_referee(scene: Scene) -> bool:
    return scene.sight.seat.kind == REFEREE.kind


def _has_tomorrow(scene: Scene, record: Record) -> bool:
    return _has_all(scene) and record.outcome is not None and record.book.tomorrow is not None


def _has_all(scene: Scene) -> bool:
    """Whether this seat may have what both sides hide: of a referee who plays, once the battle is closed."""
    return _is_referee(scene) and (not scene.sight.seat.name or scene.sight.seed is not None)


def _exports(scene: Scene, record: Record) -> tuple[Export, ...]:
    """The files, each with what is in it."""
    names = [(f"report?format={name}", name) for name in ("md", "html", "json", "csv")]
    if _has_tomorrow(scene, record):
        names.append(("tomorrow.yaml", "yaml"))
    if _has_all(scene):
        names.append(("battle.jsonl", "jsonl"))
    return tuple(
        Export(
            Action(scene.say(f"seat.report.{name}"), f"{scene.base}/{path}", "link"),
            scene.say(f"seat.report.{name}.about"),
        )
        for path, name in names
    )


def _whose(scene: Scene) -> str:
    """For which seat the files are."""
    seat = scene.sight.seat
    key = seat.kind if seat.kind == REFEREE.kind and not seat.name else "seat" if seat.name else "all"
    whose = scene.say(f"seat.report.whose.{key}", name=seat.name)
    if _has_all(scene) or not _is_referee(scene):
        return whose
    return f"{whose}. {scene.say('seat.report.whose.closing')}"


# Luck


def _mark(scene: Scene, luck: Lucky) -> Luck:
    kind, signed = scene.say(f"{scene.book}.rolls.{luck.kind}"), luck.kind in SIGNED_ROLLS
    return Luck(
        f"{kind}: {luck.side}",
        scene.which(luck.side),
        float(luck.share),
        scene.say(
            "seat.luck.far" if luck.is_far else "seat.luck.sum",
            total=number(scene.lang, luck.total, sign=signed and luck.total != 0),
            mean=number(
                scene.lang,
                luck.mean,
                decimals=0 if luck.mean.denominator == 1 else 2,
                sign=signed and luck.mean != 0,
            ),
            n=luck.rolls,
            once=round(1 / luck.tail),
        ),
        far=luck.is_far,
    )


def luck_note(scene: Scene, luck: Sequence[Lucky] | Refusal) -> Words:
    """How the marks are to be read, and how many of them would lie far out anyway; or why there are none."""
    if isinstance(luck, Refusal):
        return scene.say(luck.key, **luck.facts)
    if not luck:
        return scene.say("seat.luck.none")
    return scene.say("seat.luck.note", n=len(luck))


# What the book lists


def _sheets(scene: Scene, record: Record, parts: Parts) -> tuple[Sheet, ...]:
    """The tables of the sides and of the battle that stand nowhere else."""
    found = [_facts(scene, record)] if parts.facts else []
    taken = parts.taken | parts.later
    for side in record.sides:
        left: Facts = {name: value for name, value in side.items() if name not in taken}
        found += [
            drawn(sheet, fact=(scene.side(scene.names.index(str(side["name"]))),))
            for sheet in sheets_of(scene.book, left, scene.lang)
        ]
    extras: Facts = {name: value for name, value in record.extras.items() if name not in taken}
    found += [drawn(sheet) for sheet in sheets_of(scene.book, extras, scene.lang)]
    return tuple(found)


def _later(scene: Scene, record: Record, parts: Parts) -> tuple[Sheet, ...]:
    kept: Facts = {name: value for name, value in record.extras.items() if name in parts.later}
    return tuple(drawn(sheet) for sheet in sheets_of(scene.book, kept, scene.lang))


def _facts(scene: Scene, record: Record) -> Sheet:
    """The single facts of both sides abreast."""
    one, two = (dict(facts_of(scene.book, side, scene.lang)) for side in record.sides)
    names = dict.fromkeys((*one, *two))
    rows = tuple((name, one.get(name, ""), two.get(name, "")) for name in names)
    return Sheet(scene.say("web.score"), ("", *scene.names), rows, (False, False, False))


def by_round(scene: Scene, record: Record, key: str, fact: str, total: LedgerRow, cite: str) -> Ledger | None:
    """What each side came to in each round, from the lines with this ``key``, and a ``total`` below.

    The ``fact`` of these lines is the number; texts: ``seat.<book>.round``, with the round as ``n``.
    """
    found: dict[int, dict[str, str]] = {}
    for round_, line in record.log:
        if line.key == key and isinstance(value := line.facts[fact], int):
            shown = number(scene.lang, value, sign=fact in SIGNED and value != 0)
            found.setdefault(round_, {})[str(line.facts["side"])] = shown
    one, two = scene.names
    rows = tuple(
        LedgerRow(scene.say(f"seat.{scene.book}.round", n=n), values.get(one, ""), values.get(two, ""))
        for n, values in found.items()
    )
    if not rows:
        return None
    link = scene.clause(cite)
    return Ledger(scene.say("seat.report.by_round"), one, two, rows, total, fact=(link,) if link else "")


def sheet_rows(scene: Scene, side: Facts, name: str) -> list[tuple[str, tuple[tuple[Words, Words], ...]]]:
    """The rows of a list of a side: the name of each, and the other cells with their headings."""
    return [
        (row[0], tuple(zip(map(capital, sheet.columns[1:]), row[1:], strict=True)))
        for sheet in sheets_of(scene.book, {name: side[name]}, scene.lang)
        for row in sheet.rows
    ]


# Check it


def _seed(scene: Scene, record: Record) -> tuple[str, ...]:
    lines = [] if record.seed is None else [scene.say("seat.check.seed", seed=record.seed)]
    if record.commitment is not None:
        lines.append(scene.say("seat.check.hash", hash=record.commitment.removeprefix("sha256:")))
    return tuple(lines)


def _seed_note(scene: Scene, record: Record) -> str:
    if record.commitment is None:
        return scene.say("seat.check.no_seed")
    return scene.say("seat.check.shown" if record.seed is not None else "seat.check.not_shown")


def _checks(
    scene: Scene, record: Record, verdict: Verdict | None, no_luck: Words
) -> tuple[tuple[Words, Words], ...]:
    """What there is to check, in the order of the look; ``no_luck``: why it cannot be told."""
    rows: list[tuple[Words, Words]] = []
    if no_luck:
        rows.append((scene.say("seat.check.luck"), no_luck))
    if verdict is not None:
        rows.append((scene.say("seat.check.dice"), _verdict(scene, verdict)))
    others = record.book.other_readings(record.state)
    mattered = record.mattered
    rows += [
        _reading(scene, record, "differs_mattered" if each in mattered else "readings", each)
        for each in others
    ]
    if not others:
        rows.append((scene.say("seat.check.readings"), scene.say("seat.check.none")))
    rows += [_reading(scene, record, "mattered", each) for each in mattered if each not in others]
    rows.append(
        (scene.say("seat.check.house"), _clauses(scene, record.house) or scene.say("seat.check.nothing"))
    )
    replaced = table_texts(record.book, record.state, scene.lang)
    rows += [(scene.say("seat.check.replaced"), words) for words in replaced]
    by_hand = tuple(_by_hand(scene, facts) for facts in record.overrides)
    rows.append((scene.say("seat.check.referee"), " ".join(by_hand) or scene.say("seat.check.nothing")))
    if record.policies:
        told = tuple(
            scene.say("report.policy", policy=policy_text(scene.book, policy, scene.lang))
            for policy in record.policies
        )
        rows.append((scene.say("seat.check.policies"), " ".join(told)))
    return tuple(rows)


def _reading(scene: Scene, record: Record, why: str, name: str) -> tuple[Words, Words]:
    """Why it is told, what it asks, and what is answered here."""
    told = read_as(record.book, name, record.book.readings_of(record.state)[name], scene.lang)
    return f"{scene.say(f'seat.check.{why}.one')}. {told['question']}", told["what"]


def _clauses(scene: Scene, ids: Sequence[str]) -> tuple[str | Clause, ...]:
    links: list[str | Clause] = []
    for each in ids:
        link = scene.clause(each, house=True)
        if link is not None:
            links += [*([", "] if links else []), link]
    return tuple(links)


def _by_hand(scene: Scene, facts: Facts) -> str:
    return scene.say("seat.check.ruling", **facts) if "key" in facts else set_text(scene.lang, facts)


def _verdict(scene: Scene, verdict: Verdict) -> str:
    if verdict.diverged is not None or verdict.false:
        return scene.say("seat.check.false", n=len(verdict.false))
    typed = sum(verdict.other.values())
    if not verdict.seeded and not typed:
        return scene.say("seat.check.unthrown")
    if not verdict.seeded and verdict.committed is not False:
        return scene.say("seat.check.typed", typed=typed)
    if verdict.committed is None:
        return scene.say("seat.check.later", n=verdict.seeded)
    key = "seat.check.true" if verdict.committed else "seat.check.other_seed"
    return scene.say(key, n=verdict.seeded, typed=typed)
