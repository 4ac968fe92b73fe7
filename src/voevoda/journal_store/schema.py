"""The tables of the database.  Migrations under ``migrations/`` bring any older one to this."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

REVISION = "0003"
"""The migration that these tables are the outcome of."""

VERSIONS = "voevoda_version"
"""The table in which a database says which revision it has."""

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _of_battle() -> Column[str]:
    return Column("battle", String(32), ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True)


battles = Table(
    "battles",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("book", Text, nullable=False),
    Column("lang", Text, nullable=False),
    Column("file", Text),
    Column("settings", JSON, nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("verified", Boolean, nullable=False),
    Column("head", Integer, nullable=False),
    Column("size", Integer, nullable=False),  # bytes, as journal_text.size_of counts them
    Column("seed", Text),  # until it stands in the journal
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("agreed", Integer, nullable=False, server_default="0"),  # how often settings or seats were changed
)

# The primary key is the lock: of two writers at one sequence, one finds it taken.
entries = Table(
    "entries",
    METADATA,
    _of_battle(),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),  # the line of a journal file
)

seats = Table(
    "seats",
    METADATA,
    _of_battle(),
    Column("seat", Text, primary_key=True),
    Column("token", LargeBinary(32), unique=True),  # SHA-256: nobody takes a seat with what stands here
    Column("sitter", Text, nullable=False),
    Column("robot", Text),
)

commands = Table(
    "commands",
    METADATA,
    _of_battle(),
    Column("command", Text, primary_key=True),
    Column("head", Integer, nullable=False),
)

templates = Table(
    "templates",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("book", Text, nullable=False),
    Column("file", Text, nullable=False),
)

drafts = Table(
    "drafts",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("book", Text, nullable=False),
    Column("text", Text, nullable=False),  # a battle file as somebody left it; perhaps none yet
    Column("valid", Text),  # as it was when it was last a battle
    Column("before", Text),  # as it was before the last thing done to it by a button
    Column("changed", BigInteger, nullable=False, index=True),
)
