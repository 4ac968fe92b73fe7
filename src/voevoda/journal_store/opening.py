"""From a place to an open database of today's revision."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Engine, column, create_engine, event, func, inspect, select, table
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from voevoda.files.journals import reason_of
from voevoda.journal_store.errors import StoreError
from voevoda.journal_store.failures import LOG, told
from voevoda.journal_store.schema import REVISION, VERSIONS

FILE = "voevoda.sqlite3"
"""The database in a directory."""

MIGRATIONS = Path(__file__).parent / "migrations"

IMMEDIATE = "BEGIN IMMEDIATE"
"""How a transaction of SQLite begins that is going to write: it waits for its turn before it reads."""

_PATIENCE = 5.0
"""Seconds to wait for another who writes, as long as SQLite itself waits."""

_LOCK = 0x766F65766F6461
"""The number under which PostgreSQL lets one process migrate at a time."""


def opened(where: str | Path, name: str | None = None, *, make: bool = True) -> tuple[Engine, str]:
    """The database at a directory, file or URL, brought to today's revision, and its name for messages.

    Raises ``StoreError``, also where there is none and none shall be made.
    """
    url = _url(str(where))
    if name is None:
        kind = url.get_backend_name()
        name = url.database or "memory" if kind == "sqlite" else url.set(drivername=kind).render_as_string()
    with told(name):
        engine = _engine(url, name, make=make)
        try:
            if engine.dialect.name == "sqlite":
                _use_wal(engine)
            _migrate(engine, name, make=make)
        except BaseException:
            engine.dispose()
            raise
    return engine, name


def _url(where: str) -> URL:
    if "://" not in where:
        place = Path(where)
        file = place if os.path.isfile(place) else place / FILE  # noqa: PTH113 (it never raises)
        return URL.create("sqlite", database=str(file))
    try:
        url = make_url(where)
        backend = url.get_backend_name()
    except ArgumentError:
        backend = ""
    if backend == "sqlite":
        return url
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise StoreError("store.bad_url", given=where.partition("://")[0])


def _engine(url: URL, name: str, *, make: bool) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    memory = not url.database or url.database == ":memory:"
    if not memory and not url.query.get("uri"):
        file = Path(url.database or "")
        if make:
            _create(file, name)
        elif not os.path.isfile(file):  # noqa: PTH113
            raise StoreError("store.missing", database=name)
    # In memory there is one connection, that everyone waits for; in a file as many as there are threads.
    size: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if memory else {"pool_size": 40}
    engine = create_engine(url, poolclass=QueuePool, connect_args={"check_same_thread": False}, **size)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _create(file: Path, name: str) -> None:
    """Make a new database's file, and the folders to it, for its owner alone."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError as error:
        if not os.path.isfile(file):  # noqa: PTH113
            raise StoreError("store.unopenable", database=name, reason=reason_of(error)) from error
    except (OSError, ValueError) as error:
        LOG.error("%s: %s", name, error)
        raise StoreError("store.unopenable", database=name, reason=reason_of(error)) from error


def _prepare(connection: Any, _record: object) -> None:
    """Let us begin transactions ourselves, and let a commit wait for the disk."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _use_wal(engine: Engine) -> None:
    """Let readers and the writer not wait for each other; it holds for the file from then on."""
    raw = engine.raw_connection()
    try:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                raw.cursor().execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                # Where another is about to write, SQLite refuses this at once instead of waiting.
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)
            else:
                return
    finally:
        raw.close()


def _migrate(engine: Engine, name: str, *, make: bool) -> None:
    """Bring the tables to today's revision, whole or not at all, whoever else opens it meanwhile."""
    with engine.connect() as connection:
        found = _revision(connection, name)
    if found == REVISION:
        return
    if found is None and not make:
        raise StoreError("store.missing", database=name)
    with engine.execution_options(begin=IMMEDIATE).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        found = _revision(connection, name)
        if found == REVISION:
            return
        from alembic import command  # noqa: PLC0415 (only where there is something to do)
        from alembic.config import Config  # noqa: PLC0415
        from alembic.script import ScriptDirectory  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        known = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
        if found is not None and found not in known:
            LOG.error("%s: revision %s is newer than %s", name, found, REVISION)
            raise StoreError("store.newer", database=name, given=found, newest=REVISION)
        command.upgrade(config, "head")
        LOG.info("%s: from revision %s to %s", name, found, REVISION)


def _revision(connection: Connection, name: str) -> str | None:
    """The revision of a database; None for an empty one."""
    tables = inspect(connection).get_table_names()
    if VERSIONS in tables:
        return cast(
            "str | None", connection.scalar(select(column("version_num")).select_from(table(VERSIONS)))
        )
    if tables:
        raise StoreError("store.foreign", database=name)
    return None
