"""New keys of positions, by which repetitions are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_matches = sa.table("matches", sa.column("id"), sa.column("status"))
_events = sa.table("events", sa.column("match"), sa.column("key"))


def upgrade() -> None:
    """Empties the keys in matches that are not over; games compute them from the positions."""
    going_on = sa.select(_matches.c.id).where(_matches.c.status != "over")
    op.execute(sa.update(_events).where(_events.c.match.in_(going_on)).values(key=None))
