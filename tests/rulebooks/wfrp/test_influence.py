"""The influence table: whom it strikes, with which dice, and what happens when it is replaced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulebooks.wfrp.armies import battle, field, house_rows, log_of, play, told
from voevoda.play.drive import law_of_step
from voevoda.play.errors import Illegal
from voevoda.play.position import Position
from voevoda.play.questions import Draw
from voevoda.rulebooks.wfrp.book import BOOK
from voevoda.rulebooks.wfrp.rolls import Wounds
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.state import Field
from voevoda.rulebooks.wfrp.tables import Dice, row_of

ASH = ("Anna", "Arn", "Ada")
BIRCH = ("Bert",)


def struck(
    roll: int, *more: object, characters: tuple[tuple[str, ...], tuple[str, ...]] = (ASH, BIRCH)
) -> Position[Field]:
    """Ash wins by one level, so that ``roll`` counts 5 more, and then what the table asks for."""
    return play(field((45, 45), characters=characters), 31, 41, roll, *more)


@pytest.mark.parametrize(
    ("result", "on", "damage"),
    [
        (-500, "all-own", 20),
        (-50, "all-own", 20),
        (-49, "all-own", 15),
        (-25, "all-own", 15),
        (-24, "all-own", 10),
        (0, "all-own", 10),
        (1, "all-own", 8),
        (10, "all-own", 8),
        (11, "one-own", 6),
        (20, "one-own", 6),
        (30, "one-own", 4),
        (37, "one-own", 3),
        (45, "one-own", 2),
        (46, "nobody", 1),
        (55, "nobody", 1),
        (56, "one-enemy", 2),
        (70, "one-enemy", 3),
        (73, "one-enemy", 4),
        (90, "one-enemy", 6),
        (91, "all-enemy", 8),
        (105, "all-enemy", 10),
        (126, "all-enemy", 15),
        (150, "all-enemy", 15),
        (151, "all-enemy", 20),
        (5000, "all-enemy", 20),
    ],
)
@pytest.mark.clause("W-4")
def test_every_result_has_its_row(result: int, on: str, damage: int) -> None:
    """The three results of the source text, 37, 73 and 105, among them."""
    row = row_of(house_rows(), result)

    assert (on, damage) == (row.on, row.damage)


@pytest.mark.clause("W-4")
def test_nothing_notable_is_told_as_such() -> None:
    """46 to 55."""
    assert [{}] == told(struck(50), "wfrp.effect.nothing")


@pytest.mark.clause("W-4.1")
def test_one_of_several_is_drawn() -> None:
    """11 to 20 strikes one of the roller's own: each is as likely, and the name may be given by its place."""
    at = struck(12)
    ((place, question),) = at.open

    assert ("wfrp.influence.whom", ASH) == (place.key, question.about["among"])
    assert isinstance(question, Draw)
    assert {(name,): 1 for name in ASH} == dict(question.law().outcomes)
    with pytest.raises(Illegal) as refused:
        _ = at.answer("Bert")
    assert ("play.illegal.draw", "Bert") == (refused.value.key, refused.value.facts["given"])
    assert [{"side": "Ash", "who": "Arn", "wounds": 2, "lose_advantage": "all"}] == told(
        at.answer(2).answer(4), "wfrp.effect"
    )


@pytest.mark.clause("W-4.1")
def test_with_one_named_nobody_draws() -> None:
    """61 to 70 strikes one enemy, and there is but Bert."""
    assert [{"side": "Birch", "who": "Bert", "penalty": -10}] == told(struck(60), "wfrp.effect")


@pytest.mark.clause("W-4.1")
@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        (60, {"side": "Birch", "whom": "one", "penalty": -10}),
        (80, {"side": "Birch", "whom": "one", "count": 1, "die": 5, "lose_advantage": "all"}),
        (98, {"side": "Birch", "whom": "all", "count": 1, "die": 5, "lose_advantage": "all", "fear": 1}),
        (90, {"side": "Birch", "whom": "all", "wounds": 1, "penalty": -10}),
    ],
)
def test_with_nobody_named_it_is_said_and_nothing_is_thrown(roll: int, expected: dict[str, object]) -> None:
    """The effect stands in the log, with its dice unthrown."""
    at = struck(roll, characters=(ASH, ()))

    assert [expected] == told(at, "wfrp.effect.unnamed")
    assert ["wfrp.round.test"] * 2 == [each.place.key for each in at.open]


