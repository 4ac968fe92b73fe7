"""What a seat was privately told, what it buries, what it imagines; and old notations of what it knew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.contract.plays import Dice
from tests.contract.toy import Camp, Toy, ToyBook
from voevoda.play.journal import Begun, Saved, answered, begin, replay
from voevoda.play.position import Position
from voevoda.play.seats import REFEREE, SPECTATOR, Audience, Seat, commander, only

BOOK = ToyBook()
ASH, BIRCH = commander("Ash"), commander("Birch")

GAME = Toy(
    "first spy",
    (
        Camp("Ash", 4, spies=True, hand=("a1", "b2")),
        Camp("Birch", 4, spies=True, hand=("a3", "c5"), buried=("b1",)),
    ),
    shown=("c1",),
)


def spied(card: str, game: Toy = GAME) -> Toy:
    """The game after Ash's spies were asked for a card."""
    return Position.at(BOOK, game).answer("send").answer(card).state


def imagined(game: Toy, seat: Seat, count: int = 400) -> list[Toy]:
    """States that a seat imagines."""
    dice = Dice("imagined")
    return [BOOK.imagine(game, seat, dice) for _ in range(count)]


def test_a_private_answer_reaches_its_seat_alone() -> None:
    """Everyone sees that a spy was sent; what was asked and answered is one commander's, to the byte."""
    at = Position.at(BOOK, GAME).answer("send")
    ends = [at.answer(card) for card in ("a3", "b3")]

    assert [True, False] == [end.passed[0].lines[-1].facts["held"] for end in ends]
    for seat in (BIRCH, SPECTATOR, Seat("referee", "Birch")):
        one, two = (end.seen(seat, end.passed[0].lines).bytes() for end in ends)
        assert one == two
        assert b"toy.spy" in one
        assert b"toy.seek" not in one
    assert ends[0].seen(ASH, ends[0].passed[0].lines) != ends[1].seen(ASH, ends[1].passed[0].lines)


def test_what_a_seat_was_told_conditions_what_it_imagines() -> None:
    """A card that is held is in every imagined hand, one that is not in none; the rest is dealt evenly."""
    held = Counter(card for toy in imagined(spied("a3"), ASH) for card in toy.camps[1].hand)
    lacking = Counter(card for toy in imagined(spied("b3"), ASH) for card in toy.camps[1].hand)
    buried = Counter(card for toy in imagined(spied("b3"), ASH) for card in toy.camps[1].buried)

    unseen = set(GAME.pack) - {"a1", "b2", "c1"}
    assert 400 == held["a3"]
    assert unseen == set(held)
    assert unseen - {"b3"} == set(lacking)
    assert unseen == set(buried)
    assert all(30 < count < 130 for card, count in lacking.items())


def test_the_enemy_and_a_spectator_imagine_without_what_they_were_not_told() -> None:
    """Neither what was said nor what was asked is in what they imagine."""
    for seat in (BIRCH, SPECTATOR):
        one, two = (imagined(spied(card), seat, 50) for card in ("a3", "b3"))
        assert one == two
        assert all(() == toy.camps[0].told for toy in one)
    assert all(toy == spied("a3") for toy in imagined(spied("a3"), REFEREE, 5))


def test_what_was_told_lasts_as_long_as_it_is_sure() -> None:
    """A gap may be filled by a draw, a card may be buried unseen, and what is shown is settled."""
    told = replace(GAME.camps[0], told=(("a3", True), ("b3", False)))
    game = replace(GAME, camps=(told, GAME.camps[1]))

    lacking = replace(game, phase="muster", camps=(told, replace(GAME.camps[1], hand=("a3",))))
    drawn = Position.at(BOOK, lacking).answer("b5")
    assert (("a3", True),) == drawn.state.camps[0].told

    struck = replace(game, phase="save", struck=(0, 1))
    for card, left in (("c5", (("b3", False),)), ("pass", told.told)):
        assert left == Position.at(BOOK, struck).answer(card).passed[0].state.camps[0].told

    laid = Position.at(BOOK, replace(game, phase="lay")).answer("a1").answer("a3")
    assert (("b3", False),) == laid.state.camps[0].told


def test_a_spy_is_not_sent_for_what_its_commander_sees() -> None:
    """Neither his own cards, nor what lies open, nor what he was told: never by what the enemy holds."""
    at = Position.at(BOOK, spied("a3"))
    again = Position.at(BOOK, replace(at.state, phase="first spy")).answer("send")

    assert {"a1", "b2", "c1", "a3"} == set(GAME.pack) - set(options(again))


