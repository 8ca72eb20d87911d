"""Matches that ended before two sides had moved have no result."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Has the seats of matches written anew in which not every seat had moved: see the store."""
    op.execute(
        """
        UPDATE seats SET team = NULL WHERE "match" IN (
            SELECT id FROM matches WHERE status = 'over' AND (
                SELECT count(DISTINCT events.seat) FROM events
                WHERE events."match" = matches.id AND kind = 'move' AND text NOT LIKE '@%'
            ) < (
                SELECT count(*) FROM seats AS taken WHERE taken."match" = matches.id
            )
        )
        """
    )
