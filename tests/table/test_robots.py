"""Robots for empty seats, and the battle run to its end in one go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.books import TOY
from tests.contract.keyhole import follow, play, relabelled, shown
from tests.contract.toy import Toy, usual
from tests.rulebooks.gurps.forces import day
from tests.table.tables import ASH, BIRCH, BOOK, Group
from voevoda.journal_store import open_store
from voevoda.play.journal import begin, replay, verify
from voevoda.play.law import Source
from voevoda.play.position import Asked, Position
from voevoda.play.questions import Chance, Reply
from voevoda.play.seats import REFEREE, SPECTATOR
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book, first_offered
from voevoda.table import Answer, Close, Done, Refusal, Robot, RunToEnd, Settings, Throw, Undo
from voevoda.table.board import Board, print_place
from voevoda.table.robots import decided


def any_option(policy: str, _: Toy, asked: Asked, source: Source, /) -> Reply:
    """What the policies of the toy choose: the first, or any."""
    if policy == "any":
        question: Any = asked.question
        option: str = question.among[source.below(len(question.among))][0]
        return option
    return first_offered(policy, _, asked, source)


PLAYING: Book[Toy] = replace(BOOK, policies=("any", "first"), decide=any_option)


def log(group: Group) -> list[tuple[str, object, str]]:
    """All lines, as the referee reads them."""
    return [(line.key, line.reply, line.source) for line in group.sight(REFEREE).seen.log]


def test_a_robot_answers_at_once_for_an_empty_seat(group: Group) -> None:
    """Its draws are thrown, its choices made; and it goes when somebody takes the seat."""
    group.join(ASH)
    group.done(REFEREE, Robot("commander:Birch", "first"))
    group.throw(ASH)
    assert ("commander:Ash",) == group.sight(ASH).seen.waits
    group.answer(ASH, "pass")

    assert ("commander:Ash",) == group.sight(ASH).seen.waits
    assert "toy.lay" == group.ask(ASH)["key"]
    group.join(BIRCH)
    assert "person" == {each["seat"]: each["holder"] for each in group.sight(ASH).seats}["commander:Birch"]


def test_a_robot_needs_an_empty_seat_and_a_policy_that_there_is(group: Group) -> None:
    """It is not set in anybody's place."""
    group.join(ASH)

    assert Refusal("table.refused.occupied") == group.do(REFEREE, Robot("commander:Ash", "first"))
    refused = group.do(REFEREE, Robot("commander:Birch", "cunning"))
    assert Refusal("table.refused.policy", {"given": "cunning", "options": ("first",)}) == refused


def test_what_a_robot_did_can_be_taken_back(group: Group) -> None:
    """It does not do it again before the referee says so."""
    group.join(ASH)
    group.throw(ASH)
    group.done(REFEREE, Robot("commander:Birch", "first"))
    assert ("toy.drawn", None, "") == log(group)[-1]
    group.done(REFEREE, Undo())
    assert ("commander:Birch",) == group.sight(ASH).seen.waits
    assert "throw" in group.sight(REFEREE).offers
    group.done(REFEREE, Throw())
    assert ("commander:Ash",) == group.sight(ASH).seen.waits


def test_step_by_step_and_in_one_go_the_logs_are_the_same() -> None:
    """The same seed and the same choices, whoever gives them and when."""
    logs = []
    for stepwise in (True, False):
        with open_store("sqlite://", {"toy": PLAYING}) as store:
            group = Group(store, usual(), PLAYING, books={"toy": PLAYING}, seed="one and the same")
            while stepwise and (asks := group.sight(REFEREE).seen.asks):
                ask = next(each for each in asks if each["laid"] is None)
                if "may_throw" in ask:
                    group.done(REFEREE, Throw(str(ask["place"])))
                else:
                    group.done(REFEREE, Answer(str(ask["place"]), chosen(group, str(ask["place"]))))
            if not stepwise:
                group.done(REFEREE, RunToEnd("any"))
            group.done(REFEREE, Close())
            logs.append(log(group))
            assert verify(PLAYING.rules, store.load(group.battle).journal).good

    # Only who chose is another.
    assert [line[:2] for line in logs[0]] == [line[:2] for line in logs[1]]
    assert {"seed", "chosen"} == {line[2] for line in logs[0] if line[2]}
    assert {"seed", "policy:any"} == {line[2] for line in logs[1] if line[2]}
    assert 20 < len(logs[0])


