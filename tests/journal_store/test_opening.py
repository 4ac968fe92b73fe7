"""Opening a database: what is made, and what is said of one that cannot be used."""

from __future__ import annotations

import logging
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event, text

from tests.files.toy_journals import BOOKS, played
from tests.journal_store.postgres import Fresh
from voevoda.i18n import text as text_of
from voevoda.i18n import text as words_of
from voevoda.journal_store import Store, StoreError, open_store
from voevoda.journal_store.opening import FILE


def key_of(refused: pytest.ExceptionInfo[StoreError]) -> str:
    """Why, once it has been seen that it can be said in both languages, without the words of a password."""
    error = refused.value
    for lang in ("ru", "en"):
        assert "secret" not in text_of(lang, error.key, error.facts)
    return error.key


def refused(where: str | Path) -> str:
    """Why a database cannot be opened."""
    with pytest.raises(StoreError) as error:
        open_store(where, BOOKS)
    return key_of(error)


def filled(folder: Path) -> str:
    """A database with one battle of three entries; its id."""
    with open_store(folder, BOOKS) as store:
        return store.create(title="Toy", journal=played(99)[:3], seed="a seed", lang="en").id


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """What the log gets."""
    with caplog.at_level(logging.ERROR, "voevoda.journal_store"):
        yield caplog


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    """Also what SQLite lays beside it while it is open."""
    folder = tmp_path / "новая" / "папка"
    with open_store(folder, BOOKS) as store:
        store.create(title="Toy", journal=played(3), seed="a seed", lang="en")
        files = {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}

    assert {FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600} == files
    assert 0o700 == stat.S_IMODE(folder.stat().st_mode)


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """Write-ahead log, synchronous FULL (2), on every connection."""
    with open_store(tmp_path, BOOKS) as store, store._engine.connect() as one, store._engine.connect() as two:
        for connection in (one, two):
            assert "wal" == connection.scalar(text("PRAGMA journal_mode"))
            assert 2 == connection.scalar(text("PRAGMA synchronous"))


def test_the_file_may_be_named_itself(tmp_path: Path) -> None:
    """As a path or as a URL: a backup is opened like this."""
    battle = filled(tmp_path)
    for where in (tmp_path / FILE, f"sqlite:///{tmp_path / FILE}"):
        with open_store(where, BOOKS) as store:
            assert [battle] == [each.id for each in store.battles()]


@pytest.mark.parametrize("where", ["mysql://secret@host/x", "://", "postgres ql://secret", "http://x"])
def test_another_kind_of_database_is_refused(where: str) -> None:
    """With the kinds that there are."""
    assert "store.bad_url" == refused(where)


def test_a_server_out_of_reach(tmp_path: Path, logged: pytest.LogCaptureFixture) -> None:
    """The person gets a sentence without the password, the log a line without it."""
    assert "store.unreachable" == refused(f"postgresql://me:secret@/battles?host={tmp_path}")
    assert 1 == len(logged.records)
    assert "secret" not in logged.text
    assert "No such file or directory" in logged.text


@pytest.mark.parametrize(
    ("where", "en", "ru"),
    [
        ("file/in it", "a file stands where a folder should", "на месте папки стоит файл"),
        ("folder", "something else of this name is there", "под этим именем уже есть что-то другое"),
        ("a\0b", "no file can be called so", "файл так называться не может"),
        ("x" * 300, "the name is too long", "слишком длинное имя"),
        ("postgresql://me@127.0.0.1:1/x", "no answer, or the user", "нет ответа, или пользователя"),
    ],
)
def test_what_the_system_says_is_told_in_the_persons_language(
    tmp_path: Path, where: str, en: str, ru: str
) -> None:
    """Its own words, which are English, are for the log."""
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "folder" / FILE).mkdir(parents=True)
    with pytest.raises(StoreError) as error:
        open_store(where if "://" in where else tmp_path / where, BOOKS)

    assert en in words_of("en", error.value.key, error.value.facts)
    assert ru in words_of("ru", error.value.key, error.value.facts)
    assert "psycopg" not in words_of("en", error.value.key, error.value.facts)


