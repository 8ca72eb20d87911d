"""Puzzles: who has tried which, their ratings, those of a channel and those of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Adds their tables."""
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("shown", TIME, nullable=False),
        sa.Column("solved", TIME),
        sa.Column("rated", TIME),
        sa.Column("right", sa.Boolean()),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_index(
        "ix_puzzle_tries_person_game_rated", "puzzle_tries", ["person", "game", "rated"]
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
    op.create_index("ix_puzzle_ratings_game", "puzzle_ratings", ["game"])
    op.create_table(
        "shared_puzzles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.Column("solver", sa.BigInteger()),
        sa.Column("opened", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shared_puzzles"),
        sqlite_autoincrement=True,
    )
    for column in ("guild", "channel", "message", "solver"):
        op.create_index(f"ix_shared_puzzles_{column}", "shared_puzzles", [column])
    op.create_table(
        "daily_puzzles",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild", "day", name="pk_daily_puzzles"),
    )
    op.create_table(
        "daily_solvers",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("guild", "day", "person", name="pk_daily_solvers"),
    )
    op.create_index("ix_daily_solvers_person", "daily_solvers", ["person"])
