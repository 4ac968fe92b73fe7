"""A whole database as one file, whatever kind it is: a database of SQLite, that can be opened or put back.

It holds seeds that nobody may know yet, so it is for its owner's eyes alone.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, Engine, insert, select

from voevoda.files.journals import reason_of
from voevoda.journal_store.errors import StoreError
from voevoda.journal_store.failures import LOG, told
from voevoda.journal_store.opening import IMMEDIATE, opened
from voevoda.journal_store.schema import METADATA, battles, drafts, templates

ROWS = 500
"""How many rows are carried at a time."""


def write_backup(engine: Engine, path: Path) -> None:
    """Write a new file with all that the database holds at one moment, while others go on writing.

    Raises ``StoreError``, and leaves nothing behind, where a file has this name or none can be written.
    """
    _create(path)
    try:
        with told(str(path)):
            if engine.dialect.name == "sqlite":
                with closing(engine.raw_connection()) as raw:
                    _copy_pages(cast("sqlite3.Connection", raw.driver_connection), path)
            else:
                _copy_all(engine, path)
    except BaseException:
        for ending in ("", "-wal", "-shm", "-journal"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        raise


def restore(engine: Engine, path: Path) -> tuple[int, int]:
    """Put back what a backup holds and the database lacks: how many battles, and how many it has already.

    Battles that are there stay as they are.  The backup may be of an older revision, and is not changed.
    Raises ``StoreError``.
    """
    with tempfile.TemporaryDirectory(prefix="voevoda-") as folder:
        copy = Path(folder) / "backup.sqlite3"
        with (
            told(str(path)),
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as whole,
        ):
            _copy_pages(whole, copy)
        source, _ = opened(copy, str(path))
        try:
            with (
                source.connect() as reading,
                engine.execution_options(begin=IMMEDIATE).begin() as writing,
            ):
                there = set(writing.scalars(select(battles.c.id)))
                known = set(writing.scalars(select(templates.c.name)))
                begun = set(writing.scalars(select(drafts.c.id)))
                found = set(reading.scalars(select(battles.c.id)))
                _copy_rows(reading, writing, there, known, begun)
        finally:
            source.dispose()
    return len(found - there), len(found & there)


def _create(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError as error:
        raise StoreError("store.exists", file=str(path)) from error
    except (OSError, ValueError) as error:
        LOG.error("%s: %s", path, error)
        raise StoreError("store.unwritable", file=str(path), reason=reason_of(error)) from error


def _copy_pages(source: sqlite3.Connection, path: Path) -> None:
    with closing(sqlite3.connect(path)) as target:
        source.backup(target)
        _ = target.execute("PRAGMA journal_mode = DELETE")  # so that the file alone is whole


def _copy_all(engine: Engine, path: Path) -> None:
    target, _ = opened(path)
    try:
        with (
            engine.connect().execution_options(isolation_level="REPEATABLE READ") as reading,
            target.begin() as writing,
        ):
            _copy_rows(reading, writing)
    finally:
        target.dispose()
    with closing(sqlite3.connect(path)) as written:
        _ = written.execute("PRAGMA journal_mode = DELETE")


def _copy_rows(
    source: Connection,
    target: Connection,
    but: AbstractSet[str] = frozenset(),
    but_templates: AbstractSet[str] = frozenset(),
    but_drafts: AbstractSet[str] = frozenset(),
) -> None:
    """Copy every table, without what belongs to these battles, and without these templates and drafts."""
    keys = {"battles": ("id", but), "templates": ("name", but_templates), "drafts": ("id", but_drafts)}
    for table in METADATA.sorted_tables:
        key, without = keys.get(table.name, ("battle", but))
        for rows in source.execute(select(table)).mappings().partitions(ROWS):
            if new := [dict(row) for row in rows if row[key] not in without]:
                target.execute(insert(table), new)
