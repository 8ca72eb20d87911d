"""Matches whose boards are shown without pieces."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Adds the column; matches that exist are shown with their pieces."""
    op.add_column(
        "matches",
        sa.Column("blindfold", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