def chosen(group: Group, place: str) -> Reply:
    """What the policy would choose where the referee is asked."""
    loaded = group.store.load(group.battle)
    board = board_of(loaded.journal, loaded.seed or "")
    asked = next(each for each in board.at.open if print_place(each.place) == place)
    return decided(board, asked, "any")


def board_of(journal: Any, seed: str) -> Board:
    """A table of the toy, with nobody at it."""
    return Board("", "", PLAYING, journal, replay(PLAYING.rules, journal), seed, Settings(), {})


def test_a_run_stops_where_somebody_who_sits_here_is_asked(group: Group) -> None:
    """His choices are his own, and so are dice that he types; all else goes on."""
    group.join(ASH)
    group.done(REFEREE, RunToEnd())
    assert ["toy.spy"] == [ask["key"] for ask in group.sight(ASH).seen.asks]
    assert isinstance(group.do(REFEREE, RunToEnd()), Refusal)
    group.answer(ASH, "pass")
    group.done(REFEREE, RunToEnd())
    assert "toy.lay" == group.ask(ASH)["key"]


def test_a_battle_of_every_book_runs_to_its_end() -> None:
    """In one go, from the seed, with the book's first policy."""
    with open_store("sqlite://") as store:
        group = Group(store, day(), BOOKS["gurps"], books=BOOKS)
        group.done(REFEREE, RunToEnd())
        group.join(SPECTATOR)

        assert group.sight(SPECTATOR).outcome is not None
        assert () == group.sight(SPECTATOR).waits
        assert Refusal("play.stale.over") == group.do(REFEREE, RunToEnd())
        assert isinstance(group.do(REFEREE, Close()), Done)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.permutations(range(len(usual().pack))))
def test_a_robot_knows_no_more_than_its_seat(seed: int, order: list[int]) -> None:
    """A policy that would look into the enemy's hand decides the same when other cards are in it."""

    def spying(_: str, toy: Toy, asked: Asked, _source: Source, /) -> Reply:
        """Choose by what the enemy holds, as far as the given state says it."""
        question: Any = asked.question
        enemy = toy.camps[asked.question.by == ASH]
        option: str = question.among[sum(map(toy.pack.index, enemy.hand)) % len(question.among)][0]
        return option

    book = replace(PLAYING, decide=spying)
    moves = play(TOY, usual(), seed, 20)
    seen = follow(TOY, usual(), moves)
    hidden = sorted(set(usual().pack) - shown(TOY, ASH, seen))
    labels = dict(zip(hidden, [hidden[index] for index in order if index < len(hidden)], strict=True))
    other = follow(TOY, usual(), [move._replace(reply=relabelled(move.reply, labels)) for move in moves])
    for one, two in zip(seen, other, strict=True):
        for mine, theirs in zip(one.open, two.open, strict=True):
            if mine.question.by == ASH and not isinstance(mine.question, Chance):
                replies = [
                    decided(at_table(book, at), asked, "any") for at, asked in ((one, mine), (two, theirs))
                ]
                assert replies[0] == replies[1]


def at_table(book: Book[Toy], at: Position[Toy]) -> Board:
    """A position on a table with nobody at it."""
    return Board("", "", book, begin(book.rules, usual(), "s")[1], at, "a seed", Settings(), {})


def test_only_the_referee_lets_robots_go_on(group: Group) -> None:
    """Where they wait because something was taken back."""
    group.everybody()
    _ = group.tables.reissue(group.tokens[REFEREE], BIRCH)
    group.throw(ASH)
    group.done(REFEREE, Robot("commander:Birch", "first"))
    group.done(REFEREE, Undo())
    length = len(group.store.load(group.battle).journal)
    for seat in (SPECTATOR, ASH):
        if "throw" not in group.sight(seat).offers:
            refused = group.do(seat, Throw())
            assert "table.refused.not_now" == (refused.key if isinstance(refused, Refusal) else "")
    assert length == len(group.store.load(group.battle).journal)

    assert "throw" in group.sight(REFEREE).offers
    group.done(REFEREE, Throw())
