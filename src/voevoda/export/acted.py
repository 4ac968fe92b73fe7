"""Where the clauses of a book acted in a battle: in which rounds, or how often, as all may read of it."""

from __future__ import annotations

from voevoda.i18n import Language, text
from voevoda.play.journal import Begun, Journal, history
from voevoda.play.seats import EVERYONE
from voevoda.rulebooks import BOOKS


def acted(journal: Journal, lang: Language) -> tuple[tuple[str, str], ...]:
    """The clauses that acted in steps that are over, in the order of the book: each with where."""
    begun = journal[0]
    assert isinstance(begun, Begun)
    book = BOOKS.get(begun.book)
    if book is None:
        return ()
    found: dict[str, list[int]] = {}
    for round_, line in history(journal):
        clause = book.clause(line.cite)
        if clause is not None and line.seen_by == EVERYONE:
            found.setdefault(clause.id, []).append(round_)
    return tuple(
        (clause.id, _where(found[clause.id], lang, has_rounds=book.has_rounds))
        for clause in book.clauses
        if clause.id in found
    )


def _where(rounds: list[int], lang: Language, *, has_rounds: bool) -> str:
    if not has_rounds:
        return text(lang, "rules.page.acted.times", {"n": len(rounds)})
    played = tuple(dict.fromkeys(each for each in rounds if each))
    if not played:
        return text(lang, "rules.page.acted.before", {})
    key = "rules.page.acted.round" if len(played) == 1 else "rules.page.acted.rounds"
    return text(lang, key, {"rounds": played})
