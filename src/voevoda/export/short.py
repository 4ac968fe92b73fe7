"""The result in a few lines, to be pasted into a chat; and the sentences that every report ends with."""

from __future__ import annotations

from voevoda.export.by_hand import set_text
from voevoda.export.notes import mattered_texts, reading_texts, table_texts
from voevoda.export.record import Record, one_line
from voevoda.export.sheets import facts_of
from voevoda.export.told import ended, policy_text
from voevoda.i18n import Language, has_text, text
from voevoda.play.seats import Fact


def as_short(record: Record, lang: Language) -> str:
    """Title, result, a line for each side, and what was not as the book has it."""
    sides = [
        f"{side['name']}: "
        + ", ".join(f"{heading[:1].lower()}{heading[1:]} {value}" for heading, value in facts)
        for side in record.sides
        for facts in [facts_of(record.book.id, side, lang)]
    ]
    day = [f"{heading}: {value}" for heading, value in facts_of(record.book.id, record.extras, lang)]
    result = [result_text(record, lang), *([", ".join(day)] if day else [])]
    lines = [record.book.title(record.state), *result, *sides, *_by_hand(record, lang)]
    return "".join(f"{one_line(line)}\n" for line in [*lines, *seed_texts(record, lang)])


def result_text(record: Record, lang: Language) -> str:
    """Who has won and how, in one sentence."""
    if record.outcome is None:
        key = "report.undecided" if record.book.has_rounds else _of_book(record, "day.undecided", lang)
        return text(lang, key, {"n": record.rounds})
    return ended(record.book.id, *record.outcome, record.rounds, lang)


def notes_of(record: Record, lang: Language) -> tuple[str, ...]:
    """What a reader must know of how the numbers came about: readings, house values, the referee's hand."""
    book, state = record.book, record.state
    house = [text(lang, "report.house", {"clauses": record.house})] if record.house else []
    return (
        *reading_texts(book, state, lang),
        *mattered_texts(book, state, record.mattered, lang),
        *house,
        *table_texts(book, state, lang),
        *_by_hand(record, lang),
    )


def _of_book(record: Record, name: str, lang: Language) -> str:
    """The key of a sentence that a book may have a word of its own for."""
    own = f"{record.book.id}.{name}"
    return own if has_text(lang, own) else f"report.{name}"


def log_title(record: Record, number: int, lang: Language) -> str:
    """The heading of a round of the log; all of a day is one."""
    if not record.book.has_rounds:
        return text(lang, _of_book(record, "day", lang), {})
    return text(lang, "report.round" if number else "report.before", {"round": number})


def _by_hand(record: Record, lang: Language) -> tuple[str, ...]:
    ruling = "report.ruling" if record.book.has_rounds else "report.day.ruling"
    return (
        *(
            text(lang, ruling, facts) if "key" in facts else _set(record, facts, lang)
            for facts in record.overrides
        ),
        *(
            text(lang, "report.policy", {"policy": policy_text(record.book.id, policy, lang)})
            for policy in record.policies
        ),
    )


def _set(record: Record, facts: dict[str, Fact], lang: Language) -> str:
    """A number set, and in which round."""
    round_ = facts["round"]
    if not record.book.has_rounds or not isinstance(round_, int):
        return set_text(lang, facts)
    return f"{log_title(record, round_, lang)}. {set_text(lang, facts)}"


def seed_texts(record: Record, lang: Language) -> tuple[str, ...]:
    """The seed, if it may be shown, and what was announced of it."""
    shown = [] if record.seed is None else [text(lang, "report.seed", {"seed": record.seed})]
    announced = (
        []
        if record.commitment is None
        else [text(lang, "report.commitment", {"commitment": record.commitment})]
    )
    return (*shown, *announced)
