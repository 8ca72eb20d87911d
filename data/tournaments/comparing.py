"""Comparing the columns of tournaments with the entries from which they are derived."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, func, select, update

from data.asynchronous import AsyncConnection
from data.database.errors import StoreError
from data.database.schema import entries, tournaments
from data.tournaments import tournament_rows
from engine.tournaments.tournament import Tournament

SAMPLE: Final = 5
"""Most live tournaments in a sample; each is read with all of its entries."""


FOLLOWING: Final = ("phase", "version", "players", "due", "started", "ended")
"""The columns of ``tournaments`` that are compared."""


class WrongTournament(NamedTuple):
    """A contradiction between a tournament's entries and its column ``what``."""

    tournament: Tournament
    what: str

    def __str__(self) -> str:
        return f"{self.what} of tournament {self.tournament.id} is not as its entries say"


async def compare(
    connection: AsyncConnection, *wanted: ColumnElement[bool]
) -> list[WrongTournament]:
    """Return the contradictions in a sample of the tournaments that meet the conditions."""
    going_on = tournaments.c.ended.is_(None)
    sample = select(tournaments).where(going_on, *wanted).order_by(func.random()).limit(SAMPLE)
    found = []
    for row in (await connection.execute(sample)).mappings():
        try:
            tournament = await tournament_rows.read(connection, row)
        except StoreError:
            continue  # opening the tournament reports and logs this error
        right = tournament_rows.following_row(tournament)
        found += [
            WrongTournament(tournament, name) for name in FOLLOWING if row[name] != right[name]
        ]
    return found


async def mend(connection: AsyncConnection, wrong: WrongTournament) -> None:
    """Rewrite the wrong columns unless the tournament has changed since."""
    tournament = wrong.tournament
    right = tournament_rows.following_row(tournament)
    last = select(func.max(entries.c.number)).where(entries.c.tournament == tournament.id)
    same = (tournaments.c.id == tournament.id) & (last.scalar_subquery() == len(tournament.entries))
    values = {name: right[name] for name in FOLLOWING}
    await connection.execute(update(tournaments).where(same).values(values))
