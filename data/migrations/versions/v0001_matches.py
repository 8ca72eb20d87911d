"""Matches with their seats, events and posts; facts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("drawn", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_matches_status", "matches", ["status"])
    op.create_index("ix_matches_channel_status", "matches", ["channel", "status"])
    op.create_index("ix_matches_guild_status", "matches", ["guild", "status"])
    op.create_table(
        "seats",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "events",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("person", sa.BigInteger()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("source", sa.String(64)),
        sa.PrimaryKeyConstraint("match", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_events_match"),
        sa.UniqueConstraint("source", "match", name="uq_events_source_match"),
    )
    op.create_table(
        "posts",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("why", sa.Text()),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match", "event", name="pk_posts"),
        sa.ForeignKeyConstraint(
            ["match", "event"], ["events.match", "events.number"], name="fk_posts_match_event"
        ),
        sa.UniqueConstraint("message", name="uq_posts_message"),
    )
    op.create_index("ix_posts_state_match_event", "posts", ["state", "match", "event"])
    op.create_table(
        "facts",
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
