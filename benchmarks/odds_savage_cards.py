"""How fast savage battles with cards are sampled, and how well ``safe`` lays.

``python benchmarks/odds_savage_cards.py`` prints how long samples take, and how many times as many battles
as the rules play in that time; how ``safe`` fares against the other policies, from even forces; how long it
takes to decide; and how far hands drawn anew come out below what it guarantees.

Fails where, with ten tokens a side, ``safe`` does not win against ``random`` more often than it loses by four
standard deviations, or loses against ``greedy`` more often than it wins beyond the error; and where a card of
the enemy pushes it under its guarantee by more than the error.  With four tokens a side there is one card to
begin with, and little to choose: that is only told.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from math import sqrt
from time import perf_counter, process_time
from typing import Any

import numpy as np

from voevoda.files.battle import battle_of
from voevoda.files.document import parse_document
from voevoda.odds import generator
from voevoda.play.drive import simulate
from voevoda.play.position import Position
from voevoda.play.questions import Chance, Choose, Pick
from voevoda.play.seats import REFEREE
from voevoda.rulebooks.savage.book import BOOK
from voevoda.rulebooks.savage.odds_cards import sampled
from voevoda.rulebooks.savage.odds_duel import duel_of
from voevoda.rulebooks.savage.odds_field import field_of
from voevoda.rulebooks.savage.odds_laying import KIND, KINDS, matrix
from voevoda.rulebooks.savage.odds_report import report
from voevoda.rulebooks.savage.policies import Name, Safe
from voevoda.rulebooks.savage.robot import advice, decide, known_to
from voevoda.rulebooks.savage.rules import Savage
from voevoda.rulebooks.savage.state import Battle

BATTLES = 20_000
"""In a sample whose time is taken."""

AIM = 1.5
"""Seconds that such a sample may take."""

MATCHES = 4_000
"""Battles of ``safe`` against another policy: half of them as the first side."""

POSITIONS = 100
"""Layings at which the guarantee is tried."""

FRESH = 4_000
"""Hands drawn anew at each of them."""

FEW: tuple[str, dict[str, Any]] = ("few tokens", {"tokens": 4})

KINDS_OF_BATTLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("even", {}),
    ("even and stubborn", {"fortified": True, "undead": True}),
    FEW,
    ("many tokens, stubborn", {"tokens": 30, "fortified": True, "undead": True, "no_retreat": True}),
)
"""Even forces, and what both sides have."""


class Picks:
    """Even picks for the rules and the robot."""

    def __init__(self, seed: str) -> None:
        self._random = generator(seed)

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        return int(self._random.integers(bound))


def main() -> int:
    """Print everything; 1 where something fails."""
    print("battle                        policy   seconds of 20,000   battles played meanwhile")
    for name, more in KINDS_OF_BATTLE:
        policies: tuple[Name, ...] = ("random", "greedy")
        for policy in policies:
            seconds = best(battle(**more), policy)
            print(f"{name:29} {policy:8} {seconds:17.2f} {seconds / played(battle(**more)):26.0f}")
    failed = sum(matched(name, more) for name, more in KINDS_OF_BATTLE if "tokens" not in more)
    _ = matched(*FEW)
    return 1 if failed + guaranteed() else 0


def battle(**more: Any) -> Battle:
    """The first state of a battle of even forces."""
    sides = [
        {"name": name, "commander": {"name": name, "battle": "d8"}, "tokens": 10, **more} for name in "AB"
    ]
    file = {"rulebook": "savage", "title": "Benchmark", "sides": sides}
    text = repr(file).replace("'", '"').replace("True", "true")
    state: Battle = battle_of(parse_document(text.encode(), "benchmark.json"), {"savage": BOOK}).state
    return state


def best(state: Battle, policy: Name) -> float:
    """The least time of three samples, on one core."""
    taken = list[float]()
    for _ in range(3):
        start = process_time()
        sampled(state, (policy, policy), BATTLES, "speed")
        taken.append(process_time() - start)
    return min(taken)


def played(state: Battle) -> float:
    """How long the rules take for a battle of first offers."""
    seats = (REFEREE, *(side.seat for side in state.terms.sides))
    minds: Any = dict.fromkeys(seats, lambda asked, _: first(asked.question))
    start = perf_counter()
    for _ in range(200):
        simulate(Savage(), state, Picks("rules"), minds)
    return (perf_counter() - start) / 200


def first(question: Choose[Any] | Pick) -> Any:
    """The first that is offered."""
    return question.among[0][0] if isinstance(question, Choose) else question.among[: question.least]


def matched(name: str, more: dict[str, Any]) -> int:
    """Play ``safe`` against the others; how often that fails what is promised."""
    failed = 0
    enemies: tuple[tuple[Name, Callable[[float], bool]], ...] = (
        ("random", lambda z: z > 4),
        ("greedy", lambda z: z > -1.959964),
    )
    for enemy, is_kept in enemies:
        start = process_time()
        one = report(
            battle(**more), sampled(battle(**more), ("safe", enemy), MATCHES // 2, "one"), policy=None
        )
        two = report(
            battle(**more), sampled(battle(**more), (enemy, "safe"), MATCHES // 2, "two"), policy=None
        )
        wins, losses = one.win[0] + two.win[1], one.win[1] + two.win[0]
        wins, losses = round(wins * MATCHES / 2), round(losses * MATCHES / 2)
        z = (wins - losses) / sqrt(wins + losses)
        kept = is_kept(z)
        failed += not kept
        print(
            f"{name}: safe v {enemy}: {wins} won, {losses} lost of {MATCHES}, z = {z:+.1f}"
            f" ({process_time() - start:.0f} s){'' if kept else ': NOT KEPT'}"
        )
    return failed


def guaranteed() -> int:
    """Try the guarantee at many layings, and tell how long a decision takes."""
    furthest, slowest, tried = -1.0, 0.0, 0
    for state, index in layings():
        start = process_time()
        advised: Any = advice(state, state.terms.sides[index].seat)
        slowest = max(slowest, process_time() - start)
        seat, enemy = state.terms.sides[index].seat, 1 - index
        if not state.forces[enemy].cards.hand:
            continue
        hands = field_of(state, seat, FRESH, generator("fresh")).hand[:, enemy]
        table = matrix(Safe(duel_of(state), generator("none")).worth(known_to(state, index), index))[0]
        against = sum(float(each["weight"]) * table[KIND[each["cards"][0]]] for each in advised["options"])
        least = np.where(hands > 0, against, np.inf).min(axis=1)
        for kind in range(KINDS):
            always = np.where(hands[:, kind] > 0, against[kind], least).mean()
            furthest = max(furthest, float(advised["guarantee"] - advised["error"]) - float(always))
        tried += 1
    print(f"guarantee: {tried} layings, every card of the enemy: at most {furthest:+.4f} beyond the error")
    print(f"the slowest advice took {slowest * 1e3:.0f} ms")
    return int(furthest > 0)


def layings() -> Iterator[tuple[Battle, int]]:
    """Layings of battles that ``random`` fights."""
    source, found = Picks("positions"), 0
    while True:
        at = Position.at(Savage(), battle(tokens=(4, 7, 10, 20)[source.below(4)], undead=True))
        while at.open:
            asked = at.asked()
            if asked.place.key == "savage.lay.card" and not at.laid:
                yield at.state, 0 if asked.question.by == at.state.terms.sides[0].seat else 1
                found += 1
                if found == POSITIONS:
                    return
            if isinstance(asked.question, Chance):
                at = at.answer(asked.question.throw(source), asked.place)
            else:
                at = at.answer(decide("random", at.state, asked, source), asked.place)


if __name__ == "__main__":
    sys.exit(main())
