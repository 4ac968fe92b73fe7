"""Writes journals of every book, one entry a line: the same bytes in every process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256

from tests.contract.books import books
from tests.contract.plays import Dice, any_reply
from voevoda.play.journal import Answered, Journal, answered, begin, correct, thrown
from voevoda.play.questions import Chance, Reply
from voevoda.play.seats import canonical


def journals(plays: int) -> Iterator[str]:
    """Every entry of some journals, and a hash of all that every seat saw."""
    for case in books():
        for number, state in enumerate(case.states):
            for play in range(plays):
                seen = sha256()
                seed = f"{number} {play}"
                dice = Dice(seed)
                at, journal = begin(case.book, state, seed)
                while at.open:
                    asked = at.asked()
                    chance = isinstance(asked.question, Chance)
                    reply = thrown(asked, seed) if chance else any_reply(asked.question, dice)
                    at, entries = answered(at, reply, asked.place, "seed")
                    journal = (*journal, *entries)
                    for seat in case.seats():
                        seen.update(at.seen(seat).bytes())
                        imagined = case.book.imagine(at.state, seat, Dice(seed))
                        seen.update(case.book.print(imagined).encode())
                yield from written(journal)
                yield seen.hexdigest()
                seq, reply = first_reply(journal)
                _, corrected = correct(case.book, journal, seq, reply, "again")
                yield from written(corrected[len(journal) :])


def first_reply(journal: Journal) -> tuple[int, Reply]:
    """The first reply, and its seq."""
    return next((seq, entry.reply) for seq, entry in enumerate(journal) if isinstance(entry, Answered))


def written(journal: Journal) -> Iterator[str]:
    """Entries as text."""
    for entry in journal:
        yield canonical([type(entry).__name__, repr(entry)])


if __name__ == "__main__":
    for line in journals(int(sys.argv[1])):
        print(line)
