"""Odds of a day by what a seat may know: the seers' words are hidden from all but the referee."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contract.books import GURPS, STORM
from tests.contract.plays import Dice, random_play
from tests.rulebooks.gurps.forces import day
from voevoda.play.seats import REFEREE, SPECTATOR, commander
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.imagine import possible
from voevoda.rulebooks.gurps.state import Day

ASH = commander("Ash")

SEERS = day("seer: {skill: 12, strategy: 12}", "seer: {skill: 8, strategy: 10}")

PER_SIDE = day("seer: {skill: 12, strategy: 12}", "", "readings: {losses_rolled: per_side}")


def spoken(first: Day) -> Iterator[Day]:
    """The days of some plays between two steps, after a seer has spoken."""
    for seed in range(4):
        for at in random_play(GURPS, first, seed):
            for each in at.passed:
                if any(force.seer for force in each.state.forces):
                    yield each.state


def test_the_referee_is_given_the_odds_of_the_day_as_it_is() -> None:
    """He knows what the seers said; so does everyone where there are none."""
    seen = next(spoken(SEERS))

    assert BOOK.odds(seen) == BOOK.odds(seen, seat=REFEREE)
    assert BOOK.odds(day()) == BOOK.odds(day(), seat=ASH)


@pytest.mark.parametrize("first", [SEERS, STORM])
def test_a_commander_is_given_the_mean_over_the_days_he_cannot_tell_apart(first: Day) -> None:
    """Held against adding them up here."""
    for seen in list(spoken(first))[::11]:
        if BOOK.rules.finished(seen):
            continue
        days = possible(seen)
        whole = sum(weight for _, weight in days)
        win = sum(BOOK.odds(each).win[0] * weight for each, weight in days) / whole
        left = sum(BOOK.odds(each).sides[0].to_json()["left"]["mean"] * weight for each, weight in days)

        found = BOOK.odds(seen, seat=ASH)
        assert found.win[0] == pytest.approx(win)
        assert found.sides[0].to_json()["left"]["mean"] == pytest.approx(left / whole)
        assert sum(found.win) + found.no_winner == pytest.approx(1)


@pytest.mark.parametrize("first", [SEERS, STORM, PER_SIDE])
def test_days_that_a_seat_cannot_tell_apart_have_the_same_odds(first: Day) -> None:
    """To the last bit; and no account of Strategy, in which the seer's word would stand."""
    for number, seen in enumerate(list(spoken(first))[::16]):
        other = BOOK.rules.imagine(seen, SPECTATOR, Dice(number))

        one, two = (BOOK.odds(each, seat=SPECTATOR) for each in (seen, other))
        assert one.to_json() == two.to_json()
        assert [(), ()] == [side.account for side in one.sides]


def test_odds_drawn_where_dice_lie_hidden_say_so() -> None:
    """With how many, the seed, and how far they can be off."""
    hidden = next(each for each in spoken(PER_SIDE) if any(force.dice for force in each.forces))

    found = BOOK.odds(hidden, seat=ASH)

    assert ("sampled", 32) == (found.method, found.samples)
    assert found.error is not None
    assert "exact" == BOOK.odds(hidden, seat=REFEREE).method
