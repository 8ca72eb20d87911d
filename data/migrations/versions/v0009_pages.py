"""Ended matches of a server are looked through page by page, the newest first."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the index that has them in that order."""
    op.create_index("ix_matches_guild_ended", "matches", ["guild", "ended"])
