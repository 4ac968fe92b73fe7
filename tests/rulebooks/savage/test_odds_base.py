"""The exact engine against a twin of plain loops in fractions: no cards, no characters (S-6, S-9, S-10)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from voevoda.odds import course, duration
from voevoda.rulebooks.savage.odds_base import Board, Totals, march, win_table, winners
from voevoda.rulebooks.savage.odds_rolls import Dice, reaches
from voevoda.rulebooks.savage.odds_round import Army, Duel

State = tuple[int, int, str]
"""Tokens of both sides, and ``fight`` or how it ended: the fates of both sides."""

D6, D8 = Dice(6, wild=True), Dice(8, wild=True)

EVEN = Army(D8, 0, D6, 0)
WALLS = Army(D6, 2, D8, 4)
MOB = Army(Dice(4, wild=False), -2, Dice(4, wild=False), -1)


def passes(dice: Dice, plus: int, target: int) -> Fraction:
    """The chance of a total of at least ``target``; two ones always fail."""
    chance = reaches(dice, target - plus)
    return chance - Fraction(1, 6 * dice.sides) if dice.wild and target - plus <= 1 else chance


@cache
def hits(dice: Dice, plus: int, most: int) -> dict[int, Fraction]:
    """The chance of each number of tokens taken."""
    at_least = [Fraction(1), *(passes(dice, plus, 4 * n) for n in range(1, most + 1)), Fraction()]
    return {n: at_least[n] - at_least[n + 1] for n in range(most + 1)}


@cache
def fate(army: Army, lost: int, rolls: bool) -> dict[str, Fraction]:
    """What becomes of a side."""
    if not rolls:
        return {"stands": Fraction(1)}
    stands, orderly = (passes(army.spirit, army.steady - lost, target) for target in (4, 2))
    return {"stands": stands, "withdraws": orderly - stands, "routs": 1 - orderly}


def totals_of(dice: Dice) -> dict[int, Fraction]:
    """The law of a total; what is beyond 250 is left out."""
    return {total: reaches(dice, total) - reaches(dice, total + 1) for total in range(1, 251)}


@cache
def blows(duel: Duel, one: int, two: int) -> dict[tuple[int, int], Fraction]:
    """The law of both sides' losses, before they are held to what is there."""
    first, second = duel.armies
    plus = first.plus + max(0, one - two), second.plus + max(0, two - one)
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    if not duel.opposed:
        for (a, p), (b, q) in product(
            hits(second.battle, plus[1], one).items(), hits(first.battle, plus[0], two).items()
        ):
            found[a, b] += p * q
        return found
    for (a, p), (b, q) in product(totals_of(first.battle).items(), totals_of(second.battle).items()):
        lead = a + plus[0] - b - plus[1]
        mine = 0 if lead >= 4 else 1 if lead >= 0 else 2
        theirs = 0 if lead <= -4 else 1 if lead <= 0 else 2
        found[mine, theirs] += p * q
    return found


def step(duel: Duel, state: State) -> dict[State, Fraction] | None:
    """One round; nothing where the battle is over."""
    one, two, how = state
    if how != "fight" or not one or not two:
        return None
    found: dict[State, Fraction] = defaultdict(Fraction)
    for (a, b), chance in blows(duel, one, two).items():
        left = max(0, one - a), max(0, two - b)
        if not all(left):
            found[left[0], left[1], "fight"] += chance
            continue
        lost = [start - now for start, now in zip(duel.start, left, strict=True)]
        ours = fate(duel.armies[0], lost[0], a > 0), fate(duel.armies[1], lost[1], b > 0)
        for (x, p), (y, q) in product(ours[0].items(), ours[1].items()):
            how = "fight" if x == y == "stands" else f"{x} {y}"
            found[left[0], left[1], how] += chance * p * q
    return found


def whole(duel: Duel, start: State) -> tuple[dict[State, Fraction], dict[State, Fraction]]:
    """A whole battle: expected visits of each state, and how it ends."""
    return course({start: Fraction(1)}, lambda s: step(duel, s), lambda s: s[0] + s[1] + (s[2] == "fight"))


def winner(state: State) -> int:
    """0, 1, or 2 for nobody."""
    one, two, how = state
    first, second = how.split() if " " in how else ("stands", "stands")
    beaten = [not one or first != "stands", not two or second != "stands"]
    return 2 if all(beaten) or not any(beaten) else beaten.index(False)


def shares(totals: Totals, duel: Duel) -> list[float]:
    """Who wins."""
    return [float((totals.ends * winners(duel.start)[..., who]).sum()) for who in range(3)]


BATTLES = [
    Duel((3, 2), (EVEN, EVEN)),
    Duel((4, 1), (MOB, WALLS)),
    Duel((2, 4), (WALLS, EVEN)),
    Duel((3, 3), (WALLS, MOB), opposed=True),
    Duel((1, 4), (EVEN, WALLS), opposed=True),
]


