"""The crowds of a database, loaded and saved as values, and the posts that show them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement

from data.asynchronous import AsyncConnection
from data.crowds import crowd_rows
from data.crowds.crowd_rows import CrowdId, CrowdPost, CrowdRecord, Found
from data.database.backend import Backend
from data.database.connection import Database, Subject, changing, reading
from data.database.crowd_tables import crowd_entries, crowds
from data.database.errors import UnknownCrowd
from data.matches import saving
from data.matches.posts import Post, Posted
from data.matches.quotas import Admit
from data.records import Cache, Known, Units, is_id
from data.signals import Signal
from engine.crowds.crowd import Crowd
from engine.crowds.past_turns import PastTurn, past_turns
from engine.crowds.record import Entry, Kind
from engine.crowds.terms import CrowdTerms
from engine.table.match import Match

KEPT: Final = 100_000
"""Most entries and people in the cache; each takes some hundred bytes."""

Written = Callable[[Match | None, Match, Posted | None], None]
"""Called after the commit of a match, with the match before and after, and its posts."""


@dataclass
class OpenCrowd:
    """A crowd in a unit of work; the block assigns the changed crowd to ``crowd``."""

    crowd: Crowd


class Crowds(Subject):
    """The crowds of all matches.

    The signal ``saved`` is called with a crowd and its new entries right after they are written, in
    the process to which the server belongs.
    """

    def __init__(self, database: Database, written: Written) -> None:
        super().__init__(database)
        self.saved = Signal[Crowd, Sequence[Entry]]()
        self._match_written = written
        self.units = Units(database, crowd_rows.LOG, self.forget)
        cache = Cache[int, Found](KEPT, _weight)
        self._known = Known(database, crowd_rows.find, self._are_ours, cache)
        self._threads: dict[int, CrowdId] | None = None
        self._changes = 0

    # The unit of work

    @asynccontextmanager
    async def open(self, match_id: int, user: int) -> AsyncIterator[OpenCrowd]:
        """Open a unit of work: the block replaces ``opened.crowd`` and awaits nothing.

        Only one is open at a time for all crowds of a match. All changes are written when the block
        ends, or none; after an exception in the block nothing is written. A turn must begin in a
        unit of its own. If the caller is cancelled, writing is finished first.

        Raises UnknownCrowd; Repeated if the crowd already has an entry with the source of a new
        one; Conflict if another process has changed the crowd, or has put the same person on
        another side.
        """
        load = partial(self.load, match_id, user)
        async with self.units.open(match_id, load, self._save) as unit:
            opened = OpenCrowd(unit.record)
            yield opened
            unit.record = opened.crowd

    async def create(
        self, match: Match, terms: Mapping[int, CrowdTerms], admit: Admit | None = None
    ) -> Match:
        """Store a new match, whose id is 0, and its crowds; return the match with its id.

        ``terms`` are those of each crowd, by its id. ``admit`` is as in ``Store.create``. Raises
        Repeated if a match was already made from the source of its first event; Refusal from
        ``admit``.
        """
        if match.id or set(terms) != set(match.crowds):
            raise ValueError("A new match has terms for each of its crowds.")
        self._database.check_open()
        return await self._database.run(self._create(match, terms, admit))

    async def load(self, match_id: int, user: int) -> Crowd:
        """Return the crowd as it is stored. Raises UnknownCrowd."""
        self._database.check_open()
        return _one(await self._load(match_id), user)

    async def of_match(self, match_id: int) -> tuple[Crowd, ...]:
        """Return the crowds of a match, from the first to the last; most matches have none."""
        self._database.check_open()
        return tuple((await self._load(match_id)).crowds.values())

    # Lists

    @property
    def _ours(self) -> list[ColumnElement[bool]]:
        """The conditions for crowds on this process's servers."""
        return self._database.shards.of(crowds.c.guild)

    @reading
    async def due(self, connection: AsyncConnection, now: datetime) -> list[CrowdId]:
        """Return the ids of this process's crowds whose votes end by now, longest due first."""
        return await crowd_rows.due(connection, now, *self._ours)

    @reading
    async def running(self, connection: AsyncConnection) -> list[CrowdId]:
        """Return the ids of this process's crowds that have no end entry yet, oldest first."""
        goes_on = crowds.c.ended.is_(None)
        return await crowd_rows.ids(connection, goes_on, *self._ours, order=crowds.c.match)

    @reading
    async def knows(
        self, connection: AsyncConnection, match_id: int, user: int, source: str
    ) -> bool:
        """Return whether a crowd has an entry from this source, a message or interaction."""
        its_own = crowd_rows.of_crowd(crowd_entries.c, (match_id, user))
        return await crowd_rows.LOG.knows(connection, [source], *its_own)

    # History

    @reading
    async def history(
        self, connection: AsyncConnection, match_id: int, user: int
    ) -> list[PastTurn]:
        """Return the finished turns of a crowd in order, none for an unknown crowd."""
        entries = crowd_rows.entries_of(connection, (match_id, user))
        return past_turns([entry async for entry in entries])

    @reading
    async def faithful(
        self, connection: AsyncConnection, match_id: int
    ) -> list[tuple[int, int, int, int]]:
        """Return the people who moved or voted in a match, most frequent first.

        Each item is a person, their crowd, the number of turns in which they moved or voted, and
        the number of turns in which their choice was played.
        """
        return await crowd_rows.faithful(connection, match_id)

    @reading
    async def record_of(self, connection: AsyncConnection, person: int, guild: int) -> CrowdRecord:
        """Return a person's record in the crowds of a server."""
        return await crowd_rows.record_of(connection, person, guild)

    # Posts

    async def post_of(self, match_id: int, user: int) -> CrowdPost:
        """Return the posts that show a crowd. Raises UnknownCrowd."""
        self._database.check_open()
        found = await self._load(match_id)
        _one(found, user)
        return found.posts[user]

    async def thread_of(self, match_id: int, user: int) -> int | None:
        """Return the thread of a crowd, None if it has none. Raises UnknownCrowd."""
        return (await self.post_of(match_id, user)).thread

    async def in_thread(self, thread: int) -> CrowdId | None:
        """Return the id of the running crowd with this thread, None if there is none."""
        if self._threads is None:
            changes = self._changes
            threads = await self._database.read(crowd_rows.threads, *self._ours)
            if changes != self._changes:  # the threads may be stale
                return threads.get(thread)
            self._threads = threads
        return self._threads.get(thread)

    async def set_thread(self, match_id: int, user: int, thread: int | None) -> None:
        """Record the thread in which a crowd's people talk; None means no thread."""
        await self._set_post((match_id, user), {"thread": thread})

    async def set_shown(
        self, match_id: int, user: int, message: int | None, entry_count: int
    ) -> None:
        """Record the message that shows a crowd, and the number of entries that it shows."""
        await self._set_post((match_id, user), {"message": message, "shown": entry_count})

    @changing
    async def _set_post(
        self, connection: AsyncConnection, crowd: CrowdId, values: Mapping[str, Any]
    ) -> Callable[[], None]:
        await crowd_rows.set_post(connection, crowd, values)
        return partial(self._note_post, crowd, values)

    def _note_post(self, crowd: CrowdId, values: Mapping[str, Any]) -> None:
        match_id, user = crowd
        found = self._known.get(match_id)
        self.forget([match_id])
        if found is not None and user in found.posts:
            changed = found.posts[user]._replace(**values)
            self._known.keep(match_id, found._replace(posts={**found.posts, user: changed}))
        if "thread" in values and self._threads is not None:
            there = {thread: one for thread, one in self._threads.items() if one != crowd}
            thread = values["thread"]
            self._threads = there if thread is None else {**there, thread: crowd}

    # The cache

    def forget(self, match_ids: Iterable[int]) -> None:
        """Drop the crowds of these matches, which may have changed, from the cache."""
        self._known.forget(match_ids)
        self._changes += 1

    def empty_memory(self) -> None:
        """Empty the cache."""
        self._known.clear()
        self._threads = None
        self._changes += 1

    # Implementation

    async def _load(self, match_id: int) -> Found:
        return await self._known.load(match_id) if is_id(match_id) else Found({}, {})

    def _are_ours(self, found: Found) -> bool:
        return all(self._database.shards.have(one.guild) for one in found.crowds.values())

    async def _create(
        self, match: Match, terms: Mapping[int, CrowdTerms], admit: Admit | None
    ) -> Match:
        created, post = await self._database.transact(
            _add, match, terms, self._database.backend, admit
        )
        self.forget([created.id])
        self._match_written(None, created, Posted((post,)) if post else None)
        return created

    async def _save(self, before: Crowd, after: Crowd) -> None:
        if (after.match, after.user) != (before.match, before.user):
            raise ValueError("That is another crowd.")
        new = crowd_rows.new_entries(before, after)
        its_own = crowd_rows.of_crowd(crowd_entries.c, (after.match, after.user))
        backend = self._database.backend
        await self.units.write(after.match, new, its_own, append, before, after, backend)
        self.written(after, new)

    def written(self, crowd: Crowd, new: Sequence[Entry]) -> None:
        """Update the cache after a commit, and signal ``saved``.

        The match's other crowds get the changed people, too. Another process's crowds are only
        dropped from the cache.
        """
        found = self._known.get(crowd.match)
        self.forget([crowd.match])
        if not self._database.shards.have(crowd.guild):
            return
        if found is not None:
            others = {user: one.with_voters(crowd.voters) for user, one in found.crowds.items()}
            self._known.keep(crowd.match, found._replace(crowds=others | {crowd.user: crowd}))
        if self._threads is not None and any(entry.kind is Kind.END for entry in new):
            its_own = (crowd.match, crowd.user)
            self._threads = {at: one for at, one in self._threads.items() if one != its_own}
        self.saved.tell(f"saving a crowd of match {crowd.match}", crowd, new)


