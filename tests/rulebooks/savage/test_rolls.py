"""The book's own dice: exact laws, chains of faces, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voevoda.play.errors import Illegal
from voevoda.play.questions import Ruled, answer_of
from voevoda.play.seats import TABLE
from voevoda.rulebooks.savage.rolls import (
    CRITICAL,
    MARGINS,
    Damage,
    Opposed,
    Skilled,
    Spared,
    Trait,
    ahead_by,
    at_least,
    law_of_margin,
    law_of_trait,
    margin_class,
    trait,
)
from voevoda.rulebooks.savage.tables import Die, ladder


def roll(text: str, *, wild: bool = True, plus: int = 0, rungs: int = 3) -> Trait:
    """A trait roll of a die."""
    return trait("trial", "S-1.1", TABLE, {}, Die.parse(text), {"more": plus}, ladder(rungs), wild=wild)


def both(one: tuple[int, bool, int], two: tuple[int, bool, int]) -> tuple[str, ...]:
    """The chances of an opposed roll, the first side's raise first, to five digits."""
    law = law_of_margin(Skilled(*one), Skilled(*two))
    assert 0 == law.missing
    return tuple(f"{float(chance):.5f}" for _, chance in reversed(list(law)))


@pytest.mark.clause("S-1.1")
@pytest.mark.parametrize(
    ("die", "success", "raised"),
    [
        ("d4", "5/8", "37/192"),
        ("d6", "3/4", "335/1296"),
        ("d8", "13/16", "71/288"),
        ("d10", "17/20", "143/360"),
        ("d12", "7/8", "215/432"),
    ],
)
def test_a_wild_card_succeeds_and_raises_as_often_as_is_printed(die: str, success: str, raised: str) -> None:
    """P(≥4) and P(≥8) with the Wild Die, aces without limit."""
    law = roll(die).law()

    assert (Fraction(success), Fraction(raised)) == (
        law.chance(lambda rungs: rungs >= 1),
        law.chance(lambda rungs: rungs >= 2),
    )


@pytest.mark.clause("S-1.1")
def test_an_extra_has_no_wild_die() -> None:
    """d8: 5/8 and 1/8, and no critical failure."""
    law = roll("d8", wild=False).law()

    assert (Fraction(5, 8), Fraction(1, 8)) == (
        law.chance(lambda rungs: rungs >= 1),
        law.chance(lambda rungs: rungs >= 2),
    )
    assert CRITICAL not in law.values


@pytest.mark.clause("S-1.1")
def test_six_and_seven_are_as_likely_with_a_d6() -> None:
    """Spirit d6 of a Wild Card at −2 and at −3: both 11/36, for a six is always rolled again."""
    for plus in (-2, -3):
        assert Fraction(11, 36) == roll("d6", plus=plus, rungs=1).law().chance(lambda rungs: rungs == 1)


@pytest.mark.clause("S-1.1")
def test_aces_are_never_cut() -> None:
    """d4 against 21 with a Wild Die: five maxima and one more of d4, or three sixes and three more of d6."""
    law = law_of_trait(Skilled(4, True, 0), (21,))
    one, wild = Fraction(1, 4**5), Fraction(4, 6**4)

    assert 1 - (1 - one) * (1 - wild) == law.chance(lambda rungs: rungs == 1)
    assert 0 == law.missing


@pytest.mark.clause("S-1", "S-1.1")
def test_the_higher_of_both_chains_counts_and_modifiers_come_after() -> None:
    """8 and 3 on the d8, 6, 6 and 1 on the Wild Die: 13; a d12+1 adds 1 to both dice."""
    assert 13 == roll("d8").told(0, ((8, 3), (6, 6, 1)))["total"]
    assert 3 == roll("d8").read(((8, 3), (6, 6, 1)))
    assert 6 == roll("d12+1").told(0, ((2,), (5,)))["total"]
    assert 0 == roll("d8", plus=-2).read(((5,), (4,)))


@pytest.mark.clause("S-1.2")
def test_two_ones_are_a_critical_failure_whatever_is_added() -> None:
    """Of a Wild Card; an Extra has none."""
    assert CRITICAL == roll("d8", plus=10).read(((1,), (1,)))
    assert 2 == roll("d8", plus=10, wild=False).read(((1,),))
    assert Fraction(1, 48) == roll("d8", plus=10).law().chance(lambda rungs: rungs == CRITICAL)
    assert True is roll("d8").told(CRITICAL, ((1,), (1,)))["critical"]


@pytest.mark.clause("S-1.2")
def test_faces_are_taken_in_the_order_of_the_book() -> None:
    """The trait die with its aces, then the Wild Die with its own; as one row or as chains."""
    row = [8, 8, 2, 6, 1]

    assert ((8, 8, 2), (6, 1)) == roll("d8").take(iter(row)) == roll("d8").normal(row)
    assert ((3,),) == roll("d8", wild=False).normal(3)


@pytest.mark.parametrize(
    ("reply", "key"),
    [
        ([[8], [2]], "savage.illegal.chain"),
        ([[3, 2], [2]], "savage.illegal.chain"),
        ([[8, 3], [6, 6]], "savage.illegal.chain"),
        ([[9], [2]], "play.illegal.face"),
        ([[0], [2]], "play.illegal.face"),
        ([[3]], "savage.illegal.chains"),
        ([[3], [2], [2]], "savage.illegal.chains"),
        ([3, 2, 2], "savage.illegal.chains"),
        ([[], [2]], "savage.illegal.chain"),
        (["x", [2]], "play.illegal.faces"),
        ("nonsense", "savage.illegal.chains"),
    ],
)
def test_a_chain_that_should_have_gone_on_or_goes_on_too_long_is_refused(reply: object, key: str) -> None:
    """With what was given."""
    question = roll("d8")
    with pytest.raises(Illegal) as illegal:
        question.read(question.normal(reply))

    assert key == illegal.value.key
    assert "given" in illegal.value.facts


