"""Taking back, correcting, ruling, setting numbers: who may, and what stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.contract.toy import ToyBook, usual
from tests.files.toy_journals import toy_book
from tests.table.tables import ASH, BIRCH, BOOK, BOOKS, Group
from tests.table.test_answers import clash
from voevoda.journal_store import open_store
from voevoda.play.journal import Answered, Closed, commitment_to, verify
from voevoda.play.seats import REFEREE, SPECTATOR, Line, Seat
from voevoda.table import (
    Agree,
    Answer,
    Appeal,
    Close,
    Correct,
    Done,
    Heard,
    Override,
    Refusal,
    Release,
    Robot,
    Rule,
    RunToEnd,
    Sight,
    TakeOver,
    Throw,
    Undo,
)
from voevoda.table.board import print_place


def key(answer: Done | Refusal) -> str:
    """Why something was refused."""
    assert isinstance(answer, Refusal), answer
    return answer.key


def spying(group: Group) -> None:
    """Play to where Ash's commander is asked whether he sends his spy."""
    group.everybody()
    group.throw(ASH)
    group.throw(BIRCH)


def last(group: Group, seat: Seat = REFEREE) -> Line:
    """The last line of a seat's log."""
    return group.sight(seat).seen.log[-1]


def place(group: Group, name: str, seat: Seat = REFEREE) -> str:
    """Where a reply to this question stands, the last of them."""
    return str([each["place"] for each in group.sight(seat).answers if each["key"] == name][-1])


def test_a_commander_takes_back_his_own_last_choice(group: Group) -> None:
    """As long as nothing was thrown or shown since; he is then asked again, and shown what he had chosen."""
    spying(group)
    group.answer(ASH, "send")
    assert ("undo",) == group.sight(ASH).offers
    group.done(ASH, Undo())

    assert "toy.spy" == group.ask(ASH)["key"]
    assert '"send"' == group.ask(ASH)["before"]
    assert "before" not in str(group.sight(BIRCH).seen.asks)


def test_a_commander_takes_back_nothing_of_another(group: Group) -> None:
    """Once somebody else has answered, it is no longer his own last answer that would go."""
    spying(group)
    group.answer(ASH, "pass")

    assert "table.refused.not_last" == key(group.do(BIRCH, Undo()))
    group.answer(BIRCH, "pass")
    assert "table.refused.not_last" == key(group.do(ASH, Undo()))
    assert "table.refused.not_last" == key(group.do(SPECTATOR, Undo()))


def test_a_commander_does_not_take_back_what_told_him_something(group: Group) -> None:
    """His spy has answered: he would know it, and ask again for another card."""
    spying(group)
    group.answer(ASH, "send")
    options: Any = group.ask(ASH)["options"]
    group.answer(ASH, options[0])

    assert "table.refused.revealed" == key(group.do(ASH, Undo()))
    group.done(REFEREE, Undo())
    assert "toy.seek" == group.ask(ASH)["key"]


def test_cards_that_were_shown_and_dice_are_not_taken_back_by_commanders(group: Group) -> None:
    """A card that lies covered is changed by answering again; only the referee can do more."""
    clash(group)
    assert "table.refused.revealed" == key(group.do(BIRCH, Undo()))
    group.answer(ASH, [1])
    assert "table.refused.thrown" == key(group.do(ASH, Undo()))
    group.done(REFEREE, Undo(place(group, "toy.lay")))
    assert ("commander:Ash", "commander:Birch") == group.sight(SPECTATOR).seen.waits
    group.answer(ASH, "c2")
    assert "table.refused.change" == key(group.do(ASH, Undo()))


def test_dice_come_back_the_same(group: Group) -> None:
    """Whoever takes them back and has them thrown again: there is no fishing."""
    clash(group)
    group.throw(ASH)
    faces = last(group).reply
    for _ in range(3):
        group.done(REFEREE, Undo())
        group.throw(ASH)

    assert faces == last(group).reply
    assert ("", "", "") == group.sight(SPECTATOR).undone


