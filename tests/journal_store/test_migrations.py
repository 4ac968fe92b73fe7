"""The migrations and the tables in the code are the same; a database comes to today's revision whole."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from voevoda.journal_store import Store
from voevoda.journal_store.opening import MIGRATIONS
from voevoda.journal_store.schema import METADATA, REVISION, VERSIONS


def test_migrated_tables_are_those_of_the_code(store: Store) -> None:
    """Alembic finds nothing to do: columns, types, keys, constraints."""
    with store._engine.connect() as connection:
        options = {"compare_type": True, "version_table": VERSIONS}
        context = MigrationContext.configure(connection, opts=options)

        assert [] == compare_metadata(context, METADATA)
        assert REVISION == context.get_current_revision()


def test_the_last_migration_is_todays_revision() -> None:
    """There is one, and the code knows its name without asking Alembic."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    assert [REVISION] == ScriptDirectory.from_config(config).get_heads()
