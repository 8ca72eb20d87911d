"""Puzzles from the matches of a server, and who was shown a solution."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Adds their tables and the column."""
    op.create_table(
        "puzzle_searches",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("looked", sa.Integer(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_puzzle_searches"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_puzzle_searches_match_matches"),
    )
    op.create_index("ix_puzzle_searches_done_match", "puzzle_searches", ["done", "match"])
    op.create_table(
        "match_puzzles",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", "puzzle", name="pk_match_puzzles"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_match_puzzles_match_matches"),
    )
    op.create_index("ix_match_puzzles_puzzle", "match_puzzles", ["puzzle"])
    op.create_index(
        "ix_match_puzzles_guild_game_match", "match_puzzles", ["guild", "game", "match"]
    )
    op.add_column("puzzle_tries", sa.Column("told", sa.DateTime(timezone=True)))
