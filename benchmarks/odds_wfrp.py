"""How fast the odds of ``wfrp`` are: ``python benchmarks/odds_wfrp.py``.

Prints the time and the peak memory of whole battles, each in a process of its own, and how many times faster
our ways are than others to the same answer, measured in the same run.  Absolute figures are only reported;
a ratio below its floor ends the run with exit code 1.

icepool comes with the tests; dyce is used where it is installed.  The fastest of the others counts.
"""

# ruff: noqa: T201, S603, S311  It prints, starts itself, and throws dice that nobody bets on.

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from time import perf_counter
from typing import Any, TypeAlias

from voevoda.files.battle import battle_of
from voevoda.files.document import parse_document
from voevoda.odds import SAMPLES, ArrayLaw, die, repeated
from voevoda.play.drive import simulate
from voevoda.rulebooks.wfrp.odds import EXACT, duel_of, odds, opposed, sample
from voevoda.rulebooks.wfrp.rolls import every_roll
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.state import Field

BATTLES: tuple[tuple[int, int, str], ...] = (
    (30, 41, "20 ms"),
    (60, 60, ""),
    (300, 300, "400 ms, 300 MB"),
    (1000, 1000, ""),
    (100, 10_000, ""),
    (3000, 3000, "5 s, or sampled"),
    (10**12, 10**12, ""),
)
"""Militia on both sides, a point each, and what we aim at."""

LOOPED = 1000
"""Battles that the rules play in a loop to be timed."""

Chances: TypeAlias = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """One battle's odds, in a process of their own."""

    one: int
    two: int
    method: str
    first: float
    """Milliseconds of the first time, with nothing remembered."""
    warm: float
    """Milliseconds of the best of three more."""
    peak: float
    """Peak memory of the whole process in MB, Python and NumPy included."""
    win: float
    """The first side's chance, so that a wrong answer shows."""


def main() -> int:
    """Print everything; return the exit code."""
    print("battle                          method    first ms   warm ms   peak MB   first side wins   aim")
    for one, two, aim in BATTLES:
        found = measured(one, two)
        print(
            f"{f'{one:.7g} v {two:.7g}':<32}{found.method:<8}{found.first:>10.1f}{found.warm:>10.1f}"
            f"{found.peak:>10.0f}   {found.win:<18.5f}{aim}".rstrip()
        )
    print("\nthe same answer                         ours ms    theirs ms  times faster   floor   than")
    kept = [
        against("law of 200d10", our_sum, {"icepool": sum_by_icepool, "dyce": sum_by_dyce}, 5),
        against("opposed test 45 v 38", our_test, {"icepool": test_by_icepool, "dyce": test_by_dyce}, 1.5),
        *whole_battles(),
    ]
    return 0 if all(kept) else 1


