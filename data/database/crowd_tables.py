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

from data.database.columns import GIVEN, NAMING, NUMBERED, SOURCE, UtcTime, given
from data.database.schema import metadata

crowds = Table(  # ``user`` is the id of the crowd in the match
    "crowds",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True, info=GIVEN),
    Column("user", Integer, primary_key=True, autoincrement=False, info=given("side")),
    Column("guild", BigInteger, nullable=False, info=given("server")),
    Column("terms", JSON, nullable=False, info=NAMING),
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
    Column("number", Integer, primary_key=True, autoincrement=False, info=GIVEN),
    Column("kind", String(16), nullable=False, info=GIVEN),
    Column("at", UtcTime, nullable=False, info=GIVEN),
    Column("person", BigInteger, index=True, info=NUMBERED),
    Column("data", JSON, nullable=False, info=NAMING),
    Column("source", String(64), info=SOURCE),
    ForeignKeyConstraint(["match", "user"], ["crowds.match", "crowds.user"]),
    UniqueConstraint("source", "match", "user"),  # this order also finds an entry by its source
)

crowd_people = Table(  # the people who moved or voted in a match, each on one side only
    "crowd_people",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False, index=True, info=NUMBERED),
    Column("crowd", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
    Column("chosen", Integer, nullable=False),
    Column("last", Integer, nullable=False),  # the crowd's turn in which they last moved or voted
)
