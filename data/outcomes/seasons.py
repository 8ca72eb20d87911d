"""Seasons of a server's ratings: copies of the leaderboards, made when a season is closed.

The ratings themselves are not changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, func, insert, literal, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import season_places, seasons, standings
from data.outcomes.standings import Leaderboard, Place
from engine.rating import Rating
from engine.table.record import OPEN


class Season(NamedTuple):
    """A closed season, and the names of the games with a leaderboard in it."""

    id: int
    name: str
    closed: datetime
    games: tuple[str, ...]


class ClosedSeason(NamedTuple):
    """A closed season with its leaderboards by game, the best person first.

    Former players have negative numbers as ids.
    """

    id: int
    name: str
    closed: datetime
    tables: Mapping[str, list[Place]]


class Seasons(Subject):
    """The seasons of all servers."""

    @writing
    async def close_season(
        self, connection: AsyncConnection, guild: int, name: str, now: datetime
    ) -> int:
        """Store the present leaderboards of all games as a season; return the season's id.

        If the server already has a season of this name, that season stays unchanged.
        """
        same = select(seasons.c.id).where(seasons.c.guild == guild, seasons.c.name == name)
        known: int | None = await connection.scalar(same)
        if known is not None:
            return known
        values = {"guild": guild, "name": name, "closed": now}
        added = insert(seasons).values(values).returning(seasons.c.id)
        season: int = (await connection.execute(added)).scalar_one()
        place = func.row_number().over(
            partition_by=standings.c.game,
            order_by=(
                standings.c.settled.desc(),
                standings.c.strength.desc(),
                standings.c.person,
            ),
        )
        columns = (standings.c.person, standings.c.mu, standings.c.sigma, standings.c.rated)
        places = select(literal(season), standings.c.game, place, *columns).where(
            standings.c.guild == guild,
            standings.c.strength.is_not(None),
            standings.c.person > OPEN,
        )
        names = ["season", "game", "place", "person", "mu", "sigma", "matches"]
        await connection.execute(insert(season_places).from_select(names, places))
        return season

    @reading
    async def seasons_of(self, connection: AsyncConnection, guild: int) -> list[Season]:
        """Return the closed seasons of a server, newest first."""
        statement = (
            select(seasons)
            .where(seasons.c.guild == guild)
            .order_by(seasons.c.closed.desc(), seasons.c.id.desc())
        )
        found = (await connection.execute(statement)).all()
        first = season_places.c.place == 1
        leaders = select(season_places.c.season, season_places.c.game).where(
            season_places.c.season.in_([row.id for row in found]), first
        )
        games: dict[int, list[str]] = {row.id: [] for row in found}
        for season, game in await connection.execute(leaders):
            games[season].append(game)
        return [Season(row.id, row.name, row.closed, tuple(sorted(games[row.id]))) for row in found]

    @reading
    async def season(
        self,
        connection: AsyncConnection,
        guild: int,
        season_id: int,
        *,
        game: str | None = None,
        limit: int | None = None,
    ) -> ClosedSeason | None:
        """Return a closed season of a server, None for an unknown id.

        ``game`` selects one game's leaderboard (None: all), ``limit`` the first places of each
        (None: all).
        """
        its_own = (seasons.c.id == season_id) & (seasons.c.guild == guild)
        row = (await connection.execute(select(seasons).where(its_own))).first()
        if row is None:
            return None
        wanted: list[ColumnElement[bool]] = [season_places.c.season == season_id]
        if game is not None:
            wanted.append(season_places.c.game == game)
        if limit is not None:
            wanted.append(season_places.c.place <= limit)
        order = (season_places.c.game, season_places.c.place)
        tables: dict[str, list[Place]] = {}
        for found in await connection.execute(
            select(season_places).where(*wanted).order_by(*order)
        ):
            tables.setdefault(found.game, []).append(_place(found))
        return ClosedSeason(row.id, row.name, row.closed, tables)

    @reading
    async def leaderboard(
        self, connection: AsyncConnection, season_id: int, game: str, *, offset: int, limit: int
    ) -> Leaderboard:
        """Return ``limit`` places of a game's leaderboard in a closed season, after ``offset``."""
        its_own = (season_places.c.season == season_id) & (season_places.c.game == game)
        total = await connection.scalar(select(func.count()).where(its_own))
        statement = select(season_places).where(its_own).order_by(season_places.c.place)
        found = await connection.execute(statement.offset(offset).limit(limit))
        return Leaderboard([_place(row) for row in found], total or 0)


def _place(row: Row[Any]) -> Place:
    return Place(row.place, row.person, Rating(row.mu, row.sigma), row.matches)
