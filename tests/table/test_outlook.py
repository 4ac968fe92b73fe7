"""Odds, advice and the record for one seat: never more than it may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from tests.contract.books import Case, books
from tests.contract.plays import Dice, random_play
from tests.contract.toy import Toy, usual
from tests.rulebooks.gurps.forces import day
from tests.table.tables import ASH, BIRCH, BOOK, Group
from voevoda.files.journals import read_journal
from voevoda.journal_store import Store, open_store
from voevoda.play.seats import REFEREE, SPECTATOR, Facts, Seat, commander
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book
from voevoda.table import Close, Refusal, RunToEnd
from voevoda.table.outlook import Question, outlook

SEERS = day("seer: {skill: 12, strategy: 12}", "seer: {skill: 8, strategy: 10}")


@pytest.fixture
def store() -> Iterator[Store]:
    """A database in memory."""
    with open_store("sqlite://") as opened:
        yield opened


def question(group: Group, seat: Seat, policy: str | None = None) -> Question:
    """What is asked when a seat wants its odds."""
    found = group.tables.question(group.tokens[seat], policy)
    assert isinstance(found, Question), found
    return found


def test_a_commanders_odds_do_not_hold_what_a_seer_said(store: Store) -> None:
    """The referee's do; nor is there an account of Strategy, in which it would stand."""
    group = Group(store, SEERS, BOOKS["gurps"], books=BOOKS, seed="spoken")
    group.join(ASH, SPECTATOR)
    while not any(force.seer for force in state(group).forces):
        group.throw(REFEREE)
    mine, open_, true = (outlook(question(group, seat)) for seat in (ASH, SPECTATOR, REFEREE))

    assert mine.odds.to_json() == open_.odds.to_json()
    assert true.odds.to_json() != mine.odds.to_json()
    assert state(group) == true.state
    assert [(), ()] == [side.account for side in mine.odds.sides]
    assert all(side.account for side in true.odds.sides)


def state(group: Group) -> Any:
    """The true state of a table."""
    board = group.tables._board(group.tables._table(group.battle))
    return board.at.state


def test_the_same_question_has_the_same_answer(store: Store) -> None:
    """At another page, after a restart; and another policy only where the book has it."""
    group = Group(store, SEERS, BOOKS["gurps"], books=BOOKS)
    group.join(ASH)
    one = question(group, ASH)
    group.restart()
    other = question(group, ASH, "first")

    assert one == other
    assert outlook(one).odds == outlook(other).odds
    refused = group.tables.question(group.tokens[ASH], "cunning")
    assert Refusal("table.refused.policy", {"given": "cunning", "options": ("first",)}) == refused


def test_odds_and_advice_are_asked_with_the_seat_and_without_the_enemys_hand() -> None:
    """A book's engine that looks at everything finds only what the seat may know."""
    asked: list[tuple[Toy, object]] = []

    def odds(toy: Toy, *, seat: Seat, policy: str) -> Any:
        asked.append((toy, (seat, policy)))
        return "odds"

    def advice(toy: Toy, seat: Seat) -> Facts:
        asked.append((toy, seat))
        return {"advised": "pass"}

    book: Book[Toy] = replace(BOOK, odds=odds, advice=advice)
    with open_store("sqlite://", {"toy": book}) as store:
        group = Group(store, usual(), book, books={"toy": book}, seed="a seed of which hands come")
        group.everybody()
        group.throw(ASH)
        group.throw(BIRCH)
        found = outlook(question(group, ASH), {"toy": book})
        true = state(group)

    told: Any = (found.odds, found.advice)
    assert ("odds", {"advised": "pass"}) == told
    assert [(ASH, "first"), ASH] == [who for _, who in asked]
    for toy, _ in asked:
        assert true.camps[0] == toy.camps[0]
        assert true.camps[1].hand != toy.camps[1].hand


@pytest.mark.parametrize("case", [case for case in books() if case.id in BOOKS], ids=lambda case: case.id)
def test_a_book_that_hides_something_takes_the_seat_by_name(case: Case) -> None:
    """Else its odds would be those of one battle that the seat takes for possible."""
    hides = any(
        at.book.imagine(at.state, commander(case.sides[0]), Dice(0)) != at.state
        for seed in range(3)
        for at in random_play(case, case.states[0], seed)
    )

    assert not hides or "seat" in signature(BOOKS[case.id].odds).parameters


def test_a_record_holds_ones_own_log(store: Store) -> None:
    """And when the battle is over, and all is told, the true state."""
    group = Group(store, SEERS, BOOKS["gurps"], books=BOOKS)
    group.join(ASH, SPECTATOR)
    while group.sight(ASH).seen.waits:
        for ask in group.sight(ASH).seen.asks:
            options: Any = ask["options"]
            group.answer(ASH, options[0])
        if group.sight(ASH).seen.waits:
            group.done(REFEREE, RunToEnd())

    mine, whole = (group.tables.record(group.tokens[seat]) for seat in (ASH, REFEREE))
    assert not isinstance(mine, Refusal)
    assert not isinstance(whole, Refusal)
    assert [line for _, line in mine.log] == list(group.sight(ASH).seen.log)
    assert len(whole.log) > len(mine.log)
    assert whole.state == mine.state
    assert mine.seed is None


def test_the_whole_journal_is_the_referees(store: Store, tmp_path: Path) -> None:
    """Without the seed before it is shown; of one who commands a side only once the battle is closed."""
    for plays in (None, "Ash"):
        group = Group(store, day(), BOOKS["gurps"], books=BOOKS, plays=plays)
        own = Seat("referee", plays or "")
        group.done(own, RunToEnd())
        early = group.tables.journal(group.tokens[own])
        assert isinstance(early, Refusal) == (plays is not None)
        group.done(own, Close())
        file = tmp_path / f"{plays}.jsonl"
        late = group.tables.journal(group.tokens[own])
        assert isinstance(late, str)
        file.write_text(late, "utf-8")
        group.join(SPECTATOR)

        assert store.load(group.battle).journal == read_journal(file).journal
        assert Refusal("table.refused.referee_only") == group.tables.journal(group.tokens[SPECTATOR])
        assert isinstance(early, Refusal) or str(group.sight(own).seed) not in early
