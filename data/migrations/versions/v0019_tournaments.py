"""Tournaments, their titles, and closed seasons of ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Adds their tables, and the column of matches that belong to a tournament."""
    op.add_column("matches", sa.Column("tournament", sa.Integer()))
    op.create_index("ix_matches_tournament", "matches", ["tournament"])
    _tournaments()
    _seasons()


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("form", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True)),
        sa.Column("previous", sa.Integer()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True)),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("card_channel", sa.BigInteger()),
        sa.Column("card", sa.BigInteger()),
        sa.Column("card_version", sa.Integer(), nullable=False),
        sa.Column("card_due", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("previous", name="uq_tournaments_previous"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_guild_ended", "tournaments", ["guild", "ended"])
    op.create_index("ix_tournaments_channel_ended", "tournaments", ["channel", "ended"])
    op.create_index("ix_tournaments_ended", "tournaments", ["ended"])
    op.create_index("ix_tournaments_due", "tournaments", ["due"])
    op.create_index("ix_tournaments_card_due", "tournaments", ["card_due"])
    op.create_table(
        "entries",
        sa.Column("tournament", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.BigInteger()),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("source", sa.String(64)),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_entries_tournament_tournaments"
        ),
        sa.UniqueConstraint("source", "tournament", name="uq_entries_source_tournament"),
    )
    op.create_index("ix_entries_person", "entries", ["person"])
    op.create_table(
        "bulletins",
        sa.Column("tournament", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger()),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("why", sa.Text()),
        sa.PrimaryKeyConstraint("tournament", "entry", name="pk_bulletins"),
        sa.ForeignKeyConstraint(
            ["tournament", "entry"],
            ["entries.tournament", "entries.number"],
            name="fk_bulletins_tournament_entry_entries",
        ),
        sa.UniqueConstraint("message", name="uq_bulletins_message"),
    )
    op.create_index("ix_bulletins_person", "bulletins", ["person"])
    op.create_index(
        "ix_bulletins_state_tournament_entry", "bulletins", ["state", "tournament", "entry"]
    )
    op.create_table(
        "titles",
        sa.Column("tournament", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("form", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("group", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "person", name="pk_titles"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_titles_tournament_tournaments"
        ),
    )
    op.create_index("ix_titles_person_guild_ended", "titles", ["person", "guild", "ended"])
    op.create_index("ix_titles_guild_ended", "titles", ["guild", "ended"])


def _seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("guild", "name", name="uq_seasons_guild_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "season_places",
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("season", "game", "place", name="pk_season_places"),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name="fk_season_places_season_seasons"),
    )
    op.create_index("ix_season_places_person", "season_places", ["person"])
