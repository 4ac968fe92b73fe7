"""Lists of battles: what is ready for a newcomer, what a list may say, and what becomes of a battle in it."""

from __future__ import annotations

from voevoda.journal_store import mark_of, open_store
from voevoda.play.seats import REFEREE
from voevoda.rulebooks import BOOKS
from voevoda.table import Refusal, Sight, Tables
from voevoda.table.ready import begin_ready

from tests.table.tables import ASH, Group  # isort: skip


def test_an_empty_database_gets_a_battle_of_each_book_once() -> None:
    """With nobody at the table; and none when there is something already."""
    with open_store("sqlite://") as store:
        tables = Tables(store)

        assert len(BOOKS) == begin_ready(tables, store, "ru")
        assert 0 == begin_ready(tables, store, "ru")
        assert list(BOOKS) == sorted(battle.book for battle in store.battles())
        for battle in store.battles():
            assert [] == [row for row in store.seats(battle.id) if row.sitter]
            assert REFEREE in [row.seat for row in store.seats(battle.id)]
            assert battle.file is not None


def test_a_mark_tells_what_a_seat_sees_and_opens_nothing(group: Group) -> None:
    """A list of battles needs no tokens."""
    group.everybody()
    mark = mark_of(group.tokens[ASH])

    assert group.tables.glance(mark) == group.sight(ASH)
    assert isinstance(group.tables.sight(mark), Refusal)
    assert isinstance(group.tables.glance(mark_of("none")), Refusal)


def test_the_mark_of_a_link_that_nobody_used_tells_nothing(group: Group) -> None:
    """Else whoever was sent the link would see without sitting down."""
    link = group.tables.reissue(group.tokens[REFEREE], ASH)

    assert isinstance(link, str)
    assert isinstance(group.tables.glance(mark_of(link)), Refusal)


def test_who_sits_there_sees_another_title_at_once(group: Group) -> None:
    """As all see every change."""
    heard: list[Sight | None] = []
    group.join(ASH)
    _ = group.tables.subscribe(group.tokens[ASH], heard.append)

    assert group.tables.rename(group.battle, "Ash against Birch") is None
    assert ["Trial", "Ash against Birch"] == [seen.title for seen in heard if seen]
    assert isinstance(group.tables.rename(group.battle, ""), Refusal)


def test_who_sits_at_a_battle_that_is_deleted_is_told(group: Group) -> None:
    """And his token opens nothing any more."""
    heard: list[Sight | None] = []
    group.join(ASH)
    _ = group.tables.subscribe(group.tokens[ASH], heard.append)

    assert group.tables.delete(group.battle) is None
    assert heard[-1] is None
    assert isinstance(group.tables.sight(group.tokens[ASH]), Refusal)
    assert isinstance(group.tables.delete(group.battle), Refusal)
