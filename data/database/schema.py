"""The tables of matches, people, puzzles and tournaments.

Discord's ids have 63 bits. Times are stored in UTC with microseconds.
"""

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
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from data.database.columns import DELETED, GIVEN, KEPT, NAMING, NUMBERED, SOURCE, UtcTime, given

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
    Column("id", Integer, primary_key=True, info=given("match")),
    Column("guild", BigInteger, nullable=False, info=given("server")),
    Column("channel", BigInteger, nullable=False, info=GIVEN),
    Column("game", String(64), nullable=False, info=GIVEN),
    Column("options", JSON, nullable=False, info=GIVEN),
    Column("host", BigInteger, nullable=False, info=NUMBERED),
    Column("drawn", Boolean, nullable=False),
    Column("status", String(16), nullable=False, info=GIVEN),
    Column("version", Integer, nullable=False),  # the number of its last event
    Column("drafts", JSON),  # set-ups, each of which only its player may see
    Column("time", String(32), nullable=False, server_default="none", info=GIVEN),
    Column("rated", Boolean, nullable=False, server_default=false(), info=GIVEN),
    Column("blindfold", Boolean, nullable=False, server_default=false()),
    Column("previous", Integer),  # the match that this one is the rematch of
    Column("tournament", Integer),  # the tournament that the match belongs to
    Column("due", UtcTime),  # time of the next automatic event, such as a reminder
    Column("ended", UtcTime, info=GIVEN),
    Column("turn", Integer),  # the seat to move in a live match, null while pieces are set up
    Column("awaited", Integer),  # a bit for each seat that has to act
    Column("deadline", UtcTime),  # when the time of the seat to move is over
    Column("duty", Boolean, nullable=False, server_default=false()),  # a computer has to act
    Column("created", UtcTime, nullable=False, info=GIVEN),
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
    Column("seat", Integer, primary_key=True, info=GIVEN),
    Column("person", BigInteger, nullable=False, index=True, info=NUMBERED),
    Column("team", Integer),
    Column("rank", Integer, info=GIVEN),  # 1 is best; null before the result, or without one
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, info=GIVEN),
    Column("kind", String(16), nullable=False, info=GIVEN),
    Column("at", UtcTime, nullable=False, info=GIVEN),
    Column("seat", Integer, info=GIVEN),
    Column("person", BigInteger, info=NUMBERED),
    Column("text", Text, nullable=False, info=GIVEN | NAMING),
    Column("position", Text, nullable=False),
    Column("source", String(64), info=SOURCE | GIVEN),
    Column("turn", Integer),  # the seat to move in the position, null while pieces are set up
    Column("key", BigInteger),  # positions with different keys are different
    UniqueConstraint("source", "match"),  # this order also finds an event by its source
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
    Column("call", BigInteger, index=True),  # a message that pings, if the post itself is edited
    ForeignKeyConstraint(["match", "event"], ["events.match", "events.number"]),
    Index(None, "state", "match", "event"),
)

overviews = Table(
    "overviews",
    metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("message", BigInteger),  # null until it is known to be sent
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
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=DELETED),
    Column("settings", JSON, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", BigInteger, primary_key=True, info=DELETED),
    Column("blocked", BigInteger, primary_key=True, info=DELETED),  # 0: everybody
)

followers = Table(
    "followers",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True, info=GIVEN),
    Column("person", BigInteger, primary_key=True, index=True, info=DELETED),
    Column("turns", Boolean, nullable=False, info=GIVEN),  # told of each turn, not only of the end
    info=given("follows"),
)

holidays = Table(
    "holidays",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True, info=DELETED),
    Column("start", UtcTime, nullable=False, info=GIVEN),
    Column("until", UtcTime, nullable=False, index=True, info=GIVEN),
    info=given("holidays"),
)

ratings = Table(  # each player's rating after each rated match
    "ratings",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True, info=GIVEN),
    Column("person", BigInteger, primary_key=True, info=NUMBERED),
    Column("guild", BigInteger, nullable=False, info=given("server")),
    Column("game", String(64), nullable=False, info=GIVEN),
    Column("ended", UtcTime, nullable=False, info=GIVEN),
    Column("mu", Float, nullable=False, info=GIVEN),
    Column("sigma", Float, nullable=False, info=GIVEN),
    Index(None, "guild", "game", "ended"),
    Index(None, "person", "guild", "game", "ended", "match"),
    info=given("ratings"),
)

