"""The tables of matches between servers."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from data.database.columns import GIVEN, NUMBERED, UtcTime, given
from data.database.schema import metadata

server_matches = Table(
    "server_matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),  # the server that challenged
    Column("other_guild", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("time", String(32), nullable=False),
    Column("most", Integer, nullable=False),  # the most players of a team
    Column("phase", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # the number of its changes
    Column("created", UtcTime, nullable=False),
    Column("ended", UtcTime),
    Column("source", String(64), unique=True),
    Index(None, "guild", "ended"),
    Index(None, "other_guild", "ended"),
    Index(None, "ended"),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

server_sides = Table(  # the servers of a match: what the other server may see, and the post
    "server_sides",
    metadata,
    Column("server_match", ForeignKey("server_matches.id"), primary_key=True),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("names", Boolean, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("message", BigInteger),  # null until the post is known to be sent
)

server_players = Table(
    "server_players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "server_match",
        ForeignKey("server_matches.id"),
        nullable=False,
        info=given("match between servers"),
    ),
    Column("side", Integer, nullable=False),
    Column("person", BigInteger, nullable=False, index=True, info=NUMBERED),
    Column("name", Text, nullable=False, info=GIVEN),
    Column("strength", Float, nullable=False, info=GIVEN),
    UniqueConstraint("server_match", "person"),
    sqlite_autoincrement=True,  # matches on the other server identify the player by this id
)

server_boards = Table(
    "server_boards",
    metadata,
    Column("server_match", ForeignKey("server_matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),  # the side that has the first seat
    Column("player", Integer, nullable=False),
    Column("other_player", Integer, nullable=False),
    Column("twin", Integer, unique=True),  # the match on the server that challenged
    Column("other_twin", Integer, unique=True),
    ForeignKeyConstraint(["player"], ["server_players.id"]),
    ForeignKeyConstraint(["other_player"], ["server_players.id"]),
)

server_blocks = Table(  # of the server ``other_guild`` by the server ``guild``
    "server_blocks",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("other_guild", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("since", UtcTime, nullable=False),
)
