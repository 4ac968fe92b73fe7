"""The round clause by clause: levels, criticals, who wins, what it costs, who is out."""

from __future__ import annotations

import pytest

from tests.rulebooks.wfrp.armies import WFRP, field, log_of, play, told
from voevoda.play.position import Outcome
from voevoda.rulebooks.wfrp.rolls import Rolled, rolled
from voevoda.rulebooks.wfrp.state import Unit, soldiers_left

QUIET = 50
"""An influence roll that does nothing: 46 to 55, without a bonus."""


@pytest.mark.clause("W-3.1")
def test_each_side_is_asked_in_the_order_of_the_file_against_its_current_points() -> None:
    """Both at once, each its own commander's."""
    at = play(field((12, 34), (20, 40)))

    assert [("commander:Ash", 12), ("commander:Birch", 34)] == [
        (str(place.by), question.prompt()["target"]) for place, question in at.open
    ]


@pytest.mark.parametrize(
    ("target", "roll", "expected"),
    [
        (45, 38, (1, 0)),
        (45, 45, (0, 0)),
        (45, 46, (0, 0)),
        (45, 67, (-2, 0)),
        (38, 85, (-5, 0)),
        (40, 100, (-6, -1)),
        (130, 21, (11, 0)),
        (130, 95, (4, 0)),
    ],
)
@pytest.mark.clause("W-3.2")
def test_the_level_is_tens_of_points_less_tens_of_the_roll(
    target: int, roll: int, expected: tuple[int, int]
) -> None:
    """100 has ten tens; 130 points have thirteen."""
    assert Rolled(*expected) == rolled(target, roll)


@pytest.mark.parametrize(
    ("target", "roll", "level"),
    [
        (1, 1, 1),
        (1, 5, 1),
        (1, 6, 0),
        (9, 5, 1),
        (10, 5, 1),
        (45, 5, 4),
        (89, 96, -1),
        (90, 96, -1),
        (95, 95, 0),
        (95, 96, -1),
        (99, 98, -1),
        (130, 97, -1),
        (1000, 96, -1),
        (30, 96, -6),
    ],
)
@pytest.mark.clause("W-3.3")
def test_the_ends_of_the_die_decide_alone(target: int, roll: int, level: int) -> None:
    """01 to 05 is at least +1, 96 to 00 at most −1, whatever the points."""
    assert level == rolled(target, roll).level


@pytest.mark.parametrize("target", [1, 9, 11, 50, 90, 99, 100, 999])
@pytest.mark.clause("W-3.6")
def test_99_and_00_are_always_fumbles(target: int) -> None:
    """However many points there are."""
    assert [-1, -1] == [rolled(target, roll).double for roll in (99, 100)]


@pytest.mark.clause("W-3.6")
def test_doubles_are_criticals_up_to_the_points_and_fumbles_above() -> None:
    """11, 22 and 33 at 33 points; nothing else is a double."""
    found = {roll: rolled(33, roll).double for roll in range(1, 101) if rolled(33, roll).double}

    assert {11: 1, 22: 1, 33: 1, **dict.fromkeys((44, 55, 66, 77, 88, 99, 100), -1)} == found


@pytest.mark.clause("W-3.4")
def test_the_higher_level_wins_when_both_fail() -> None:
    """45 rolls 67, −2; 38 rolls 85, −5: the first wins by 3 and takes 3 + 4."""
    at = play(field((45, 38)), 67, 85, QUIET)

    assert "Field(Ash 45/45 | Birch 31/38)" == str(at.state)


@pytest.mark.clause("W-3.4")
def test_plus_nought_and_minus_nought_are_equal() -> None:
    """41 of 45 is a success, 49 of 44 a failure; both are level 0, and the higher points prevail."""
    at = play(field((45, 44)), 41, 49, QUIET)
    (tie,) = told(at, "wfrp.round.tie.higher_points")

    assert ("Ash", 45, 44) == (tie["winner"], tie["points"], tie["other"])
    assert "Field(Ash 45/45 | Birch 40/44)" == str(at.state)


@pytest.mark.clause("W-3.5")
def test_the_bonus_is_the_tens_of_the_winners_points_without_an_end() -> None:
    """130 points at +12 against −1: 13 + 13; they are the points before this round's damage."""
    at = play(field((130, 45)), 10, 50, QUIET)
    (won,) = told(at, "wfrp.round.won")

    assert (13, 13, 26) == (won["difference"], won["bonus"], won["damage"])
    assert (130, 19) == at.state.now


@pytest.mark.clause("W-3.5")
def test_points_stop_at_nought() -> None:
    """A side with 3 of 4 points loses 8 and more."""
    at = play(field((80, 3), (80, 4)), 10, 90, QUIET)

    assert (80, 0) == at.state.now


@pytest.mark.clause("W-3.6")
def test_a_fumble_costs_its_own_side() -> None:
    """66 of 45 is a fumble: 80 − 50 = 30, damage 4 to itself; the enemy's 4 + 3 come on top."""
    at = play(field((45, 38)), 66, 14, 80, QUIET)

    assert [{"side": "Ash", "damage": 4}] == told(at, "wfrp.double.damage")
    assert (45 - 7 - 4, 38) == at.state.now


