"""How Alembic reaches the database: by the connection, already in a transaction, that ``opening.py`` has."""

from alembic import context

from voevoda.journal_store.schema import METADATA, VERSIONS

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSIONS,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
