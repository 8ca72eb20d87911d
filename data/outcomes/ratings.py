"""Ratings: the changes made by each rated match.

Ratings depend only on the results of matches. When a match gets a result, or a new one, the ratings
of its game on its server are computed again from the end of the match on. Usually no later match
has ended, so that only this match is rated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby, permutations
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, func, insert, literal, or_, select, tuple_, union_all

from data.asynchronous import AsyncConnection
from data.database.columns import UtcTime
from data.database.connection import Subject, reading
from data.database.schema import events, matches, ratings, seats
from engine.rating import NEW, Rating, rate
from engine.table.match import Match
from engine.table.record import (
    HIGHEST_ABROAD,
    LOWEST_COMPUTER,
    MOST_RATED,
    OPEN,
    RATED_WITHIN,
    Kind,
    Status,
)

AT_ONCE = 100
"""Most people in one query, since databases limit the parts of a query."""


class Change(NamedTuple):
    """A change of a person's rating by a match."""

    person: int
    before: Rating
    after: Rating


class Rerated(NamedTuple):
    """The ids of matches rated again, and the last ratings of their players, by person."""

    last: Mapping[int, Rating] = {}
    matches: frozenset[int] = frozenset()


class Step(NamedTuple):
    """A person's new rating in a game, from the end of a match."""

    game: str
    ended: datetime
    rating: Rating


class Ratings(Subject):
    """The ratings of people, one for each game on each server."""

    @reading
    async def changes(self, connection: AsyncConnection, match_id: int) -> list[Change]:
        """Return the changes of ratings by a match, the highest new rating first.

        A match that does not count changes no rating.
        """
        statement = select(ratings).where(ratings.c.match == match_id)
        rows = (await connection.execute(statement.order_by(ratings.c.mu.desc()))).all()
        if not rows:
            return []
        people = [row.person for row in rows]
        until = (rows[0].ended, match_id)
        known = await _latest(connection, rows[0].guild, rows[0].game, people, until)
        return [
            Change(row.person, known.get(row.person, NEW), Rating(row.mu, row.sigma))
            for row in rows
        ]

    @reading
    async def met_too_often(self, connection: AsyncConnection, match: Match) -> bool:
        """Return whether two people of a match have met in ``MOST_RATED`` recent rated matches.

        These are live matches, or matches with a result, of the same game and server that began
        less than ``RATED_WITHIN`` before the last event. Matches against former players count for
        every opponent, since an opponent may have had their data deleted to begin anew.
        """
        since = match.events[-1].at - RATED_WITHIN
        one, other = seats.alias("one"), seats.alias("other")
        begun = exists().where(
            events.c.match == matches.c.id,
            events.c.kind == Kind.START.value,
            events.c.at > since,
        )
        statement = (
            select(one.c.person, other.c.person, func.count(matches.c.id.distinct()))
            .select_from(
                matches.join(one, one.c.match == matches.c.id).join(
                    other, other.c.match == matches.c.id
                )
            )
            .where(
                one.c.person.in_(match.persons),
                or_(
                    other.c.person.in_(match.persons),
                    other.c.person.between(HIGHEST_ABROAD + 1, LOWEST_COMPUTER - 1),
                ),
                one.c.person != other.c.person,
                matches.c.guild == match.guild,
                matches.c.game == match.game.name,
                matches.c.rated,
                matches.c.updated > since,
                or_(
                    matches.c.status == Status.LIVE.value,
                    (matches.c.status == Status.OVER.value) & one.c.rank.is_not(None),
                ),
                begun,
            )
            .group_by(one.c.person, other.c.person)
        )
        met: Counter[tuple[int, int]] = Counter()
        gone: Counter[int] = Counter()
        for person, opponent, count in await connection.execute(statement):
            if opponent in match.persons:
                met[person, opponent] = count
            else:
                gone[person] += count
        pairs = permutations(match.persons, 2)
        return any(met[pair] + gone[pair[0]] >= MOST_RATED for pair in pairs)

    @reading
    async def before(
        self,
        connection: AsyncConnection,
        guild: int,
        game: str,
        people: Iterable[int],
        when: datetime,
    ) -> Mapping[int, Rating]:
        """Return people's ratings just before ``when``; people without a rating are left out."""
        return await _latest(connection, guild, game, people, (when, 0))

    @reading
    async def course(self, connection: AsyncConnection, guild: int, person: int) -> list[Step]:
        """Return the changes of a person's ratings on a server, oldest first."""
        statement = (
            select(ratings.c.game, ratings.c.ended, ratings.c.mu, ratings.c.sigma)
            .where(ratings.c.person == person, ratings.c.guild == guild)
            .order_by(ratings.c.ended, ratings.c.match)
        )
        rows = await connection.execute(statement)
        return [Step(row.game, row.ended, Rating(row.mu, row.sigma)) for row in rows]