@pytest.mark.parametrize("duel", BATTLES, ids=str)
def test_every_pair_of_tokens_is_worth_what_loops_say(duel: Duel) -> None:
    """``win_table`` against straight enumeration in fractions, to twelve digits."""
    table = win_table(duel)

    for one, two in product(range(duel.start[0] + 1), range(duel.start[1] + 1)):
        _, ends = whole(duel, (one, two, "fight"))
        wins = [float(sum(chance for end, chance in ends.items() if winner(end) == who)) for who in range(3)]
        assert pytest.approx(wins, abs=1e-12) == table[one, two], (one, two)


@pytest.mark.parametrize("duel", BATTLES, ids=str)
def test_ends_and_rounds_are_as_loops_say(duel: Duel) -> None:
    """The whole law of how it ends and of how long it takes."""
    board = Board(duel)
    found = march(board, (0, 0), board.cell((0, 0)), None)
    visits, ends = whole(duel, (*duel.start, "fight"))
    law, _ = duration({(*duel.start, "fight"): 1.0}, lambda s: floats(step(duel, s)))

    names = ("stands", "withdraws", "routs")
    for one, two, x, y in product(range(duel.start[0] + 1), range(duel.start[1] + 1), range(3), range(3)):
        how = "fight" if x == y == 0 else f"{names[x]} {names[y]}"
        expected = ends.get((duel.start[0] - one, duel.start[1] - two, how), Fraction())
        assert pytest.approx(float(expected), abs=1e-12) == found.ends[one, two, x, y]
    assert found.rounds is not None
    assert pytest.approx(float(sum(visits.values())), abs=1e-10) == found.rounds.mean
    lasts = dict(zip(found.rounds.values.tolist(), found.rounds.weights.tolist(), strict=True))
    assert [pytest.approx(chance, abs=1e-12) for chance in law] == [lasts.get(n, 0) for n in range(len(law))]


def floats(moves: dict[State, Fraction] | None) -> dict[State, float] | None:
    """The same moves in floating point."""
    return None if moves is None else {state: float(p) for state, p in moves.items()}


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
@pytest.mark.parametrize("duel", BATTLES[:4:3], ids=str)
def test_a_battle_that_is_stopped_has_no_winner(duel: Duel, rounds: int) -> None:
    """So many rounds followed by loops; who then stands, has not won."""
    now: dict[State, Fraction] = {(*duel.start, "fight"): Fraction(1)}
    for _ in range(rounds):
        after: dict[State, Fraction] = defaultdict(Fraction)
        for state, chance in now.items():
            moves = step(duel, state)
            for target, part in {state: Fraction(1)}.items() if moves is None else moves.items():
                after[target] += chance * part
        now = after

    wins = [float(sum(chance for end, chance in now.items() if winner(end) == who)) for who in range(3)]
    assert pytest.approx(wins, abs=1e-12) == win_table(duel, rounds)[duel.start]
    if rounds:
        board = Board(duel)
        found = march(board, (0, 0), board.cell((0, 0)), rounds)
        assert pytest.approx(wins[:2], abs=1e-12) == shares(found, duel)[:2]
        assert pytest.approx(1, abs=1e-12) == float(found.ends.sum() + found.stopped.sum())
        assert found.rounds is not None
        assert pytest.approx(1, abs=1e-12) == float(found.rounds.weights.sum())
        assert rounds >= found.rounds.values[-1]


def test_a_larger_battle_agrees_with_its_own_table() -> None:
    """10 against 10: forwards by marching and backwards by the table; equal sides have equal chances."""
    duel = Duel((10, 10), (EVEN, EVEN))
    board = Board(duel)
    found = march(board, (0, 0), board.cell((0, 0)), None)
    table = win_table(duel)

    assert pytest.approx(shares(found, duel), abs=1e-12) == table[10, 10]
    assert table[10, 10, 0] == pytest.approx(table[10, 10, 1], abs=1e-12)
    assert np.allclose(table.sum(axis=-1), 1, rtol=0, atol=1e-12)


CLUMSY = Army(Dice(4, wild=False), -31, Dice(4, wild=False), 0)
"""Hits once in 131,072 rounds."""


def test_a_battle_of_endless_waiting_is_solved_all_the_same() -> None:
    """Two mobs that can hardly hit; of rounds too many to be followed the mean is known."""
    duel = Duel((1, 1), (CLUMSY, CLUMSY))
    board, nothing_happens = Board(duel), (1 - 1 / 131_072) ** 2
    found = march(board, (0, 0), board.cell((0, 0)), None)

    assert 1 == pytest.approx(float(found.ends.sum()), abs=1e-12)
    assert pytest.approx(shares(found, duel), abs=1e-12) == win_table(duel)[1, 1]
    assert found.rounds is None
    assert found.mean_rounds == pytest.approx(1 / (1 - nothing_happens), rel=1e-9)
    assert 0 == found.missing


def test_what_is_not_followed_to_the_last_round_is_missing() -> None:
    """The same mobs, to be stopped after a million rounds."""
    duel = Duel((1, 1), (CLUMSY, CLUMSY))
    board = Board(duel)
    found = march(board, (0, 0), board.cell((0, 0)), 10**6)

    assert found.rounds is None
    assert found.missing > 1e-6
    assert 1 == pytest.approx(float(found.ends.sum()) + found.missing, abs=1e-9)
