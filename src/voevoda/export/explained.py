"""Why: one line of the log explained, with what was asked, answered and read from it, and the clause."""

from __future__ import annotations

from voevoda.export.record import Record, faces_of, line_text
from voevoda.export.told import arithmetic, arithmetic_text, policy_text
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
        told.append(("answered", reply_text(line.reply, lang)))
        source, _, policy = line.source.partition(":")
        told.append(
            (
                "source",
                text(lang, f"report.source.{source}", {"policy": policy_text(record.book.id, policy, lang)}),
            )
        )
    reckoned = arithmetic(record.book.id, line, lang)
    if reckoned:
        told.append(("arithmetic", arithmetic_text(reckoned)))
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


def reply_text(reply: object, lang: Language) -> str:
    """What the table has said: faces in the order thrown, options, names, or the ruling with its reason."""
    if isinstance(reply, Ruled):
        return text(lang, "report.ruled_reply", {"reason": reply.reason})
    parts = faces_of(reply) or reply
    return ", ".join(map(str, parts)) if isinstance(parts, tuple) else str(parts)