# Statements in the caller's transaction


async def recompute(connection: AsyncConnection, guild: int, game: str, since: datetime) -> Rerated:
    """Rate a game's matches on a server again that ended at ``since`` or later, in order."""
    await connection.execute(
        delete(ratings).where(
            ratings.c.guild == guild, ratings.c.game == game, ratings.c.ended >= since
        )
    )
    statement = (
        select(matches.c.id, matches.c.ended, seats.c.person, seats.c.team, seats.c.rank)
        .join(seats)
        .where(
            matches.c.guild == guild,
            matches.c.game == game,
            matches.c.ended >= since,
            matches.c.status == Status.OVER.value,
            matches.c.rated,
        )
        .order_by(matches.c.ended, matches.c.id, seats.c.seat)
    )
    rows = (await connection.execute(statement)).all()
    people = {row.person for row in rows}
    known = await _latest(connection, guild, game, people, (since, 0))
    written: list[dict[str, Any]] = []
    for match_id, seated in groupby(rows, key=lambda row: int(row.id)):
        played = list(seated)
        teams = _teams([(row.person, row.team, row.rank) for row in played])
        if teams is None:
            continue
        before = [[known.get(person, NEW) for person in team] for team, _ in teams]
        after = rate(before, [rank for _, rank in teams])
        for (team, _), rated in zip(teams, after, strict=True):
            for person, rating in zip(team, rated, strict=True):
                known[person] = rating
                written.append(
                    {
                        "match": match_id,
                        "person": person,
                        "guild": guild,
                        "game": game,
                        "ended": played[0].ended,
                        "mu": rating.mu,
                        "sigma": rating.sigma,
                    }
                )
    if written:
        await connection.execute(insert(ratings), written)
    return Rerated(
        {row["person"]: known[row["person"]] for row in written}, frozenset(row.id for row in rows)
    )


def _teams(seated: Sequence[tuple[int, int, int | None]]) -> list[tuple[list[int], int]] | None:
    """Return the people and the rank of each team; None for a match that does not count.

    A match counts if no seat is open, at least two teams have a rank, and no person plays on
    several teams. It does not count for seats without a rank.
    """
    found: dict[int, tuple[list[int], int]] = {}
    for person, team, rank in seated:
        if person == OPEN:
            return None
        if rank is None:
            continue
        people, _ = found.setdefault(team, ([], rank))
        if person not in people:
            people.append(person)
    everybody = [person for people, _ in found.values() for person in people]
    if len(found) < 2 or len(set(everybody)) < len(everybody):
        return None
    return list(found.values())


async def _latest(
    connection: AsyncConnection,
    guild: int,
    game: str,
    people: Iterable[int],
    until: tuple[datetime, int],
) -> dict[int, Rating]:
    """Return people's last ratings before a match; ``until`` is the match's end and id."""
    asked = sorted(set(people))
    before = tuple_(ratings.c.ended, ratings.c.match) < tuple_(literal(until[0], UtcTime), until[1])
    known: dict[int, Rating] = {}
    for start in range(0, len(asked), AT_ONCE):
        last = (
            select(ratings.c.person, ratings.c.mu, ratings.c.sigma)
            .where(
                ratings.c.person == person,
                ratings.c.guild == guild,
                ratings.c.game == game,
                before,
            )
            .order_by(ratings.c.ended.desc(), ratings.c.match.desc())
            .limit(1)
            .subquery()
            for person in asked[start : start + AT_ONCE]
        )
        for row in await connection.execute(union_all(*map(select, last))):
            known[row.person] = Rating(row.mu, row.sigma)
    return known
