"""The steps of lessons that people have done."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds their table."""
    op.create_table(
        "lesson_steps",
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "step", name="pk_lesson_steps"),
    )
