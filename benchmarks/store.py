"""How fast the database is: answers a second that are on the disk, and battles opened cold.

Run as ``python benchmarks/store.py [URL]``: in a new folder here, or in the database of PostgreSQL at URL.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.contract.books import books
from tests.contract.plays import Dice, any_reply
from voevoda.journal_store import Store, StoreError, open_store
from voevoda.play.journal import Entry, answered, begin, replay, take_back
from voevoda.play.position import Rulebook
from voevoda.rulebooks import BOOKS

SECONDS = 3.0
"""How long each is measured."""

AIM = 500
"""Answers a second of one writer that we aim at."""


def answers(book: Rulebook[Any], state: Any, dice: Dice) -> Iterator[list[Entry]]:
    """A battle's entries, one answer after the other; the first are those it begins with.

    When the battle is over, the last answer is taken back and given anew, for ever.
    """
    at, journal = begin(book, state, None)
    yield list(journal)
    while True:
        before = len(journal)
        if at.open:
            at, entries = answered(at, any_reply(at.asked().question, dice), at.asked().place)
            journal = (*journal, *entries)
        else:
            at, journal = take_back(book, journal, "once more")
        yield list(journal[before:])


def write(store: Store, entries: Iterator[list[Entry]], until: float, took: list[float]) -> str:
    """Write answers until then, or until no more are taken; the battle's id."""
    first = next(entries)
    battle = store.create(title="Benchmark", journal=tuple(first), seed=None, lang="en").id
    head = len(first)
    while perf_counter() < until:
        new = next(entries)
        began = perf_counter()
        try:
            head = store.append(battle, head, new, f"command {head}")
        except StoreError as error:
            if error.key == "journal.large":
                break
            raise
        took.append(perf_counter() - began)
    return battle


def writing(store: Store, writers: int) -> None:
    """Print how fast so many write at once, each a battle of its own."""
    case = next(each for each in books() if each.id == "wfrp")
    took = list[float]()
    until = perf_counter() + SECONDS
    threads = [
        threading.Thread(
            target=write, args=(store, answers(case.book, case.states[0], Dice(str(each))), until, took)
        )
        for each in range(writers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    middle, slow = sorted(took)[len(took) // 2], sorted(took)[len(took) * 99 // 100]
    aim = f"   aim {AIM}" if writers == 1 else ""
    figures = (
        f"{len(took) / SECONDS:10,.0f} a second{1000 * middle:8.1f} ms, one in a hundred {1000 * slow:.1f} ms"
    )
    print(f"  {writers} writing at once{figures:>60}{aim}")


def opening(store: Store) -> None:
    """Print how long it takes to open the longest battle of each book that a journal can hold."""
    for case in books():
        if case.id not in BOOKS:
            continue
        battle = write(store, answers(case.book, case.states[0], Dice("long")), perf_counter() + 60, [])
        began = perf_counter()
        loaded = store.load(battle)
        read = perf_counter() - began
        _ = replay(case.book, loaded.journal)
        whole = perf_counter() - began
        size = loaded.found.size / 2**20
        print(
            f"  {case.id}, {len(loaded.journal):,} entries, {size:.1f} MB: "
            f"read in {1000 * read:.0f} ms, where it stands in {1000 * (whole - read):.0f} ms"
        )


def main() -> None:
    """Print all figures."""
    with (
        tempfile.TemporaryDirectory(dir=".") as folder,
        open_store(sys.argv[1] if len(sys.argv) > 1 else folder) as store,
    ):
        print("answers committed")
        for writers in (1, 2, 8):
            writing(store, writers)
        print("the longest battles opened cold")
        opening(store)


if __name__ == "__main__":
    main()
