"""Crowds: seats of a match that many people hold together."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Adds their tables."""
    op.create_table(
        "crowds",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("user", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("began", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True)),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("thread", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("shown", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("match", "user", name="pk_crowds"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_crowds_match_matches"),
        sa.UniqueConstraint("thread", name="uq_crowds_thread"),
    )
    op.create_index("ix_crowds_due", "crowds", ["due"])
    op.create_index("ix_crowds_ended", "crowds", ["ended"])
    op.create_table(
        "crowd_entries",
        sa.Column("match", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("user", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.BigInteger()),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("source", sa.String(64)),
        sa.PrimaryKeyConstraint("match", "user", "number", name="pk_crowd_entries"),
        sa.ForeignKeyConstraint(
            ["match", "user"],
            ["crowds.match", "crowds.user"],
            name="fk_crowd_entries_match_user_crowds",
        ),
        sa.UniqueConstraint("source", "match", "user", name="uq_crowd_entries_source_match_user"),
    )
    op.create_index("ix_crowd_entries_person", "crowd_entries", ["person"])
    op.create_table(
        "crowd_people",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("crowd", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
        sa.Column("chosen", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_crowd_people"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_crowd_people_match_matches"),
    )
    op.create_index("ix_crowd_people_person", "crowd_people", ["person"])
