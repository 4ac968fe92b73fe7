"""Battle files that somebody is at."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    _ = op.create_table(
        "drafts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("book", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("valid", sa.Text),
        sa.Column("before", sa.Text),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
    )
    op.create_index("ix_drafts_changed", "drafts", ["changed"])


def downgrade() -> None:
    """There is no way back: an older program says that the database is newer than it."""
