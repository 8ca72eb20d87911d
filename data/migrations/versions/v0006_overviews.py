"""The posts that say what is being played in a channel or on a server."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds their table."""
    op.create_table(
        "overviews",
        sa.Column("channel", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.PrimaryKeyConstraint("channel", name="pk_overviews"),
    )
    op.create_index("ix_overviews_guild", "overviews", ["guild"])
