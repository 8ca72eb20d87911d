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
    Float,
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
    false,
)


class UtcTime(TypeDecorator[datetime]):
    """A point in time, aware on the way in and out; SQLite keeps no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC. Raises ValueError for one without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A time needs its time zone.")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time with its time zone."""
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
    Column("time", String(32), nullable=False, server_default="none"),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("blindfold", Boolean, nullable=False, server_default=false()),
    Column("previous", Integer),  # the match that this one is the rematch of
    Column("tournament", Integer),  # that it belongs to
    Column("due", UtcTime),  # when something happens by itself: a reminder, the end of time
    Column("ended", UtcTime),
    Column("turn", Integer),  # of a live match the seat to move, none while pieces are set up
    Column("awaited", Integer),  # a bit for each seat whose person something waits for
    Column("deadline", UtcTime),  # when the time of the seat to move is over
    Column("duty", Boolean, nullable=False, server_default=false()),  # a computer is to act
    Column("created", UtcTime, nullable=False),
    Column("updated", UtcTime, nullable=False),
    Index(None, "status", "turn"),
    Index(None, "channel", "status"),
    Index(None, "guild", "status", "channel"),
    Index(None, "due"),
    Index(None, "duty"),
    Index(None, "ended"),
    Index(None, "previous"),
    Index(None, "tournament"),
    Index(None, "guild", "game", "ended"),
    Index(None, "guild", "ended"),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("team", Integer),
    Column("rank", Integer),  # 1 is best; none before the result, or without one
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
    Column("turn", Integer),  # the seat to move in the position, none while pieces are set up
    Column("key", BigInteger),  # positions with different ones are not the same
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
    Column("call", BigInteger, index=True),  # a message that pings, where the post itself is edited
    ForeignKeyConstraint(["match", "event"], ["events.match", "events.number"]),
    Index(None, "state", "match", "event"),
)

overviews = Table(
    "overviews",
    metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("message", BigInteger),  # none until it is known to be sent
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(255), primary_key=True),
    Column("value", Text, nullable=False),
)

OWNER = "owner of "
"""Prefix of the facts that mark the owners of a database on a server."""

servers = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),
)

persons = Table(
    "persons",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", BigInteger, primary_key=True),
    Column("blocked", BigInteger, primary_key=True),  # 0: everybody
)

followers = Table(
    "followers",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True, index=True),
    Column("turns", Boolean, nullable=False),  # told of each turn, not only of the end
)

holidays = Table(
    "holidays",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("start", UtcTime, nullable=False),
    Column("until", UtcTime, nullable=False, index=True),
)

