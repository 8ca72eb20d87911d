"""Leaderboards and profiles read what is kept, however many matches have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds the table and its indexes; the store fills it."""
    op.create_table(
        "standings",
        sa.Column("person", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("without_result", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("strength", sa.Float()),
        sa.Column("beaten", sa.Integer()),
        sa.Column("beaten_times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "guild", "game", name="pk_standings"),
    )
    by_game = [sa.text("guild"), sa.text("game")]
    for name, by in (("places", "settled strength"), ("champions", "beaten beaten_times")):
        best_first = [sa.text(f"{column} DESC") for column in by.split()]
        op.create_index(
            f"ix_standings_{name}", "standings", [*by_game, *best_first, sa.text("person")]
        )
    op.drop_index("ix_ratings_person", "ratings")
    op.create_index(
        "ix_ratings_person_guild_game_ended_match",
        "ratings",
        ["person", "guild", "game", "ended", "match"],
    )
