"""How fast the odds of ``gurps`` are: ``python benchmarks/odds_gurps.py``.

Prints, for forces of 20 different units a side with four commanding characters each, how long the engine
takes, first and warm, and how many times as many days the rules play in that time.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

from time import perf_counter
from typing import Any

from voevoda.files.battle import battle_of
from voevoda.files.document import parse_document
from voevoda.odds import generator
from voevoda.play.drive import simulate
from voevoda.play.seats import REFEREE
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.odds import odds
from voevoda.rulebooks.gurps.rules import Gurps
from voevoda.rulebooks.gurps.state import Day

UNITS = 20

BATTLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("small units", 100, {}),
    ("the largest units", 500, {}),
    ("small units, catastrophes", 100, {"catastrophes": True}),
    ("the largest units, catastrophes", 500, {"catastrophes": True}),
    ("the largest units, Luck", 500, {"luck": True}),
    ("the largest units, walls", 500, {"walls": True}),
    ("the largest units, walls, catastrophes", 500, {"walls": True, "catastrophes": True}),
    ("small units, dice for the side", 100, {"readings": {"losses_rolled": "per_side"}}),
)


def main() -> None:
    """Print everything."""
    print("battle                                    first ms   warm ms   days played meanwhile")
    for name, men, more in BATTLES:
        state = battle(men, **more)
        first, warm = best(state, 1), best(state, 5)
        print(f"{name:40} {first * 1e3:9.0f} {warm * 1e3:9.0f} {warm / played(state):9.1f}")


class Picks:
    """Even picks for the rules."""

    def __init__(self) -> None:
        self._random = generator("1")

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        return int(self._random.integers(bound))


def battle(men: int, *, luck: bool = False, walls: bool = False, **more: Any) -> Day:
    """The first state of a battle of 20 units a side, all of different size."""
    roles: list[dict[str, Any]] = [{}, {}]
    if walls:
        roles = [{"role": "attacker"}, {"role": "defender", "position": [{"kind": "works"}]}]
    sides = [
        {
            "name": name,
            "commander": {"name": name, "strategy": 12, "luck": luck},
            "units": [unit(number, men) for number in range(UNITS)],
            "characters": [
                {"name": f"{name}{number}", "battle": 12, "commands": f"U{number}"} for number in range(4)
            ],
            **role,
        }
        for name, role in zip("AB", roles, strict=True)
    ]
    file = {"rulebook": "gurps", "title": "Benchmark", "sides": sides, **more}
    text = repr(file).replace("'", '"').replace("True", "true").replace("False", "false")
    state: Day = battle_of(parse_document(text.encode(), "benchmark.json"), {"gurps": BOOK}).state
    return state


def unit(number: int, men: int) -> dict[str, object]:
    """One of the units."""
    return {
        "name": f"U{number}",
        "count": men - number,
        "armour": ("none", "light", "medium", "heavy")[number % 4],
        "quality": ("raw", "green", "average", "veteran")[number // 4 % 4],
    }


def best(state: Day, times: int) -> float:
    """The least time of some computations."""
    taken = list[float]()
    for _ in range(times):
        start = perf_counter()
        odds(state)
        taken.append(perf_counter() - start)
    return min(taken)


def played(state: Day) -> float:
    """How long the rules take for a day."""
    seats = (REFEREE, *(side.seat for side in state.terms.sides))
    minds: Any = dict.fromkeys(seats, lambda asked, _: asked.question.among[0][0])
    start = perf_counter()
    for _ in range(20):
        simulate(Gurps(), state, Picks(), minds)
    return (perf_counter() - start) / 20


if __name__ == "__main__":
    main()
