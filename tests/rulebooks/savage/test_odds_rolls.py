"""Laws of trait rolls against printed figures and against dice that are thrown face by face."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from voevoda.play.law import Law
from voevoda.rulebooks.savage.odds_rolls import Dice, margins, morale, reaches, rungs, wounds
from voevoda.rulebooks.savage.rolls import Skilled, law_of_damage, law_of_margin, law_of_trait
from voevoda.rulebooks.savage.tables import ROUT, SUCCESS, ladder

THROWS = 30
"""So many aces in a row, and no more, are told apart below; the chance of more is at most 4⁻³⁰."""


@cache
def faces(sides: int) -> dict[int, Fraction]:
    """One die that aces, by its rows of faces."""
    return {
        sides * aces + face: Fraction(1, sides ** (aces + 1))
        for aces in range(THROWS)
        for face in range(1, sides)
    }


@cache
def rolls(dice: Dice) -> dict[tuple[int, bool], Fraction]:
    """Totals before modifiers, and whether both dice show 1."""
    found: dict[tuple[int, bool], Fraction] = defaultdict(Fraction)
    for face, chance in faces(dice.sides).items():
        if not dice.wild:
            found[face, False] += chance
            continue
        for wild, part in faces(6).items():
            found[max(face, wild), face == wild == 1] += chance * part
    return dict(found)


@pytest.mark.clause("S-1.1")
@pytest.mark.parametrize(
    ("sides", "success", "raised"),
    [
        (4, Fraction(5, 8), Fraction(37, 192)),
        (6, Fraction(3, 4), Fraction(335, 1296)),
        (8, Fraction(13, 16), Fraction(71, 288)),
        (10, Fraction(17, 20), Fraction(143, 360)),
        (12, Fraction(7, 8), Fraction(215, 432)),
    ],
)
def test_a_wild_card_succeeds_and_raises_as_printed(sides: int, success: Fraction, raised: Fraction) -> None:
    """The figures of the specification, for every die."""
    dice = Dice(sides, wild=True)

    assert (success, raised) == (reaches(dice, 4), reaches(dice, 8))
    assert pytest.approx([float(1 - success), float(success - raised), float(raised)], abs=1e-15) == rungs(
        dice, 0, 2
    )


@pytest.mark.clause("S-1.1")
def test_an_extra_throws_one_die() -> None:
    """An Extra's d8: 5/8 and 1/8."""
    assert (Fraction(5, 8), Fraction(1, 8)) == tuple(reaches(Dice(8, wild=False), total) for total in (4, 8))


@pytest.mark.clause("S-10.1")
def test_no_total_of_six_makes_two_malus_as_good_as_three() -> None:
    """Spirit d6 of a Wild Card stands in 11 of 36 at −2 and at −3."""
    assert [pytest.approx(11 / 36, abs=1e-15)] * 2 == [
        morale(Dice(6, wild=True), plus)[0] for plus in (-2, -3)
    ]


@pytest.mark.clause("S-6.2")
def test_opposed_rolls_have_their_printed_figures() -> None:
    """d8 + 3 against d8 and d8 against d8, both Wild Cards."""
    d8 = Dice(8, wild=True)

    assert [0.44713, 0.28051, 0.06175, 0.10892, 0.10169] == [round(float(p), 5) for p in margins(d8, d8, 3)]
    assert [0.21061, 0.23652, 0.10575, 0.23652, 0.21061] == [round(float(p), 5) for p in margins(d8, d8, 0)]


@pytest.mark.parametrize(
    "dice", [Dice(sides, wild) for sides in (4, 8, 12) for wild in (True, False)], ids=str
)
@pytest.mark.parametrize("plus", [-5, -2, 0, 1, 3, 4, 9])
def test_rolls_are_as_thrown_face_by_face(dice: Dice, plus: int) -> None:
    """Rungs and morale, with critical failures, against rows of faces (S-1.1, S-1.2, S-10.2)."""
    reached, fates = [Fraction()] * 5, [Fraction()] * 3
    for (total, critical), chance in rolls(dice).items():
        rung = 0 if critical else max(0, total + plus) // 4
        reached[min(4, rung)] += chance
        fates[2 if critical or total + plus <= 1 else 0 if rung else 1] += chance

    assert pytest.approx([float(part) for part in reached], abs=1e-12) == rungs(dice, plus, 4)
    assert pytest.approx([float(part) for part in fates], abs=1e-12) == morale(dice, plus)


