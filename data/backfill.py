"""Backfilling: computing columns and standings that an earlier version did not write.

Matches are completed in batches, each in its own transaction, so an interrupted run is continued
when the database is opened again. Changes that players can notice are logged.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from time import monotonic
from typing import Final, NamedTuple

from sqlalchemy import delete, select

from data.asynchronous import AsyncConnection
from data.database.connection import Database, Facts
from data.database.revisions import revisions
from data.database.schema import facts as noted
from data.database.schema import ratings as rated
from data.matches import match_rows
from data.outcomes import ratings, standings_upkeep
from engine.table.match import Match

log = logging.getLogger(__name__)

COMPLETED: Final = "seats completed for version"
"""Name of the fact that holds the revision for which seats were last completed."""

FILLED: Final = "standings filled"
"""Name of the fact noting that standings include matches from before standings were kept."""

UNRATED: Final = "to rate anew: "
"""Prefix of facts holding the time from which a game on a server must be rated again."""

AT_ONCE: Final = 100
"""Matches per transaction."""

TOLD_EVERY: Final = 5.0
"""Seconds between log lines about the progress."""

Load = Callable[[Sequence[int]], Awaitable[list[Match]]]
"""Loads the matches of these ids; unreadable ones are logged and left out."""


class Rerated(NamedTuple):
    """The effect of rating again: numbers of ratings removed and of people whose rating changed."""

    gone: int
    people: int


async def complete(database: Database, facts: Facts, load: Load) -> None:
    """Write all columns, ratings and standings that earlier versions left out."""
    began = monotonic()
    many = await _seats(database, facts, load)
    async for some in _batches(load, await database.read(match_rows.unlisted)):
        await database.write(match_rows.list_again, some)
        many += len(some)
    await _ratings(database)
    await _standings(database, facts)
    if many:
        log.info("%d matches are completed; that took %.1f s.", many, monotonic() - began)
    if await facts.get(COMPLETED) != revisions()[-1]:
        await facts.set(COMPLETED, revisions()[-1])


async def _seats(database: Database, facts: Facts, load: Load) -> int:
    """Complete the seats of matches written before seats had teams and ranks; return their number.

    This is done once for each version.
    """
    if await facts.get(COMPLETED) == revisions()[-1]:
        return 0
    many = 0
    async for some in _batches(load, await database.read(match_rows.without_teams)):
        if changed := await database.write(_seat, some):
            log.warning(
                "By the rules of this version %d matches that have ended have another result, or "
                "none because not every side had moved: %s.",
                len(changed), ", ".join(map(str, changed)),
            )  # fmt: skip
        many += len(some)
    return many


async def _seat(connection: AsyncConnection, some: Sequence[Match]) -> list[int]:
    """Rewrite the seats of matches; return the ids of matches whose result has changed.

    Games and servers whose ratings may be affected are noted as facts.
    """
    before = await match_rows.ranks_of(connection, [match.id for match in some])
    await match_rows.write_seats(connection, *some)
    since: dict[str, datetime] = {}
    for match in some:
        if match.rated and match.ended is not None:
            name = f"{UNRATED}{match.guild} {match.game.name}"
            since[name] = min(since.get(name, match.ended), match.ended)
    found = await connection.execute(select(noted).where(noted.c.name.in_(since)))
    for row in found.all():
        since[row.name] = min(since[row.name], datetime.fromisoformat(row.value))
    await connection.put(
        noted, *({"name": name, "value": at.isoformat()} for name, at in since.items())
    )
    after = {match.id: [row["rank"] for row in match_rows.seat_rows(match)] for match in some}
    return [match for match, ranks in before.items() if any(ranks) and ranks != after[match]]


async def _ratings(database: Database) -> None:
    """Rate again the games whose results have changed."""
    for name, since in (await database.read(_unrated)).items():
        guild, game = name.removeprefix(UNRATED).split(" ", 1)
        found = await database.write(_rate, int(guild), game, datetime.fromisoformat(since), name)
        if found.gone or found.people:
            log.warning(
                "On server %s, %d ratings of %s that came of such results are gone, and the "
                "ratings of %d people have changed.",
                guild, found.gone, game, found.people,
            )  # fmt: skip


async def _unrated(connection: AsyncConnection) -> dict[str, str]:
    found = await connection.execute(select(noted).where(noted.c.name.startswith(UNRATED)))
    return {row.name: row.value for row in found}


async def _rate(
    connection: AsyncConnection, guild: int, game: str, since: datetime, name: str
) -> Rerated:
    """Rate a game on a server again from the time ``since``, and delete the fact ``name``."""

    async def last() -> tuple[set[tuple[int, int]], Mapping[int, tuple[float, float]]]:
        """Return the match and person of each rating from ``since`` on, and each last rating."""
        rows = (
            await connection.execute(
                select(rated)
                .where(rated.c.guild == guild, rated.c.game == game, rated.c.ended >= since)
                .order_by(rated.c.ended, rated.c.match)
            )
        ).all()
        return {(row.match, row.person) for row in rows}, {
            row.person: (row.mu, row.sigma) for row in rows
        }

    before, old = await last()
    await ratings.recompute(connection, guild, game, since)
    await connection.execute(delete(noted).where(noted.c.name == name))
    after, new = await last()
    people = [person for person in {*old, *new} if old.get(person) != new.get(person)]
    return Rerated(len(before - after), len(people))


async def _standings(database: Database, facts: Facts) -> None:
    """Compute the standings of matches that ended before standings were kept.

    Each server has its own transaction.
    """
    if await facts.get(FILLED):
        return
    guilds = await database.read(standings_upkeep.guilds)
    began = monotonic()
    if guilds:
        log.info("Standings are computed from all matches that have ended, this once.")
    for guild in guilds:
        await database.write(standings_upkeep.fill, guild)
    if guilds:
        log.info("Standings are computed; it took %.1f s.", monotonic() - began)
    await facts.set(FILLED, "yes")


async def _batches(load: Load, ids: Iterable[int]) -> AsyncIterator[list[Match]]:
    """Yield the readable matches of these ids in batches; log the progress."""
    wanted = list(ids)
    told = monotonic()
    for start in range(0, len(wanted), AT_ONCE):
        if monotonic() - told > TOLD_EVERY:
            told = monotonic()
            log.info("%d of %d matches are completed.", start, len(wanted))
        if some := await load(wanted[start : start + AT_ONCE]):
            yield some
