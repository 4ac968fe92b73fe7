"""How often a table's agreements and seats were changed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("battles", sa.Column("agreed", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """There is no way back: an older program says that the database is newer than it."""
