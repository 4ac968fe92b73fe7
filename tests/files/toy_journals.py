"""The toy registered as a book, and journals of it, for the tests of journals on disk."""

from __future__ import annotations

import json
from typing import Any

from tests.contract.plays import Dice, any_reply
from tests.contract.toy import Toy, ToyBook, small
from voevoda.files.journal_text import print_journal
from voevoda.play.journal import Closed, Journal, answered, begin
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.fields import BattleFile


def _nothing(*_: Any, **__: Any) -> Any:
    return ()


def toy_book(rules: ToyBook | None = None) -> Book[Toy]:
    """A record with the toy's rules and as little else as will do."""
    return Book(
        rules=rules or ToyBook(),
        model=BattleFile,
        table_models={},
        first_state=_nothing,
        title=lambda _: "Toy",
        sides=_nothing,
        readings_of=lambda _: {},
        mattered=_nothing,
        replaced=_nothing,
        why=lambda _: (),
        warnings=_nothing,
        odds=_nothing,
        modifiers=frozenset(),
        clauses=(),
        readings=(),
    )


BOOKS = {"toy": toy_book()}


def played(replies: int, seed: str = "a seed", game: Toy | None = None) -> Journal:
    """The journal of a small game with so many replies, or of a whole one and its seed."""
    at, journal = begin(BOOKS["toy"].rules, game or small(), seed)
    dice = Dice(seed)
    for _ in range(replies):
        if not at.open:
            return (*journal, Closed(seed))
        at, entries = answered(at, any_reply(at.asked().question, dice))
        journal = (*journal, *entries)
    return journal


def written(journal: Journal) -> str:
    """A journal of the toy as text."""
    return print_journal(BOOKS["toy"].rules, journal)


def changed(journal: Journal, line: int, **fields: object) -> str:
    """A journal of the toy with fields of one line set."""
    lines = written(journal).splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **fields})
    return "".join(f"{each}\n" for each in lines)


def in_tokens(text: str) -> str:
    """The journal as the toy wrote it before there were spies."""
    found = [json.loads(line) for line in text.splitlines()]
    for entry in found:
        if "schema" in entry:
            entry["schema"] = 1
        for camp in entry.get("state", {}).get("camps", ()):
            camp["tokens"] = camp.pop("tents")
            del camp["spies"]
    return "".join(json.dumps(entry) + "\n" for entry in found)
