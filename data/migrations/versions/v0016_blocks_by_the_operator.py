"""The servers and the persons that the operator has blocked."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Adds their tables."""
    for table, key in (("blocked_servers", "guild"), ("blocked_persons", "person")):
        op.create_table(
            table,
            sa.Column(key, sa.BigInteger(), nullable=False, autoincrement=False),
            sa.Column("since", sa.DateTime(timezone=True), nullable=False),
            sa.PrimaryKeyConstraint(key, name=f"pk_{table}"),
        )
