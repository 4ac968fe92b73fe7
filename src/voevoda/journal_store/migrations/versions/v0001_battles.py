"""Battles, their journals and seats, commands done, templates."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    _ = op.create_table(
        "battles",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("book", sa.Text, nullable=False),
        sa.Column("lang", sa.Text, nullable=False),
        sa.Column("file", sa.Text),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("verified", sa.Boolean, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_battles"),
    )
    _of_battle(
        "entries",
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        key="sequence",
    )
    _of_battle(
        "seats",
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("token", sa.LargeBinary(32)),
        sa.Column("sitter", sa.Text, nullable=False),
        sa.Column("robot", sa.Text),
        sa.UniqueConstraint("token", name="uq_seats_token"),
        key="seat",
    )
    _of_battle(
        "commands",
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        key="command",
    )
    _ = op.create_table(
        "templates",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("book", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_templates"),
    )


def _of_battle(name: str, *parts: sa.schema.SchemaItem, key: str) -> None:
    """A table whose rows go with their battle."""
    _ = op.create_table(
        name,
        sa.Column("battle", sa.String(32), nullable=False),
        *parts,
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=f"fk_{name}_battle", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle", key, name=f"pk_{name}"),
    )


def downgrade() -> None:
    """There is no way back: an older program says that the database is newer than it."""
