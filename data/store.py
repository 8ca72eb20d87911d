"""The store: matches and their outbox, loaded and saved as values."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import schema
from data.database.connection import Database
from data.database.errors import StoreError, UnknownMatch
from data.matches import conversion, followers, history, imports, outbox, ratings, statements
from data.matches.cache import Cache
from data.matches.history import Page, Played, Tally, Viewer, Wanted
from data.matches.post import Post, PostState
from data.matches.ratings import Change, Leaderboard, Place, Step
from data.members import blocks, holidays, preferences, privacy
from data.members.holidays import Holiday
from data.members.settings import PersonSettings, ServerSettings
from engine.table.match import Match
from engine.table.record import Repeated, Status

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Statements = Callable[Concatenate[AsyncConnection, P], Awaitable[T]]

LARGEST_ID = 2**31 - 1
"""What the column of a match's id holds; a driver may choke on more."""


@dataclass
class Table:
    """The match in a unit of work; the block replaces ``match`` by what came of it."""

    match: Match


@dataclass(frozen=True)
class Counts:
    """How many matches are played or waiting for answers, and how many posts for Discord."""

    live: int
    challenges: int
    waiting: int
    refused: int


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
        store = cls(await Database.open(url))
        try:
            await store._seat()
        except BaseException:
            await store.close()
            raise
        return store

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

        Raises UnknownMatch; Repeated when an event of that source is in a match already.
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

        Of what somebody imports only the newest are kept.

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
        self._database.check_open()
        wanted = statements.conditions(status, channel, guild, person)
        found = await self._database.run(self._find(*wanted))
        for match in found:
            if isinstance(match, StoreError):
                log.error("%s", match)
        return [match for match in found if isinstance(match, Match)]

    async def due(self, now: datetime) -> list[int]:
        """The ids of the matches in which something is to happen by now, longest due first."""
        return await self._read(statements.due, now)

    async def reschedule(self, match: Match) -> None:
        """Notes anew when something is to happen by itself in a match that is not changed."""
        await self._write(statements.reschedule, match)

    async def live_in(self, guild: int, *, person: int | None = None) -> Counter[int]:
        """How many live matches each channel of a server has; of a person, or of all.

        Those in a thread that was made from a post count for the channel of that post.
        """
        wanted = statements.conditions(Status.LIVE, None, guild, person)
        return await self._read(statements.count_by_channel, *wanted)

    async def newest_id(self) -> int:
        """The largest id of Discord in messages and sources, 0 where there is none."""
        return await self._read(statements.newest_id)

    # The outbox

    async def pending(self) -> list[Post]:
        """What is to be posted, in the order of matches and their events."""
        return await self._read(outbox.find, schema.posts.c.state == PostState.PENDING.value)

    async def posts(self, match_id: int) -> list[Post]:
        """All posts of a match, in order."""
        return await self._read(outbox.find, schema.posts.c.match == match_id)

    async def post_of_message(self, message_id: int) -> Post | None:
        """What that message shows, None for a message that is no post of ours."""
        found = await self._read(outbox.find, schema.posts.c.message == message_id)
        return found[0] if found else None

    async def posted(self, post: Post, message_id: int) -> None:
        """Ticks a post off: that message shows it."""
        await self._write(outbox.shown, post, message_id)

    async def refused(self, post: Post, why: str) -> None:
        """Records that Discord refused a post for good, unless it goes elsewhere by now."""
        await self._write(outbox.refused, post, why)

    async def told(self, post: Post) -> None:
        """Records that the players know that a post is refused."""
        await self._write(outbox.told, post)

    async def retry(
        self, *, channel: int | None = None, guild: int | None = None, match: int | None = None
    ) -> list[int]:
        """Has what was refused there (None: anywhere) posted again; returns the matches' ids."""
        return await self._write(outbox.retry, channel, guild, match)

    # Settings

    async def server_settings(self) -> dict[int, ServerSettings]:
        """What servers have set, by their ids; the others have everything as by default."""
        return await self._read(preferences.of_servers)

    async def set_server_settings(self, guild: int, settings: ServerSettings) -> None:
        """Keeps what a server has set."""
        await self._write(preferences.set_server, guild, settings)

    async def person_settings(self, person: int) -> PersonSettings:
        """What a person has set."""
        return await self._read(preferences.of_person, person)

    async def set_person_settings(self, person: int, settings: PersonSettings) -> None:
        """Keeps what a person has set."""
        await self._write(preferences.set_person, person, settings)

    # Holidays

    async def holidays(self, person: int) -> list[Holiday]:
        """All holidays of a person, the first one first."""
        return await self._read(holidays.of, person)

    async def away(self, now: datetime) -> dict[int, datetime]:
        """Who is on holiday, and until when."""
        return await self._read(holidays.away, now)

    async def begin_holiday(self, person: int, start: datetime, until: datetime) -> None:
        """Notes that a person is on holiday."""
        await self._write(holidays.begin, person, start, until)

    async def end_holidays(self, person: int, now: datetime) -> None:
        """Notes that a person is back."""
        await self._write(holidays.end, person, now)

    # Followers

    async def followers(self, match_id: int) -> dict[int, bool]:
        """Who follows a match, and whether he is told of each turn."""
        return await self._read(followers.of_match, match_id)

    async def follow(self, match_id: int, person: int, *, turns: bool) -> None:
        """Has a person told when a match ends or, with ``turns``, of each of its turns too."""
        await self._write(followers.add, match_id, person, turns=turns)

    async def unfollow(self, match_id: int, person: int) -> None:
        """Has a person told nothing more of a match."""
        await self._write(followers.remove, match_id, person)

    # Blocks

    async def block(self, person: int, blocked: int) -> None:
        """Notes that a person has blocked another, or everybody (0)."""
        await self._write(blocks.add, person, blocked)

    async def unblock(self, person: int, blocked: int) -> bool:
        """Forgets that a person has blocked another, or everybody (0); whether he had."""
        return await self._write(blocks.remove, person, blocked)

    async def blocked_by(self, person: int) -> frozenset[int]:
        """Whom a person has blocked; 0 stands for everybody."""
        return await self._read(blocks.of, person)

    async def blocks_among(self, people: Iterable[int]) -> frozenset[tuple[int, int]]:
        """Who of these people has blocked whom of them, or everybody (0)."""
        return await self._read(blocks.among, people)

    # What has been

    async def homes(self, guild: int) -> list[int]:
        """The channels in which matches have ended, those above threads for these."""
        return await self._read(history.homes, guild)

    async def history(self, wanted: Wanted, viewer: Viewer, *, offset: int, limit: int) -> Page:
        """A page of the ended matches that somebody may see, the newest first."""
        return await self._read(history.find, wanted, viewer, offset=offset, limit=limit)

    async def score(self, wanted: Wanted, viewer: Viewer) -> Tally:
        """How the two people of ``wanted`` fared, in the matches that somebody may see."""
        return await self._read(history.score, wanted, viewer)

    async def played(self, guild: int, person: int) -> list[Played]:
        """What came of a person's matches on a server, game by game; the most played first."""
        return await self._read(history.played, guild, person)

    # Ratings

    async def rating_changes(self, match_id: int) -> list[Change]:
        """What a match made of its players' ratings; nothing where it did not count."""
        return await self._read(ratings.changes, match_id)

    async def leaderboard(self, guild: int, game: str, *, offset: int, limit: int) -> Leaderboard:
        """A part of the leaderboard of a game on a server: settled ratings come first."""
        return await self._read(ratings.leaderboard, guild, game, offset=offset, limit=limit)

    async def place_of(self, guild: int, game: str, person: int) -> Place | None:
        """Where a person stands on the leaderboard, None where he is not on it."""
        return await self._read(ratings.place_of, guild, game, person)

    async def rating_course(self, guild: int, person: int) -> list[Step]:
        """How the ratings of a person on a server went, in order."""
        return await self._read(ratings.course, guild, person)

    # Facts

    async def fact(self, name: str) -> str | None:
        """What was noted under that name, None for nothing."""
        return await self._read(_fact, name)

    async def set_fact(self, name: str, value: str) -> None:
        """Notes a value that is no part of a match, in the place of an earlier one."""
        await self._write(_set_fact, name, value)

    # Privacy

    async def kept_about(self, person: int) -> dict[str, Any]:
        """Everything that is kept about a person, as JSON data."""
        return await self._read(privacy.kept, person)

    async def forget(self, person: int) -> bool:
        """Takes a person out of everything that is kept; returns whether that could be done.

        It cannot where something in a match still waits for him: he has to leave it first. In
        the matches that others played too, a negative number stands for him from now on, the
        same in all of them.
        """
        self._database.check_open()
        with self._database.in_hand():
            ids = await self._read(privacy.matches_of, person)
            async with AsyncExitStack() as held:  # in one order, so that two do not wait for ever
                for match_id in ids:
                    lock = self._locks.setdefault(match_id, asyncio.Lock())
                    await held.enter_async_context(lock)
                return await self._database.run(self._forget(person, ids))

    # Upkeep

    async def backup(self, target: Path) -> None:
        """Writes a copy of the database to a file that does not exist yet; matches go on.

        Raises StoreError where that cannot be, or the database is no SQLite file.
        """
        self._database.check_open()
        await self._database.backup(target)

    async def counts(self) -> Counts:
        """How much there is to do."""
        return await self._read(_counts)

    # How

    async def _seat(self) -> None:
        """Completes the seats of matches that were written before seats had teams and ranks."""
        for match_id in await self._read(statements.unseated):
            try:
                match = await self.load(match_id)
            except StoreError as error:
                log.error("%s", error)
                continue
            await self._write(statements.seat, match)

    async def _read(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async def read() -> T:
            async with self._database.reading() as connection:
                return await statements(connection, *args, **kwargs)

        self._database.check_open()
        return await self._database.run(read())

    async def _write(self, statements: Statements[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async def write() -> T:
            async with self._database.writing() as connection:
                return await statements(connection, *args, **kwargs)

        self._database.check_open()
        return await self._database.run(write())

    async def _load(self, match_id: int) -> Match:
        if not 0 < match_id <= LARGEST_ID:
            raise UnknownMatch(match_id)
        found = await self._find(schema.matches.c.id == match_id)
        if not found:
            raise UnknownMatch(match_id)
        if isinstance(found[0], StoreError):
            raise found[0]
        return found[0]

    async def _find(self, *wanted: ColumnElement[bool]) -> list[Match | StoreError]:
        """The matches, oldest first; an error in the place of one that cannot be read."""
        age = self._known.age
        async with self._database.reading() as connection:
            tables = await statements.find(connection, *wanted)
            known = [self._known.get(row["id"], row["version"]) for row, _ in tables]
            unknown = [
                table.row["id"] for table, match in zip(tables, known, strict=True) if not match
            ]
            events = await statements.events_of(connection, unknown)
        found: list[Match | StoreError] = []
        for (row, people), match in zip(tables, known, strict=True):
            if match:
                found.append(replace(match, drafts=conversion.drafts_of(row)))
                continue
            try:
                read = conversion.match_of(row, people, events[row["id"]])
            except StoreError as error:
                found.append(error)
                continue
            self._known.put(read, age)
            found.append(read)
            await asyncio.sleep(0)  # reading positions takes its time; let others run
        return found

    async def _create(self, match: Match) -> Match:
        async with self._database.writing() as connection:
            if await statements.made_match(connection, match.events[0].source):
                raise Repeated
            match = await statements.add(connection, match)
            has_post = await outbox.add(connection, match, match.events)
            dropped = await imports.keep_newest(connection, match.host) if match.imported else []
        self._known.drop(dropped)
        self._written(match, has_post=has_post)
        return match

    async def _save(self, before: Match, match: Match) -> None:
        count = len(before.events)
        if match.id != before.id or match.events[:count] != before.events:
            raise ValueError("What happened in a match can only be added to.")
        new = match.events[count:]
        if not new and match.drafts == before.drafts:
            return
        async with self._database.writing() as connection:
            if await statements.has_source(connection, new):
                raise Repeated
            await statements.go_on(connection, before, match)
            await ratings.follow(connection, before, match)
            if match.channel != before.channel:
                await outbox.forward(connection, match)
            has_post = await outbox.add(connection, match, new)
        self._written(match, has_post=has_post)

    async def _forget(self, person: int, ids: Sequence[int]) -> bool:
        """What ``forget`` does, while the matches of those ids are left alone by others."""
        for status in (Status.CHALLENGE, Status.LIVE):
            for match in await self._find(*statements.conditions(status, None, None, person)):
                if isinstance(match, Match) and match.waits_for(person):
                    return False
        async with self._database.writing() as connection:
            if await privacy.matches_of(connection, person) != ids:
                return False
            await privacy.forget(connection, person)
        self._known.drop(ids)
        return True

    def _written(self, match: Match, *, has_post: bool) -> None:
        self._known.put(match)
        if has_post and self.saved is not None:
            try:
                self.saved(match)
            except Exception:
                log.exception("After saving match %s", match.id)


async def _fact(connection: AsyncConnection, name: str) -> str | None:
    statement = select(schema.facts.c.value).where(schema.facts.c.name == name)
    return (await connection.execute(statement)).scalar_one_or_none()


async def _set_fact(connection: AsyncConnection, name: str, value: str) -> None:
    await connection.execute(delete(schema.facts).where(schema.facts.c.name == name))
    await connection.execute(insert(schema.facts).values(name=name, value=value))


async def _counts(connection: AsyncConnection) -> Counts:
    async def count(column: ColumnElement[str], value: str) -> int:
        statement = select(func.count()).where(column == value)
        return (await connection.execute(statement)).scalar_one()

    return Counts(
        live=await count(schema.matches.c.status, Status.LIVE.value),
        challenges=await count(schema.matches.c.status, Status.CHALLENGE.value),
        waiting=await count(schema.posts.c.state, PostState.PENDING.value),
        refused=await count(schema.posts.c.state, PostState.REFUSED.value),
    )