@pytest.mark.clause("W-4.2")
def test_a_d5_is_a_d10_halved_and_rounded_up() -> None:
    """1 and 2 are one wound, 9 and 10 five; each is as likely."""
    d5 = Wounds(key="wfrp.influence.wounds", cite="W-4.2", dice=Dice(1, 5))

    assert [1, 1, 2, 2, 3, 3, 4, 4, 5, 5] == [d5.read((face,)) for face in range(1, 11)]
    assert dict.fromkeys(range(1, 6), 1) == dict(d5.law().outcomes)
    assert {"dice": 1, "sides": 10} == d5.prompt()


@pytest.mark.clause("W-4.2")
def test_wounds_of_all_are_thrown_for_each_in_the_order_of_the_file() -> None:
    """A fumble of 50 − 50 = 0 costs each of the own 1d5; a d10 stays a d10 below −24."""
    at = play(field((45, 45), characters=(ASH, BIRCH)), 66, 46, 50)
    names = []
    while at.open[0].place.key == "wfrp.influence.wounds":
        names.append(at.open[0].question.about["who"])
        at = at.answer(9)
    assert list(ASH) == names

    at = play(field((45, 45), characters=(ASH, BIRCH)), 66, 46, 10)
    assert {"dice": 1, "sides": 10} == at.open[0].question.prompt()
    assert 9 == at.open[0].question.read((9,))


@pytest.mark.clause("W-4")
def test_own_and_enemy_are_seen_from_the_side_that_rolls() -> None:
    """The second side's fumble strikes its own man, its critical the other side's."""
    fumble = play(field((45, 38), characters=(("Anna",), BIRCH)), 9, 44, 75, 25)
    critical = play(field((45, 38), characters=(("Anna",), BIRCH)), 39, 11, 25, 50)

    assert ["Bert"] == [fact["who"] for fact in told(fumble, "wfrp.effect")]
    assert ["Anna"] == [fact["who"] for fact in told(critical, "wfrp.effect")]


def test_what_strikes_the_foreground_never_reaches_the_points() -> None:
    """The law of a round is the same, whoever is named."""
    named = field((12, 8), characters=(ASH, BIRCH))
    nobody = field((12, 8))

    def points(state: Field) -> dict[tuple[int, int], object]:
        return {after.now: chance for after, chance in law_of_step(Wfrp(), state)}

    assert points(nobody) == points(named)


TABLE = """
rulebook: wfrp
title: Trial
sides:
  - {name: Ash, units: [{name: Men, count: 45}], characters: [Anna]}
  - {name: Birch, units: [{name: Men, count: 45}], characters: [Bert]}
tables:
  influence:
    rows:
      - {to: 60, on: all-own, wounds: 3d4, damage: 7}
      - {from: 61, on: all-enemy, fear: 3, damage: 9}
"""


@pytest.mark.clause("W-4")
def test_a_replaced_table_acts_and_is_no_longer_the_houses() -> None:
    """11 of 45 is a critical: 20 + 50 = 70 is damage 9 and Fear 3; then 31 + 5 = 36 costs Anna 3d4."""
    at = play(battle(TABLE).state, 11, 46, 20, 16, [1, 2, 4])
    house = {BOOK.house_of(line, at.state.terms.replaced) for line in log_of(at)}

    assert (45, 45 - 3 - 4 - 9) == at.state.now
    assert [
        {"side": "Birch", "who": "Bert", "fear": 3},
        {"side": "Ash", "who": "Anna", "wounds": 7},
    ] == told(at, "wfrp.effect")
    assert ("influence",) == BOOK.replaced(at.state)
    assert "W-4" not in house


@pytest.mark.clause("W-3.8", "W-4")
def test_house_values_are_named_where_they_act() -> None:
    """The order of the round, the table's effects and its damage; the mutual ruin and the spread as well."""
    at = play(field((12, 12), (30, 30)), 99, 99, 1, 1)
    house = {line.key: BOOK.house_of(line) for line in log_of(at)}

    assert {
        "wfrp.round.test": None,
        "wfrp.round.tie.even": None,
        "wfrp.influence.fumble": None,
        "wfrp.double.damage": "W-4",
        "wfrp.effect.unnamed": "W-4",
        "wfrp.round.points": "W-3.8",
        "wfrp.round.left": None,
        "wfrp.out": None,
        "wfrp.mutual_ruin": "W-3.9",
    } == house


def test_a_row_may_be_all_there_is() -> None:
    """A table of one row has neither beginning nor end."""
    (only,) = (replace(row, low=None, high=None) for row in house_rows() if row.on == "nobody")
    at = play(field((45, 38), influence=(only,)), 9, 80, 100)

    assert [{}] == told(at, "wfrp.effect.nothing")
