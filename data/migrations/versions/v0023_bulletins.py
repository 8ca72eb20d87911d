"""Bulletins about any thing, in one table: puzzles that are to be posted have some, too."""

import datetime as dt
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Makes the table anew; adds the puzzles that are not known to be posted."""
    op.execute(
        "CREATE TABLE old_bulletins AS SELECT 'tournament' AS kind, b.tournament AS about, "
        "b.entry AS number, t.guild, b.channel, e.at AS since, b.person, b.state, b.message, b.why "
        "FROM bulletins AS b JOIN tournaments AS t ON t.id = b.tournament "
        "JOIN entries AS e ON e.tournament = b.tournament AND e.number = b.entry"
    )
    op.drop_table("bulletins")
    bulletins = op.create_table(
        "bulletins",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.BigInteger()),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("why", sa.Text()),
        sa.PrimaryKeyConstraint("kind", "about", "number", name="pk_bulletins"),
        sa.UniqueConstraint("message", name="uq_bulletins_message"),
    )
    op.create_index("ix_bulletins_person", "bulletins", ["person"])
    op.create_index(
        "ix_bulletins_state_kind_about_number", "bulletins", ["state", "kind", "about", "number"]
    )
    names = ", ".join(column.name for column in bulletins.columns)
    op.execute(f"INSERT INTO bulletins ({names}) SELECT {names} FROM old_bulletins")  # noqa: S608 - named above
    op.drop_table("old_bulletins")
    op.bulk_insert(bulletins, [*_shared(), *_daily()])


def _shared() -> list[dict[str, Any]]:
    """Return rows for the puzzles of channels whose present state no post is known to show."""
    puzzles = sa.table(
        "shared_puzzles",
        *map(sa.column, ("id", "guild", "channel", "message", "solver")),
        sa.column("line", sa.JSON()),
        sa.column("opened", sa.DateTime(timezone=True)),
    )
    found = op.get_bind().execute(sa.select(puzzles).where(puzzles.c.message.is_(None)))
    return [
        {
            "kind": "puzzle",
            "about": row.id,
            "number": 2 * len(row.line) + (row.solver is not None),
            "guild": row.guild,
            "channel": row.channel,
            "since": row.opened,
            "state": "pending",
        }
        for row in found
    ]


def _daily() -> list[dict[str, Any]]:
    """Return rows for the puzzles of the day that are not known to be posted."""
    puzzles = sa.table("daily_puzzles", *map(sa.column, ("guild", "day", "channel", "message")))
    found = op.get_bind().execute(sa.select(puzzles).where(puzzles.c.message.is_(None)))
    return [
        {
            "kind": "day",
            "about": row.guild,
            "number": dt.date.fromisoformat(row.day).toordinal(),
            "guild": row.guild,
            "channel": row.channel,
            "since": dt.datetime.fromisoformat(row.day).replace(tzinfo=dt.UTC)
            - dt.timedelta(days=1),
            "state": "pending",
        }
        for row in found
    ]
