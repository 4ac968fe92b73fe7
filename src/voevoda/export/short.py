"""The result in a few lines, to be pasted into a chat; and the sentences that every report ends with."""

from __future__ import annotations

from voevoda.export.notes import reading_texts, table_texts
from voevoda.export.record import Record, one_line
from voevoda.export.sheets import facts_of
from voevoda.i18n import Language, has_text, text


def as_short(record: Record, lang: Language) -> str:
    """Title, result, a line for each side, and what was not as the book has it."""
    sides = [
        f"{side['name']}: {', '.join(f'{heading.lower()} {value}' for heading, value in facts)}"
        for side in record.sides
        for facts in [facts_of(record.book.id, side, lang)]
    ]
    lines = [record.book.title(record.state), result_text(record, lang), *sides, *_by_hand(record, lang)]
    return "".join(f"{one_line(line)}\n" for line in [*lines, *seed_texts(record, lang)])


def result_text(record: Record, lang: Language) -> str:
    """Who has won and how, in one sentence."""
    if record.outcome is None:
        return text(lang, "report.undecided", {"n": record.rounds})
    winner, ending = record.outcome
    key = f"{record.book.id}.ending.{ending}"
    how = text(lang, key, {}) if has_text(lang, key) else ending
    facts = {"winner": winner, "how": how, "n": record.rounds}
    return text(lang, "report.nobody_won" if winner is None else "report.won", facts)


def notes_of(record: Record, lang: Language) -> tuple[str, ...]:
    """What a reader must know of how the numbers came about: readings, house values, the referee's hand."""
    book, state = record.book, record.state
    force = book.readings_of(state)
    mattered = (
        text(
            lang,
            "report.mattered",
            {
                "reading": name,
                "question": text(lang, f"{book.id}.reading.{name}", {}),
                "option": force[name],
                "what": text(lang, f"{book.id}.reading.{name}.{force[name]}", {}),
            },
        )
        for name in record.mattered
    )
    house = [text(lang, "report.house", {"clauses": record.house})] if record.house else []
    return (
        *reading_texts(book, state, lang),
        *mattered,
        *house,
        *table_texts(book, state, lang),
        *_by_hand(record, lang),
    )


def _by_hand(record: Record, lang: Language) -> tuple[str, ...]:
    return tuple(
        text(lang, "report.ruling" if "key" in facts else "report.override", facts)
        for facts in record.overrides
    ) + ((text(lang, "report.policy", {"policy": record.policy}),) if record.policy else ())


def seed_texts(record: Record, lang: Language) -> tuple[str, ...]:
    """The seed, if it may be shown, and what was announced of it."""
    shown = [] if record.seed is None else [text(lang, "report.seed", {"seed": record.seed})]
    announced = (
        []
        if record.commitment is None
        else [text(lang, "report.commitment", {"commitment": record.commitment})]
    )
    return (*shown, *announced)
