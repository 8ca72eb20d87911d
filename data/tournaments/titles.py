"""Titles: people's final places in tournaments, and the tour, which adds up points for them.

Titles are written when a tournament ends. Later changes only anonymise deleted people.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, insert, select

from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.connection import Subject, reading
from data.database.schema import titles, tournaments
from engine.table.record import OPEN, is_computer
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament


class Title(NamedTuple):
    """A person's final place among the ``players`` of their group; 0 is the highest group.

    ``name``, ``form``, ``game`` and ``channel`` are those of the tournament.
    """

    tournament: int
    person: int
    name: str
    form: Form
    game: str
    group: int
    place: int
    players: int
    ended: datetime
    channel: int


class TourPlace(NamedTuple):
    """A person on a tour: their points, and the number of tournaments that gave points."""

    person: int
    points: int
    tournaments: int


class Titles(Subject):
    """The final places of all tournaments."""

    @reading
    async def titles_of(self, connection: AsyncConnection, person: int, guild: int) -> list[Title]:
        """Return the final places of a person on a server, newest first."""
        columns = [titles.c[name] for name in Title._fields if name != "channel"]
        statement = (
            select(*columns, tournaments.c.channel)
            .join(tournaments, tournaments.c.id == titles.c.tournament)
            .where(titles.c.person == person, titles.c.guild == guild)
            .order_by(titles.c.ended.desc(), titles.c.tournament.desc())
        )
        return [
            Title(**{**row, "form": Form(row["form"])})
            for row in (await connection.execute(statement)).mappings()
        ]

    @reading
    async def tour(
        self, connection: AsyncConnection, guild: int, since: datetime, until: datetime
    ) -> list[TourPlace]:
        """Return the tour of a server: tournaments that ended from ``since`` to before ``until``.

        A tournament gives a title a point, and another for each person ranked below it in the same
        group; computers ranked below give none. People with the most points come first, and among
        equals those with the fewest tournaments.
        """
        points = func.sum(titles.c.behind + 1)
        statement = (
            select(titles.c.person, points, func.count())
            .where(
                titles.c.guild == guild,
                titles.c.ended >= since,
                titles.c.ended < until,
                titles.c.person > OPEN,
            )
            .group_by(titles.c.person)
            .order_by(points.desc(), func.count(), titles.c.person)
        )
        return [
            TourPlace(row[0], int(row[1]), row[2]) for row in await connection.execute(statement)
        ]


def title_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the rows of ``titles`` of a tournament that is over.

    A cancelled tournament or an exhibition gives no titles. People get none if they left the
    tournament, or are not among its final places.
    """
    ended, places = tournament.state.ended, tournament.final_places
    if ended is None or not places or tournament.terms.is_exhibition:
        return []
    standings = ended.data["standings"]
    return [
        {
            "tournament": tournament.id,
            "person": player,
            "guild": tournament.guild,
            "name": tournament.terms.name,
            "form": tournament.terms.form.value,
            "game": tournament.terms.game.name,
            "group": group,
            "place": place,
            "players": sum(row[3] == group for row in standings),
            "behind": sum(
                other == group and after > place and not is_computer(who)
                for other, after, who in places
            ),
            "ended": ended.at,
        }
        for group, place, player in places
        if not is_computer(player) and tournament.state.is_in(player)
    ]


async def add(connection: AsyncConnection, tournament: Tournament) -> None:
    """Add the titles of a tournament that is over, if it gives any."""
    if rows := title_rows(tournament):
        await connection.execute(insert(titles), rows, execution_options={LATER: True})