ratings = Table(  # what each rated match made of its players' ratings
    "ratings",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("ended", UtcTime, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Index(None, "guild", "game", "ended"),
    Index(None, "person", "guild", "game", "ended", "match"),
)

standings = Table(  # what all matches that have ended made of a person's standing in a game
    "standings",
    metadata,
    Column("person", BigInteger, primary_key=True),
    Column("guild", BigInteger, primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("since", UtcTime, nullable=False),  # when the first of them ended
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("without_result", Integer, nullable=False),
    Column("rated", Integer, nullable=False),  # matches; without one there is no rating
    Column("mu", Float),
    Column("sigma", Float),
    Column("settled", Boolean, nullable=False),
    Column("strength", Float),  # by which those with a rating are sorted
    Column("beaten", Integer),  # the highest level of the computer that they won against
    Column("beaten_times", Integer, nullable=False),
)
Index(
    "ix_standings_places",
    standings.c.guild,
    standings.c.game,
    standings.c.settled.desc(),
    standings.c.strength.desc(),
    standings.c.person,
)
Index(
    "ix_standings_champions",
    standings.c.guild,
    standings.c.game,
    standings.c.beaten.desc(),
    standings.c.beaten_times.desc(),
    standings.c.person,
)

desks = Table(  # private boards on which one person moves by themselves
    "desks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", BigInteger, nullable=False),  # 0: everybody
    Column("kind", String(16), nullable=False),
    Column("about", Text, nullable=False),  # what its kind needs to know
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("start", Text, nullable=False),
    Column("moves", JSON, nullable=False),  # of all lines: what each was played after, and itself
    Column("at", Integer, nullable=False),
    Column("side", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("used", UtcTime, nullable=False),
    Index(None, "person", "used"),
    Index(None, "used"),
    sqlite_autoincrement=True,  # controls carry the id: it must never be given twice
)

puzzle_tries = Table(  # the puzzles that were shown to a person
    "puzzle_tries",
    metadata,
    Column("person", BigInteger, primary_key=True),
    Column("puzzle", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("shown", UtcTime, nullable=False),
    Column("solved", UtcTime),
    Column("rated", UtcTime),  # when the first try was rated; what follows came of it
    Column("right", Boolean),
    Column("mu", Float),
    Column("sigma", Float),
    Column("told", UtcTime),  # when they were shown the solution
    Index(None, "person", "game", "rated"),
)

puzzle_ratings = Table(  # of those puzzles that somebody has tried
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(64), primary_key=True),
    Column("game", String(64), nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)

shared_puzzles = Table(  # puzzles that channels solve together
    "shared_puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("message", BigInteger, index=True),  # the post that shows it now
    Column("puzzle", String(64), nullable=False),
    Column("line", JSON, nullable=False),  # the moves played so far
    Column("solver", BigInteger, index=True),
    Column("opened", UtcTime, nullable=False),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

daily_puzzles = Table(  # the puzzle of a day on a server
    "daily_puzzles",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),
    Column("puzzle", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),  # none until it is known to be sent
)

daily_solvers = Table(
    "daily_solvers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("at", UtcTime, nullable=False),
)

lesson_steps = Table(  # what people have done of the lessons
    "lesson_steps",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
)

reviews = Table(  # what the computer thinks of the turns of ended matches
    "reviews",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("method", Integer, nullable=False),  # the way of judging: of another one it is of no use
    Column("turns", JSON, nullable=False),  # from the last turn on back
    Column("done", Boolean, nullable=False),
    Column("updated", UtcTime, nullable=False, index=True),
)

review_waits = Table(  # messages in which people wait for a review
    "review_waits",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger, nullable=False, index=True),
    Column("guild", BigInteger, nullable=False),  # where it was asked for
    Column("token", Text, nullable=False),  # with which Discord lets the message be edited
    Column("locale", String(16), nullable=False),
    Column("since", UtcTime, nullable=False, index=True),
)

puzzle_searches = Table(  # ended matches whose players let puzzles be made of them
    "puzzle_searches",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("looked", Integer, nullable=False),  # positions that were looked at, from the first on
    Column("done", Boolean, nullable=False),
    Index(None, "done", "match"),
)

match_puzzles = Table(  # the puzzles that were found in them
    "match_puzzles",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("puzzle", String(64), primary_key=True, index=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Index(None, "guild", "game", "match"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("form", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("terms", JSON, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # the number of its last entry
    Column("players", Integer, nullable=False),  # people who are in it now
    Column("due", UtcTime),  # when something happens by itself
    Column("previous", Integer, unique=True),  # the tournament that this one follows by itself
    Column("created", UtcTime, nullable=False),
    Column("started", UtcTime),
    Column("ended", UtcTime),
    Column("card_channel", BigInteger),
    Column("card", BigInteger),  # the message that shows it, none until that is known to be sent
    Column("card_version", Integer, nullable=False),  # the last entry that the card shows
    Column("card_due", Boolean, nullable=False),  # the card has to be sent or edited
    Index(None, "guild", "ended"),
    Index(None, "channel", "ended"),
    Index(None, "ended"),
    Index(None, "due"),
    Index(None, "card_due"),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

entries = Table(  # what happened in a tournament
    "entries",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("person", BigInteger, index=True),
    Column("data", JSON, nullable=False),
    Column("source", String(64)),
    UniqueConstraint("source", "tournament"),  # in this order it also finds an entry by its source
)

bulletins = Table(  # what is posted once besides the events of matches, and private notes
    "bulletins",
    metadata,
    Column("kind", String(16), primary_key=True),  # of the things that they are about
    Column("about", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("since", UtcTime, nullable=False),  # no message that shows it is older
    Column("person", BigInteger, index=True),  # who gets a note in private
    Column("state", String(16), nullable=False),
    Column("message", BigInteger, unique=True),
    Column("why", Text),
    Index(None, "state", "kind", "about", "number"),
)

titles = Table(  # the final places of those who stayed in a tournament to its end
    "titles",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("form", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("group", Integer, nullable=False),  # of a league, 0 is the highest
    Column("place", Integer, nullable=False),
    Column("players", Integer, nullable=False),  # of the group, with computers
    Column("behind", Integer, nullable=False),  # people of the group in places after theirs
    Column("ended", UtcTime, nullable=False),
    Index(None, "person", "guild", "ended"),
    Index(None, "guild", "ended"),
)

seasons = Table(  # of the ratings of a server, each closed
    "seasons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("closed", UtcTime, nullable=False),
    UniqueConstraint("guild", "name"),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

season_places = Table(  # the leaderboards as they were then
    "season_places",
    metadata,
    Column("season", ForeignKey("seasons.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("person", BigInteger, nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),  # all rated ones so far
)

blocked_servers = Table(  # by the operator
    "blocked_servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcTime, nullable=False),
)

blocked_persons = Table(  # by the operator
    "blocked_persons",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcTime, nullable=False),
)
