"""How fast the odds of ``skirmish`` are: ``python benchmarks/odds_skirmish.py``.

Prints, for fights of many a side, how long the engine takes, first and warm, and how many such fights the
rules play in that time.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

from time import perf_counter
from typing import Any

from voevoda.odds import generator
from voevoda.play.drive import simulate
from voevoda.rulebooks.skirmish.odds import odds
from voevoda.rulebooks.skirmish.rules import Skirmish
from voevoda.rulebooks.skirmish.setup import SkirmishFile, first_state
from voevoda.rulebooks.skirmish.state import Fight

FIGHTS: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("200 v 200 alike", 200, 200, {}),
    ("200 v 200, every card its own", 200, 200, {"cards": 200}),
    ("200 v 200, every card its own, all rescue", 200, 200, {"cards": 200, "rescue": True}),
    ("300 v 300, every card its own, all rescue", 300, 300, {"cards": 300, "rescue": True}),
    ("2 v 3", 2, 3, {}),
)
"""Aim: 200 v 200 in 100 ms."""


def main() -> None:
    """Print everything."""
    print("fight                                       first ms   warm ms   fights played meanwhile")
    for name, one, two, more in FIGHTS:
        state = fight(one, two, **more)
        first, warm = best(state, 1), best(state, 5)
        print(f"{name:42} {first * 1e3:9.1f} {warm * 1e3:9.1f} {warm / played(state):9.1f}")


def fight(one: int, two: int, *, cards: int = 1, rescue: bool = False) -> Fight:
    """The first state of a fight of so many a side, both with a leader, of so many different cards."""
    sides = [
        {"name": name, "leader": f"{name}0 1" if heads > cards else f"{name}0", "fighters": side}
        for name, heads in (("A", one), ("B", two))
        for side in [[card(f"{name}{n}", n, heads // cards, rescue=rescue) for n in range(cards)]]
    ]
    file = {"rulebook": "skirmish", "title": "Benchmark", "sides": sides}
    return first_state(SkirmishFile.model_validate(file), {})


def card(name: str, number: int, count: int, *, rescue: bool) -> dict[str, Any]:
    """One of the cards."""
    return {
        "name": name,
        "count": count,
        "tactics": 3 + number % 4,
        "modes": {
            "close": {"value": 7 + number % 3, "priority": 1},
            "short": {"value": 9, "priority": 2, "ammunition": "normal", "carried": 3 + number % 7},
        },
        "defence": 4 + number % 11,
        "composure": 3 + number % 7,
        "damage": 6 + number % 5,
        "state": 20,
        "death_threshold": -(number % 20),
        "action_points": 4,
        "extra": ["rescue"] if rescue else [],
    }


class Picks:
    """Even picks for the rules."""

    def __init__(self) -> None:
        self._random = generator("1")

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        return int(self._random.integers(bound))


def best(state: Fight, times: int) -> float:
    """The least time of some computations."""
    taken = list[float]()
    for _ in range(times):
        start = perf_counter()
        odds(state)
        taken.append(perf_counter() - start)
    return min(taken)


def played(state: Fight) -> float:
    """How long the rules take for a fight."""
    start = perf_counter()
    for _ in range(3):
        simulate(Skirmish(), state, Picks(), {})
    return (perf_counter() - start) / 3


if __name__ == "__main__":
    main()
