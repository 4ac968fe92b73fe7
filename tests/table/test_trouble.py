"""A database that is in trouble: the person gets a sentence, the log a line, and the battle is unharmed."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.contract.toy import ToyBook, usual
from tests.files.toy_journals import toy_book
from tests.table.tables import ASH, BIRCH, BOOK, BOOKS, Group
from voevoda.i18n import LANGUAGES, text
from voevoda.journal_store import Store, StoreError, open_store
from voevoda.journal_store.opening import opened
from voevoda.play.journal import Entry
from voevoda.play.seats import REFEREE, SPECTATOR
from voevoda.table import Appeal, Done, Refusal, Robot, Sight, Tables, Throw, Undo


def said(refusal: object) -> list[str]:
    """A refusal in all languages."""
    assert isinstance(refusal, Refusal), refusal
    return [text(lang, refusal.key, refusal.facts) for lang in LANGUAGES]


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Somebody else writes, and goes on writing."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_a_database_that_is_full_is_told_and_nothing_is_done(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Once there is room again, the same command goes through."""

    class Full(Store):
        full = False

        def append(self, battle: str, expected: int, new: Sequence[Entry], *given: Any, **named: Any) -> int:
            if self.full:
                logging.getLogger("voevoda.journal_store").error("full")
                raise StoreError("store.full", database="here", reason="no room")
            return super().append(battle, expected, new, *given, **named)

    with Full(*opened(tmp_path), BOOKS) as store:
        group = Group(store, usual())
        group.everybody()
        before = group.sight(ASH)
        store.full = True
        refused = group.do(ASH, Throw(), "a form")
        assert "store.full" == (refused.key if isinstance(refused, Refusal) else "")
        assert all(said(refused))
        assert caplog.records
        store.full = False

        assert before.seen == group.sight(ASH).seen
        assert isinstance(group.do(ASH, Throw(), "a form"), Done)


def test_a_database_that_somebody_else_keeps_locked_is_told(tmp_path: Path) -> None:
    """Others can still look; afterwards the command goes through."""
    with open_store(tmp_path, BOOKS) as store:
        group = Group(store, usual())
        group.everybody()
        (file,) = tmp_path.glob("*.sqlite3")
        with locked(file):
            refused = group.do(ASH, Throw(), "a form")
            assert isinstance(group.tables.sight(group.tokens[BIRCH]), Sight)
        assert "store.locked" == (refused.key if isinstance(refused, Refusal) else "")
        assert all(said(refused))

        assert isinstance(group.do(ASH, Throw(), "a form"), Done)


def test_a_battle_that_is_damaged_is_told(tmp_path: Path) -> None:
    """Others at the same database go on."""
    with open_store(tmp_path, BOOKS) as store:
        group, other = Group(store, usual()), Group(store, usual())
        (file,) = tmp_path.glob("*.sqlite3")
        with sqlite3.connect(file) as database:
            database.execute("UPDATE entries SET text = 'x' WHERE battle = ?", (group.battle,))
        database.close()
        group.restart()
        refused = group.do(REFEREE, Throw())

        assert "store.damaged_battle" == (refused.key if isinstance(refused, Refusal) else "")
        assert all(said(refused))
        assert isinstance(other.do(REFEREE, Throw()), Done)


def test_a_battle_of_other_rules_can_be_looked_at(tmp_path: Path) -> None:
    """From what was recorded; it is not gone on with."""

    class Newer(ToyBook):
        revision = 2

    with open_store(tmp_path, BOOKS) as store:
        group = Group(store, usual())
        group.everybody()
        group.throw(ASH)
        group.throw(BIRCH)
    newer = {"toy": replace(toy_book(Newer()), sides=BOOK.sides)}
    with open_store(tmp_path, newer) as store:
        tables = Tables(store, newer)
        seen = tables.sight(group.tokens[SPECTATOR])
        assert isinstance(seen, Sight)
        refused = tables.do(group.tokens[REFEREE], "a form", Undo())

    assert ["toy.drawn", "toy.drawn"] == [line.key for line in seen.seen.log]
    assert ((), False) == (seen.seen.asks, seen.current)
    assert "table.refused.rules" == (refused.key if isinstance(refused, Refusal) else "")


def test_a_battle_that_the_rules_part_ways_with_can_be_looked_at(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A die that no such die shows: the log has a line, and it is shown as it was recorded."""
    with open_store(tmp_path, BOOKS) as store:
        group = Group(store, usual())
        group.everybody()
        group.throw(ASH)
        (file,) = tmp_path.glob("*.sqlite3")
        with sqlite3.connect(file) as database:
            database.execute('UPDATE entries SET text = replace(text, \'"mark": "\', \'"mark": "x\')')
        database.close()
        group.restart()

        seen = group.sight(ASH)
    assert ((), False) == (seen.seen.asks, seen.current)
    assert caplog.records


def test_a_repeated_agreement_is_not_done_again(group: Group) -> None:
    """A command that comes late, for the second time, changes nothing of what came between."""
    assert isinstance(group.do(REFEREE, Robot("commander:Ash", "first"), "a form"), Done)
    assert isinstance(group.do(REFEREE, Robot("commander:Ash", None), "another"), Done)
    group.restart()
    assert isinstance(group.do(REFEREE, Robot("commander:Ash", "first"), "a form"), Done)

    assert "nobody" == {each["seat"]: each["holder"] for each in group.sight(REFEREE).seats}["commander:Ash"]


def test_ids_of_different_seats_do_not_meet(group: Group) -> None:
    """Nobody can keep another's command from being done by guessing its name."""
    group.everybody()
    assert isinstance(group.do(BIRCH, Appeal("hello"), "a form"), Done)
    assert isinstance(group.do(ASH, Throw(), "a form"), Done)

    assert ("commander:Birch",) == group.sight(ASH).seen.waits
