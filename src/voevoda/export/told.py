"""What screens that know no rulebook must know of it: arithmetic of a line, its marks, clauses, policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from voevoda.i18n import Language, has_text, number, text
from voevoda.play.seats import Line
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Term


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A row of arithmetic in words."""

    value: str
    """With its sign, if it is added; empty for a remark."""
    words: str
    cite: str
    total: bool
    """What has come of the rows above it."""


def arithmetic(book: str, line: Line, lang: Language) -> tuple[Reckoned, ...]:
    """How the numbers of a line came about, row by row; nothing where none is reckoned."""
    return tuple(_reckoned(term, lang) for term in BOOKS[book].why(line))


def _reckoned(term: Term, lang: Language) -> Reckoned:
    value = "" if term.value is None else number(lang, term.value, sign=term.how == "+")
    shown = f"×{value}" if term.how == "×" else value
    return Reckoned(shown, text(lang, term.key, term.facts), term.cite, term.how == "=")


def arithmetic_text(rows: Sequence[Reckoned]) -> str:
    """The rows in one line, as one would write the sum: what each is stands behind it, with its clause."""
    written = list[str]()
    for row in rows:
        about = ", ".join(part for part in (row.words, row.cite) if part)
        goes_on = row.total or row.value[:1] in {"+", "\N{MINUS SIGN}", "×"}
        if written:
            written.append(" " if row.value and goes_on else "; ")
        written.append("= " if row.total else "")
        written.append(f"{row.value} ({about})" if row.value else f"{row.words} ({row.cite})")
    return "".join(written)


def is_house(book: str, line: Line, replaced: Sequence[str]) -> bool:
    """Whether a house clause acts in a line, by the tables that the battle file did not replace."""
    return BOOKS[book].house_of(line, replaced) is not None


@cache
def clauses_of(book: str) -> frozenset[str]:
    """The ids of a book's clauses."""
    return frozenset(clause.id for clause in BOOKS[book].clauses)


@cache
def house_clauses_of(book: str) -> frozenset[str]:
    """The ids of the clauses that are wholly the house's."""
    return frozenset(clause.id for clause in BOOKS[book].clauses if clause.marks == ("house",))


def policies_of(book: str) -> tuple[str, ...]:
    """The policies of a book, the default first."""
    return BOOKS[book].policies


def policy_text(book: str, policy: str, lang: Language) -> str:
    """A policy of a book in words; as it is called, if the book has it no more."""
    key = f"{book}.policy={policy}"
    return text(lang, key, {}) if has_text(lang, key) else policy


def ended(book: str, winner: str | None, ending: str, rounds: int, lang: Language) -> str:
    """Who has won a battle of a book after so many rounds, and how, in one sentence."""
    key = f"{book}.ending.{ending}"
    how = text(lang, key, {}) if has_text(lang, key) else ending
    result = "nobody_won" if winner is None else "won"
    key = f"report.day.{result}"
    if has_rounds(book):
        key = f"report.{result}" if rounds else f"report.{result}.at_once"
    return text(lang, key, {"winner": winner, "how": how, "n": rounds})


def has_rounds(book: str) -> bool:
    """Whether battles of a book have rounds."""
    return BOOKS[book].has_rounds
