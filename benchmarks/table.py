"""What an answer at a table costs, and fifty tables at once.

Run as ``python benchmarks/table.py``.  Figures compare one machine with itself; a missed aim is told.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

import resource
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from itertools import count
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any, NamedTuple

from voevoda.files import Battle, read_battle
from voevoda.journal_store import Store, open_store
from voevoda.play.seats import Seat
from voevoda.rulebooks import BOOKS
from voevoda.table import Answer, Command, Done, Settings, Sight, Tables, Taken, Throw

VIEWS = 7
"""Seats with an open page at a table."""

AIM_MS = 20.0
"""An answer: read, replayed from the checkpoint, committed, and shown at every page."""

TABLES, SECONDS = 50, 20
AIM_MB = 300
"""So many tables that answer once a second each."""

NAMES = count()


def example(book: str) -> Battle:
    """The first of a book's examples."""
    folder = Path(str(files("voevoda.rulebooks") / book / "data" / "examples"))
    return read_battle(min(folder.glob("*.yaml")))


class Cost(NamedTuple):
    """Milliseconds of an answer."""

    waited: float
    """By the clock."""
    worked: float
    """Of the processor: what it costs on a machine that does nothing else, but for the disk."""


class Group:
    """A table at which up to seven people sit, each with an open page."""

    def __init__(self, store: Store, tables: Tables, battle: Battle) -> None:
        self.title = battle.book.title(battle.state)
        begun = tables.begin(
            battle.book, battle.state, title=self.title, lang="en", settings=Settings(dice="table")
        )
        assert isinstance(begun, Taken)
        self.battle = begun.sitter.battle
        referee, *others, spectator = (row.seat for row in sorted_seats(store, self.battle))
        self.tokens = {referee: begun.token}
        for seat in [*others[: VIEWS - 2], spectator]:
            link = tables.reissue(begun.token, seat)
            assert isinstance(link, str)
            taken = tables.take(link, f"take {next(NAMES)}")
            assert isinstance(taken, Taken)
            self.tokens[seat] = taken.token
        self.open(tables)

    def open(self, tables: Tables) -> None:
        """Open the pages at a service."""
        self.tables = tables
        self.seen: dict[Seat, Sight] = {}
        for seat, token in self.tokens.items():
            _ = tables.subscribe(token, lambda sight, seat=seat: self.hear(seat, sight))  # type: ignore[misc]

    def hear(self, seat: Seat, sight: Sight | None) -> None:
        """A page is sent something."""
        if sight is not None:
            self.seen[seat] = sight

    def next(self) -> tuple[str, Command] | None:
        """Whose token answers what now; None once the battle is over."""
        for seat, sight in self.seen.items():
            for ask in sight.seen.asks:
                if ask["laid"] is None:
                    place = str(ask["place"])
                    command = Throw(place) if ask.get("may_throw") else Answer(place, first(ask))
                    return self.tokens[seat], command
            if "throw" in sight.offers:
                return self.tokens[seat], Throw()
        return None

    def answer(self) -> Cost | None:
        """Let somebody answer; what it cost until all pages were sent what is new."""
        due = self.next()
        if due is None:
            return None
        began, worked = perf_counter(), process_time()
        done = self.tables.do(due[0], f"answer {next(NAMES)}", due[1])
        cost = Cost((perf_counter() - began) * 1000, (process_time() - worked) * 1000)
        assert isinstance(done, Done), done
        return cost


def sorted_seats(store: Store, battle: str) -> list[Any]:
    """The seats of a battle: the referee's first, the spectators' last."""
    order = {"referee": 0, "commander": 1, "player": 2, "spectator": 3}
    return sorted(store.seats(battle), key=lambda row: order[row.seat.kind])


def first(ask: Any) -> object:
    """The first option, or as many as must be."""
    return list(ask["options"][: ask["least"]]) if "least" in ask else ask["options"][0]


def answers(where: str, book: str) -> None:
    """Some battles to their ends: what an answer costs with the table in memory, and read anew."""
    warm, cold = list[Cost](), list[Cost]()
    with open_store(where) as store:
        tables = Tables(store)
        for _ in range(5):
            group = Group(store, tables, example(book))
            while (took := group.answer()) is not None:
                (cold if len(warm) > 2 * len(cold) else warm).append(took)
                if len(warm) > 2 * len(cold):
                    tables._tables[group.battle].board = None  # noqa: SLF001  As after a restart.
        told = "" if max(median(cold)) < AIM_MS else "   missed"
        print(
            f"  {book:9} {len(group.tokens)} seats, {store.battle(group.battle).head:4} entries"
            f"   {words(warm)}   read anew: {words(cold)}   aim {AIM_MS:.0f}{told}"
        )


def median(costs: list[Cost]) -> Cost:
    """The middle of each."""
    return Cost(*(sorted(each)[len(costs) // 2] for each in zip(*costs, strict=True)))


def words(costs: list[Cost]) -> str:
    """The middle, and what was worst."""
    middle, worst = median(costs), max(costs)
    return f"{middle.waited:5.1f} ({middle.worked:4.1f} of work), at most {worst.waited:5.1f}"


def many(where: str) -> None:
    """Fifty tables, each answering once a second, and begun again when its battle is over."""
    battles = [example(book) for book in BOOKS]
    with open_store(where) as store:
        tables = Tables(store)
        groups = [Group(store, tables, battles[n % len(battles)]) for n in range(TABLES)]
        costs = list[float]()
        began, worked = perf_counter(), process_time()

        def play(number: int) -> None:
            for second in range(SECONDS):
                due = began + second + number / TABLES
                sleep(max(0.0, due - perf_counter()))
                cost = groups[number].answer()
                if cost is None:
                    groups[number] = Group(store, tables, battles[number % len(battles)])
                else:
                    costs.append(cost.waited)

        with ThreadPoolExecutor(TABLES) as pool:
            _ = list(pool.map(play, range(TABLES)))
        share = (process_time() - worked) / (perf_counter() - began)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        costs.sort()
        told = "" if memory < AIM_MB and share < 2 else "   missed"
        print(
            f"  {TABLES} tables, {len(costs)} answers in {SECONDS} s: {costs[len(costs) // 2]:.1f} ms in the"
            f" middle, 99 in 100 under {costs[len(costs) * 99 // 100]:.1f} ms;"
            f" {share:.2f} cores, {memory:.0f} MB   aim 2 cores, {AIM_MB} MB{told}"
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print("An answer, milliseconds (SQLite, committed to the disk, every page sent what is new)")
        for name in BOOKS:
            answers(f"{folder}/{name}", name)
        print("Many tables")
        many(f"{folder}/many")
