"""Matches between servers."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Adds their tables."""
    op.create_table(
        "server_matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("other_guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("source", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="pk_server_matches"),
        sa.UniqueConstraint("source", name="uq_server_matches_source"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_server_matches_guild_ended", "server_matches", ["guild", "ended"])
    op.create_index(
        "ix_server_matches_other_guild_ended", "server_matches", ["other_guild", "ended"]
    )
    op.create_index("ix_server_matches_ended", "server_matches", ["ended"])
    op.create_table(
        "server_sides",
        sa.Column("server_match", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("names", sa.Boolean(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.PrimaryKeyConstraint("server_match", "side", name="pk_server_sides"),
        sa.ForeignKeyConstraint(
            ["server_match"],
            ["server_matches.id"],
            name="fk_server_sides_server_match_server_matches",
        ),
    )
    op.create_table(
        "server_players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("server_match", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("strength", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_server_players"),
        sa.ForeignKeyConstraint(
            ["server_match"],
            ["server_matches.id"],
            name="fk_server_players_server_match_server_matches",
        ),
        sa.UniqueConstraint("server_match", "person", name="uq_server_players_server_match_person"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_server_players_person", "server_players", ["person"])
    op.create_table(
        "server_boards",
        sa.Column("server_match", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("other_player", sa.Integer(), nullable=False),
        sa.Column("twin", sa.Integer()),
        sa.Column("other_twin", sa.Integer()),
        sa.PrimaryKeyConstraint("server_match", "number", name="pk_server_boards"),
        sa.ForeignKeyConstraint(
            ["server_match"],
            ["server_matches.id"],
            name="fk_server_boards_server_match_server_matches",
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["server_players.id"], name="fk_server_boards_player_server_players"
        ),
        sa.ForeignKeyConstraint(
            ["other_player"],
            ["server_players.id"],
            name="fk_server_boards_other_player_server_players",
        ),
        sa.UniqueConstraint("twin", name="uq_server_boards_twin"),
        sa.UniqueConstraint("other_twin", name="uq_server_boards_other_twin"),
    )
    op.create_table(
        "server_blocks",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("other_guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild", "other_guild", name="pk_server_blocks"),
    )
