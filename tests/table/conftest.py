"""Tables of the toy in every kind of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contract.toy import usual
from tests.journal_store.conftest import new_postgres, postgres, where
from tests.table.tables import BOOKS, Group
from voevoda.journal_store import open_store

__all__ = ["new_postgres", "postgres", "where"]


@pytest.fixture
def group(where: str) -> Iterator[Group]:
    """A table with everybody at it: a referee, two commanders and a spectator; the game is the toy."""
    with open_store(where, BOOKS) as store:
        yield Group(store, usual())
