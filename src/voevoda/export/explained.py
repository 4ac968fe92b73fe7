"""Why: one line of the log explained, with what was asked, answered and read from it, and the clause."""

from __future__ import annotations

from voevoda.export.record import Record, dice_of, line_text
from voevoda.i18n import Language, has_text, number, text
from voevoda.play.questions import Ruled


def explanation(record: Record, n: int, lang: Language) -> tuple[tuple[str, str], ...]:
    """Line ``n`` (from 1) as headings and texts.  Raises ``IndexError`` where there is no such line."""
    if not 1 <= n <= len(record.log):
        raise IndexError(n)
    round_, line = record.log[n - 1]
    told = [("line", line_text(lang, line))]
    if line.source:
        asked = f"{line.key}.ask"
        facts = {"seat": line.by.name, **line.facts}
        if has_text(lang, asked):
            told.append(("asked", text(lang, asked, facts)))
        told.append(("answered", _reply(line.reply, dice_of(line), lang)))
        source, _, policy = line.source.partition(":")
        told.append(("source", text(lang, f"report.source.{source}", {"policy": policy})))
    reckoned = [text(lang, key, facts) for key, facts in record.book.why(line)]
    if reckoned:
        told.append(("arithmetic", " ".join(reckoned)))
    if round_:
        told.append(("round", number(lang, round_)))
    clause = record.book.clause(line.cite)
    if clause is not None:
        marks = ", ".join(text(lang, f"report.mark.{mark}", {}) for mark in clause.marks)
        words = text(lang, f"{record.book.id}.clause.{clause.id}", {})
        told.append(("clause", f"{clause.id} ({marks}). {words}"))
    if record.house_of(line):
        told.append(("house", text(lang, "report.house_line", {})))
    return tuple((text(lang, f"report.explain.{heading}", {}), words) for heading, words in told)


def _reply(reply: object, dice: tuple[int, ...], lang: Language) -> str:
    if dice:
        return ", ".join(map(str, dice))
    if isinstance(reply, Ruled):
        return text(lang, "report.ruled_reply", {"reason": reply.reason})
    return ", ".join(map(str, reply)) if isinstance(reply, tuple) else str(reply)
