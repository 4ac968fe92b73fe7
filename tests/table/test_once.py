"""A command is done whole and once, or not at all: with its names, agreements, seats and entries."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.contract.toy import usual
from tests.table.tables import ASH, BIRCH, BOOK, BOOKS, Group, taken
from voevoda.journal_store import Loaded, Store, StoreError, open_store
from voevoda.journal_store.opening import opened
from voevoda.play.journal import Entry
from voevoda.play.seats import REFEREE, commander
from voevoda.table import Agree, Appeal, Done, Leave, Refusal, Sight, Sitter, Tables, TakeOver, Throw


def key_of(answer: object) -> str:
    """By which message something was refused."""
    assert isinstance(answer, Refusal), answer
    return answer.key


def second(group: Group) -> Group:
    """Another program at the same database, with the same people."""
    other = Group.__new__(Group)
    other.__dict__.update(group.__dict__)
    other.restart()
    return other


@pytest.mark.parametrize("name", ["x" * 201, "Ada\nEve", "\ud800"])
def test_a_link_outlives_a_name_that_is_none(group: Group, name: str) -> None:
    """Who mistyped takes the seat by the same link."""
    link = group.tables.reissue(group.tokens[REFEREE], ASH)
    assert isinstance(link, str)

    assert "store.bad_name" == key_of(group.tables.take(link, "a form", name))
    assert isinstance(group.tables.sight(taken(group.tables.take(link, "a form", "Ada")).token), Sight)


def test_a_battle_is_not_begun_by_nobody(group: Group) -> None:
    """Where the referee's name is none, nothing is kept; nor is a battle that came in changed."""
    before = group.store.battles()
    refused = group.tables.begin(BOOK, usual(), title="Trial", lang="en", referee="x" * 300)
    adopted = group.tables.adopt(group.battle, referee="x" * 300)

    assert ["store.bad_name"] * 2 == [key_of(refused), key_of(adopted)]
    assert before == group.store.battles()


class Full(Store):
    """A disk that is full, or not."""

    full = False

    def append(self, battle: str, expected: int, new: Sequence[Entry], *given: Any, **named: Any) -> int:
        """Refuse to write."""
        if self.full:
            logging.getLogger("voevoda.journal_store").error("full")
            raise StoreError("store.full", database="here", reason="no room")
        return super().append(battle, expected, new, *given, **named)


def test_a_refused_agreement_is_not_kept(tmp_path: Path) -> None:
    """Neither an appeal nor a seat taken over, after a restart either; the same command then acts once."""
    with Full(*opened(tmp_path), BOOKS) as store:
        group = Group(store, usual())
        group.everybody()
        store.full = True
        for seat, command in ((ASH, Appeal("misread")), (REFEREE, TakeOver("commander:Birch"))):
            assert "store.full" == key_of(group.do(seat, command, "a form"))
        store.full = False
        group.restart()
        assert () == group.sight(REFEREE).appeals
        holders = [each["holder"] for each in group.sight(ASH).seats if each["kind"] == "commander"]
        assert ["person", "person"] == holders
        for _ in range(2):
            assert isinstance(group.do(ASH, Appeal("misread"), "a form"), Done)

        assert ({"seat": "commander:Ash", "words": "misread"},) == group.sight(REFEREE).appeals


def test_agreements_of_two_programs_are_both_kept(group: Group) -> None:
    """Each reads again what the other has written, though the journal has not grown."""
    group.everybody()
    other = second(group)
    _ = group.sight(REFEREE), other.sight(REFEREE)
    group.done(REFEREE, Agree(dice="table"))
    other.done(ASH, Appeal("misread"))
    group.done(REFEREE, Agree(seat="commander:Ash", dice="typed"))
    group.restart()

    seen = group.sight(REFEREE)
    assert {"all": "table", "at_once": False, "commander:Ash": "typed"} == seen.dice
    assert 1 == len(seen.appeals)


def test_who_repeats_at_another_program_is_shown_what_was_done(group: Group) -> None:
    """And not how it stood before."""
    group.everybody()
    other = second(group)
    before = other.sight(ASH).seen
    assert isinstance(group.do(ASH, Throw(), "a form"), Done)
    assert before != group.sight(ASH).seen
    assert isinstance(other.do(ASH, Throw(), "a form"), Done)

    assert group.sight(ASH).seen == other.sight(ASH).seen


def test_who_leaves_twice_has_left(group: Group) -> None:
    """The answer to a form that was sent twice; another form of his opens nothing."""
    group.everybody()
    first = group.do(ASH, Leave(), "a form")

    assert isinstance(first, Done)
    assert first == group.do(ASH, Leave(), "a form")
    assert "table.refused.token" == key_of(group.do(ASH, Leave(), "another"))


def test_the_token_goes_with_its_sitter(tmp_path: Path) -> None:
    """In one write: a crash right after it leaves no token that opens the seat."""

    class Crash(Exception):
        pass

    class Dying(Store):
        dying = False

        def append(self, battle: str, expected: int, new: Sequence[Entry], *given: Any, **named: Any) -> int:
            head = super().append(battle, expected, new, *given, **named)
            if self.dying:
                raise Crash
            return head

    with Dying(*opened(tmp_path), BOOKS) as store:
        group = Group(store, usual())
        group.everybody()
        store.dying = True
        with pytest.raises(Crash):
            _ = group.do(ASH, Leave())
    with open_store(tmp_path, BOOKS) as after:
        assert "table.refused.token" == key_of(Tables(after, BOOKS).sitter(group.tokens[ASH]))


class Counting(Store):
    """Counts how often a battle is read."""

    loads = 0

    def load(self, battle: str) -> Loaded:
        """Read it."""
        self.loads += 1
        return super().load(battle)


def test_links_to_many_seats_are_made_in_one_go(tmp_path: Path) -> None:
    """A table with a hundred seats is not read a hundred times; one seat that there is not refuses all."""
    with Counting(*opened(tmp_path), BOOKS) as store:
        group = Group(store, usual())
        _ = group.sight(REFEREE)
        before = store.loads
        made = group.tables.reissue_all(group.tokens[REFEREE], [ASH, BIRCH])
        assert isinstance(made, dict)
        opened_by = [group.tables.sitter(link) for link in made.values()]

        assert [ASH, BIRCH] == [each.seat for each in opened_by if isinstance(each, Sitter)]
        assert before + 1 == store.loads
        refused = group.tables.reissue_all(group.tokens[REFEREE], [ASH, commander("Elm")])
        assert "table.refused.no_seat" == key_of(refused)
        assert isinstance(group.tables.sitter(made[ASH]), Sitter)