def test_a_misread_die_is_corrected_and_what_came_later_stays(group: Group) -> None:
    """Typed dice are kept while the same is asked; the referee needs a reason, which all can read."""
    clash(group)
    group.answer(ASH, [2])
    group.answer(REFEREE, [5])  # the weather
    where = place(group, "toy.strike")
    assert "table.refused.reason" == key(group.do(REFEREE, Correct(where, [3], " ")))
    assert "table.refused.referee_only" == key(group.do(ASH, Correct(where, [3], "misread")))
    group.done(REFEREE, Correct(where, [3], "misread"))

    rolls = [(line.key, line.reply) for line in group.sight(SPECTATOR).seen.log if line.source == "typed"]
    assert [("toy.strike", (3,)), ("toy.weather", (5,))] == rolls[-2:]
    assert ("misread",) == group.sight(SPECTATOR).undone


def test_who_chose_after_a_corrected_die_is_asked_again(group: Group) -> None:
    """He chose by what was known then; what he had chosen is proposed."""
    clash(group)
    group.answer(ASH, [2])
    group.answer(REFEREE, [5])
    group.answer(BIRCH, "a2")  # he buries it to save a tent
    group.done(REFEREE, Correct(place(group, "toy.strike"), [3], "misread"))

    assert ("toy.save", '"a2"') == (group.ask(BIRCH)["key"], group.ask(BIRCH)["before"])


def test_dice_that_the_table_threw_are_ruled_and_not_corrected(group: Group) -> None:
    """They cannot have been misread; a ruling says so, with its reason, in the log."""
    clash(group)
    group.throw(ASH)
    where = place(group, "toy.strike")
    assert "table.refused.not_misread" == key(group.do(REFEREE, Correct(where, [1], "no")))
    group.done(REFEREE, Rule(where, [1], "the die rolled off the table"))

    line = next(line for line in group.sight(BIRCH).seen.log if line.key == "toy.strike")
    assert ("ruled", "the die rolled off the table") == (line.source, line.facts["reason"])


def test_a_roll_that_is_asked_can_be_ruled(group: Group) -> None:
    """But no draw and no choice, which say themselves what they are to be."""
    clash(group)
    group.done(REFEREE, Rule(str(group.ask(ASH)["place"]), [1], "agreed"))

    assert ("toy.strike", "ruled") == (last(group).key, last(group).source)
    assert "play.illegal.ruled" == key(group.do(REFEREE, Rule(place(group, "toy.lay"), "c1", "why")))
    assert "table.refused.no_answer" == key(group.do(REFEREE, Rule("nowhere", [1], "why")))


def test_a_number_is_set_for_all_to_see(group: Group) -> None:
    """With its reason; whoever had chosen in this step is asked again; a wrong one is refused."""
    spying(group)
    group.answer(ASH, "send")
    group.done(REFEREE, Override("Birch.tents", "2", "a fire"))

    facts = last(group, SPECTATOR).facts
    assert ("Birch.tents", 2, "a fire") == (facts["path"], facts["value"], facts["reason"])
    assert (("Birch",), 4) == (facts["whose"], facts["before"])
    assert "toy.spy" == group.ask(ASH)["key"]
    assert "toy.illegal.tents" == key(group.do(REFEREE, Override("Birch.tents", "many", "why")))
    assert "toy.illegal.path" == key(group.do(REFEREE, Override("Birch.hand", "a1", "why")))
    assert "table.refused.large" == key(group.do(REFEREE, Override("x" * 300, "1", "why")))
    assert "play.illegal.long_reason" == key(group.do(REFEREE, Override("Ash.tents", "1", "y" * 501)))
    assert "table.refused.invisible" == key(group.do(REFEREE, Override("Ash.tents", "1", "half \ud83d")))


