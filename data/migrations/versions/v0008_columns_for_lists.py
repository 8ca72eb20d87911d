"""What lists, clocks and the next turn need is in columns: no position is read for them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds the columns and their indexes; the store fills them: see ``record.unlisted``."""
    op.add_column("events", sa.Column("turn", sa.Integer()))
    op.add_column("events", sa.Column("key", sa.BigInteger()))
    for column in (
        sa.Column("turn", sa.Integer()),
        sa.Column("awaited", sa.Integer()),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("duty", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        op.add_column("matches", column)
    op.execute("UPDATE matches SET awaited = 0 WHERE status = 'over'")
    op.drop_index("ix_matches_status", "matches")
    op.drop_index("ix_matches_guild_status", "matches")
    op.create_index("ix_matches_status_turn", "matches", ["status", "turn"])
    op.create_index("ix_matches_guild_status_channel", "matches", ["guild", "status", "channel"])
    op.create_index("ix_matches_duty", "matches", ["duty"])
    op.create_index("ix_matches_ended", "matches", ["ended"])
    op.create_index("ix_matches_previous", "matches", ["previous"])
    op.create_index("ix_holidays_until", "holidays", ["until"])
