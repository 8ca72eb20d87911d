"""The tables of crowds: seats of a match that many people hold together."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from data.database.schema import UtcTime, metadata

crowds = Table(
    "crowds",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", Integer, primary_key=True, autoincrement=False),  # its id in the match
    Column("guild", BigInteger, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("began", Integer, nullable=False),  # the entry that began its last turn, 0 for none
    Column("due", UtcTime),  # when its vote ends
    Column("ended", UtcTime),
    Column("thread", BigInteger, unique=True),  # where its people talk
    Column("message", BigInteger),  # the post that shows its vote
    Column("shown", Integer, nullable=False, server_default="0"),  # the last entry of that post
    Index(None, "due"),
    Index(None, "ended"),
)

crowd_entries = Table(  # what the people of a crowd did
    "crowd_entries",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("user", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("person", BigInteger, index=True),
    Column("data", JSON, nullable=False),
    Column("source", String(64)),
    ForeignKeyConstraint(["match", "user"], ["crowds.match", "crowds.user"]),
    UniqueConstraint("source", "match", "user"),  # in this order it also finds one by its source
)

crowd_people = Table(  # who moved or voted in a match: each on one side only
    "crowd_people",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("crowd", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
    Column("chosen", Integer, nullable=False),
    Column("last", Integer, nullable=False),  # the crowd's turn in which they last did
)
