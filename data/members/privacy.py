"""The data stored about a person, and its deletion.

Others played in a person's matches and tournaments too, so these stay as they are, under a number
that stands for the person and from which nobody can find out who it was. It is below the numbers of
computers, which are negative, as no id of Discord is. Everything else about the person is deleted:
also what they imported and what they played in direct messages, which nobody else has seen. That
the operator has blocked a person stays, or deleting their data would lift it.

PRIVACY.md says all this to those whom it is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Row,
    String,
    Table,
    cast,
    delete,
    insert,
    literal,
    or_,
    select,
    union,
    update,
)

from data.asynchronous import AsyncConnection
from data.crowds import personal as personal_crowds
from data.database.crowd_tables import crowd_entries, crowd_people
from data.database.guess_tables import guessers, move_guesses, winner_guesses
from data.database.schema import (
    blocked_persons,
    blocks,
    bulletins,
    daily_solvers,
    desks,
    entries,
    events,
    facts,
    followers,
    holidays,
    lesson_steps,
    match_puzzles,
    matches,
    persons,
    puzzle_tries,
    ratings,
    review_waits,
    season_places,
    seats,
    shared_puzzles,
    standings,
    titles,
)
from data.database.server_tables import server_players
from data.guesses import personal as guesses
from data.matches import quotas
from data.outcomes import consents
from data.servers import personal as teams
from data.tournaments import personal
from engine.table.record import LOWEST_COMPUTER, NOWHERE

RENAMED = (
    matches.c.host,
    seats.c.person,
    events.c.person,
    ratings.c.person,
    shared_puzzles.c.solver,
    standings.c.person,
    entries.c.person,
    titles.c.person,
    season_places.c.person,
    crowd_entries.c.person,
    crowd_people.c.person,
    move_guesses.c.person,
    winner_guesses.c.person,
    server_players.c.person,
)
"""The columns in which a number replaces the person."""

DELETED = (
    persons.c.person,
    blocks.c.person,
    blocks.c.blocked,
    followers.c.person,
    holidays.c.person,
    desks.c.person,
    puzzle_tries.c.person,
    daily_solvers.c.person,
    lesson_steps.c.person,
    review_waits.c.person,
    bulletins.c.person,
    guessers.c.person,
)
"""The columns whose rows about the person are deleted."""

FORMER = "a former player"
"""Replaces a mention of the person in a moderator's reason, which is kept as typed."""

STANDING = (
    *("wins", "draws", "losses", "without_result", "rated", "mu", "sigma"),
    *("beaten", "beaten_times"),
)
"""The columns of a standing that a person is given."""

_LAST_NUMBER = "number of the last former player"


async def matches_of(connection: AsyncConnection, person: int) -> list[int]:
    """Return the ids of the matches with a seat, an event or a proposal of a person."""
    found = union(
        select(matches.c.id).where(matches.c.host == person),
        select(seats.c.match).where(seats.c.person == person),
        select(events.c.match).where(events.c.person == person),
    )
    return sorted(await connection.scalars(found))


async def forget(connection: AsyncConnection, person: int) -> None:
    """Take a person out of every table."""
    await consents.take_back(connection, person)
    alone = select(matches.c.id).where(matches.c.guild == NOWHERE, matches.c.host == person)
    await quotas.delete_all(connection, list(await connection.scalars(alone)))
    await guesses.delete_unscored(connection, person)
    for column in DELETED:
        await connection.execute(delete(column.table).where(column == person))
    number = await _next_number(connection)
    # The source of an event is a message, and so leads to its author. What replaces it keeps the
    # events of two messages apart.
    for table in (events, entries, crowd_entries):
        await connection.execute(
            update(table)
            .where(table.c.person == person, table.c.source.is_not(None))
            .values(source=literal("former:") + cast(table.c.number, String))
        )
    await personal.replace_everywhere(connection, person, number, FORMER)
    await personal_crowds.mark_gone(connection, person)
    await personal_crowds.replace_everywhere(connection, person, number, FORMER)
    await teams.take_out(connection, person)
    for column in RENAMED:
        await connection.execute(
            update(column.table).where(column == person).values({column: number})
        )
    key = list(events.primary_key.columns)
    naming = select(*key, events.c.text).where(events.c.text.contains(str(person)))
    for event in (await connection.execute(naming)).mappings().all():
        its_own = [column == event[column.name] for column in key]
        text = personal.replaced(event["text"], person, number, FORMER)
        await connection.execute(update(events).where(*its_own).values(text=text))


async def _next_number(connection: AsyncConnection) -> int:
    """Return a number that has never stood for anybody."""
    of_last = facts.c.name == _LAST_NUMBER
    last = await connection.scalar(select(cast(facts.c.value, Integer)).where(of_last))
    number = (last or LOWEST_COMPUTER) - 1
    await connection.execute(delete(facts).where(of_last))
    await connection.execute(insert(facts).values(name=_LAST_NUMBER, value=str(number)))
    return number


