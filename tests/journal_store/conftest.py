"""What the tests of the store share: every kind of database, each test with an empty one of its own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.files.toy_journals import BOOKS
from tests.journal_store.postgres import Fresh, running
from voevoda.journal_store import Store, open_store

NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The folder of a server's socket."""
    with running() as folder:
        yield folder


@pytest.fixture
def new_postgres(postgres: str) -> Iterator[Fresh]:
    """Makes empty databases of PostgreSQL, by URL; they go when the test is over."""
    made = list[str]()

    def make() -> str:
        name = f"battles{next(NUMBERS)}"
        with psycopg.connect(host=postgres, user="voevoda", dbname="postgres", autocommit=True) as server:
            server.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        made.append(name)
        return f"postgresql://voevoda@/{name}?host={postgres}"

    yield make
    with psycopg.connect(host=postgres, user="voevoda", dbname="postgres", autocommit=True) as server:
        for name in made:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a database, that nothing stands in yet: a directory, or a URL."""
    if request.param == "sqlite":
        return str(tmp_path / "битвы")
    fresh: Fresh = request.getfixturevalue("new_postgres")
    return fresh()


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An empty database of either kind."""
    with open_store(where, BOOKS) as opened:
        yield opened
