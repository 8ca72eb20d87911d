"""What surrounds the moves: time, ranks, ratings, settings, followers, blocks and holidays."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the columns of matches and seats, and the new tables."""
    for column in (
        sa.Column("time", sa.String(32), nullable=False, server_default="none"),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("previous", sa.Integer()),
        sa.Column("due", sa.DateTime(timezone=True)),
        sa.Column("ended", sa.DateTime(timezone=True)),
    ):
        op.add_column("matches", column)
    op.execute("UPDATE matches SET due = created WHERE status != 'over'")
    op.execute("UPDATE matches SET ended = updated WHERE status = 'over'")
    op.create_index("ix_matches_due", "matches", ["due"])
    op.create_index("ix_matches_guild_game_ended", "matches", ["guild", "game", "ended"])
    op.add_column("seats", sa.Column("team", sa.Integer()))
    op.add_column("seats", sa.Column("rank", sa.Integer()))
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_servers"),
    )
    op.create_table(
        "persons",
        sa.Column("person", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_persons"),
    )
    op.create_table(
        "blocks",
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("blocked", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
    )
    op.create_table(
        "followers",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("turns", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_followers"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_followers_match"),
    )
    op.create_index("ix_followers_person", "followers", ["person"])
    op.create_table(
        "holidays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("start", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_holidays"),
    )
    op.create_index("ix_holidays_person", "holidays", ["person"])
    op.create_table(
        "ratings",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_ratings"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_ratings_match"),
    )
    op.create_index("ix_ratings_guild_game_ended", "ratings", ["guild", "game", "ended"])
    op.create_index("ix_ratings_person", "ratings", ["person"])
