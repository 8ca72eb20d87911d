"""The store: matches and their outbox, loaded and saved as values."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Self
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data import rows, schema
from data.cache import Cache
from data.database import Database
from data.errors import Conflict, StoreError, UnknownMatch
from data.post import Post, PostState
from engine.match import Event, Match, Repeated, Status

log = logging.getLogger(__name__)

MATCHES_AT_ONCE = 500
"""How many matches' events one query asks for: databases limit the values of a query."""


@dataclass
class Table:
    """The match in a unit of work; the block replaces ``match`` by what came of it."""

    match: Match


class Store:
    """The matches of a database. Every method raises StoreError where the database fails.

    ``saved`` is called with each match that has something new to post, right after that is
    written.
    """

    saved: Callable[[Match], None] | None = None

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known = Cache()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    async def open(cls, url: str) -> Self:
        """The store in the database of that URL, or in the SQLite file of that name.

        Raises StoreError when it cannot be opened, is none, is of a newer version, or is
        another process's.
        """
        return cls(await Database.open(url))

    async def close(self) -> None:
        """Closes the database once the units of work in hand are done. May be called again."""
        await self._database.close()

    # Matches

    @asynccontextmanager
    async def match(self, match_id: int) -> AsyncIterator[Table]:
        """The unit of work: the block replaces ``table.match`` and awaits nothing.

        One at a time for each match. What the block leaves is written when it ends, all of it
        or nothing; an exception in it leaves everything as it was. A caller that is cancelled
        meanwhile leaves when the writing is done.

        Raises UnknownMatch; Repeated when an event of that source is there already.
        """
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            self._database.check_open()
            with self._database.in_hand():
                before = await self._database.run(self._load(match_id))
                table = Table(before)
                yield table
                if table.match is not before:
                    await self._database.run(self._save(before, table.match))

    async def create(self, match: Match) -> Match:
        """Stores a new match, whose id is 0, and returns it with its id.

        Raises Repeated when a match was made from the source of its first event already.
        """
        if match.id:
            raise ValueError(f"Match {match.id} is stored already.")
        self._database.check_open()
        return await self._database.run(self._create(match))

    async def load(self, match_id: int) -> Match:
        """The match as it is stored. Raises UnknownMatch."""
        self._database.check_open()
        return await self._database.run(self._load(match_id))

    async def matches(
        self,
        *,
        status: Status | None = None,
        channel: int | None = None,
        guild: int | None = None,
        person: int | None = None,
    ) -> list[Match]:
        """The matches for which all of these hold, the oldest first.

        One that this version cannot read is left out, and logged.
        """
        conditions: list[ColumnElement[bool]] = []
        if status is not None:
            conditions.append(schema.matches.c.status == status.value)
        if channel is not None:
            conditions.append(schema.matches.c.channel == channel)
        if guild is not None:
            conditions.append(schema.matches.c.guild == guild)
        if person is not None:
            seated = select(schema.seats.c.match).where(schema.seats.c.person == person)
            conditions.append(schema.matches.c.id.in_(seated))
        self._database.check_open()
        found = await self._database.run(self._find(*conditions))
        for match in found:
            if isinstance(match, StoreError):
                log.error("%s", match)
        return [match for match in found if isinstance(match, Match)]

    async def newest_id(self) -> int:
        """The largest id of Discord in messages and sources, 0 where there is none."""
        self._database.check_open()
        return await self._database.run(self._newest_id())

    # The outbox

    async def pending(self) -> list[Post]:
        """What is to be posted, in the order of matches and their events."""
        return await self._posts(schema.posts.c.state == PostState.PENDING.value)

    async def posts(self, match_id: int) -> list[Post]:
        """All posts of a match, in order."""
        return await self._posts(schema.posts.c.match == match_id)

    async def post_of_message(self, message_id: int) -> Post | None:
        """What that message shows, None for a message that is no post of ours."""
        return next(iter(await self._posts(schema.posts.c.message == message_id)), None)

    async def posted(self, post: Post, message_id: int) -> None:
        """Ticks a post off: that message shows it."""
        await self._mark(
            _is(post),
            state=PostState.SHOWN.value,
            message=message_id,
            channel=post.channel,
            why=None,
        )

    async def refused(self, post: Post, why: str) -> None:
        """Records that Discord refused a post for good; not if it goes elsewhere by now."""
        await self._mark(
            _is(post)
            & (schema.posts.c.channel == post.channel)
            & (schema.posts.c.state == PostState.PENDING.value),
            state=PostState.REFUSED.value,
            why=why,
        )

    async def told(self, post: Post) -> None:
        """Records that the players know that a post is refused."""
        await self._mark(_is(post), told=True)

    async def retry(
        self, *, channel: int | None = None, guild: int | None = None, match: int | None = None
    ) -> list[int]:
        """Has what was refused there (None: anywhere) posted again; returns the matches' ids."""
        conditions = [schema.posts.c.state == PostState.REFUSED.value]
        if channel is not None:
            conditions.append(schema.posts.c.channel == channel)
        if guild is not None:
            there = select(schema.matches.c.id).where(schema.matches.c.guild == guild)
            conditions.append(schema.posts.c.match.in_(there))
        if match is not None:
            conditions.append(schema.posts.c.match == match)
        return await self._mark(*conditions, state=PostState.PENDING.value, why=None)

    # Facts

    async def fact(self, name: str) -> str | None:
        """What was noted under that name, None for nothing."""

        async def find() -> str | None:
            async with self._database.reading() as connection:
                return await connection.scalar(
                    select(schema.facts.c.value).where(schema.facts.c.name == name)
                )

        self._database.check_open()
        return await self._database.run(find())

    async def set_fact(self, name: str, value: str) -> None:
        """Notes a value that is no part of a match, in the place of an earlier one."""

        async def note() -> None:
            async with self._database.writing() as connection:
                await connection.execute(delete(schema.facts).where(schema.facts.c.name == name))
                await connection.execute(insert(schema.facts).values(name=name, value=value))

        self._database.check_open()
        await self._database.run(note())

    # Loading

    async def _load(self, match_id: int) -> Match:
        found = await self._find(schema.matches.c.id == match_id)
        if not found:
            raise UnknownMatch(match_id)
        if isinstance(found[0], StoreError):
            raise found[0]
        return found[0]

    async def _find(self, *conditions: ColumnElement[bool]) -> list[Match | StoreError]:
        """The matches, oldest first; an error in the place of one that cannot be read."""
        statement = (
            select(schema.matches, schema.seats.c.person)
            .join(schema.seats)
            .where(*conditions)
            .order_by(schema.matches.c.id, schema.seats.c.seat)
        )
        async with self._database.reading() as connection:
            result = (await connection.execute(statement)).mappings().all()
            tables = [(seats[0], [row["person"] for row in seats]) for seats in _grouped(result)]
            unknown = [
                row["id"] for row, _ in tables if self._known.get(row["id"], row["version"]) is None
            ]
            events = await _events(connection, unknown)
        found: list[Match | StoreError] = []
        for row, people in tables:
            match = self._known.get(row["id"], row["version"])
            if match is None:
                try:
                    match = rows.match_of(row, people, events.get(row["id"], ()))
                except StoreError as error:
                    found.append(error)
                    continue
                self._known.put(match)
                await asyncio.sleep(0)  # reading positions takes its time; let others run
            found.append(match)
        return found

    async def _newest_id(self) -> int:
        async with self._database.reading() as connection:
            newest = await connection.scalar(select(func.max(schema.posts.c.message))) or 0
            sources = await connection.scalars(
                select(schema.events.c.source).where(schema.events.c.source.is_not(None))
            )
            ids = (int(digits) for source in sources for digits in re.findall(r"[0-9]+", source))
            return max(newest, max(ids, default=0))

    # Saving

    async def _create(self, match: Match) -> Match:
        source = match.events[0].source
        async with self._database.writing() as connection:
            if source is not None and await connection.scalar(
                select(schema.events.c.match).where(
                    schema.events.c.source == source, schema.events.c.number == 1
                )
            ):
                raise Repeated
            inserted = await connection.execute(
                insert(schema.matches).values(rows.match_row(match)).returning(schema.matches.c.id)
            )
            match = replace(match, id=inserted.scalar_one())
            await connection.execute(insert(schema.seats), rows.seat_rows(match.id, match.people))
            has_post = await _append(connection, match, match.events)
        self._written(match, has_post=has_post)
        return match

    async def _save(self, before: Match, match: Match) -> None:
        new = match.events[len(before.events) :]
        if match.id != before.id or match.events[: len(before.events)] != before.events:
            raise ValueError("What happened in a match can only be added to.")
        if not new:
            return
        try:
            async with self._database.writing() as connection:
                updated = await connection.execute(
                    update(schema.matches)
                    .where(
                        schema.matches.c.id == match.id,
                        schema.matches.c.version == len(before.events),
                    )
                    .values(rows.match_row(match))
                )
                if updated.rowcount != 1:
                    raise Conflict(f"Match {match.id} has gone on meanwhile.")
                if match.people != before.people:
                    await connection.execute(
                        delete(schema.seats).where(schema.seats.c.match == match.id)
                    )
                    await connection.execute(
                        insert(schema.seats), rows.seat_rows(match.id, match.people)
                    )
                if match.channel != before.channel:
                    await _forward(connection, match)
                has_post = await _append(connection, match, new)
        except Conflict:
            if await self._has_source(match.id, new):
                raise Repeated from None
            raise
        self._written(match, has_post=has_post)

    async def _has_source(self, match_id: int, events: Sequence[Event]) -> bool:
        sources = [event.source for event in events if event.source is not None]
        async with self._database.reading() as connection:
            found = await connection.scalar(
                select(schema.events.c.number).where(
                    schema.events.c.match == match_id, schema.events.c.source.in_(sources)
                )
            )
        return found is not None

    def _written(self, match: Match, *, has_post: bool) -> None:
        self._known.put(match)
        if has_post and self.saved is not None:
            try:
                self.saved(match)
            except Exception:
                log.exception("After saving match %s", match.id)

    # Posts

    async def _posts(self, condition: ColumnElement[bool]) -> list[Post]:
        async def find() -> list[Post]:
            statement = (
                select(schema.posts)
                .where(condition)
                .order_by(schema.posts.c.match, schema.posts.c.event)
            )
            async with self._database.reading() as connection:
                return [rows.post_of(row) for row in await connection.execute(statement)]

        self._database.check_open()
        return await self._database.run(find())

    async def _mark(
        self, *conditions: ColumnElement[bool], **values: str | int | None
    ) -> list[int]:
        async def mark() -> list[int]:
            statement = update(schema.posts).where(*conditions).values(values)
            async with self._database.writing() as connection:
                marked = await connection.scalars(statement.returning(schema.posts.c.match))
                return sorted(set(marked))

        self._database.check_open()
        return await self._database.run(mark())