def test_a_database_that_the_server_does_not_have(postgres: str) -> None:
    """It was reached, and says no."""
    assert "store.unreachable" == refused(f"postgresql://voevoda@/nowhere?host={postgres}")


@pytest.mark.parametrize("content", [b"no database at all " * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes, logged: pytest.LogCaptureFixture) -> None:
    """It is left as it is."""
    (tmp_path / FILE).write_bytes(content)

    assert "store.damaged" == refused(tmp_path)
    assert content == (tmp_path / FILE).read_bytes()
    assert 1 == len(logged.records)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    """Nothing is put into it."""
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()

    assert "store.foreign" == refused(tmp_path)


def test_a_newer_database(tmp_path: Path, logged: pytest.LogCaptureFixture) -> None:
    """Its battles stay as they are."""
    filled(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as newer:
        newer.execute("UPDATE voevoda_version SET version_num = '9999'")
    newer.close()

    assert "store.newer" == refused(tmp_path)
    assert 1 == len(logged.records)


def test_a_place_where_nothing_can_be_made(tmp_path: Path) -> None:
    """A file where the folder should be, a folder where the file should be, a name that is none."""
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "folder" / FILE).mkdir(parents=True)

    for where in (tmp_path / "file" / "in it", tmp_path / "folder", "a\0b"):
        assert "store.unopenable" == refused(where)


def test_a_read_only_database(tmp_path: Path) -> None:
    """It can be read; what would change it is refused."""
    battle = filled(tmp_path)
    with open_store(f"sqlite:///file:{tmp_path / FILE}?mode=ro&uri=true", BOOKS) as store:
        with pytest.raises(StoreError) as error:
            store.append(battle, 3, played(99)[3:4])

        assert "store.read_only" == key_of(error)
        assert played(99)[:3] == store.load(battle).journal


def test_a_full_disk(tmp_path: Path, logged: pytest.LogCaptureFixture) -> None:
    """The answer is refused and not half there; where there is room again, it is taken."""
    battle = filled(tmp_path)
    room = {"pages": 0}
    journal = played(99)
    with open_store(tmp_path, BOOKS) as store:

        def limit(connection: object) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {room['pages']}")  # type: ignore[attr-defined]

        event.listen(store._engine, "begin", limit)
        store.set_settings(battle, {})
        room["pages"] = 1  # SQLite makes of it: as many as there are
        with pytest.raises(StoreError) as error:
            store.set_settings(battle, {"long": "x" * 10**5})
        assert "store.full" == key_of(error)
        assert 1 == len(logged.records)

        room["pages"] = 10**6
        assert 4 == store.append(battle, 3, journal[3:4])
        assert journal[:4] == store.load(battle).journal


def test_a_locked_database(tmp_path: Path) -> None:
    """Who waits in vain for another writer is told; the other's work is not touched."""
    battle = filled(tmp_path)
    with (
        open_store(tmp_path, BOOKS) as other,
        open_store(f"sqlite:///{tmp_path / FILE}?timeout=0.05", BOOKS) as store,
    ):
        with other._writing(), pytest.raises(StoreError) as error:
            store.append(battle, 3, played(99)[3:4])

        assert "store.locked" == key_of(error)
        assert 4 == store.append(battle, 3, played(99)[3:4])


def test_a_server_that_only_lets_read(new_postgres: Fresh) -> None:
    """As a copy of another server does."""
    where = new_postgres()
    with open_store(where, BOOKS) as store:
        battle = store.create(title="Toy", journal=played(99)[:3], seed=None, lang="en").id
    with open_store(f"{where}&options=-c%20default_transaction_read_only%3Don", BOOKS) as store:
        with pytest.raises(StoreError) as error:
            store.append(battle, 3, played(99)[3:4])

        assert "store.read_only" == key_of(error)
        assert 3 == store.battle(battle).head


def test_a_battle_that_another_holds_on_a_server(new_postgres: Fresh) -> None:
    """Where the server does not wait for ever."""
    where = new_postgres()
    with (
        open_store(where, BOOKS) as other,
        open_store(f"{where}&options=-c%20lock_timeout%3D50ms", BOOKS) as store,
    ):
        battle = store.create(title="Toy", journal=played(99)[:3], seed=None, lang="en").id
        with other._writing() as connection:
            connection.execute(text("UPDATE battles SET title = title"))
            with pytest.raises(StoreError) as error:
                store.append(battle, 3, played(99)[3:4])

        assert "store.locked" == key_of(error)
        assert 4 == store.append(battle, 3, played(99)[3:4])


def test_a_server_that_was_away(new_postgres: Fresh) -> None:
    """What was under way is refused and not half there; the next answer finds the server again."""
    where = new_postgres()
    gone = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    with open_store(where, BOOKS) as store, open_store(where, BOOKS) as other:
        battle = store.create(title="Toy", journal=played(99)[:3], seed=None, lang="en").id

        def cut_off() -> None:
            with store._writing() as connection:
                connection.execute(text("UPDATE battles SET head = 99"))
                with other._engine.connect() as killer:
                    killer.execute(gone)
                connection.execute(text("SELECT 1"))

        with pytest.raises(StoreError) as error:
            cut_off()
        assert "store.unreachable" == key_of(error)

        with other._engine.connect() as killer:
            killer.execute(gone)
        assert 4 == store.append(battle, 3, played(99)[3:4])
        assert played(99)[:4] == store.load(battle).journal


def test_damage_deep_in_the_file(tmp_path: Path) -> None:
    """Told when it is met, and nothing is made worse."""
    with open_store(tmp_path, BOOKS) as store:
        battle = store.create(title="Toy", journal=played(99), seed=None, lang="en", file="x" * 10**5).id
    content = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(content[:8192] + b"\xa5" * (len(content) - 8192))

    with pytest.raises(StoreError) as error, open_store(tmp_path, BOOKS) as store:
        store.load(battle)
    assert "store.damaged" == key_of(error)


@pytest.mark.parametrize(
    "change", ["UPDATE entries SET text = 'x' WHERE sequence = 4", "DELETE FROM entries"]
)
def test_an_entry_that_is_none(store: Store, change: str) -> None:
    """The battle and the entry are named; other battles are not touched."""
    journal = played(99)
    battle = store.create(title="Bad", journal=journal, seed="a seed", lang="en").id
    with store._engine.begin() as connection:
        connection.execute(text(change))
    good = store.create(title="Good", journal=journal, seed="a seed", lang="en").id

    with pytest.raises(StoreError) as error:
        store.load(battle)

    assert "store.damaged_battle" == key_of(error)
    assert "Bad" == error.value.facts["title"]
    assert journal == store.load(good).journal


def test_opening_waits_for_one_who_is_about_to_write(tmp_path: Path) -> None:
    """In a file that is not in WAL yet, as another who has just made it holds it for a moment."""
    busy = sqlite3.connect(tmp_path / FILE, isolation_level=None, check_same_thread=False)
    busy.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, busy.rollback)
    release.start()

    with open_store(tmp_path, BOOKS) as store:
        assert () == tuple(store.battles())

    release.join()
    busy.close()


def test_two_who_open_a_new_database_at_once(where: str) -> None:
    """Both find it whole."""
    found = list[str]()

    def go() -> None:
        with open_store(where, BOOKS) as store:
            found.append(store.create(title="Toy", journal=played(3), seed="a seed", lang="en").id)

    threads = [threading.Thread(target=go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with open_store(where, BOOKS) as store:
        assert sorted(found) == sorted(each.id for each in store.battles())
    assert 8 == len(found)
