"""An index for paging through a server's ended matches, newest first."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the index."""
    op.create_index("ix_matches_guild_ended", "matches", ["guild", "ended"])
