"""Guesses of people who watch: of the next move, and of the winner."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Adds their tables."""
    op.create_table(
        "move_guesses",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("choices", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("right", sa.Boolean()),
        sa.PrimaryKeyConstraint("match", "turn", "person", "number", name="pk_move_guesses"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_move_guesses_match_matches"),
    )
    op.create_index("ix_move_guesses_person", "move_guesses", ["person"])
    op.create_index("ix_move_guesses_right_match", "move_guesses", ["right", "match"])
    op.create_table(
        "guessers",
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("guesses", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_guessers"),
    )
    op.create_table(
        "winner_guesses",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_winner_guesses"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_winner_guesses_match_matches"),
    )
    op.create_index("ix_winner_guesses_person", "winner_guesses", ["person"])