def _is(post: Post) -> ColumnElement[bool]:
    return (schema.posts.c.match == post.match) & (schema.posts.c.event == post.event)


def _grouped(result: Sequence[Any]) -> list[list[Any]]:
    return [list(seats) for _, seats in groupby(result, key=lambda row: row["id"])]


async def _events(connection: AsyncConnection, match_ids: list[int]) -> dict[int, list[Event]]:
    """The events of these matches, in order."""
    events: dict[int, list[Event]] = {}
    for start in range(0, len(match_ids), MATCHES_AT_ONCE):
        statement = (
            select(schema.events)
            .where(schema.events.c.match.in_(match_ids[start : start + MATCHES_AT_ONCE]))
            .order_by(schema.events.c.match, schema.events.c.number)
        )
        for row in await connection.execute(statement):
            events.setdefault(row.match, []).append(rows.event_of(row))
    return events


async def _append(connection: AsyncConnection, match: Match, events: Sequence[Event]) -> bool:
    """Writes events and what they have to show; returns whether there is something to show."""
    await connection.execute(insert(schema.events), rows.event_rows(match.id, events))
    post = rows.post_row(match.id, match.channel, events)
    if post is not None:
        await connection.execute(insert(schema.posts).values(post))
    return post is not None


async def _forward(connection: AsyncConnection, match: Match) -> None:
    """Sends what has not been shown to the match's new channel."""
    await connection.execute(
        update(schema.posts)
        .where(
            schema.posts.c.match == match.id,
            schema.posts.c.state != PostState.SHOWN.value,
        )
        .values(channel=match.channel, state=PostState.PENDING.value, why=None, told=False)
    )
