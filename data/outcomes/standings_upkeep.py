"""Upkeep of the standings: written with each result, or computed from the history.

An ordinary result adds a match to its players' standings. If a match gets another result, or later
matches are rated again, the standings of all players concerned are computed from their history.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    delete,
    insert,
    literal,
    select,
    tuple_,
)

from data.asynchronous import AsyncConnection
from data.database.columns import UtcTime
from data.database.schema import events, matches, ratings, seats, standings
from data.outcomes import ratings as rating
from engine.rating import CAUTION, SETTLED_BELOW, Rating
from engine.table.match import Match
from engine.table.record import NOWHERE, Kind, is_computer, is_person, level_of

PEOPLE_AT_ONCE: Final = 200
"""Most people in one statement, since databases limit the values of a query."""

MATCHES_AT_ONCE: Final = 500
"""Most matches of a history in memory."""

Row = dict[str, Any]
"""A row of ``standings``."""


class Seat(NamedTuple):
    """A seat of an ended match.

    ``rank`` is None if no result counts for the seat. ``rating`` is the person's rating after the
    match, None if the match is not rated.
    """

    person: int
    team: int
    rank: int | None
    rating: Rating | None = None


class Ended(NamedTuple):
    """An ended match, and its seats."""

    id: int
    game: str
    at: datetime
    seats: list[Seat]


# Statements of every end of a match are built once: building takes longer than executing.

_SEATED = (
    select(seats.c.match, seats.c.person, seats.c.team, seats.c.rank)
    .add_columns(ratings.c.mu, ratings.c.sigma)
    .outerjoin(ratings, and_(ratings.c.match == seats.c.match, ratings.c.person == seats.c.person))
    .where(seats.c.match.in_(bindparam("its_matches", expanding=True)))
    .order_by(seats.c.match, seats.c.seat)
)

_BEGUN = select(events.c.match).where(
    events.c.match.in_(bindparam("its_matches", expanding=True)),
    events.c.kind == Kind.START.value,
)


class StandingsTally:
    """Standings on a server to which matches are added; ``people`` of None means all people.

    ``rows`` are the standings by game and person.
    """

    def __init__(self, guild: int, people: Collection[int] | None = None) -> None:
        self.guild, self.people = guild, people
        self.rows: dict[tuple[str, int], Row] = {}

    def add(self, match: Ended) -> None:
        """Add a match; matches must be added in the order in which they ended."""
        for seat in {seat.person: seat for seat in match.seats}.values():
            person = seat.person
            if not is_person(person):
                continue
            if self.people is not None and person not in self.people:
                continue
            row = self.rows.get((match.game, person))
            if row is None:
                row = self.rows[match.game, person] = self._empty(person, match)
            row["since"] = min(row["since"], match.at)
            row[_result(person, match.seats)] += 1
            level = _beaten(person, match.seats)
            if level is not None and level >= (row["beaten"] or 0):
                row["beaten_times"] = row["beaten_times"] + 1 if level == row["beaten"] else 1
                row["beaten"] = level
            if seat.rating is not None:
                mu, sigma = seat.rating
                row["rated"] += 1
                row["mu"], row["sigma"] = mu, sigma
                row["settled"], row["strength"] = sigma < SETTLED_BELOW, mu - CAUTION * sigma

    def _empty(self, person: int, match: Ended) -> Row:
        return {
            "person": person, "guild": self.guild, "game": match.game, "since": match.at,
            "wins": 0, "draws": 0, "losses": 0, "without_result": 0,
            "rated": 0, "mu": None, "sigma": None, "settled": False, "strength": None,
            "beaten": None, "beaten_times": 0,
        }  # fmt: skip


async def follow(
    connection: AsyncConnection, before: Match, match: Match, seated: Sequence[Seat]
) -> None:
    """Update ratings and standings if a match has ended, or got another result.

    Do nothing if its result has not changed since ``before``.
    """
    if match.guild == NOWHERE or match.ended is None:
        return
    if before.ended is not None and before.outcome == match.outcome:
        return
    guild, game = match.guild, match.game.name
    people = {seat.person for seat in seated}
    rerated = rating.Rerated()
    if match.rated and (match.outcome is not None or before.ended is not None):
        rerated = await rating.recompute(connection, guild, game, match.ended)
    if before.ended is not None or rerated.matches - {match.id}:
        await fill(connection, guild, game, people.union(rerated.last))
    elif any(event.kind is Kind.START for event in match.events):
        tally = StandingsTally(guild)
        where = (*_of(guild, game), standings.c.person.in_(people))
        for row in (await connection.execute(select(standings).where(*where))).mappings():
            tally.rows[game, row["person"]] = dict(row)
        rated = [seat._replace(rating=rerated.last.get(seat.person)) for seat in seated]
        tally.add(Ended(match.id, game, match.ended, rated))
        await connection.put(standings, *tally.rows.values())


async def fill(
    connection: AsyncConnection,
    guild: int,
    game: str | None = None,
    people: Collection[int] | None = None,
) -> None:
    """Rewrite standings on a server, computed from the history; None means all games or people."""
    parts: list[Sequence[int] | None] = [None]
    if people is not None:
        ordered = sorted(people)
        parts = [
            ordered[start : start + PEOPLE_AT_ONCE]
            for start in range(0, len(ordered), PEOPLE_AT_ONCE)
        ]
    for part in parts:
        tally = await computed(connection, guild, game, part)
        where = _of(guild, game)
        if part is not None:
            where.append(standings.c.person.in_(part))
        await connection.execute(delete(standings).where(*where))
        await _insert(connection, tally)


async def computed(
    connection: AsyncConnection,
    guild: int,
    game: str | None = None,
    people: Sequence[int] | None = None,
) -> StandingsTally:
    """Return standings on a server, computed from the history; None means all games or people."""
    tally = StandingsTally(guild, people)
    async for match in _history(connection, guild, game, people):
        tally.add(match)
    return tally


async def guilds(connection: AsyncConnection) -> list[int]:
    """Return the ids of the servers on which a match has ended, ascending."""
    statement = (
        select(matches.c.guild)
        .distinct()
        .where(matches.c.guild != NOWHERE, matches.c.ended.is_not(None))
    )
    return sorted(await connection.scalars(statement))


def _of(guild: int, game: str | None) -> list[ColumnElement[bool]]:
    where = [standings.c.guild == guild]
    return where if game is None else [*where, standings.c.game == game]


async def _insert(connection: AsyncConnection, tally: StandingsTally) -> None:
    rows = list(tally.rows.values())
    for start in range(0, len(rows), MATCHES_AT_ONCE):
        await connection.execute(insert(standings), rows[start : start + MATCHES_AT_ONCE])


async def _history(
    connection: AsyncConnection, guild: int, game: str | None, people: Sequence[int] | None
) -> AsyncIterator[Ended]:
    """Yield the matches that have begun and ended, in the order in which they ended."""
    order = (matches.c.ended, matches.c.id)
    page = (
        select(matches.c.id, matches.c.game, matches.c.ended)
        .where(matches.c.guild == guild, matches.c.ended.is_not(None))
        .order_by(*order)
        .limit(MATCHES_AT_ONCE)
    )
    if game is not None:
        page = page.where(matches.c.game == game)
    if people is not None:
        theirs = select(seats.c.match).where(seats.c.person.in_(people))
        page = page.where(matches.c.id.in_(theirs))
    after = page
    while True:
        found = await _seated(connection, after)
        for match in await _begun(connection, found):
            yield match
        if len(found) < MATCHES_AT_ONCE:
            return
        key = tuple_(literal(found[-1].at, UtcTime), literal(found[-1].id))
        after = page.where(tuple_(*order) > key)


async def _seated(connection: AsyncConnection, page: Select[Any]) -> list[Ended]:
    """Return a page of matches with their seats.

    Seats are selected by the matches' ids. In a join with the page, whose small size databases do
    not know, they would read all seats for each page.
    """
    found = {
        row.id: Ended(row.id, row.game, row.ended, []) for row in await connection.execute(page)
    }
    for row in await connection.execute(_SEATED, {"its_matches": list(found)}):
        rated = None if row.mu is None else Rating(row.mu, row.sigma)
        found[row.match].seats.append(Seat(row.person, row.team, row.rank, rated))
    return list(found.values())


async def _begun(connection: AsyncConnection, ended: Sequence[Ended]) -> list[Ended]:
    """Return the matches that had begun; only matches without a result need a look at events."""
    unclear = {match.id for match in ended if all(seat.rank is None for seat in match.seats)}
    begun = set(await connection.scalars(_BEGUN, {"its_matches": list(unclear)}) if unclear else ())
    return [match for match in ended if match.id in begun or match.id not in unclear]


def _result(person: int, seated: Sequence[Seat]) -> str:
    """Return the column of ``standings`` in which a match counts for a person.

    For a person on several teams, the match counts as one without a result.
    """
    ranked = [(seat.person, seat.team, seat.rank) for seat in seated if seat.rank is not None]
    own = [(team, rank) for who, team, rank in ranked if who == person]
    teams = {team for team, _ in own}
    others = [rank for _, team, rank in ranked if team not in teams]
    if len(teams) != 1 or not others:
        return "without_result"
    reached, best = min(rank for _, rank in own), min(others)
    return "wins" if reached < best else "losses" if reached > best else "draws"


def _beaten(person: int, seated: Sequence[Seat]) -> int | None:
    """Return the level of the strongest computer beaten; None unless all computers were beaten.

    Only computers on other teams count.
    """
    pairs = [
        (own.rank < other.rank, level_of(other.person))
        for own in seated
        if own.person == person and own.rank is not None
        for other in seated
        if is_computer(other.person) and other.rank is not None and other.team != own.team
    ]
    return max(level for _, level in pairs) if pairs and all(won for won, _ in pairs) else None
