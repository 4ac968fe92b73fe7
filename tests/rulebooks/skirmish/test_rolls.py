"""The laws of the book's own dice, counted over all faces and by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voevoda.play.questions import ruled_as
from voevoda.rulebooks.skirmish import rolls
from voevoda.rulebooks.skirmish.fates import after_wound
from voevoda.rulebooks.skirmish.rolls import Contest, Spending, StateDie
from voevoda.rulebooks.skirmish.state import Readings
from voevoda.rulebooks.skirmish.tables import SPENT, Dice

NUMBERS = st.fractions(-5, 60, max_denominator=7)


def a_test(own: Fraction | int, enemy: Fraction | int, *, keeps: bool = False) -> rolls.Test:
    """A test of these numbers."""
    return rolls.Test(key="t", cite="C-4", own=Fraction(own), enemy=Fraction(enemy), keeps=keeps)


@pytest.mark.clause("C-4")
@given(own=NUMBERS, enemy=NUMBERS, keeps=st.booleans())
def test_the_law_of_a_test_is_the_count_of_its_400_pairs(own: Fraction, enemy: Fraction, keeps: bool) -> None:
    """Own and enemy's numbers may be fractions, and apart as far as they like."""
    question = a_test(own, enemy, keeps=keeps)
    counted = Counter(question.read(pair) for pair in product(range(1, 21), repeat=2))

    assert dict(counted) == dict(question.law().outcomes)
    assert 400 == question.law().whole


@pytest.mark.clause("C-4")
@pytest.mark.parametrize(
    ("lead", "passes"), [(0, 210), (1, 229), (-1, 190), (19, 400), (18, 399), (-19, 1), (-20, 0)]
)
def test_passing_a_test_counted_by_hand(lead: int, passes: int) -> None:
    """Of 400 pairs, 210 are not lower when the numbers are equal."""
    assert passes == 400 * a_test(30 + lead, 30).law().chance(lambda tested: not tested.failed)


@pytest.mark.clause("C-4")
def test_a_fraction_decides_like_the_next_whole_number() -> None:
    """5 against 17/3 is 5 against 6; 6 against 17/3 is not 6 against 5: 6 + 1 < 17/3 + 2."""
    assert a_test(5, 6).law() == a_test(5, Fraction(17, 3)).law()
    assert a_test(6, 6).law() == a_test(6, Fraction(17, 3)).law()


@pytest.mark.clause("C-4")
def test_a_die_that_sets_state_comes_with_the_failure() -> None:
    """With 1 he fails against 19 of 20 faces, with 20 against none."""
    law = dict(a_test(6, 6, keeps=True).law().outcomes)

    assert {rolls.Tested(False): 210, **{rolls.Tested(True, own): 20 - own for own in range(1, 20)}} == law


@pytest.mark.clause("C-5")
def test_a_die_for_a_wound_asks_for_the_state_after_it() -> None:
    """From 12: eleven rolls lower are taken; 12 changes nothing; the eight higher, and 11, make 11."""
    after = tuple(after_wound(12, face, Readings()) for face in range(1, 21))
    law = dict(StateDie(key="s", cite="C-5", after=after, was=12).law().outcomes)

    assert {**dict.fromkeys(range(1, 11), 1), 11: 9, 12: 1} == law


@pytest.mark.clause("C-8")
def test_what_is_over_the_amount_carried_is_not_spent() -> None:
    """2d4 with 4 carried: 1 and 2 of 16 are lower."""
    law = Spending(key="a", cite="C-8", dice=SPENT["normal"], carried=4).law()

    assert {2: Fraction(1, 16), 3: Fraction(2, 16), 4: Fraction(13, 16)} == dict(law)


@pytest.mark.clause("C-8")
def test_the_rates_of_ammunition() -> None:
    """As the house has them."""
    assert {"sparing": Dice(1, 4), "normal": Dice(2, 4), "heavy": Dice(3, 6)} == dict(SPENT)


@pytest.mark.clause("C-3")
def test_a_contest_answers_with_its_sum() -> None:
    """Score 20 and two d10."""
    question = Contest(key="c", cite="C-3", dice=2, sides=10, plus=20)

    assert 31 == question.read((4, 7))
    assert {"roll": 11, "plus": 20, "total": 31} == question.told(31, (4, 7))
    assert (22, 40, Fraction(1, 10)) == (
        min(question.law().values),
        max(question.law().values),
        question.law().chance(lambda total: total == 31),
    )


def test_any_roll_can_be_ruled_by_faces() -> None:
    """The ruling names the answer that they would have had."""
    thrown = (
        (a_test(6, 6, keeps=True), [3, 9]),
        (StateDie(key="s", cite="C-4", after=tuple(range(-1, -21, -1))), 9),
        (Spending(key="a", cite="C-8", dice=Dice(3, 6), carried=None), [1, 6, 6]),
        (Contest(key="c", cite="C-3", dice=1, sides=10, plus=4), 9),
    )
    answers = [
        question.law().values[ruled_as(question, faces, "so be it").ruled] for question, faces in thrown
    ]

    assert [rolls.Tested(True, 3), -9, 13, 13] == answers
