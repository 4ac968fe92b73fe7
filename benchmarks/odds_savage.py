"""How fast the odds of ``savage`` without cards are: ``python benchmarks/odds_savage.py``.

Prints how long the engine takes, first and warm, and how many battles the rules play in that time; then the
same of the table of all pairs of tokens without characters, by which ``safe`` weighs the cards that it lays.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from voevoda.files.battle import battle_of
from voevoda.files.document import parse_document
from voevoda.odds import generator
from voevoda.play.drive import simulate
from voevoda.play.seats import REFEREE
from voevoda.rulebooks.savage.book import BOOK
from voevoda.rulebooks.savage.odds import odds
from voevoda.rulebooks.savage.odds_base import win_table
from voevoda.rulebooks.savage.odds_duel import duel_of
from voevoda.rulebooks.savage.rules import Savage
from voevoda.rulebooks.savage.state import Battle

BATTLES: tuple[tuple[str, tuple[int, int], tuple[int, int], dict[str, Any], str], ...] = (
    ("10 v 10", (10, 10), (0, 0), {}, "50 ms"),
    ("10 v 6", (10, 6), (0, 0), {}, ""),
    ("10 v 10, opposed rolls", (10, 10), (0, 0), {"readings": {"battle_roll": "opposed"}}, ""),
    ("30 v 30", (30, 30), (0, 0), {}, ""),
    ("10 v 10, a character each", (10, 10), (1, 1), {}, ""),
    ("10 v 10, four characters each", (10, 10), (4, 4), {}, ""),
    ("10 v 10, one of known Toughness", (10, 10), (1, 0), {"toughness": 7}, ""),
    ("10 v 10, two of known Toughness", (10, 10), (1, 1), {"toughness": 7}, ""),
    ("10 v 10, four of known Toughness", (10, 10), (2, 2), {"toughness": 7}, ""),
)
"""Tokens and characters of both sides, what else, and what we aim at."""


def main() -> None:
    """Print everything."""
    print(
        "battle                              method     first ms   warm ms   battles played meanwhile   aim"
    )
    for name, tokens, people, more, aim in BATTLES:
        state = battle(tokens, people, **more)
        first, warm = best(lambda: odds(state), 1), best(lambda: odds(state), 5)  # noqa: B023
        meanwhile = warm / played(state)
        print(
            f"{name:36}{odds(state).method:8}{first * 1e3:11.1f}{warm * 1e3:10.1f}{meanwhile:15.0f}"
            f"              {aim}".rstrip()
        )
    for tokens in ((10, 10), (30, 30)):
        duel = duel_of(battle(tokens, (0, 0)))
        first, warm = best(lambda: win_table(duel), 1), best(lambda: win_table(duel), 5)  # noqa: B023
        print(f"{f'table of {tokens[0]} v {tokens[1]}':44}{first * 1e3:11.1f}{warm * 1e3:10.1f}")


class Picks:
    """Even picks for the rules."""

    def __init__(self) -> None:
        self._random = generator("1")

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        return int(self._random.integers(bound))


def battle(
    tokens: tuple[int, int], people: tuple[int, int], toughness: int | None = None, **more: Any
) -> Battle:
    """The first state of a battle of equal commanders."""
    sides = [
        {
            "name": name,
            "tokens": tokens[index],
            "commander": {"name": f"Commander of {name}", "battle": "d8"},
            "characters": [
                {
                    "name": f"{name}{number}",
                    "skills": {"fighting": "d8", "notice": "d6"},
                    "toughness": toughness,
                }
                for number in range(people[index])
            ],
        }
        for index, name in enumerate("AB")
    ]
    file = {"rulebook": "savage", "title": "Benchmark", "sides": sides, "cards": False, **more}
    document = parse_document(json.dumps(file).encode(), "benchmark.json")
    state: Battle = battle_of(document, {"savage": BOOK}).state
    return state


def best(work: Callable[[], object], times: int) -> float:
    """The least time of some computations."""
    taken = list[float]()
    for _ in range(times):
        start = perf_counter()
        _ = work()
        taken.append(perf_counter() - start)
    return min(taken)


def played(state: Battle) -> float:
    """How long the rules take for a battle; characters fight."""
    people = [person.seat for _, _, person in state.characters()]
    minds: Any = dict.fromkeys((REFEREE, *people), fights)
    start = perf_counter()
    for _ in range(50):
        _ = simulate(Savage(), state, Picks(), minds)
    return (perf_counter() - start) / 50


def fights(asked: Any, _seen: object) -> str:
    """What a character does: he fights, and of all else he takes the first."""
    options = [str(option) for option, _ in asked.question.among]
    return "fight" if "fight" in options else options[0]


if __name__ == "__main__":
    main()