@pytest.mark.parametrize(
    "command",
    [
        Correct("x", 1, "why"),
        Rule("x", 1, "why"),
        Override("Ash.tents", "1", "why"),
        TakeOver("commander:Birch"),
        Release("commander:Birch"),
        Robot("commander:Birch", "first"),
        RunToEnd(),
        Agree("typed"),
        Heard(),
        Close(),
    ],
)
def test_only_the_referee_has_the_referees_hand(group: Group, command: Any) -> None:
    """Neither commanders nor spectators."""
    group.everybody()

    refused = [key(group.do(seat, command)) for seat in (ASH, SPECTATOR)]
    assert ["table.refused.referee_only"] * 2 == refused


def test_the_referee_answers_for_whom_he_has_taken_over(group: Group) -> None:
    """Until he lets him answer again; all see who answers for a seat."""
    spying(group)
    assert "table.refused.not_now" == key(group.do(REFEREE, Answer(str(group.ask(ASH)["place"]), "pass")))
    group.done(REFEREE, TakeOver("commander:Ash"))
    holders = {chair["seat"]: chair["holder"] for chair in group.sight(BIRCH).seats}
    assert ("referee", "person") == (holders["commander:Ash"], holders["commander:Birch"])
    assert () == group.sight(ASH).seen.asks

    group.done(REFEREE, Release("commander:Ash"))
    group.answer(ASH, "pass")
    assert "table.refused.no_seat" == key(group.do(REFEREE, TakeOver("spectator")))
    assert "table.refused.no_seat" == key(group.do(REFEREE, TakeOver("commander:Nobody")))


def test_the_referee_answers_for_seats_where_nobody_sits(group: Group) -> None:
    """And no longer once somebody does."""
    group.throw(REFEREE)
    group.throw(REFEREE)
    assert ["toy.spy"] == [ask["key"] for ask in group.sight(REFEREE).seen.asks]
    group.join(ASH)
    assert () == group.sight(REFEREE).seen.asks


def test_a_referee_who_plays_corrects_nothing_that_is_hidden_from_him(where: str) -> None:
    """He is told what he would be told of an answer that there is not."""
    with open_store(where, BOOKS) as store:
        group = Group(store, usual(), plays="Ash")
        own = Seat("referee", "Ash")
        group.throw(own)
        group.throw(own)
        group.answer(own, "pass")
        group.join(BIRCH)
        group.answer(BIRCH, "send")
        options: Any = group.ask(BIRCH)["options"]
        hidden = str(group.ask(BIRCH)["place"])
        group.answer(BIRCH, options[0])

        assert hidden not in [each["place"] for each in group.sight(own).answers]
        assert "table.refused.no_answer" == key(group.do(own, Correct(hidden, options[1], "why")))
        assert "table.refused.no_answer" == key(group.do(own, Undo(hidden)))


PLAYING = Seat("referee", "Ash")


@pytest.fixture
def playing(where: str) -> Iterator[Group]:
    """A table whose referee commands Ash, and the cards that were laid are turned up."""
    with open_store(where, BOOKS) as store:
        group = Group(store, usual(), plays="Ash")
        group.join(BIRCH)
        for reply in (None, "pass", "first"):
            for seat in (PLAYING, BIRCH):
                if reply is None:
                    group.throw(seat)
                else:
                    options: Any = group.ask(seat)["options"]
                    group.answer(seat, reply if reply in options else options[0])
        yield group


def test_a_referee_who_plays_does_not_choose_again_by_what_was_shown(playing: Group) -> None:
    """Nobody looks twice; and he is not offered what would be refused."""
    journal = playing.store.load(playing.battle).journal
    own = [each for each in journal if isinstance(each, Answered) and each.place.by == ASH]
    mine = [print_place(each.place) for each in own]
    looked = Refusal("table.refused.looked", {"what": "toy.shown"})

    assert 3 == len(mine)
    assert [looked] * 4 == [playing.do(PLAYING, Undo(place)) for place in (*mine, None)]
    assert looked == playing.do(PLAYING, Correct(mine[-1], own[-1].reply, "why"))
    assert "undo" not in playing.sight(PLAYING).offers
    assert () == playing.sight(PLAYING).answers
    assert journal == playing.store.load(playing.battle).journal


