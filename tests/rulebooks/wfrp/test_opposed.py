"""One opposed roll exactly: by counting all 10,000 pairs, and by icepool as a witness of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest

from tests.rulebooks.wfrp.armies import WFRP, field
from voevoda.play.drive import law_of_step
from voevoda.rulebooks.wfrp.rolls import rolled
from voevoda.rulebooks.wfrp.rules import contest

Level = Callable[[int, int], int]


def tens_only(target: int, roll: int) -> int:
    """The level before 01–05 and 96–00 have their say (W-3.2)."""
    return target // 10 - roll // 10


def with_ends(target: int, roll: int) -> int:
    """The level with W-3.3, as a person would put it."""
    level = target // 10 - roll // 10
    if roll in range(1, 6):
        return max(1, level)
    return min(-1, level) if roll in range(96, 101) else level


def by_the_rules(target: int, roll: int) -> int:
    """The level that the rules read."""
    return rolled(target, roll).level


def counted(level: Level, one: int, two: int) -> tuple[int, int, int]:
    """Wins, equal levels and losses of the first among the 10,000 pairs of rolls."""
    pairs = [level(one, a) - level(two, b) for a in range(1, 101) for b in range(1, 101)]
    return sum(pair > 0 for pair in pairs), pairs.count(0), sum(pair < 0 for pair in pairs)


def thrown(level: Level, one: int, two: int) -> tuple[int, int, int]:
    """The same by icepool."""
    d100 = icepool.d(100)
    difference = d100.map(lambda a: level(one, a)) - d100.map(lambda b: level(two, b))
    chances = (difference.probability(test, 0) for test in (">", "==", "<"))
    win, tie, loss = (int(chance * 10_000) for chance in chances)
    return win, tie, loss


FIGURES = [
    (tens_only, 45, 38, (5491, 900, 3609)),
    (tens_only, 40, 40, (4509, 982, 4509)),
    (tens_only, 9, 30, (2109, 700, 7191)),
    (tens_only, 95, 45, (8491, 500, 1009)),
    (tens_only, 95, 95, (4509, 982, 4509)),
    (by_the_rules, 45, 38, (5491, 900, 3609)),
    (by_the_rules, 40, 40, (4509, 982, 4509)),
    (by_the_rules, 9, 30, (2159, 700, 7141)),
    (by_the_rules, 95, 45, (8451, 500, 1049)),
    (by_the_rules, 95, 95, (4529, 942, 4529)),
]


@pytest.mark.parametrize(("level", "one", "two", "expected"), FIGURES)
@pytest.mark.clause("W-3.2", "W-3.3")
def test_the_known_figures(level: Level, one: int, two: int, expected: tuple[int, int, int]) -> None:
    """Win, tie and loss of 10,000, without and with the ends of the die, counted twice."""
    assert expected == counted(level, one, two)
    assert expected == thrown(with_ends if level is by_the_rules else level, one, two)


@pytest.mark.parametrize("points", [1, 5, 9, 10, 45, 89, 90, 99, 100, 130, 1000])
@pytest.mark.clause("W-3.3")
def test_the_ends_change_levels_only_below_10_and_from_90_on(points: int) -> None:
    """Everywhere else 01 to 05 is +1 or more and 96 to 00 −1 or less anyway."""
    changed = [roll for roll in range(1, 101) if by_the_rules(points, roll) != tens_only(points, roll)]

    assert (points < 10 or points >= 90) == bool(changed)


@pytest.mark.clause("W-3.4")
def test_ties_go_to_the_higher_points() -> None:
    """45 against 38 wins 0.5491 + 0.09 = 0.6391 of all opposed rolls."""
    state = field((45, 38))
    won = sum(
        contest(state, rolled(45, a), rolled(38, b)).winner == 0 for a in range(1, 101) for b in range(1, 101)
    )

    assert 6391 == won


@pytest.mark.clause("W-3.5")
def test_the_law_of_a_round_without_doubles_is_that_of_the_difference() -> None:
    """45 against 38, both as they were after the round: only a tie that hurts nobody leaves them so."""
    law = law_of_step(WFRP, field((45, 38), tie="nobody"))
    same = sum(
        Fraction(1, 10_000)
        for a in range(1, 101)
        for b in range(1, 101)
        if with_ends(45, a) == with_ends(38, b) and a % 11 and b % 11 and 100 not in {a, b}
    )

    assert same == law.chance(lambda after: after.now == (45, 38))