@pytest.mark.parametrize(
    ("one", "two", "lead"),
    [(Dice(4, wild=False), Dice(6, wild=True), 2), (Dice(12, wild=True), Dice(4, wild=True), -3)],
    ids=str,
)
def test_margins_are_as_thrown_face_by_face(one: Dice, two: Dice, lead: int) -> None:
    """Two totals compared, a critical failure counted as any other."""
    found = [Fraction()] * 5
    for ((mine, _), p), ((theirs, _), q) in product(rolls(one).items(), rolls(two).items()):
        margin = mine + lead - theirs
        found[0 if margin >= 4 else 1 if margin > 0 else 2 if margin == 0 else 3 if margin > -4 else 4] += (
            p * q
        )

    assert pytest.approx([float(part) for part in found], abs=1e-12) == margins(one, two, lead)


@pytest.mark.clause("S-5.1")
def test_damage_wounds_for_every_four_above_toughness() -> None:
    """2d6 with aces against Toughness 7: 7 to 10 only shakes, 11 to 14 is a wound, and so on."""
    found = [Fraction()] * 5
    for (one, p), (two, q) in product(faces(6).items(), repeat=2):
        found[min(4, max(0, one + two - 7) // 4)] += p * q

    assert pytest.approx([float(part) for part in found], abs=1e-12) == wounds(2, 7, 4)


# The rules' own questions


def chances(law: Law[int], answers: Iterable[int]) -> list[object]:
    """How likely each of some answers is."""
    found = dict(law)
    return [pytest.approx(float(found.get(answer, 0)), abs=1e-14) for answer in answers]


@pytest.mark.parametrize(
    "dice", [Dice(sides, wild) for sides in (4, 6, 10) for wild in (True, False)], ids=str
)
@pytest.mark.parametrize("plus", [-9, -1, 2, 5, 11])
def test_rolls_are_as_the_questions_say(dice: Dice, plus: int) -> None:
    """Success and raises, and morale, against the laws of the questions that the rules ask."""
    roller = Skilled(dice.sides, dice.wild, plus)
    battle = law_of_trait(roller, ladder(6)).map(lambda rung: max(rung, 0))
    spirit = law_of_trait(roller, (ROUT, SUCCESS)).map(lambda rung: max(rung, 0))

    assert chances(battle, range(7)) == list(rungs(dice, plus, 6))
    assert chances(spirit, (2, 1, 0)) == list(morale(dice, plus))


@pytest.mark.parametrize("one", [Dice(4, wild=True), Dice(12, wild=False), Dice(10, wild=True)], ids=str)
@pytest.mark.parametrize("two", [Dice(6, wild=True), Dice(8, wild=False)], ids=str)
@pytest.mark.parametrize("lead", [-7, -1, 0, 4, 12])
def test_margins_are_as_the_question_says(one: Dice, two: Dice, lead: int) -> None:
    """Two rolls compared, against the exact law of the question."""
    law = law_of_margin(Skilled(*one, lead), Skilled(*two, 0))

    assert chances(law, (4, 1, 0, -1, -4)) == list(margins(one, two, lead))


@pytest.mark.parametrize(("dice", "toughness"), [(2, 3), (3, 7), (4, 11)])
def test_wounds_are_as_the_question_says(dice: int, toughness: int) -> None:
    """Damage against Toughness: the first rung shakes, each further one wounds."""
    law = law_of_damage(dice, tuple(toughness + 4 * wound for wound in range(5)))

    assert chances(law.map(lambda rung: max(0, rung - 1)), range(5)) == list(wounds(dice, toughness, 4))
