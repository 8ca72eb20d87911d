"""The keys by which a third occurrence of a position is counted: games write them anew."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_matches = sa.table("matches", sa.column("id"), sa.column("status"))
_events = sa.table("events", sa.column("match"), sa.column("key"))


def upgrade() -> None:
    """Empties the keys of matches that are not over; they follow from the positions' texts."""
    going_on = sa.select(_matches.c.id).where(_matches.c.status != "over")
    op.execute(sa.update(_events).where(_events.c.match.in_(going_on)).values(key=None))
