"""The messages that call who is to move, where a match has one post that is edited."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds their column."""
    op.add_column("posts", sa.Column("call", sa.BigInteger()))
    op.create_index("ix_posts_call", "posts", ["call"])
