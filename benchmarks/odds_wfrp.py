"""How fast the odds of ``wfrp`` are: ``python benchmarks/odds_wfrp.py``.

Prints times and peak memory of whole battles, each in a process of its own, and how many times faster the
engine is than other ways to the same answer, measured in the same run: the rules played in a loop, icepool,
and dyce where it is installed (the faster of the two counts).
"""

# ruff: noqa: T201, S603  It prints, and starts itself.

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any

from voevoda.files.battle import battle_of
from voevoda.files.document import parse_document
from voevoda.odds import SAMPLES, die, generator, repeated
from voevoda.play.drive import simulate
from voevoda.rulebooks.wfrp.odds import duel_of, odds, opposed, sample
from voevoda.rulebooks.wfrp.rolls import every_roll, rolled
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.state import Field

BATTLES = ((30, 41), (60, 60), (300, 300), (1000, 1000), (100, 10_000), (3000, 3000), (10**12, 10**12))
"""Militia on both sides, a point each."""


def main() -> None:
    """Print everything, or with two numbers one battle alone."""
    if len(sys.argv) == 3:
        print(one_battle(int(sys.argv[1]), int(sys.argv[2])))
        return
    print("battle                          method    first ms   warm ms   peak MB   first side wins")
    for one, two in BATTLES:
        line = subprocess.run(
            [sys.executable, __file__, str(one), str(two)], check=True, capture_output=True, text=True
        )
        print(line.stdout, end="")
    print()
    print("the same answer                 ours ms   theirs ms   times faster")
    compare("law of 200d10", lambda: repeated(die(10), 200), {"icepool": pool_sum, "dyce": dyce_sum})
    compare("opposed test 45 v 38", our_opposed, {"icepool": pool_opposed, "dyce": dyce_opposed})
    field = battle(30, 41)
    ours = best(lambda: sample(duel_of(field), SAMPLES, "1"), 3) / SAMPLES
    theirs = best(lambda: [simulate(Wfrp(), field, Dice(), {}) for _ in range(300)], 1) / 300
    report("a battle 30 v 41, sampled", ours, theirs, "the rules in a loop")


class Dice:
    """Even picks for the rules."""

    def __init__(self) -> None:
        self._random = generator("1")

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        return int(self._random.integers(bound))


def battle(one: int, two: int) -> Field:
    """The first state of a battle of so many militia."""
    sides = [
        {"name": name, "units": [{"name": "Militia", "count": count}]}
        for name, count in (("A", one), ("B", two))
    ]
    text = repr({"rulebook": "wfrp", "title": "Benchmark", "sides": sides}).replace("'", '"')
    field: Field = battle_of(parse_document(text.encode(), "benchmark.json")).state
    return field


def one_battle(one: int, two: int) -> str:
    """Time a battle's odds and read the peak memory of this process."""
    field = battle(one, two)
    first = best(lambda: odds(field), 1)
    found = odds(field)
    warm = best(lambda: odds(field), 3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{f'{one:.7g} v {two:.7g}':<32}{found.method:<8}{1000 * first:>10.1f}{1000 * warm:>10.1f}"
        f"{peak:>10.0f}   {found.win[0]:.5f}"
    )


def best(work: Callable[[], object], times: int) -> float:
    """The shortest of some runs, in seconds."""
    found = []
    for _ in range(times):
        begun = perf_counter()
        _ = work()
        found.append(perf_counter() - begun)
    return min(found)


def compare(what: str, ours: Callable[[], object], others: dict[str, Callable[[Any], object]]) -> None:
    """Hold our way against the fastest of the others that are installed."""
    found = {}
    for name, work in others.items():
        try:
            library = import_module(name)
        except ImportError:
            continue
        found[name] = best(lambda: work(library), 20)  # noqa: B023
    if found:
        fastest = min(found, key=lambda name: found[name])
        report(what, best(ours, 20), found[fastest], fastest)


def report(what: str, ours: float, theirs: float, name: str) -> None:
    """Print one comparison."""
    print(f"{what:<28}{1000 * ours:>12.4f}{1000 * theirs:>12.4f}{theirs / ours:>15.1f}   {name}")


def our_opposed() -> object:
    """One opposed test, with nothing remembered."""
    every_roll.cache_clear()
    return opposed(45, 38)


def pool_sum(icepool: Any) -> object:
    """The law of 200d10 by icepool."""
    return 200 @ icepool.d(10)


def pool_opposed(icepool: Any) -> object:
    """An opposed test by icepool."""
    one, two = (icepool.Die([rolled(points, roll).level for roll in range(1, 101)]) for points in (45, 38))
    return one - two


def dyce_sum(dyce: Any) -> object:
    """The law of 200d10 by dyce."""
    return 200 @ dyce.H(10)


def dyce_opposed(dyce: Any) -> object:
    """An opposed test by dyce."""
    one, two = (dyce.H([rolled(points, roll).level for roll in range(1, 101)]) for points in (45, 38))
    return one - two


if __name__ == "__main__":
    main()
