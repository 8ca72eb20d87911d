"""Reviews of ended matches, and who waits for one."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Adds their tables."""
    op.create_table(
        "reviews",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("method", sa.Integer(), nullable=False),
        sa.Column("turns", sa.JSON(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_reviews"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reviews_match_matches"),
    )
    op.create_index("ix_reviews_updated", "reviews", ["updated"])
    op.create_table(
        "review_waits",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match", "message", name="pk_review_waits"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_review_waits_match_matches"),
    )
    op.create_index("ix_review_waits_person", "review_waits", ["person"])
    op.create_index("ix_review_waits_since", "review_waits", ["since"])
