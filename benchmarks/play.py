"""How fast the table is: battles and positions a second, of the toy in the tests and of a small wfrp battle.

Run as ``python benchmarks/play.py``.  The figures compare one machine with itself.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.contract.books import books
from tests.contract.plays import AnyMinds, Dice, any_reply
from voevoda.play.drive import play_out, simulate
from voevoda.play.journal import Journal, answered, begin, replay, thrown
from voevoda.play.position import Position, Rulebook
from voevoda.play.questions import Chance

SECONDS = 2.0
"""How long each is measured."""

AIMS = {"wfrp": {"battles simulated": 3000, "battles played": 800}}
"""What we aim at, in a second: with ``simulate``, and through positions as a table does."""


def rate(once: Callable[[int], int]) -> float:
    """How much ``once`` does a second; it says how much it did."""
    began = perf_counter()
    done = turn = 0
    while perf_counter() - began < SECONDS:
        done += once(turn)
        turn += 1
    return done / (perf_counter() - began)


def written(book: Rulebook[Any], state: Any, seed: str) -> Journal:
    """A battle's journal, dice from the seed and choices at random."""
    dice = Dice(seed)
    at, journal = begin(book, state, seed)
    entries = list(journal)
    while at.open:
        asked = at.asked()
        chance = isinstance(asked.question, Chance)
        reply = thrown(asked, seed) if chance else any_reply(asked.question, dice)
        at, more = answered(at, reply, asked.place, "seed")
        entries += more
    return tuple(entries)


def measure(book: Rulebook[Any], state: Any) -> dict[str, float]:
    """The figures of one battle."""
    dice = Dice("benchmark")
    journal = written(book, state, "replayed")

    def simulated(_: int) -> int:
        simulate(book, state, dice, AnyMinds(dice))
        return 1

    def played(turn: int) -> int:
        play_out(Position.at(book, state), f"seed {turn}", AnyMinds(dice))
        return 1

    def positions(turn: int) -> int:
        return len(written(book, state, f"seed {turn}"))

    def replayed(_: int) -> int:
        replay(book, journal, whole=True)
        return len(journal)

    return {
        "battles simulated": rate(simulated),
        "battles played": rate(played),
        "entries written": rate(positions),
        "entries replayed whole": rate(replayed),
    }


if __name__ == "__main__":
    for case in books():
        print(f"{case.id}: {case.states[0]}"[:100])
        for name, figure in measure(case.book, case.states[0]).items():
            aim = AIMS.get(case.id, {}).get(name)
            print(f"  {name:24} {figure:10,.0f} a second{f'   aim {aim:,}' if aim else ''}")