@pytest.mark.clause("W-3.6")
def test_the_bonus_for_the_difference_is_not_added_to_a_double() -> None:
    """11 wins by 6 levels: the critical is 10 + 50, the ordinary roll 10 + 30."""
    at = play(field((45, 38)), 11, 65, 10, 10)

    assert [60] == [line["result"] for line in told(at, "wfrp.influence.critical")]
    assert [40] == [line["result"] for line in told(at, "wfrp.influence")]


@pytest.mark.clause("W-3.6", "W-3.7")
def test_the_damage_column_counts_on_doubles_only() -> None:
    """An ordinary influence roll of 100 + 20 says damage 10, and nobody loses a point by it."""
    at = play(field((45, 38)), 9, 39, 100)

    assert (45, 38 - 4 - 4) == at.state.now
    assert [] == told(at, "wfrp.double.damage")


@pytest.mark.clause("W-3.7")
def test_only_the_winner_rolls_on_the_table_five_for_each_level() -> None:
    """Levels 4 and −5: the first side rolls at +45."""
    at = play(field((45, 38)), 9, 80)
    ((place, question),) = at.open

    assert ("wfrp.influence", "commander:Ash", 45) == (place.key, str(place.by), question.prompt()["plus"])


@pytest.mark.clause("W-3.8")
def test_the_winners_double_comes_first() -> None:
    """Both throw one: 66 and 55 fumble, and the second side wins."""
    at = play(field((30, 40)), 66, 55)
    keys = [str(at.open[0].place.by)]
    at = at.answer(QUIET + 50)
    keys.append(str(at.open[0].place.by))
    at = at.answer(QUIET + 50)
    keys.append(f"{at.open[0].place.key} {at.open[0].place.by}")

    assert ["commander:Birch", "commander:Ash", "wfrp.influence commander:Birch"] == keys


@pytest.mark.clause("W-3.8")
def test_without_a_winner_the_first_sides_double_comes_first() -> None:
    """Equal points, equal levels, two fumbles: then no ordinary roll."""
    at = play(field((30, 30)), 66, 66)
    assert ["commander:Ash"] == [str(each.place.by) for each in at.open]
    at = at.answer(QUIET + 50)
    assert ["commander:Birch"] == [str(each.place.by) for each in at.open]
    at = at.answer(QUIET + 50)

    assert (29, 29) == at.state.now
    assert [] == told(at, "wfrp.influence")


@pytest.mark.clause("W-3.8", "W-3.9")
def test_the_ordinary_roll_is_made_though_points_have_fallen_under_the_third() -> None:
    """38 points lose 13 + 26: they are out only after the winner's influence roll."""
    at = play(field((130, 38), (130, 100)), 10, 90)
    assert ["wfrp.influence"] == [each.place.key for each in at.open]
    at = at.answer(75)
    keys = [line.key for line in log_of(at)]

    assert keys.index("wfrp.influence") < keys.index("wfrp.out")
    assert Outcome("Ash", "out-of-action") == at.outcome


@pytest.mark.clause("W-3.9")
@pytest.mark.parametrize(
    ("now", "start", "out"),
    [(10, 30, False), (9, 30, True), (14, 41, False), (13, 41, True), (1, 3, False), (0, 1, True)],
)
def test_less_than_a_third_is_out(now: int, start: int, out: bool) -> None:
    """Exactly a third still stands."""
    assert out == (WFRP.finished(field((now, 50), (start, 50))) is not None)


@pytest.mark.clause("W-3.9")
def test_both_out_at_once_is_mutual_ruin() -> None:
    """12 of 30 on both sides, two fumbles of 20 each: nobody wins."""
    at = play(field((12, 12), (30, 30)), 99, 99, 1, 1)

    assert Outcome(None, "mutual-ruin") == at.outcome
    assert ["wfrp.out", "wfrp.out", "wfrp.mutual_ruin"] == [line.key for line in log_of(at)][-3:]


@pytest.mark.clause("W-3.10")
def test_losses_are_spread_and_rounded_down() -> None:
    """24 of 30 points are 8 of 10 men; a unit of one reads 0 after the first loss."""
    assert [8, 0, 3] == [soldiers_left(Unit("Men", count), 24, 30) for count in (10, 1, 4)]
    assert [1] == [soldiers_left(Unit("Men", 1), 30, 30)]


def test_a_battle_stops_when_the_foreground_fight_is_over() -> None:
    """After the rounds agreed, undecided; a side that is out before has lost."""
    at = play(field((45, 38), rounds_left=2), 67, 85, QUIET, 67, 66, 100, QUIET)
    assert Outcome(None, "stopped") == at.outcome

    at = play(field((45, 13), (45, 38), rounds_left=1), 10, 67, QUIET)
    assert Outcome("Ash", "out-of-action") == at.outcome


def test_one_man_against_one_man() -> None:
    """One point each: 01 wins by one level, no bonus; the loser has 0 of 1."""
    at = play(field((1, 1)), 1, 6, QUIET)

    assert (1, 0) == at.state.now
    assert Outcome("Ash", "out-of-action") == at.outcome


def test_a_million_million_on_both_sides() -> None:
    """The bonus is a tenth of the points, exactly."""
    host = 10**12
    at = play(field((host, host)), 6, 96, QUIET)

    assert (host, host - host // 10 - host // 10 - 1) == at.state.now