@pytest.mark.parametrize(
    "question", [roll("d4-2"), roll("d12", wild=False), Damage(key="trial", cite="", count=2, ladder=(5, 9))]
)
def test_any_roll_can_be_ruled(question: Trait | Damage) -> None:
    """The ruling names an answer of the law."""
    for index, answer in enumerate(question.law().values):
        assert answer == answer_of(question, Ruled(index, "cocked"))
        assert "total" not in question.told(answer, Ruled(index, "cocked"))


@pytest.mark.clause("S-6.2")
@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((8, True, 3), (8, True, 0), ("0.44713", "0.28051", "0.06175", "0.10892", "0.10169")),
        ((6, True, 0), (10, True, 4), ("0.04866", "0.07011", "0.03295", "0.18232", "0.66596")),
        ((8, True, 0), (8, True, 0), ("0.21061", "0.23652", "0.10575", "0.23652", "0.21061")),
        ((8, False, 0), (8, True, 0), ("0.13361", "0.19911", "0.09724", "0.27570", "0.29434")),
    ],
)
def test_two_battle_rolls_opposed(
    one: tuple[int, bool, int], two: tuple[int, bool, int], expected: tuple[str, ...]
) -> None:
    """The printed figures: by a raise, by less, a tie, and the same of the second side."""
    assert expected == both(one, two)


def chances(skilled: Skilled, top: int) -> list[Fraction]:
    """The chance of each total of some dice up to ``top``, by going through the rolls one by one."""
    of_die = []
    for sides in skilled.dice:
        exact, weight, base = [Fraction()] * (top + 1), Fraction(1), 0
        while base <= top:
            weight /= sides
            for face in range(1, sides):
                if base + face <= top:
                    exact[base + face] += weight
            base += sides
        of_die.append(exact)
    if len(of_die) == 1:
        return of_die[0]
    one, two = of_die
    return [
        one[total] * sum(two[: total + 1], Fraction()) + two[total] * sum(one[:total], Fraction())
        for total in range(top + 1)
    ]


@given(
    sides=st.tuples(st.sampled_from((4, 6, 8, 10, 12)), st.sampled_from((4, 6, 8, 10, 12))),
    wild=st.tuples(st.booleans(), st.booleans()),
    plus=st.integers(-6, 6),
    margin=st.integers(-9, 9),
)
def test_the_sum_over_both_tails_is_what_adding_up_totals_comes_to(
    sides: tuple[int, int], wild: tuple[bool, bool], plus: int, margin: int
) -> None:
    """Totals to 60 counted one by one leave less of 1 than the difference can be."""
    one, two = Skilled(sides[0], wild[0], plus), Skilled(sides[1], wild[1], 0)
    law, other = chances(one, 60), chances(two, 60)
    counted = sum(
        (law[a] * other[b] for a, b in product(range(61), repeat=2) if a + plus - b >= margin), Fraction()
    )
    left = 1 - sum(law, Fraction()) * sum(other, Fraction())

    assert counted <= ahead_by(one, two, margin) <= counted + left


@given(st.sampled_from((4, 6, 8, 10, 12)), st.integers(1, 40))
def test_the_closed_form_counts_the_faces_left(sides: int, total: int) -> None:
    """At most the maximum: the faces from there up; above it an ace, and then the rest."""
    if total <= sides:
        assert Fraction(sides - total + 1, sides) == at_least(total, sides)
    else:
        assert Fraction(1, sides) * at_least(max(1, total - sides), sides) == at_least(total, sides)


def test_margins_fall_into_five_classes() -> None:
    """Under 4 on either side of a tie, and 4 or more."""
    assert [-4, -4, -1, -1, 0, 1, 1, 4, 4] == [
        margin_class(margin) for margin in (-9, -4, -3, -1, 0, 1, 3, 4, 9)
    ]
    question = Opposed(key="trial", cite="", one=Skilled(8, True, 3), two=Skilled(6, False, 0))
    assert (8, 6, 6) == question.dice
    assert 4 == question.read(((5,), (1,), (4,)))
    assert (8, 4) == question.told(4, ((5,), (1,), (4,)))["totals"]
    assert set(MARGINS) == set(question.law().values)


@pytest.mark.clause("S-5.1")
def test_damage_dice_ace() -> None:
    """6 and 3 on one die, 2 on the other: 11, which against Toughness 7 is Shaken and a wound."""
    question = Damage(key="trial", cite="", count=2, ladder=(7, 11, 15))

    assert 2 == question.read(((6, 3), (2,)))
    assert {"total": 11, "shaken": True, "wounds": 1} == question.told(2, ((6, 3), (2,)))
    assert {"total": 11} == Damage(key="trial", cite="", count=2).told(0, ((6, 3), (2,)))


@pytest.mark.clause("S-5.1")
def test_the_law_of_damage_is_that_of_its_totals() -> None:
    """3d6 that ace: fewer than 5 only by faces that show no six."""
    law = Damage(key="trial", cite="", count=3, ladder=(5, 9)).law()
    below = sum(sum(faces) < 5 for faces in product(range(1, 6), repeat=3))

    assert Fraction(below, 216) == law.chance(lambda rungs: rungs == 0)
    assert 0 == law.missing


def test_tokens_are_spared_one_by_one() -> None:
    """Two of three dice show 5 or 6: 3 · (1/3)² · 2/3."""
    question = Spared(key="trial", cite="", tokens=3, least=5)

    assert 2 == question.read((5, 4, 6))
    assert Fraction(2, 9) == question.law().chance(lambda kept: kept == 2)