def test_a_referee_who_plays_takes_back_what_came_after_what_was_shown(playing: Group) -> None:
    """Dice come again with the same faces; and what lies covered shows nothing yet."""
    thrower = PLAYING if playing.sight(PLAYING).seen.asks else BIRCH
    playing.throw(thrower)
    faces = last(playing, PLAYING).reply
    assert "undo" in playing.sight(PLAYING).offers
    playing.done(PLAYING, Undo())
    playing.throw(thrower)

    assert faces == last(playing, PLAYING).reply


def test_a_referee_who_plays_takes_back_a_choice_that_showed_nothing(where: str) -> None:
    """Until he has drawn, or has been told something."""
    with open_store(where, BOOKS) as store:
        group = Group(store, usual(), plays="Ash")
        group.join(BIRCH)
        for seat in (PLAYING, BIRCH):
            group.throw(seat)
        group.answer(PLAYING, "send")
        group.done(PLAYING, Undo())
        group.answer(PLAYING, "send")
        options: Any = group.ask(PLAYING)["options"]
        group.answer(PLAYING, options[0])

        assert Refusal("table.refused.looked", {"what": "toy.sought"}) == group.do(PLAYING, Undo())


def test_the_seed_is_announced_at_once_and_shown_when_the_battle_is_closed(group: Group) -> None:
    """Then anyone can verify the dice, and nothing can be changed any more."""
    spying(group)
    before = [group.sight(seat) for seat in (REFEREE, ASH, SPECTATOR)]
    assert [None] * 3 == [sight.seed for sight in before]
    group.done(REFEREE, Close())

    sight: Sight = group.sight(SPECTATOR)
    assert sight.seed is not None
    assert sight.commitment == commitment_to(sight.seed)
    assert 32 == len(sight.seed)
    journal = group.store.load(group.battle).journal
    assert isinstance(journal[-1], Closed)
    assert verify(BOOK.rules, journal).good
    assert () == group.sight(REFEREE).offers
    for command in (Undo(), Throw(), Close()):
        assert "table.refused.closed" == key(group.do(REFEREE, command))


def test_what_is_said_to_the_referee_stays_until_he_has_read_it(group: Group) -> None:
    """Also over a restart; it is short, and there are not many."""
    group.everybody()
    group.done(ASH, Appeal("It was a 3"))
    group.restart()
    assert ({"seat": "commander:Ash", "words": "It was a 3"},) == group.sight(REFEREE).appeals
    assert "table.refused.appeal" == key(group.do(ASH, Appeal("x" * 301)))
    assert "table.refused.spectator" == key(group.do(SPECTATOR, Appeal("hello")))
    assert "table.refused.invisible" == key(group.do(ASH, Appeal("ab\N{RIGHT-TO-LEFT OVERRIDE}")))
    group.done(REFEREE, Heard())
    assert () == group.sight(REFEREE).appeals


def test_there_is_nothing_to_take_back_before_anything_is_done(group: Group) -> None:
    """And it is said."""
    assert "table.refused.nothing" == key(group.do(REFEREE, Undo()))


def test_what_was_chosen_together_with_others_is_not_taken_back_once_all_is_in(where: str) -> None:
    """Their choices lie open then, whether or not the book tells of it in a note."""

    class Silent(ToyBook):
        reveals = frozenset({"toy.sought"})

    book = replace(toy_book(Silent()), sides=BOOK.sides)
    with open_store(where, {"toy": book}) as store:
        group = Group(store, usual(), book, books={"toy": book})
        clash(group)

        assert "table.refused.revealed" == key(group.do(BIRCH, Undo()))
