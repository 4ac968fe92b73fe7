"""Luck of the dice against hand arithmetic, enumeration and icepool."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from tests.web.battles import EXAMPLES
from voevoda.export.luck import Luck, added, luck, luck_of
from voevoda.files import read_battle
from voevoda.i18n import LANGUAGES, has_text
from voevoda.play.journal import Journal, answered, begin, thrown
from voevoda.play.law import Law
from voevoda.play.position import Position
from voevoda.play.questions import Chance, ruled_as, sum_of_dice
from voevoda.play.seats import REFEREE, SPECTATOR
from voevoda.rulebooks.book import Book


def hits(ways: int) -> Law[int]:
    """One die that hits on so many of its six faces."""
    return Law.of([(1, ways), (0, 6 - ways)])


def test_five_hits_of_nineteen_dice_come_about_once_in_85() -> None:
    """A player's complaint: 5 dice at 4/6 and 14 at 3/6 hit 5 times, where 10.33 were to be expected."""
    rolls = [(hits(4), n % 2) for n in range(5)] + [(hits(3), int(n < 3)) for n in range(14)]
    found = luck("Reds", "hits", 1, rolls)

    assert (19, 5) == (found.rolls, found.total)
    assert Fraction(31, 3) == found.mean
    assert 0.01173 == pytest.approx(float(found.at_most), abs=5e-6)
    assert 85 == round(1 / found.tail)
    assert found.is_far
    assert found.share < Fraction(1, 85)


def test_sums_are_those_of_all_throws_and_of_icepool() -> None:
    """Also of different dice."""
    laws = [sum_of_dice(1, 6)] * 3 + [sum_of_dice(1, 4)]
    every = [sum(faces) for faces in product(range(1, 7), range(1, 7), range(1, 7), range(1, 5))]
    pool: Any = 3 @ icepool.d6 + icepool.d4

    law = added(laws)
    assert {total: Fraction(every.count(total), len(every)) for total in set(every)} == dict(law)
    assert dict(pool.items()) == {value: int(chance * pool.denominator()) for value, chance in law}


def test_what_comes_out_as_good_counts_half() -> None:
    """So an even roll lies in the middle, and less is better where the book says so."""
    coin = Law.even([0, 1])
    assert Fraction(1, 2) == luck("Reds", "coins", 1, [(coin, 1), (coin, 0)]).share
    assert Fraction(3, 4) == luck("Reds", "coins", 1, [(coin, 1)]).share
    assert Fraction(1, 4) == luck("Reds", "coins", -1, [(coin, 1)]).share
    assert not luck("Reds", "coins", 1, [(coin, 1)]).is_far


def fought(example: str, seed: str = "luck") -> tuple[Book[Any], Position[Any], Journal]:
    """An example played out from a seed, the first option each time; its first roll is ruled."""
    battle = read_battle(EXAMPLES / f"{example}.yaml")
    rules = battle.book.rules
    at, journal = begin(rules, battle.state, seed)
    ruled = False
    while at.open:
        asked = at.asked()
        if isinstance(asked.question, Chance):
            reply = thrown(asked, seed)
            if not ruled and asked.question.kind != "draw":
                reply, ruled = ruled_as(asked.question, reply, "so be it"), True
            at, more = answered(at, reply, asked.place, "seed")
        else:
            reply = battle.book.choose(battle.book.policies[0], at, asked, seed)
            at, more = answered(at, reply, asked.place)
        journal = (*journal, *more)
    return battle.book, at, journal


EXAMPLES_OF_ALL = [
    "gurps/ford",
    "gurps/omens",
    "savage/bridge",
    "savage/pass",
    "skirmish/bridge",
    "wfrp/tunnels",
]


@pytest.mark.parametrize("example", EXAMPLES_OF_ALL)
def test_the_rolls_of_a_battle_are_those_of_its_log(example: str) -> None:
    """All but what was ruled, each with the side it is of, and every kind with its name."""
    book, at, journal = fought(example)
    sides = book.sides(at.state, (), REFEREE)
    found = luck_of(book, journal, at.state, SPECTATOR)

    assert found
    assert {each.side for each in found} <= {side["name"] for side in sides}
    for each in found:
        assert 0 <= each.share <= 1
        assert 1 <= each.at_most + each.at_least
        assert isinstance(each, Luck)
        assert all(has_text(lang, f"{book.id}.rolls.{each.kind}") for lang in LANGUAGES)


def test_the_levels_of_a_battle_add_up_to_what_the_log_says() -> None:
    """By the facts of its lines, without the one that the referee ruled."""
    book, at, journal = fought("wfrp/tunnels")
    lines = [line for entry in journal for line in getattr(entry, "lines", ())]
    found = {each.side: each for each in luck_of(book, journal, at.state, REFEREE)
             if each.kind == "tests"}  # fmt: skip

    for side, its in found.items():
        rolled = [
            line.facts["sl"]
            for line in lines
            if line.key == "wfrp.round.test" and line.facts["side"] == side and line.source == "seed"
        ]
        assert (len(rolled), sum(rolled)) == (its.rolls, its.total)


def test_what_a_seat_may_not_see_is_not_counted_for_it() -> None:
    """Plots are thrown behind the screen."""
    book, at, journal = fought("gurps/omens")
    kinds = [{each.kind for each in luck_of(book, journal, at.state, seat)} for seat in (REFEREE, SPECTATOR)]

    assert {"plots", "mission"} & kinds[0]
    assert not {"plots", "mission"} & kinds[1]
    assert "contest" in kinds[1]


def test_what_one_side_gains_in_an_opposed_roll_the_other_loses() -> None:
    """Both throw at once, and the roll is nobody's own."""
    rolls: list[tuple[Law[int], int]] = [(Law.even([-1, 0, 4]), 4)]
    one, two = luck("Reds", "opposed", 1, rolls), luck("Blues", "opposed", -1, rolls)

    assert 1 == one.share + two.share
    assert one.share > two.share
