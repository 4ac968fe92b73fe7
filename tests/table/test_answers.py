"""Answering at a table: whose turn it is, who throws, what is refused and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.contract.toy import usual
from tests.table.tables import ASH, BIRCH, BOOKS, Group
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.i18n.catalogues import catalogue
from voevoda.journal_store import open_store
from voevoda.play.journal import Answered
from voevoda.play.seats import REFEREE, SPECTATOR, Seat, Seen
from voevoda.table import Agree, Answer, Command, Done, Refusal, Settings, TakeOver, Throw


def hands(seen: Seen) -> list[bool]:
    """Of which camp a seat sees the hand."""
    camps: Any = seen.view["camps"]
    return ["hand" in camp for camp in camps]


def test_people_join_answer_and_see_each_what_is_his(group: Group) -> None:
    """Each sees his own hand and nobody the other's."""
    group.everybody()
    group.throw(ASH)
    group.throw(BIRCH)

    mine, theirs, shown = (group.sight(seat).seen for seat in (ASH, BIRCH, SPECTATOR))
    assert [[True, False], [False, True], [False, False]] == [hands(seen) for seen in (mine, theirs, shown)]
    assert ["toy.spy"] == [ask["key"] for ask in mine.asks]
    assert () == theirs.asks
    assert ("commander:Ash",) == theirs.waits


def test_an_answer_out_of_turn_is_refused_with_whom_the_table_waits_for(group: Group) -> None:
    """In the same words whether it is stale, another's, or nowhere asked."""
    group.everybody()
    place = str(group.ask(ASH)["place"])
    refused = Refusal("table.refused.not_now", {"waits": ({"commander": "Ash"},)})

    assert refused == group.do(BIRCH, Answer(place, "a1"))
    assert refused == group.do(SPECTATOR, Throw(place))
    assert refused == group.do(REFEREE, Answer("nonsense", "a1"))
    group.throw(ASH)
    stale = group.do(ASH, Throw(place))
    assert Refusal("table.refused.not_now", {"waits": ({"commander": "Birch"},)}) == stale


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_table_waits_for_is_said_in_words(group: Group, lang: Language) -> None:
    """Who, and what kind of answer: never what it is about."""
    group.everybody()
    (wait,) = group.sight(SPECTATOR).waits
    what = text(lang, str(wait["key"]), wait["facts"])  # type: ignore[arg-type]

    said = {"en": "a draw by the commander (Ash)", "ru": "жребий полководца (Ash)"}
    assert said[lang] == what
    assert what in text(lang, "table.waits", {"what": what})


def test_whoever_can_answer_for_a_seat_is_named(group: Group) -> None:
    """The referee where nobody sits or he stands in, a robot, or nobody: never a player who is not there."""

    def waits(seat: Seat = SPECTATOR) -> list[str]:
        return [str(wait["key"]) for wait in group.sight(seat).waits]

    assert ["table.waits.stead.draw"] == waits(REFEREE)
    group.everybody()
    assert ["table.waits.commander.draw"] == waits()
    group.done(REFEREE, TakeOver("commander:Ash"))
    assert ["table.waits.stead.draw"] == waits()


def test_whatever_can_be_waited_for_has_its_words() -> None:
    """Every kind of seat, with dice, a draw or a choice."""
    kinds = ("table", "referee", "commander", "player", "stead", "robot", "empty")
    keys = {f"table.waits.{kind}.{what}" for kind in kinds for what in ("dice", "draw", "choice")}

    assert keys <= set(catalogue("en", "table"))


def test_cards_from_a_hidden_pile_are_drawn_by_the_table(group: Group) -> None:
    """Who typed them could try which are not in it; the refusal does not depend on the card."""
    group.everybody()
    ask = group.ask(ASH)

    refused = [group.do(ASH, Answer(str(ask["place"]), card)) for card in ("a1", "nonsense")]

    assert [Refusal("table.refused.thrown_here")] * 2 == refused
    assert (True, False) == (ask["may_throw"], ask["may_type"])


def test_a_referee_without_a_side_may_type_cards_that_were_really_drawn(group: Group) -> None:
    """At a table with real cards he sees them all."""
    ask = group.ask(REFEREE)

    assert ask["may_type"]
    group.answer(REFEREE, ["a1", "a2"])
    assert ["toy.draw", "toy.drawn"] == [line.key for line in group.sight(REFEREE).seen.log]


def clash(group: Group) -> None:
    """Play to where dice are to be thrown for Ash, who laid the higher card."""
    group.join(SPECTATOR)
    for cards in (["c1", "c2"], ["a1", "a2"]):
        group.answer(REFEREE, cards)
    for seat in (ASH, BIRCH):
        group.join(seat)
        group.answer(seat, "pass")
    group.answer(ASH, "c2")
    group.answer(BIRCH, "a1")


def test_the_table_can_agree_who_throws(group: Group) -> None:
    """Dice that the table throws are not typed, and the other way round; a choice is never thrown."""
    clash(group)
    place = str(group.ask(ASH)["place"])
    group.done(REFEREE, Agree("table", str(ASH)))
    assert Refusal("table.refused.thrown_here") == group.do(ASH, Answer(place, 3))
    group.done(REFEREE, Agree("typed", str(ASH)))
    assert Refusal("table.refused.typed_here") == group.do(ASH, Throw(place))
    assert {"all": "either", "at_once": False, "commander:Ash": "typed"} == group.sight(BIRCH).dice
    assert Refusal("table.refused.dice", {"given": "x", "options": ("table", "typed", "either")}) == group.do(
        REFEREE, Agree("x")
    )

    group.done(ASH, Answer(place, [1]))
    entry = group.store.load(group.battle).journal[-1]
    assert isinstance(entry, Answered)
    assert "typed" == entry.source