def options(at: Position[Toy]) -> list[str]:
    """What is offered first."""
    offered = at.asked().question.prompt()["options"]
    assert isinstance(offered, tuple)
    return [str(option) for option in offered]


def test_cards_face_down_lie_with_their_owner() -> None:
    """He sees which, others how many; the enemy's go on being unknown to him, also as places for a draw."""
    struck = replace(GAME, phase="save", struck=(1, 0))
    at = Position.at(BOOK, struck).answer("b2")
    own, others = (camps_seen(at, seat) for seat in (ASH, BIRCH))

    assert ("b2",) == own[0]["buried"]
    assert "buried" not in own[1]
    assert "buried" not in others[0]
    assert (1, 1) == (others[0]["buried_size"], own[1]["buried_size"])
    assert not {"b1", "b2", "c1"} & set(at.state.pile())
    assert {"b2"} == {card for toy in imagined(at.state, ASH) for card in toy.camps[0].buried}


def camps_seen(at: Position[Toy], seat: Seat) -> list[Mapping[str, Any]]:
    """The camps in the view of a seat."""
    camps: Any = at.seen(seat).view["camps"]
    return list(camps)


def test_all_discards_are_shuffled_in_when_the_pile_runs_out() -> None:
    """Then nobody knows where his buried cards are."""
    empty = replace(
        GAME,
        phase="muster",
        pack=("a1", "a2", "b1", "b2"),
        shown=("a2",),
        camps=(Camp("Ash", 1, hand=("a1",)), Camp("Birch", 1, hand=("b2",), buried=("b1",))),
    )
    at = Position.at(BOOK, empty)

    assert ["toy.shuffled"] == [line.key for line in at.lines()]
    assert {"count": 1, "of": 2} == dict(at.open[0].question.prompt())


OLD = {
    "phase": "clash",
    "camps": [
        {"name": "Ash", "tokens": 3, "hand": ["a1"], "buried": []},
        {"name": "Birch", "tokens": 2, "hand": [], "buried": ["b1"]},
    ],
    "laid": ["b2", "a3"],
}
"""A state as the first schema wrote it."""


def test_an_old_notation_is_lifted_to_what_it_means_today() -> None:
    """It knew no spies and called tents tokens; a schema that never was is refused."""
    toy = BOOK.parse(json.dumps(OLD), 1)

    camps = Camp("Ash", 3, hand=("a1",)), Camp("Birch", 2, buried=("b1",))
    assert Toy("clash", camps, laid=("b2", "a3")) == toy
    with pytest.raises(ValueError, match="schema 3"):
        BOOK.parse(json.dumps(OLD), 3)


def test_an_old_journal_goes_on_from_its_checkpoint() -> None:
    """Written when the state had another notation: lifted, it stands where it stood, and goes on."""
    first = BOOK.parse(json.dumps({**OLD, "phase": "lay", "laid": []}), 1)
    lifted = BOOK.parse(json.dumps({**OLD, "laid": ["a1", ""]}), 1)
    lifted = replace(lifted, camps=(replace(lifted.camps[0], hand=()), lifted.camps[1]), shown=("a1",))
    old = (Begun("toy", 1, first, None), *begin(BOOK, first, None)[1][1:])
    _, entries = answered(replay(BOOK, old), "a1")
    journal = (*old, *entries)
    end = journal[-1]
    assert isinstance(end, Saved)

    assert lifted == end.state
    at, more = answered(replay(BOOK, (*journal[:-1], replace(end, state=lifted))), [2])
    assert at == replay(BOOK, (*journal, *more), whole=True)


@pytest.mark.parametrize(
    ("audience", "seat", "holds"),
    [
        (only(ASH), ASH, True),
        (only(ASH), BIRCH, False),
        (only(ASH), SPECTATOR, False),
        (only(ASH), REFEREE, True),
        (only(ASH), Seat("referee", "Ash"), True),
        (only(ASH), Seat("referee", "Birch"), False),
        (only(REFEREE), Seat("referee", "Birch"), True),
        (only(REFEREE), ASH, False),
        (only(), REFEREE, True),
        (only(), Seat("referee", "Ash"), False),
        (Audience(None), SPECTATOR, True),
    ],
)
def test_an_audience_holds_its_seats_and_the_referee(audience: Audience, seat: Seat, holds: bool) -> None:
    """But one who plays a side is shown nothing that is only for the other."""
    assert holds == audience.holds(seat)
    assert seat == Seat.parse(str(seat))
