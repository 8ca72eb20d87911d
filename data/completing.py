"""Completing what an earlier version has written: what is kept by now, and was not then."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from time import monotonic

from data.database.connection import Database
from data.database.errors import StoreError
from data.database.facts import Facts
from data.database.revisions import revisions
from data.matches import record
from data.outcomes import keeping, ratings
from engine.table.match import Match

log = logging.getLogger(__name__)

COMPLETED = "seats completed for version"
"""The name of the fact that says for which version of the database that was done."""

FILLED = "standings filled"
"""The name of the fact that says that standings are kept of what ended before they were."""

Load = Callable[[int], Awaitable[Match]]
"""Returns the match of an id. Raises StoreError."""


async def complete(database: Database, facts: Facts, load: Load) -> None:
    """Complete everything. What was interrupted is done when the database is opened again."""
    await _seats(database, facts, load)
    async for match in _each(load, await database.read(record.unlisted)):
        await database.write(record.list_again, match)
    await _standings(database, facts)


async def _seats(database: Database, facts: Facts, load: Load) -> None:
    """Complete the seats of matches that were written before seats had teams and ranks.

    Ratings that came of another result are computed anew. It is done once for each version.
    """
    if await facts.get(COMPLETED) == revisions()[-1]:
        return
    async for match in _each(load, await database.read(record.without_teams)):
        await database.write(record.write_seats, match)
        if match.rated and match.ended is not None:
            await database.write(ratings.recompute, match.guild, match.game.name, match.ended)
    await facts.set(COMPLETED, revisions()[-1])


async def _standings(database: Database, facts: Facts) -> None:
    """Compute the standings of what had ended before standings were kept.

    Those on each server are a transaction of their own.
    """
    if await facts.get(FILLED):
        return
    guilds = await database.read(keeping.guilds)
    began = monotonic()
    if guilds:
        log.info("Standings are computed from all matches that have ended, this once.")
    for guild in guilds:
        await database.write(keeping.fill, guild)
    if guilds:
        log.info("Standings are computed; it took %.1f s.", monotonic() - began)
    await facts.set(FILLED, "yes")


async def _each(load: Load, ids: Iterable[int]) -> AsyncIterator[Match]:
    """Yield the matches of these ids; one that cannot be read is left out, and logged."""
    for match_id in ids:
        try:
            match = await load(match_id)
        except StoreError as error:
            log.error("%s", error)
        else:
            yield match