standings = Table(  # a person's standing in a game on a server, from all ended matches
    "standings",
    metadata,
    Column("person", BigInteger, primary_key=True, info=NUMBERED),
    Column("guild", BigInteger, primary_key=True, info=given("server")),
    Column("game", String(64), primary_key=True, info=GIVEN),
    Column("since", UtcTime, nullable=False, info=GIVEN),  # when the first match ended
    Column("wins", Integer, nullable=False, info=GIVEN),
    Column("draws", Integer, nullable=False, info=GIVEN),
    Column("losses", Integer, nullable=False, info=GIVEN),
    Column("without_result", Integer, nullable=False, info=GIVEN),
    Column("rated", Integer, nullable=False, info=GIVEN),  # number of rated matches; 0: no rating
    Column("mu", Float, info=GIVEN),
    Column("sigma", Float, info=GIVEN),
    Column("settled", Boolean, nullable=False),
    Column("strength", Float),  # the cautious rating by which leaderboards are sorted
    Column("beaten", Integer, info=GIVEN),  # the highest level of the computer they beat
    Column("beaten_times", Integer, nullable=False, info=GIVEN),
    info=given("standings"),
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
    Column("person", BigInteger, nullable=False, info=DELETED),  # 0: everybody
    Column("kind", String(16), nullable=False, info=GIVEN),
    Column("about", Text, nullable=False, info=GIVEN),  # further data for the kind
    Column("game", String(64), nullable=False, info=GIVEN),
    Column("options", JSON, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("start", Text, nullable=False, info=GIVEN),
    Column("moves", JSON, nullable=False, info=GIVEN),  # each with the number of the move before
    Column("at", Integer, nullable=False),
    Column("side", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("used", UtcTime, nullable=False, info=GIVEN),
    Index(None, "person", "used"),
    Index(None, "used"),
    sqlite_autoincrement=True,  # controls carry the id: it must never be given twice
    info=given("boards to think on"),
)

puzzle_tries = Table(  # the puzzles that were shown to a person
    "puzzle_tries",
    metadata,
    Column("person", BigInteger, primary_key=True, info=DELETED),
    Column("puzzle", String(64), primary_key=True, info=GIVEN),
    Column("game", String(64), nullable=False, info=GIVEN),
    Column("shown", UtcTime, nullable=False, info=GIVEN),
    Column("solved", UtcTime, info=GIVEN),
    Column("rated", UtcTime, info=GIVEN),  # when the first try was rated; its result follows
    Column("right", Boolean, info=given("right at first")),
    Column("mu", Float, info=GIVEN),
    Column("sigma", Float, info=GIVEN),
    Column("told", UtcTime, info=given("solution shown")),  # when they were shown the solution
    Index(None, "person", "game", "rated"),
    info=given("puzzles"),
)

puzzle_ratings = Table(  # the ratings of puzzles that somebody has tried
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
    Column("guild", BigInteger, nullable=False, index=True, info=given("server")),
    Column("channel", BigInteger, nullable=False, index=True, info=GIVEN),
    Column("message", BigInteger, index=True),  # the post that shows it now
    Column("puzzle", String(64), nullable=False, info=GIVEN),
    Column("line", JSON, nullable=False),  # the moves played so far
    Column("solver", BigInteger, index=True, info=NUMBERED),
    Column("opened", UtcTime, nullable=False),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
    info=given("puzzles solved in channels"),
)

daily_puzzles = Table(  # the puzzle of a day on a server
    "daily_puzzles",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),
    Column("puzzle", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),  # null until it is known to be sent
)

daily_solvers = Table(
    "daily_solvers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False, info=given("server")),
    Column("day", String(10), primary_key=True, info=GIVEN),
    Column("person", BigInteger, primary_key=True, autoincrement=False, index=True, info=DELETED),
    Column("at", UtcTime, nullable=False, info=given("solved")),
    info=given("puzzles of the day"),
)

lesson_steps = Table(  # the steps of lessons that people have completed
    "lesson_steps",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=DELETED),
    Column("game", String(64), primary_key=True, info=GIVEN),
    Column("step", Integer, primary_key=True, autoincrement=False, info=GIVEN),
    info=given("lessons"),
)

reviews = Table(  # the computer's judgement of the turns of ended matches
    "reviews",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("method", Integer, nullable=False),  # of judging; reviews by other methods are not used
    Column("turns", JSON, nullable=False),  # the last turn first
    Column("done", Boolean, nullable=False),
    Column("updated", UtcTime, nullable=False, index=True),
)

review_waits = Table(  # messages in which people wait for a review
    "review_waits",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True, info=GIVEN),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger, nullable=False, index=True, info=DELETED),
    Column("guild", BigInteger, nullable=False),  # the server where the person asked
    Column("token", Text, nullable=False),  # allows edits of the message for a while
    Column("locale", String(16), nullable=False),
    Column("since", UtcTime, nullable=False, index=True, info=GIVEN),
    info=given("waits for reviews"),
)

puzzle_searches = Table(  # ended matches whose players all let puzzles be made from their matches
    "puzzle_searches",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("looked", Integer, nullable=False),  # number of positions searched, from the first on
    Column("done", Boolean, nullable=False),
    Index(None, "done", "match"),
)

