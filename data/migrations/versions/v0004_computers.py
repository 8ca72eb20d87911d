"""The numbers from -1 to -999 are those of computers; those of former players are below them."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Moves the numbers of former players below those of computers."""
    op.execute("UPDATE matches SET host = host - 999 WHERE host < 0")
    for table in ("seats", "events", "ratings"):
        statement = f"UPDATE {table} SET person = person - 999 WHERE person < 0"  # noqa: S608 - the tables named above
        op.execute(statement)
    op.execute(
        "UPDATE facts SET value = CAST(CAST(value AS INTEGER) - 999 AS VARCHAR(20)) "
        "WHERE name = 'number of the last former player'"
    )
