"""Journals: played again, explained, verified."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

from voevoda.cli.called import quoted
from voevoda.cli.explained import count, explained
from voevoda.cli.output import Format, format_of, write, write_json, write_record
from voevoda.cli.refusals import BadInput, sentences
from voevoda.cli.screen import SOFT, Screen, styled
from voevoda.cli.streams import warn
from voevoda.export import Record, line_text, record
from voevoda.export.markdown import escape
from voevoda.files.journals import Found, diverged, read_journal
from voevoda.i18n import Language, text
from voevoda.play import journal as journals
from voevoda.play.errors import Diverged
from voevoda.play.journal import Begun, Journal, Saved
from voevoda.play.position import Position
from voevoda.play.seats import REFEREE, SPECTATOR, Line, Seat
from voevoda.rulebooks.book import Book


def read(path: str, lang: Language, side: str | None = None) -> tuple[Journal, Record]:
    """A journal and its record; what is not as it should be is told on standard error.

    With a side the record is for who plays it.  Checkpoints that a crash kept from being written are added.

    Raises ``BadFile``, also where today's rules ask something else.
    """
    found = read_journal(path)
    if found.torn:
        warn(text(lang, "journal.torn", {"bytes": found.torn}))
    if found.current:
        try:
            at = journals.replay(found.book.rules, found.journal, whole=True)
        except Diverged as error:
            raise diverged(path, error) from error
    else:
        at = _recorded(found, lang)
    journal = (*found.journal, *journals.saved(at))
    return journal, record(found.book, journal, at, seat_of(found.book, at.state, side))


def _recorded(found: Found, lang: Language) -> Position[object]:
    """Where a journal of older rules stands by its own checkpoints: no rule is asked."""
    begun = found.journal[0]
    assert isinstance(begun, Begun)
    newest = found.book.rules.revision
    warn(text(lang, "journal.old_rules", {"given": begun.revision, "newest": newest}))
    saves = [entry for _, entry in journals.standing(found.journal) if isinstance(entry, Saved)]
    state = saves[-1].state if saves else begun.state
    round_ = saves[-1].round if saves else 0
    return Position(found.book.rules, len(saves), round_, state, ())


def seat_of(book: Book[Any], state: Any, side: str | None) -> Seat:
    """The seat of who plays a side; of a referee who plays none, if none is named.  Raises ``BadInput``."""
    if side is None:
        return REFEREE
    names = tuple(str(each["name"]) for each in book.sides(state, (), SPECTATOR))
    side = normalize("NFC", side)
    if side not in names:
        raise BadInput("cli.no_side", given=side, options=tuple(map(quoted, names)))
    return Seat(REFEREE.kind, side)


def replay(path: str, wanted: str, lang: Language, side: str | None = None) -> None:
    """Show a battle as its journal has it; with a side, as its commander saw it."""
    how = format_of(wanted)
    journal, made = read(path, lang, side)
    write_record(made, journal, how, lang)


def explain(path: str, n: str | None, wanted: str, lang: Language, side: str | None = None) -> None:
    """Explain one answer of a journal, or list them all with their numbers."""
    how = format_of(wanted)
    _, made = read(path, lang, side)
    if n is None:
        lines = [(each, line) for each, (_, line) in enumerate(_answers(made), 1)]
        rows = [(str(number), f"{line_text(lang, line)} ({line.cite})") for number, line in lines]
        _write(rows, how, lang, numbered=True)
        return
    number = int(n) if re.fullmatch(r"[0-9]{1,9}", n, re.ASCII) else 0
    if not 1 <= number <= count(made):
        raise BadInput("cli.explain.no_answer", given=n, n=count(made), journal=path)
    _write(list(explained(made, number, lang)), how, lang)


def _answers(made: Record) -> list[tuple[int, Line]]:
    return [(round_, line) for round_, line in made.log if line.source]


def verify(path: str, wanted: str, lang: Language) -> int:
    """Say whether the dice are those of the announced seed: 0 if they are, else 1."""
    how = format_of(wanted)
    found = read_journal(path)
    if found.torn:
        warn(text(lang, "journal.torn", {"bytes": found.torn}))
    verdict = journals.verify(found.book.rules, found.journal)
    begun = found.journal[0]
    assert isinstance(begun, Begun)
    told = list[str]()
    if begun.commitment is None:
        told.append(text(lang, "cli.verify.not_announced", {}))
    elif verdict.committed is None:
        told.append(text(lang, "cli.verify.not_shown", {"commitment": begun.commitment}))
    elif not verdict.committed:
        told.append(text(lang, "cli.verify.other_seed", {"commitment": begun.commitment}))
    told += [
        text(lang, "cli.verify.false", {"entry": seq + 1, "given": _faces(given), "due": _faces(due)})
        for seq, given, due in verdict.false
    ]
    if verdict.diverged is not None:
        told += sentences(diverged(path, verdict.diverged), lang) or ()
    told += [
        text(lang, "cli.verify.other", {"source": source, "n": n})
        for source, n in _by_kind(verdict.other).items()
    ]
    waits = begun.commitment is not None and verdict.committed is None
    false = bool(verdict.false) or verdict.diverged is not None
    key = "good" if verdict.good else "not_yet" if waits and not false else "bad"
    told.insert(0, text(lang, f"cli.verify.{key}", {"n": verdict.seeded}))
    if how == "json":
        write_json(
            {
                "good": verdict.good,
                "seeded": verdict.seeded,
                "other": verdict.other,
                "waits": waits,
                "text": told,
            }
        )
    elif how == "markdown":
        write("\n".join(f"- {escape(line)}" for line in told))
    else:
        Screen(lang).write(styled(told[0], "bold"), *map(styled, told[1:]))
    return 0 if verdict.good else 1


def _by_kind(other: Mapping[str, int]) -> dict[str, int]:
    """How many answers came otherwise, all policies together."""
    found: dict[str, int] = {}
    for source, n in other.items():
        kind = source.partition(":")[0]
        found[kind] = found.get(kind, 0) + n
    return found


def _faces(reply: object) -> str:
    return ", ".join(map(str, reply)) if isinstance(reply, tuple) else str(reply)


def _write(rows: list[tuple[str, str]], how: Format, lang: Language, *, numbered: bool = False) -> None:
    if how == "json":
        names = ("n", "text") if numbered else ("what", "text")
        write_json([dict(zip(names, row, strict=True)) for row in rows])
    elif how == "markdown":
        write("\n".join(f"- **{escape(name)}** {escape(words)}" for name, words in rows))
    else:
        from rich.table import Table

        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right" if numbered else "left")
        grid.add_column(ratio=1)
        for name, words in rows:
            grid.add_row(styled(name, SOFT), styled(words))
        Screen(lang).write(grid)
