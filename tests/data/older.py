"""Databases as earlier versions of Damier left them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, insert
from sqlalchemy.ext.asyncio import create_async_engine

import engine
from data.database.revisions import MIGRATIONS
from data.database.schema import metadata
from data.matches import match_rows
from engine.rating import NEW, rate
from engine.table.match import Match
from engine.table.record import Event, Kind
from tests.data.results import ANN, BEN
from tests.data.tables import CHANNEL, GUILD, START, turn

RESULTS_BEFORE_MOVES: Final = "0006"
"""The last revision in which a match that ended before both had moved had a result."""

ROWS_AT_ONCE: Final = 1_000

TABLES_OF_0008 = {
    *("matches", "seats", "events", "posts", "overviews", "facts"),
    *("servers", "persons", "blocks", "followers", "holidays", "ratings"),
}

WITHOUT_0008 = (
    "DROP INDEX ix_ratings_person_guild_game_ended_match",
    "CREATE INDEX ix_ratings_person ON ratings (person)",
    "DELETE FROM facts WHERE name LIKE 'standings%'",
    "DROP INDEX ix_matches_guild_ended",
    *(
        f"DROP TABLE {table.name}"
        for table in reversed(metadata.sorted_tables)
        if table.name not in TABLES_OF_0008
    ),
    "DROP INDEX ix_matches_status_turn",
    "DROP INDEX ix_matches_guild_status_channel",
    "DROP INDEX ix_matches_duty",
    "DROP INDEX ix_matches_ended",
    "DROP INDEX ix_matches_previous",
    "DROP INDEX ix_matches_tournament",
    "DROP INDEX ix_holidays_until",
    "ALTER TABLE matches DROP COLUMN turn",
    "ALTER TABLE matches DROP COLUMN awaited",
    "ALTER TABLE matches DROP COLUMN deadline",
    "ALTER TABLE matches DROP COLUMN duty",
    "ALTER TABLE matches DROP COLUMN blindfold",
    "ALTER TABLE matches DROP COLUMN tournament",
    "ALTER TABLE events DROP COLUMN turn",
    "ALTER TABLE events DROP COLUMN key",
    "CREATE INDEX ix_matches_status ON matches (status)",
    "CREATE INDEX ix_matches_guild_status ON matches (guild, status)",
    "DELETE FROM facts WHERE name LIKE 'seats%'",
)
"""Statements that remove from a database all that is newer than revision 0008."""

Row = dict[str, Any]
Tables = dict[str, list[Row]]
"""The rows of tables, by their names."""


def played(turns: int, *, hour: int = 0, rated: bool = True) -> Match:
    """Return a match of Ann and Ben after some turns, begun ``hour`` hours after ``START``."""
    game = engine.games["frisian"]
    now = START + timedelta(hours=hour)
    match = Match.challenge(
        guild=GUILD, channel=CHANNEL, game=game, options=game.start().options, host=ANN,
        opponents=[BEN], seat=0, now=now, source=None, rated=rated,
    ).accept(BEN, now=now, source=None, chance=random.Random(1))  # fmt: skip
    for number in range(turns):
        match = turn(match, choice=number + hour)
    return match


def resigned(match: Match) -> Match:
    """Return the match as the old rules ended it: with a result when Ben resigns, whoever moved."""
    now = match.events[-1].at
    number, position = len(match.events), match.position.resign(1)
    events = (
        *match.events,
        Event(number + 1, Kind.RESIGN, now, 1, BEN, position=position.fen()),
        Event(number + 2, Kind.RESULT, now),
    )
    return match_rows.match_of(_row(match), match.people, events)


def rows_of(matches: Iterable[Match]) -> Tables:
    """Return the rows that revision ``RESULTS_BEFORE_MOVES`` had for matches, in order of end."""
    tables: Tables = {"matches": [], "seats": [], "events": [], "ratings": []}
    known = {ANN: NEW, BEN: NEW}
    for number, match in enumerate(matches, 1):
        seats = [seat | {"match": number} for seat in match_rows.seat_rows(match)]
        if match.ended is not None:
            for seat in seats:
                seat["rank"] = seat["seat"] + 1
            after = rate([[known[ANN]], [known[BEN]]], [1, 2])
            for person, (rating,) in zip((ANN, BEN), after, strict=True):
                known[person] = rating
                tables["ratings"].append(
                    {
                        "match": number, "person": person, "guild": match.guild,
                        "game": match.game.name, "ended": match.ended,
                        "mu": rating.mu, "sigma": rating.sigma,
                    }
                )  # fmt: skip
        tables["matches"].append(match_rows.match_row(match) | {"id": number})
        tables["seats"] += seats
        tables["events"] += [
            {"match": number} | match_rows.event_row(event) for event in match.events
        ]
    return tables


async def make(url: str, revision: str, tables: Mapping[str, list[Row]] | None = None) -> None:
    """Bring an empty database to a revision and add rows, without columns it does not have."""
    made = create_async_engine(url)
    try:
        async with made.begin() as connection:
            await connection.run_sync(_make, revision, tables or {})
    finally:
        await made.dispose()


def _make(connection: Connection, revision: str, tables: Mapping[str, list[Row]]) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    schema = MetaData()
    schema.reflect(connection)
    for name, rows in tables.items():
        if name not in schema.tables:
            continue
        table = schema.tables[name]
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            kept = [{c.name: row[c.name] for c in table.columns} for row in some]
            connection.execute(insert(table), kept)


def _row(match: Match) -> Any:  # noqa: ANN401 - as a row of ``matches`` that was read
    return match_rows.match_row(match) | {"id": match.id}
