"""The tables. Ids of Discord have 63 bits; times are kept in UTC with microseconds."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)


class UtcTime(TypeDecorator[datetime]):
    """A point in time, aware on the way in and out; SQLite keeps no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time in UTC. Raises ValueError for one without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A time needs its time zone.")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time, aware."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("drawn", Boolean, nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # the number of its last event
    Column("drafts", JSON),  # set-ups that only their players may see
    Column("created", UtcTime, nullable=False),
    Column("updated", UtcTime, nullable=False),
    Index(None, "status"),
    Index(None, "channel", "status"),
    Index(None, "guild", "status"),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True),
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("seat", Integer),
    Column("person", BigInteger),
    Column("text", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("source", String(64)),
    UniqueConstraint("source", "match"),  # in this order it also finds an event by its source
)

posts = Table(
    "posts",
    metadata,
    Column("match", Integer, primary_key=True),
    Column("event", Integer, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("state", String(16), nullable=False),
    Column("message", BigInteger, unique=True),
    Column("why", Text),
    Column("told", Boolean, nullable=False),
    ForeignKeyConstraint(["match", "event"], ["events.match", "events.number"]),
    Index(None, "state", "match", "event"),
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(255), primary_key=True),
    Column("value", Text, nullable=False),
)