def _one(found: Found, user: int) -> Crowd:
    """Return the crowd with the id ``user``. Raises UnknownCrowd."""
    crowd = found.crowds.get(user)
    if crowd is None:
        raise UnknownCrowd
    return crowd


def _weight(found: Found) -> int:
    """Return the number of cached entries and people in the crowds of a match."""
    voters = max((len(one.voters) for one in found.crowds.values()), default=0)
    return 1 + voters + sum(len(one.entries) for one in found.crowds.values())


# Statements in the caller's transaction


async def _add(
    connection: AsyncConnection,
    match: Match,
    terms: Mapping[int, CrowdTerms],
    backend: Backend,
    admit: Admit | None,
) -> tuple[Match, Post | None]:
    """Add a match and its crowds; return it with its id, and its post."""
    match, post, _ = await saving.add(connection, match, backend, admit)
    await crowd_rows.add(connection, match, terms)
    return match, post


async def append(
    connection: AsyncConnection, before: Crowd, after: Crowd, backend: Backend
) -> None:
    """Write a crowd's new entries, and notify the process to which its server belongs.

    The driver raises IntegrityError, by the COMMIT at the latest, if another process has changed
    the crowd.
    """
    await backend.tell_of(connection, ("crowd", after.match), after.guild)
    await crowd_rows.append(connection, before, after)
