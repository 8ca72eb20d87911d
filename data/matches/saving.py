"""Saving a match with all that follows from it, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable

from data.asynchronous import AsyncConnection
from data.database.backend import Backend
from data.matches import match_rows, outbox, quotas
from data.matches.posts import Post, Posted
from data.matches.quotas import Admit
from data.outcomes import consents, standings_upkeep
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import Status


async def add(
    connection: AsyncConnection,
    match: Match,
    backend: Backend,
    admit: Admit | None,
    instead_of: int | None = None,
) -> tuple[Match, Post | None, list[int]]:
    """Add a match; return it with its id, its post, and the ids of imported records deleted for it.

    ``instead_of`` is the id of an imported record that the match replaces; it is deleted, too.
    Raises Repeated if a match was already made from the source of its first event; Refusal from
    ``admit``.
    """
    if await match_rows.made_match(connection, match.events[0]):
        raise Repeated
    if admit is not None:
        await quotas.check(connection, None, match, admit)
    match = await match_rows.add(connection, match)
    await backend.tell_of(connection, ("match", match.id), match.guild)
    post = await outbox.add(connection, match, match.events)
    dropped = [] if instead_of is None else [instead_of]
    await quotas.delete_all(connection, dropped)
    if match.imported:
        dropped += await quotas.keep_newest(connection, match.host)
    return match, post, dropped


async def append(
    connection: AsyncConnection,
    before: Match,
    match: Match,
    known: Callable[[], Posted | None],
    backend: Backend,
    *,
    admit: Admit | None = None,
    written: Callable[[], None] | None = None,
) -> Posted | None:
    """Write a match's new events; return all of its posts if any was added or moved, else None.

    The posts are read from the database if ``known`` returns None. ``written`` is called when only
    the COMMIT is left, so that the caller can work during it. Raises Refusal from ``admit``;
    Conflict, by the COMMIT at the latest, if the stored match differs from ``before``.
    """
    if admit is not None:
        await quotas.check(connection, before, match, admit)
    posted = await _append(connection, before, match, known, backend)
    if written is not None:
        written()
    return posted


async def _append(
    connection: AsyncConnection,
    before: Match,
    match: Match,
    known: Callable[[], Posted | None],
    backend: Backend,
) -> Posted | None:
    new = match.events[len(before.events) :]
    await backend.tell_of(connection, ("match", match.id), match.guild)
    await match_rows.append(connection, before, match)
    if match.status is Status.OVER:
        seated = [
            standings_upkeep.Seat(row["person"], row["team"], row["rank"])
            for row in match_rows.seat_rows(match)
        ]
        await standings_upkeep.follow(connection, before, match, seated)
        await consents.follow(connection, match.id)
    moved = match.channel != before.channel
    if moved:
        await outbox.forward(connection, match)
    post = await outbox.add(connection, match, new)
    if post is None and not moved:
        return None
    posted = None if moved else known()
    if posted is None:
        return await outbox.posted_of(connection, match.id)
    return posted.after(post) if post else posted
