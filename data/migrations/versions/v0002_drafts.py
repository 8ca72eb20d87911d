"""The set-ups that players prepare in secret."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds their column."""
    op.add_column("matches", sa.Column("drafts", sa.JSON()))
