"""Success rolls and their criticals, the contest of the commanders in numbers, blows and losses (G-9.7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rulebooks.gurps.forces import dice
from voevoda.play.questions import sum_of_dice
from voevoda.rulebooks.gurps.rolls import (
    GLORY,
    MORALE_IN_THE_OPEN,
    SURVIVAL,
    Check,
    Damage,
    Luck,
    Months,
    Reaction,
    check,
    law_of_losses,
    law_of_test,
    men_lost,
)


def in_216(holds: Callable[[int], bool]) -> int:
    """How many of the 216 throws of three dice have such a sum."""
    return sum(ways for roll, ways in sum_of_dice(3, 6).outcomes if holds(roll))


@pytest.mark.clause("G-9.7")
@pytest.mark.parametrize(
    ("skill", "good", "bad"), [(10, 4, 1 + 3), (15, 10, 4), (16, 20, 1), (3, 4, 56), (7, 4, 4)]
)
def test_how_often_rolls_are_critical(skill: int, good: int, bad: int) -> None:
    """Of 216, by skill; at 10 a failure is critical from 17 on, at 3 from 13 on."""
    assert good == in_216(lambda roll: check(skill, roll).critical > 0)
    assert bad == in_216(lambda roll: check(skill, roll).critical < 0)


@pytest.mark.clause("G-9.7")
@pytest.mark.parametrize(
    ("skill", "roll", "expected"),
    [
        (2, 3, Check(0, 1)),
        (2, 4, Check(0, 1)),
        (20, 17, Check(-1, 0)),
        (20, 18, Check(-1, -1)),
        (15, 17, Check(-2, -1)),
        (12, 12, Check(0, 0)),
        (12, 9, Check(3, 0)),
        (5, 15, Check(-10, -1)),
    ],
)
def test_what_always_succeeds_and_always_fails(skill: int, roll: int, expected: Check) -> None:
    """By these rules a success is by 0 at least, and a failure by 1."""
    assert expected == check(skill, roll)


@pytest.mark.clause("G-9.2")
@pytest.mark.parametrize(
    ("margin", "expected"),
    [
        (5, "unhurt"), (4, "one-hit"), (1, "one-hit"), (0, "two-hits"), (-1, "A"), (-2, "A"), (-3, "B"),
        (-4, "B"), (-5, "C"), (-6, "C"), (-7, "D"),
    ],
)  # fmt: skip
def test_the_rungs_of_survival(margin: int, expected: str) -> None:
    """By the margin of an ordinary roll of 11."""
    assert expected == SURVIVAL.read(check(11 + margin, 11))


@pytest.mark.clause("G-9.2", "G-9.7")
def test_criticals_of_survival() -> None:
    """An 18 failed by 2 is D and not A; a 3 against 2 is a success."""
    assert "D" == SURVIVAL.read(check(16, 18))
    assert "two-hits" == SURVIVAL.read(check(2, 3))


@pytest.mark.clause("G-9.4")
@pytest.mark.parametrize(
    ("skill", "roll", "expected"),
    [
        (20, 10, "10+"), (13, 3, "10+"), (5, 4, "10+"), (19, 10, "7-9"), (17, 10, "7-9"), (16, 10, "4-6"),
        (14, 10, "4-6"), (13, 10, "0-3"), (10, 10, "0-3"), (9, 10, "-1..-3"), (7, 10, "-1..-3"),
        (6, 10, "-4..-6"), (4, 10, "-4..-6"), (3, 10, "-7"), (16, 18, "-7"), (15, 17, "-7"),
    ],
)  # fmt: skip
def test_the_rungs_of_glory(skill: int, roll: int, expected: str) -> None:
    """A critical success is the highest, a critical failure the lowest."""
    assert expected == GLORY.read(check(skill, roll))


@pytest.mark.clause("G-11")
def test_morale_in_the_open_fails_by_four_or_by_five() -> None:
    """Of 216 at 12: passed, retreats, routs."""
    law = dict(law_of_test(12, MORALE_IN_THE_OPEN).outcomes)

    assert {"passed": 160, "failed": 52, "failed-badly": 4} == law


@pytest.mark.clause("G-9.6")
@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (-1, "disastrous"), (0, "disastrous"), (1, "very-bad"), (3, "very-bad"), (4, "bad"), (6, "bad"),
        (7, "poor"), (10, "neutral"), (13, "good"), (15, "good"), (16, "very-good"), (18, "very-good"),
        (19, "excellent"),
    ],
)  # fmt: skip
def test_the_bands_of_a_reaction(total: int, expected: str) -> None:
    """3d and Reputation."""
    assert expected == Reaction(key="k", cite="G-9.6", plus=total - 10).read(dice(10))


@pytest.mark.clause("G-9.3")
def test_two_blows_with_dr_off_each() -> None:
    """Dice 3, 4 then 1, 2 of 2 × (2d+2) against DR 2: 7 + 3; multiplied instead, 3, 4: 18 − 2."""
    two = Damage(key="k", cite="G-9.3", blows=2, dice=2, plus=2, dr=2, at_once=False)
    once = Damage(key="k", cite="G-9.3", blows=2, dice=2, plus=2, dr=2, at_once=True)

    assert 10 == two.read((3, 4, 1, 2))
    assert 16 == once.read((3, 4))


@pytest.mark.clause("G-9.3")
def test_a_blow_is_never_negative() -> None:
    """DR 5 stops a blow of 3 and takes 5 from one of 8."""
    assert 3 == Damage(key="k", cite="G-9.3", blows=2, dice=1, plus=2, dr=5, at_once=False).read((1, 6))


@pytest.mark.clause("G-9.4")
def test_a_reputation_lasts_a_month_at_least() -> None:
    """1d − 2."""
    question = Months(key="k", cite="G-9.4", less=2)

    assert [1, 1, 1, 2, 3, 4] == [question.read((face,)) for face in range(1, 7)]


@pytest.mark.clause("G-10.3")
def test_two_rolls_more_and_the_better() -> None:
    """The lower of the two."""
    assert 7 == Luck(key="k", cite="G-10.3").read((1, 2, 4, 6, 6, 6))


@pytest.mark.clause("G-10.2")
@pytest.mark.parametrize(
    ("one", "two", "win", "tie", "loss"),
    [
        (12, 12, 21162, 4332, 21162),
        (14, 11, 33621, 3431, 9604),
        (15, 10, 39908, 2247, 4501),
        (13, 12, 25494, 4221, 16941),
        (8, 7, 25494, 4221, 16941),
        (20, 10, 46194, 252, 210),
    ],
)
def test_a_contest_by_margins_in_numbers(one: int, two: int, win: int, tie: int, loss: int) -> None:
    """Of 46,656; there are no criticals in it, and the same difference has the same odds."""
    found = {1: 0, 0: 0, -1: 0}
    for first, ways in sum_of_dice(3, 6).outcomes:
        for second, others in sum_of_dice(3, 6).outcomes:
            ours, theirs = one - first, two - second
            found[(ours > theirs) - (ours < theirs)] += ways * others

    assert (win, tie, loss) == (found[1], found[0], found[-1])


@pytest.mark.clause("G-13.4")
@pytest.mark.parametrize(
    ("men", "per_cent", "expected"),
    [
        (250, 10, 25), (87, 15, 14), (1, 5, 1), (43, 5, 3), (7, 35, 3), (14_700, 15, 2_205),
        (8_000, 45, 3_600), (10, 0, 0), (10, -2, 0), (10, 100, 10), (10, 130, 10), (10**12, 1, 10**10),
    ],
)  # fmt: skip
def test_losses_are_whole_men_rounded_up(men: int, per_cent: int, expected: int) -> None:
    """Exact: ten per cent of 250 are 25 and not 26; never more than there are."""
    assert expected == men_lost(men, per_cent)


@pytest.mark.clause("G-13.4")
def test_a_small_unit_has_a_small_law() -> None:
    """Of two men, 4d+10 per cent are one always."""
    assert ((1, 1296),) == law_of_losses(4, 10, 2).outcomes