async def kept(connection: AsyncConnection, person: int) -> dict[str, Any]:
    """Return all data stored about a person, as JSON data; ids of Discord are strings.

    Of their matches it has their seats and their events, and nothing that they may not see;
    their imported records are whole.
    """
    settings = await connection.execute(select(persons.c.settings).where(_is(persons, person)))
    return {
        "person": str(person),
        "settings": settings.scalar_one_or_none() or {},
        "blocks": [
            "everybody" if row.blocked == 0 else str(row.blocked)
            for row in await _about(connection, blocks, person)
        ],
        "blocked by the operator since": await _blocked_since(connection, person),
        "follows": [
            {"match": row.match, "turns": row.turns}
            for row in await _about(connection, followers, person)
        ],
        "holidays": [
            {"start": _time(row.start), "until": _time(row.until)}
            for row in await _about(connection, holidays, person)
        ],
        "boards to think on": [
            {
                "kind": row.kind,
                "about": row.about,
                "game": row.game,
                "start": row.start,
                "moves": row.moves,
                "used": _time(row.used),
            }
            for row in await _about(connection, desks, person)
        ],
        "lessons": [
            {"game": row.game, "step": row.step}
            for row in await _about(connection, lesson_steps, person)
        ],
        "waits for reviews": [
            {"match": row.match, "since": _time(row.since)}
            for row in await _about(connection, review_waits, person)
        ],
        "ratings": [
            {
                "match": row.match,
                "server": str(row.guild),
                "game": row.game,
                "ended": _time(row.ended),
                "mu": row.mu,
                "sigma": row.sigma,
            }
            for row in await _about(connection, ratings, person)
        ],
        "puzzles": [
            {
                "puzzle": row.puzzle,
                "game": row.game,
                "shown": _time(row.shown),
                "solved": _time(row.solved),
                "rated": _time(row.rated),
                "right at first": row.right,
                "solution shown": _time(row.told),
                "mu": row.mu,
                "sigma": row.sigma,
            }
            for row in await _about(connection, puzzle_tries, person)
        ],
        "puzzles of the day": [
            {"server": str(row.guild), "day": row.day, "solved": _time(row.at)}
            for row in await _about(connection, daily_solvers, person)
        ],
        "puzzles from own matches": await _made_of_matches(connection, person),
        "puzzles solved in channels": await _solved_in_channels(connection, person),
        "standings": [
            {
                "server": str(row.guild),
                "game": row.game,
                "since": _time(row.since),
                **{name: getattr(row, name) for name in STANDING},
            }
            for row in await _about(connection, standings, person)
        ],
        "closed seasons": [
            {
                "season": row.season,
                "game": row.game,
                "place": row.place,
                "mu": row.mu,
                "sigma": row.sigma,
                "matches": row.matches,
            }
            for row in await _about(connection, season_places, person)
        ],
        "titles": [
            {
                "tournament": row.tournament,
                "server": str(row.guild),
                "name": row.name,
                "form": row.form,
                "game": row.game,
                "place": row.place,
                "players": row.players,
                "people behind": row.behind,
                "ended": _time(row.ended),
            }
            for row in await _about(connection, titles, person)
        ],
        "private notes": [
            {"tournament": row.about, "entry": row.number, "state": row.state}
            for row in await _about(connection, bulletins, person)
        ],
        "tournaments": await personal.kept(connection, person),
        "crowds": await personal_crowds.kept(connection, person),
        **await guesses.kept(connection, person),
        "teams of servers": await teams.kept(connection, person),
        "matches": await _matches(connection, person),
    }


async def _blocked_since(connection: AsyncConnection, person: int) -> str | None:
    statement = select(blocked_persons.c.since).where(_is(blocked_persons, person))
    return _time(await connection.scalar(statement))


async def _solved_in_channels(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    statement = select(shared_puzzles).where(shared_puzzles.c.solver == person)
    return [
        {"puzzle": row.puzzle, "server": str(row.guild), "channel": str(row.channel)}
        for row in await connection.execute(statement.order_by(shared_puzzles.c.id))
    ]


async def _made_of_matches(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    theirs = select(seats.c.match).where(seats.c.person == person)
    statement = select(match_puzzles).where(match_puzzles.c.match.in_(theirs))
    order = (match_puzzles.c.match, match_puzzles.c.puzzle)
    return [
        {"match": row.match, "puzzle": row.puzzle, "text": row.text}
        for row in await connection.execute(statement.order_by(*order))
    ]


async def _matches(connection: AsyncConnection, person: int) -> list[dict[str, Any]]:
    ids = await matches_of(connection, person)
    seated: dict[int, list[Row[Any]]] = {match_id: [] for match_id in ids}
    for row in await _about(connection, seats, person):
        seated[row.match].append(row)
    own_records = await quotas.of(connection, person)
    statement = (
        select(events)
        .where(or_(events.c.person == person, events.c.match.in_(own_records)))
        .order_by(events.c.match, events.c.number)
    )
    done: dict[int, list[Row[Any]]] = {match_id: [] for match_id in ids}
    for row in await connection.execute(statement):
        done[row.match].append(row)
    found = []
    for match_id in ids:
        row = (await connection.execute(select(matches).where(matches.c.id == match_id))).one()
        own = [seat.seat for seat in seated[match_id]]
        found.append(
            {
                "match": match_id,
                "server": str(row.guild),
                "channel": str(row.channel),
                "game": row.game,
                "options": row.options,
                "host": row.host == person,
                "status": row.status,
                "time": row.time,
                "rated": row.rated,
                "created": _time(row.created),
                "ended": _time(row.ended),
                "seats": [{"seat": seat.seat, "rank": seat.rank} for seat in seated[match_id]],
                "set-ups": {
                    seat: draft for seat, draft in (row.drafts or {}).items() if int(seat) in own
                },
                "events": [_event(event) for event in done[match_id]],
            }
        )
    return found


def _event(row: Row[Any]) -> dict[str, Any]:
    return {
        "number": row.number,
        "kind": row.kind,
        "at": _time(row.at),
        "seat": row.seat,
        "text": row.text,
        "source": row.source,
    }


async def _about(connection: AsyncConnection, table: Table, person: int) -> Sequence[Row[Any]]:
    """Return the rows of a table that are about a person, in the order of their keys."""
    statement = select(table).where(_is(table, person)).order_by(*table.primary_key.columns)
    return (await connection.execute(statement)).all()


def _is(table: Table, person: int) -> ColumnElement[bool]:
    return table.c.person == person


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