def test_dice_can_be_thrown_as_soon_as_they_are_asked_for(where: str) -> None:
    """Then people are asked for nothing but their choices."""
    with open_store(where, BOOKS) as store:
        group = Group(store, usual(), settings=Settings(at_once=True))
        group.everybody()
        group.throw(REFEREE)

        assert ["toy.spy"] == [ask["key"] for ask in group.sight(ASH).seen.asks]


def laying(group: Group) -> dict[Seat, tuple[str, str]]:
    """Play to where both are to lay a card: each one's place, and a card of his."""
    group.everybody()
    group.throw(ASH)
    group.throw(BIRCH)
    found: dict[Seat, tuple[str, str]] = {}
    for seat in (ASH, BIRCH):
        group.answer(seat, "pass")
    for seat in (ASH, BIRCH):
        ask: Any = group.ask(seat)
        found[seat] = (str(ask["place"]), str(ask["options"][0]))
    return found


def at_once(*calls: Callable[[], Done | Refusal]) -> list[Done | Refusal]:
    """Do all of these at the same instant."""
    start = Barrier(len(calls))

    def call(what: Callable[[], Done | Refusal]) -> Done | Refusal:
        start.wait()
        return what()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def test_two_answers_at_the_same_instant_both_count(group: Group) -> None:
    """Both lay their card: in whatever order they come, both are shown."""
    cards = laying(group)

    done = at_once(lambda: group.do(ASH, Answer(*cards[ASH])), lambda: group.do(BIRCH, Answer(*cards[BIRCH])))

    assert [Done, Done] == [type(each) for each in done]
    assert "toy.shown" in [line.key for line in group.sight(SPECTATOR).seen.log]


def test_the_same_answer_sent_twice_at_the_same_instant_is_one(group: Group) -> None:
    """And a third time after a restart; all are told that it is done."""
    cards = laying(group)

    def send() -> Done | Refusal:
        return group.do(ASH, Answer(*cards[ASH]), "a form")

    done = at_once(send, send)
    group.restart()
    done.append(send())

    assert [Done] * 3 == [type(each) for each in done]
    laid = [
        entry
        for entry in group.store.load(group.battle).journal
        if isinstance(entry, Answered) and entry.place.key == "toy.lay"
    ]
    assert 1 == len(laid)


def test_two_programs_at_one_database_do_not_overwrite_each_other(group: Group) -> None:
    """Who comes second reads again what the first has written, and goes on from there."""
    cards = laying(group)
    other = Group.__new__(Group)
    other.__dict__.update(group.__dict__)
    other.restart()
    _ = other.sight(BIRCH)

    group.done(ASH, Answer(*cards[ASH]))
    other.done(BIRCH, Answer(*cards[BIRCH]))

    assert "toy.shown" in [line.key for line in other.sight(SPECTATOR).seen.log]


@pytest.mark.parametrize(
    ("reply", "key"),
    [
        ("x" * 300, "table.refused.large"),
        (["a1"] * 500, "table.refused.large"),
        ([[[[[["a1"]]]]]], "table.refused.malformed"),
        (10**30, "table.refused.large"),
        ({"any": "thing"}, "table.refused.malformed"),
        ({"ruled": 1, "reason": "I wish"}, "table.refused.ruled"),
        ("nonsense", "play.illegal.choice"),
        (None, "play.illegal.choice"),
        (1.5, "play.illegal.choice"),
        (["send", "send"], "play.illegal.choice"),
    ],
)
def test_a_reply_that_is_none_is_refused(group: Group, reply: object, key: str) -> None:
    """Oversized, malformed, a ruling by somebody else than the referee: nothing changes."""
    group.everybody()
    group.throw(ASH)
    group.throw(BIRCH)
    before = group.store.load(group.battle).journal
    refused = group.do(ASH, Answer(str(group.ask(ASH)["place"]), reply))

    assert isinstance(refused, Refusal)
    assert key == refused.key
    assert before == group.store.load(group.battle).journal


@pytest.mark.parametrize("name", ["", "x" * 65, "a\nb"])
def test_a_command_needs_a_name_that_can_be_kept(group: Group, name: str) -> None:
    """By which it is known again."""
    command: Command = Throw()
    refused = group.tables.do(group.tokens[REFEREE], name, command)

    assert Refusal("table.refused.malformed") == refused


def test_each_line_of_the_log_says_its_round(group: Group) -> None:
    """So that a page can head it; and the house tables that were replaced are told to all."""
    group.everybody()
    for seat in (REFEREE, ASH, SPECTATOR):
        seen = group.sight(seat)
        assert len(seen.seen.log) == len(seen.rounds)
        assert set(seen.rounds) <= set(range(seen.round + 1))
        assert () == seen.replaced


def test_the_referee_is_told_what_he_may_set(group: Group) -> None:
    """As the book names it; nobody else is."""
    group.everybody()
    mending = group.tables.mending(group.tokens[REFEREE])
    assert not isinstance(mending, Refusal)
    last, listed = mending
    assert {} == last
    assert [("Ash.tents", 1, 9), ("Birch.tents", 1, 9)] == [
        (each["path"], each["least"], each["most"]) for each in listed
    ]
    refused = group.tables.mending(group.tokens[ASH])
    assert isinstance(refused, Refusal)
    assert "table.refused.referee_only" == refused.key
