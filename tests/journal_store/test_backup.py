"""A backup: one file with everything, made while others write; opened, or put back."""

from __future__ import annotations

import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from tests.files.toy_journals import BOOKS, played
from tests.journal_store.postgres import Fresh
from voevoda.i18n import text
from voevoda.journal_store import Loaded, Store, StoreError, Template, open_store
from voevoda.play.seats import commander

JOURNAL = played(99)


def filled(store: Store, *titles: str) -> tuple[Loaded, ...]:
    """Battles, one of them archived, with a seat each, and a template."""
    for title in titles:
        battle = store.create(
            title=title, journal=JOURNAL[:3], seed="a seed", lang="ru", settings={"dice": ["typed"]}
        ).id
        store.append(battle, 3, JOURNAL[3:5], "a command")
        store.set_seat(battle, commander("Ash"), sitter="Пётр")
    store.archive(store.find(titles[0]).id)
    store.set_template(Template("Осада", "toy", titles[0]))
    return contents(store)


def contents(store: Store) -> tuple[Loaded, ...]:
    """All battles, in the order of their titles."""
    found = (*store.battles(), *store.battles(archived=True))
    return tuple(store.load(each.id) for each in sorted(found, key=lambda each: each.title))


def refused(call: object) -> str:
    """Why something is not done; it can be said in both languages."""
    with pytest.raises(StoreError) as error:
        call()  # type: ignore[operator]
    for lang in ("ru", "en"):
        assert text(lang, error.value.key, error.value.facts)
    return error.value.key


def test_a_backup_holds_everything(store: Store, tmp_path: Path) -> None:
    """It is one file, its owner's alone, and opens as a database."""
    filled(store, "Ёж", "Жук")
    token = store.issue(store.find("Жук").id, commander("Ash"))
    store.backup(tmp_path / "копия.sqlite3")

    assert ["копия.sqlite3"] == [each.name for each in tmp_path.glob("копия*")]
    assert 0o600 == stat.S_IMODE((tmp_path / "копия.sqlite3").stat().st_mode)
    with open_store(tmp_path / "копия.sqlite3", BOOKS) as copy:
        assert contents(store) == contents(copy)
        assert store.seat_of(token) == copy.seat_of(token)
        assert store.seats(store.find("Жук").id) == copy.seats(store.find("Жук").id)
        assert store.templates() == copy.templates()
        assert 5 == copy.done(copy.find("Жук").id, "a command")


def test_a_backup_is_put_back(store: Store, tmp_path: Path) -> None:
    """What is missing comes back; what is there stays as it is, and the backup too."""
    before = filled(store, "Ёж", "Жук", "Уж")
    backup = tmp_path / "backup"
    store.backup(backup)
    content = backup.read_bytes()
    store.delete(store.find("Жук").id)
    store.delete_template("Осада")
    store.rename(store.find("Уж").id, "Другой")

    assert (1, 2) == store.restore(backup)

    assert ["Ёж", "Другой", "Жук"] == [each.battle.title for each in contents(store)]  # as code points go
    assert before[1] == store.load(before[1].battle.id)
    assert ["Осада"] == [each.name for each in store.templates()]
    assert 5 == store.done(before[1].battle.id, "a command")
    assert content == backup.read_bytes()


def test_a_backup_goes_from_any_kind_of_database_into_any(
    store: Store, new_postgres: Fresh, tmp_path: Path
) -> None:
    """From SQLite to PostgreSQL and back."""
    before = filled(store, "Ёж", "Жук")
    store.backup(tmp_path / "backup")
    for where in (new_postgres(), tmp_path / "other"):
        with open_store(where, BOOKS) as other:
            assert (2, 0) == other.restore(tmp_path / "backup")
            assert before == contents(other)


def test_a_backup_is_of_one_moment(store: Store, tmp_path: Path) -> None:
    """While battles grow, every journal in it is whole."""
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            battle = store.create(title="Toy", journal=JOURNAL[:3], seed="a seed", lang="en").id
            for head in range(3, len(JOURNAL)):
                store.append(battle, head, JOURNAL[head : head + 1], f"command {head}")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for each in range(5):
            store.backup(tmp_path / f"{each}")
    finally:
        stop.set()
        writer.join()

    for each in range(5):
        with open_store(tmp_path / f"{each}", BOOKS) as copy:
            for found in contents(copy):
                assert JOURNAL[: found.battle.head] == found.journal
                done = [copy.done(found.battle.id, f"command {head}") for head in range(3, len(JOURNAL))]
                assert [*range(4, found.battle.head + 1)] == [head for head in done if head is not None]


def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    """And where it cannot be written, nothing is left lying about."""
    (tmp_path / "there").write_text("mine", "utf-8")

    assert "store.exists" == refused(lambda: store.backup(tmp_path / "there"))
    assert "store.unwritable" == refused(lambda: store.backup(tmp_path / "no folder" / "backup"))
    assert "store.unwritable" == refused(lambda: store.backup("a\0b"))
    assert "mine" == (tmp_path / "there").read_text("utf-8")


def test_what_is_no_backup_is_not_put_back(store: Store, tmp_path: Path) -> None:
    """Nothing of it is."""
    (tmp_path / "text").write_text("no database at all\n" * 100, "utf-8")
    with sqlite3.connect(tmp_path / "theirs") as theirs:
        theirs.execute("CREATE TABLE theirs (x)")
    theirs.close()

    assert "store.damaged" == refused(lambda: store.restore(tmp_path / "text"))
    assert "store.foreign" == refused(lambda: store.restore(tmp_path / "theirs"))
    assert "store.unopenable" == refused(lambda: store.restore(tmp_path / "nothing"))
    assert not (tmp_path / "nothing").exists()
    assert () == store.battles()