def measured(one: int, two: int, *, exact: int = EXACT) -> Measured:
    """Time a battle in a fresh process; ``exact`` is the greatest effort that is not sampled."""
    command = [sys.executable, __file__, str(one), str(two), str(exact)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Measured(**json.loads(done.stdout))


def one_battle(one: int, two: int, exact: int) -> Measured:
    """Time a battle here, and read the peak memory of this process."""
    field = battle(one, two)
    first = best(lambda: odds(field, exact=exact), 1)
    warm = best(lambda: odds(field, exact=exact), 3)
    found = odds(field, exact=exact)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(one, two, found.method, 1000 * first, 1000 * warm, peak, found.win[0])


def battle(one: int, two: int) -> Field:
    """The first state of a battle of so many militia."""
    sides = [
        {"name": name, "units": [{"name": "Militia", "count": count}]}
        for name, count in (("A", one), ("B", two))
    ]
    text = json.dumps({"rulebook": "wfrp", "title": "Benchmark", "sides": sides})
    field: Field = battle_of(parse_document(text.encode(), "benchmark.json")).state
    return field


def best(work: Callable[[], object], times: int) -> float:
    """The shortest of some runs, in seconds."""
    found = []
    for _ in range(times):
        begun = perf_counter()
        _ = work()
        found.append(perf_counter() - begun)
    return min(found)


def against(
    what: str, ours: Callable[[], Any], others: dict[str, Callable[[Any], Any]], floor: float
) -> bool:
    """Hold our way against the fastest of the others; whether it keeps its floor."""
    expected, found = chances(ours()), {}
    for name, work in others.items():
        try:
            library = import_module(name)
        except ImportError:
            continue
        theirs = chances(work(library))
        assert expected.keys() == theirs.keys(), (what, name)
        assert max(abs(expected[value] - theirs[value]) for value in theirs) < 1e-12, (what, name)
        found[name] = best(lambda: work(library), 20)  # noqa: B023
    fastest = min(found, key=lambda name: found[name])
    return report(what, best(ours, 50), found[fastest], floor, fastest)


def chances(law: Any) -> Chances:
    """A law of ours, of icepool or of dyce as a plain mapping; not part of what is timed."""
    if isinstance(law, ArrayLaw):
        law = dict(zip(law.values.tolist(), law.weights.tolist(), strict=True))
    whole = sum(law.values())
    return {int(value): weight / whole for value, weight in law.items()}


def report(what: str, ours: float, theirs: float, floor: float, name: str) -> bool:
    """Print one comparison, in seconds; whether it keeps its floor."""
    kept = theirs / ours >= floor
    print(
        f"{what:<36}{1000 * ours:>11.4f}{1000 * theirs:>13.4f}{theirs / ours:>14.1f}{floor:>8g}   {name}"
        f"{'' if kept else '   TOO SLOW'}"
    )
    return kept


# The law of a sum: ours in floating point, theirs in whole numbers


def our_sum() -> ArrayLaw:
    """200d10 by squaring."""
    return repeated(die(10), 200)


def sum_by_icepool(icepool: Any) -> Any:
    """200d10 by icepool."""
    return 200 @ icepool.d(10)


def sum_by_dyce(dyce: Any) -> Any:
    """200d10 by dyce."""
    return 200 @ dyce.H(10)


# How many of 10,000 pairs of rolls win, tie and lose: all get the hundred levels of each side already read


def levels(points: int) -> list[int]:
    """The success level of each roll from 1 to 100."""
    return [rolled.level for rolled in every_roll(points)]


LEVELS = levels(45), levels(38)


def our_test() -> dict[int, int]:
    """By counting."""
    won, tied, lost = opposed(45, 38)
    return {1: won, 0: tied, -1: lost}


def test_by_icepool(icepool: Any) -> dict[int, int]:
    """By the difference of two dice; a ``Counter`` is its fastest way in."""
    one, two = (icepool.Die(Counter(each)) for each in LEVELS)
    return signs(one - two)


def test_by_dyce(dyce: Any) -> dict[int, int]:
    """By the difference of two histograms."""
    one, two = (dyce.H(each) for each in LEVELS)
    return signs(one - two)


def signs(law: Mapping[int, int]) -> dict[int, int]:
    """How much of a law lies above, at and below nothing."""
    above = sum(count for lead, count in law.items() if lead > 0)
    level = law.get(0, 0)
    return {1: above, 0: level, -1: sum(law.values()) - above - level}


# Whole battles


class Dice:
    """Even picks for the rules, from the generator that costs least a call."""

    def __init__(self) -> None:
        self.below = random.Random(1).randrange


def whole_battles() -> Iterator[bool]:
    """Hold the engines against the rules played in a loop, as anybody would who has nothing but the rules."""
    field, dice = battle(30, 41), Dice()
    played = best(lambda: [simulate(Wfrp(), field, dice, {}) for _ in range(LOOPED)], 2) / LOOPED
    sampled = best(lambda: sample(duel_of(field), SAMPLES, "1"), 3) / SAMPLES
    yield report("one battle 30 v 41, sampled", sampled, played, 100, "the rules in a loop")
    exact = best(lambda: odds(field), 5)
    yield report(
        "odds of 30 v 41, exact",
        exact,
        played * SAMPLES,
        1000,
        f"{SAMPLES:,} battles in that loop (±0.155 points)",
    )


if __name__ == "__main__":
    if len(sys.argv) == 4:
        print(json.dumps(asdict(one_battle(*map(int, sys.argv[1:])))))
    else:
        sys.exit(main())
