"""Standings of people in a game on a server, for leaderboards and profiles.

Standings are derived from ended matches, and stored because a server may have hundreds of thousands
of these; ``standings_upkeep`` writes them with each result.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, or_, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading
from data.database.schema import ratings, standings
from data.outcomes.history import Tally
from engine.rating import Rating
from engine.table.record import NOWHERE, OPEN


class Standing(NamedTuple):
    """A person's standing in one game, and the time when their first match ended.

    ``without_result`` counts their matches without a result. ``place`` is the place on the
    leaderboard. ``place`` and ``rating`` are None if no rated match has ended. ``beaten`` is the
    highest level of the computer they have beaten, None if none.
    """

    game: str
    since: datetime
    tally: Tally
    without_result: int = 0
    rating: Rating | None = None
    place: int | None = None
    beaten: int | None = None


class Place(NamedTuple):
    """A person on a leaderboard; ``matches`` is their number of rated matches.

    People with settled ratings have the first places.
    """

    place: int
    person: int
    rating: Rating
    matches: int


class Leaderboard(NamedTuple):
    """A part of a leaderboard, and the number of people on the whole leaderboard."""

    places: list[Place]
    total: int


class Champion(NamedTuple):
    """A person, the highest level they have beaten, and the number of their wins against it."""

    person: int
    level: int
    wins: int


class Standings(Subject):
    """The standings of people on servers."""

    @reading
    async def of_person(
        self, connection: AsyncConnection, guild: int, person: int
    ) -> list[Standing]:
        """Return a person's standings on a server, one for each game, most played game first."""
        better = standings.alias("better")
        ahead = (
            select(func.count())
            .where(
                *_rated(better.c, standings.c.guild, standings.c.game),
                or_(
                    better.c.settled > standings.c.settled,
                    and_(
                        better.c.settled == standings.c.settled,
                        or_(
                            better.c.strength > standings.c.strength,
                            and_(
                                better.c.strength == standings.c.strength,
                                better.c.person < standings.c.person,
                            ),
                        ),
                    ),
                ),
            )
            .scalar_subquery()
        )
        with_result = standings.c.wins + standings.c.draws + standings.c.losses
        statement = (
            select(standings, case((standings.c.rated > 0, ahead + 1)).label("place"))
            .where(standings.c.person == person, standings.c.guild == guild)
            .order_by(with_result.desc(), standings.c.game)
        )
        return [
            Standing(
                row.game,
                row.since,
                Tally(row.wins, row.draws, row.losses),
                row.without_result,
                Rating(row.mu, row.sigma) if row.rated else None,
                row.place,
                row.beaten,
            )
            for row in await connection.execute(statement)
        ]

    @reading
    async def rating(
        self, connection: AsyncConnection, guild: int, person: int, game: str
    ) -> Rating | None:
        """Return a person's rating in a game on a server, None if no rated match has ended.

        If ``guild`` is ``NOWHERE``, return the most certain of their ratings on all servers.
        """
        statement = (
            select(standings.c.mu, standings.c.sigma)
            .where(
                standings.c.person == person,
                standings.c.game == game,
                standings.c.rated > 0,
                *[standings.c.guild == guild] * (guild != NOWHERE),
            )
            .order_by(standings.c.sigma)
            .limit(1)
        )
        row = (await connection.execute(statement)).first()
        return None if row is None else Rating(row.mu, row.sigma)

    @reading
    async def leaderboard(
        self, connection: AsyncConnection, guild: int, game: str, *, offset: int, limit: int
    ) -> Leaderboard:
        """Return ``limit`` places of the leaderboard of a game on a server, after ``offset``."""
        rated = _rated(standings.c, guild, game)
        statement = (
            select(standings)
            .where(*rated)
            .order_by(standings.c.settled.desc(), standings.c.strength.desc(), standings.c.person)
            .offset(offset)
            .limit(limit)
        )
        places = [
            Place(place, row.person, Rating(row.mu, row.sigma), row.rated)
            for place, row in enumerate(await connection.execute(statement), offset + 1)
        ]
        total = await connection.scalar(select(func.count()).where(*rated))
        return Leaderboard(places, total or 0)

    @reading
    async def listed_games(
        self, connection: AsyncConnection, guild: int, games: Iterable[str]
    ) -> list[str]:
        """Return those of these games with rated matches on a server, the last rated first.

        Other games in which people have beaten the computer come after them, by name.
        """
        last: dict[str, datetime] = {}
        for game in games:
            latest = select(func.max(ratings.c.ended)).where(
                ratings.c.guild == guild, ratings.c.game == game
            )
            if (ended := await connection.scalar(latest)) is not None:
                last[game] = ended
        beaten = (
            select(standings.c.game)
            .where(standings.c.guild == guild, standings.c.beaten > 0, standings.c.person > OPEN)
            .distinct()
        )
        others = sorted(await connection.scalars(beaten))
        return [*dict.fromkeys([*sorted(last, key=last.__getitem__, reverse=True), *others])]

    @reading
    async def champions(
        self, connection: AsyncConnection, guild: int, game: str, *, limit: int
    ) -> list[Champion]:
        """Return the people on a server who have beaten the highest levels in a game, best first.

        Among equal levels, more wins come first.
        """
        statement = (
            select(standings.c.person, standings.c.beaten, standings.c.beaten_times)
            .where(
                standings.c.guild == guild,
                standings.c.game == game,
                standings.c.beaten > 0,
                standings.c.person > OPEN,
            )
            .order_by(
                standings.c.beaten.desc(), standings.c.beaten_times.desc(), standings.c.person
            )
            .limit(limit)
        )
        return [Champion(*row) for row in await connection.execute(statement)]


def _rated(
    columns: Any,  # noqa: ANN401 - those of the table, or of an alias
    guild: int | ColumnElement[int],
    game: str | ColumnElement[str],
) -> list[ColumnElement[bool]]:
    """Return the conditions for people on a leaderboard; former players are left out."""
    return [
        columns.guild == guild,
        columns.game == game,
        columns.strength.is_not(None),
        columns.person > OPEN,
    ]
