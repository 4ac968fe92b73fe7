"""What a database says when something is wrong with it, told as a ``StoreError`` and one line of the log."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from voevoda.journal_store.errors import StoreError

LOG = logging.getLogger("voevoda.journal_store")

_SQLITE = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_CANTOPEN: "unopenable",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_READONLY: "read_only",
}
"""SQLite's primary result codes."""

_POSTGRES = {
    "25006": "read_only",
    "28": "unreachable",
    "3D000": "unreachable",
    "40": "locked",
    "42501": "read_only",
    "53100": "full",
    "53": "locked",
    "55P03": "locked",
    "57": "unreachable",
    "58": "disk",
    "08": "unreachable",
    "XX": "damaged",
}
"""SQLSTATEs, and classes of them."""


_SAID = {"08", "28", "3D", "53", "57", "58"}
"""Classes of SQLSTATEs that say enough for a text of their own."""


@contextmanager
def told(database: str) -> Iterator[None]:
    """Raise ``StoreError`` for what ``database`` (as messages name it) cannot do."""
    try:
        yield
    except PoolTimeout as error:
        raise _error(database, "locked", error) from error
    except DBAPIError as error:
        raise _error(database, _kind(error), error.orig or error) from error
    except (SQLAlchemyError, UnicodeError) as error:
        raise _error(database, "failed", error) from error
    except sqlite3.Error as error:
        raise _error(database, _of_sqlite(error), error) from error


def _kind(error: DBAPIError) -> str:
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    state = getattr(cause, "sqlstate", None) or ""
    if state in _POSTGRES or state[:2] in _POSTGRES:
        return _POSTGRES.get(state) or _POSTGRES[state[:2]]
    lost = isinstance(error, OperationalError) and not state
    return "unreachable" if lost or error.connection_invalidated else "failed"


def _of_sqlite(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0)
    return _SQLITE.get(code & 0xFF, "failed")


def _error(database: str, kind: str, cause: BaseException) -> StoreError:
    words = " ".join(str(cause).split())[:300]
    LOG.error("%s: %s: %s", database, kind, words)
    return StoreError(f"store.{kind}", database=database, reason=_reason(kind, cause))


def _reason(kind: str, cause: BaseException) -> str:
    """The name of what a database said, never its words: the common ones have a text."""
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "")
        return "SQLITE_IOERR" if name.startswith("SQLITE_IOERR") else name or type(cause).__name__
    state = getattr(cause, "sqlstate", None) or ""
    if state:
        return state[:2] if state[:2] in _SAID else f"SQLSTATE {state}"
    return "silent" if kind == "unreachable" else type(cause).__name__