match_puzzles = Table(  # the puzzles found in those matches
    "match_puzzles",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True, info=GIVEN),
    Column("puzzle", String(64), primary_key=True, index=True, info=GIVEN),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("text", Text, nullable=False, info=GIVEN),
    Index(None, "guild", "game", "match"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True, info=given("tournament")),
    Column("guild", BigInteger, nullable=False, info=given("server")),
    Column("channel", BigInteger, nullable=False, info=GIVEN),
    Column("name", Text, nullable=False, info=GIVEN | NAMING),
    Column("form", String(16), nullable=False, info=GIVEN),
    Column("game", String(64), nullable=False, info=GIVEN),
    Column("terms", JSON, nullable=False, info=NAMING),
    Column("phase", String(16), nullable=False),
    Column("version", Integer, nullable=False),  # the number of its last entry
    Column("players", Integer, nullable=False),  # number of people who are in it now
    Column("due", UtcTime),  # time of the next automatic event
    Column("previous", Integer, unique=True),  # the tournament that this one follows automatically
    Column("created", UtcTime, nullable=False, info=GIVEN),
    Column("started", UtcTime),
    Column("ended", UtcTime, info=GIVEN),
    Column("card_channel", BigInteger),
    Column("card", BigInteger),  # the message that shows it, null until that is known to be sent
    Column("card_version", Integer, nullable=False),  # the last entry that the card shows
    Column("card_due", Boolean, nullable=False),  # the card has to be sent or edited
    Index(None, "guild", "ended"),
    Index(None, "channel", "ended"),
    Index(None, "ended"),
    Index(None, "due"),
    Index(None, "card_due"),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

entries = Table(  # the events of tournaments
    "entries",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, info=GIVEN),
    Column("kind", String(16), nullable=False, info=GIVEN),
    Column("at", UtcTime, nullable=False, info=GIVEN),
    Column("person", BigInteger, index=True, info=NUMBERED),
    Column("data", JSON, nullable=False, info=NAMING),
    Column("source", String(64), info=SOURCE | GIVEN),
    UniqueConstraint("source", "tournament"),  # this order also finds an entry by its source
)

bulletins = Table(  # private notes, and posts other than those for match events
    "bulletins",
    metadata,
    Column("kind", String(16), primary_key=True),  # the kind of the subject
    Column("about", BigInteger, primary_key=True, autoincrement=False, info=given("tournament")),
    Column("number", Integer, primary_key=True, autoincrement=False, info=given("entry")),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("since", UtcTime, nullable=False),  # no message that shows it is older
    Column("person", BigInteger, index=True, info=DELETED),  # the recipient of a private note
    Column("state", String(16), nullable=False, info=GIVEN),
    Column("message", BigInteger, unique=True),
    Column("why", Text),
    Index(None, "state", "kind", "about", "number"),
    info=given("private notes"),  # all of them are about tournaments
)

titles = Table(  # the final places of those who stayed in a tournament to its end
    "titles",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True, info=GIVEN),
    Column("person", BigInteger, primary_key=True, info=NUMBERED),
    Column("guild", BigInteger, nullable=False, info=given("server")),
    Column("name", Text, nullable=False, info=GIVEN | NAMING),
    Column("form", String(16), nullable=False, info=GIVEN),
    Column("game", String(64), nullable=False, info=GIVEN),
    Column("group", Integer, nullable=False),  # the group of a league, 0 is the highest
    Column("place", Integer, nullable=False, info=GIVEN),
    Column("players", Integer, nullable=False, info=GIVEN),  # of the group, including computers
    Column("behind", Integer, nullable=False, info=given("people behind")),  # in the group
    Column("ended", UtcTime, nullable=False, info=GIVEN),
    Index(None, "person", "guild", "ended"),
    Index(None, "guild", "ended"),
    info=given("titles"),
)

seasons = Table(  # the closed seasons of a server's ratings
    "seasons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("closed", UtcTime, nullable=False),
    UniqueConstraint("guild", "name"),
    sqlite_autoincrement=True,  # buttons carry the id: it must never be given twice
)

season_places = Table(  # the leaderboards at the time when a season was closed
    "season_places",
    metadata,
    Column("season", ForeignKey("seasons.id"), primary_key=True, info=GIVEN),
    Column("game", String(64), primary_key=True, info=GIVEN),
    Column("place", Integer, primary_key=True, autoincrement=False, info=GIVEN),
    Column("person", BigInteger, nullable=False, index=True, info=NUMBERED),
    Column("mu", Float, nullable=False, info=GIVEN),
    Column("sigma", Float, nullable=False, info=GIVEN),
    Column("matches", Integer, nullable=False, info=GIVEN),  # number of rated matches until then
    info=given("closed seasons"),
)

blocked_servers = Table(  # the servers that the operator has blocked
    "blocked_servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcTime, nullable=False),
)

blocked_persons = Table(  # the persons whom the operator has blocked
    "blocked_persons",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=KEPT),
    Column("since", UtcTime, nullable=False),
)
