"""Why: an answer of a battle explained, with what followed from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from voevoda.export import Record, explanation, line_text
from voevoda.export.told import arithmetic, arithmetic_text
from voevoda.i18n import Language, text
from voevoda.play.journal import Answered, Journal, history, standing
from voevoda.play.position import Position
from voevoda.play.seats import REFEREE, Seat


def number_of_seq(journal: Journal, at: Position[Any], seat: Seat = REFEREE) -> list[int]:
    """The seqs of the answers that stand and that a seat may see, as its log numbers them (from 1)."""
    seqs: dict[object, int] = {}
    for seq, entry in standing(journal):
        if isinstance(entry, Answered):
            seqs[entry.place] = seq  # a second thought stands where the first did
    lines = (*(line for _, line in history(journal)), *at.lines())
    laid = {place for place, _ in at.laid}
    audiences = [
        *(line.seen_by for line in lines if line.source),
        *(asked.question.seen_by for asked in at.open if asked.place in laid),
    ]
    in_order = zip(seqs.values(), audiences, strict=True)
    return [seq for seq, audience in in_order if audience.holds(seat)]


def count(record: Record) -> int:
    """How many answers the log has."""
    return sum(bool(line.source) for _, line in record.log)


def explained(record: Record, number: int, lang: Language) -> Iterator[tuple[str, str]]:
    """Answer ``number`` (from 1): headings and texts.  The answer must be there."""
    places = [n for n, (_, line) in enumerate(record.log, 1) if line.source]
    if number > len(places):  # laid with others that are still out: nothing is read from it yet
        yield text(lang, "report.explain.line", {}), text(lang, "cli.ask.waits", {})
        return
    at = places[number - 1]
    yield from explanation(record, at, lang)
    for round_, line in record.log[at:]:
        if line.source or round_ != record.log[at - 1][0]:
            break
        words = line_text(lang, line)
        yield text(lang, "report.explain.then", {}), f"{words} ({line.cite})" if line.cite else words
        reckoned = arithmetic(record.book.id, line, lang)
        if reckoned:
            yield text(lang, "report.explain.arithmetic", {}), arithmetic_text(reckoned)
