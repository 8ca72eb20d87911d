"""The store: matches loaded and saved as values, and other stored data by subject."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Self

from sqlalchemy import ColumnElement

from data import backfill, inspection
from data.asynchronous import AsyncConnection
from data.bulletins import Bulletins
from data.crowds.crowds import Crowds
from data.database import backup, schema
from data.database.backend import Notice, Shards
from data.database.connection import Database, Facts, Spans
from data.database.errors import StoreError, UnknownMatch
from data.database.opening import WHOLE
from data.guesses.guesses import Guesses
from data.learning.desks import Desks
from data.learning.live_boards import LiveBoards
from data.learning.match_puzzles import MatchPuzzles
from data.learning.posted_puzzles import DailyPuzzles, SharedPuzzles
from data.learning.progress import Lessons, Puzzles
from data.learning.reviews import Reviews
from data.lists import Counts, Lists, counts_of
from data.matches import match_rows, quotas, saving
from data.matches.batches import Batches
from data.matches.memory import Memory, list_moves, promptly
from data.matches.outbox import Followers, Outbox
from data.matches.posts import Outgoing, Overviews, Posted
from data.matches.quotas import Admit
from data.matches.reading import read_match, readable
from data.members import privacy
from data.members.blocks import Blocks
from data.members.deletion import Deletion
from data.members.holidays import Holidays
from data.members.operator import Operator
from data.members.settings import Preferences
from data.outcomes.history import History
from data.outcomes.practice import Practice
from data.outcomes.ratings import Ratings
from data.outcomes.seasons import Seasons
from data.outcomes.standings import Standings
from data.records import Units, is_id
from data.servers.servers import Servers
from data.signals import Signal
from data.tournaments.tournaments import Tournaments
from engine.table.match import Match
from engine.table.record import Event, Status


@dataclass
class OpenMatch:
    """A match in a unit of work; the block assigns the changed match to ``match``."""

    match: Match


class Store:
    """The matches of a database. Every method raises StoreError if the database fails.

    ``shards`` are those of this process, which posts, times and cleans up the matches on their
    servers. ``memory`` is the cache of matches; a match that another process changes is dropped
    from it. Most other attributes hold other stored data, one subject each. Four are signals:

    - ``saving``: a match is about to be written; if that fails, the functions that a listener has
      added to ``undo`` are called.
    - ``saved``: a match has something new to post, or a new channel to post in; announced right
      after the write.
    - ``changed``: anything of a match was written.
    - ``heard``: another process has made a change; called with the kind and the id from its notice.
      The kind ``everything`` means that anything may have changed.
    """

    def __init__(self, database: Database) -> None:
        self.saving = Signal[Match, list[Callable[[], None]]]()
        self.saved = Signal[Outgoing]()
        self.changed = Signal[Match]()
        self.heard = Signal[str, int]()
        self._database = database
        self.shards = database.shards
        database.backend.heard = self._hear
        self.memory = Memory()
        self._units = Units(database, match_rows.LOG, self.memory.forget)
        self.batches = Batches(database, self.memory, self._units, self._find, self._written)
        self.outbox = Outbox(database, self.memory)
        self.bulletins = Bulletins(database)
        self.followers = Followers(database, self.memory)
        self.overviews = Overviews(database)
        self.history = History(database)
        self.lists = Lists(database)
        self.ratings = Ratings(database)
        self.standings = Standings(database)
        self.seasons = Seasons(database)
        self.practice = Practice(database)
        self.preferences = Preferences(database)
        self.holidays = Holidays(database)
        self.blocks = Blocks(database)
        self.operator = Operator(database)
        self.facts = Facts(database)
        self.desks = Desks(database)
        self.puzzles = Puzzles(database)
        self.shared_puzzles = SharedPuzzles(database)
        self.daily_puzzles = DailyPuzzles(database)
        self.match_puzzles = MatchPuzzles(database)
        self.live_boards = LiveBoards(database)
        self.lessons = Lessons(database)
        self.reviews = Reviews(database)
        self.tournaments = Tournaments(database)
        self.guesses = Guesses(database)
        self.servers = Servers(database)
        self.crowds = Crowds(database, self._written)
        self._deletion = Deletion(
            database, self.memory, self._units, self._find, self.tournaments, crowds=self.crowds
        )

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        backups: Path | None = None,
        shards: Shards = WHOLE,
        waiting: Callable[[bool], None] | None = None,
    ) -> Self:
        """Open the store in the database of a URL, or in the SQLite file of that path.

        ``backups`` is the folder of its copies. ``shards`` are those of this process. If another
        process holds one of them, ``waiting`` is called with True when this process begins to wait,
        and with False when the wait ends. Raises StoreError if the database cannot be opened,
        belongs to another program, is damaged, lost or of a newer version, or is owned by another
        process.
        """
        store = cls(await Database.open(url, backups, shards, waiting))
        try:
            await backfill.complete(store._database, store.facts, store.some)
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def folder(self) -> Path:
        """Return the folder of the database's file, or the working directory without a file."""
        file = self._database.backend.file
        return file.parent if file is not None else Path()

    async def close(self) -> None:
        """Close the database once the units of work in hand are done; further calls do nothing."""
        await self._database.close()

    # The unit of work

    @asynccontextmanager
    async def match(self, match_id: int, admit: Admit | None = None) -> AsyncIterator[OpenMatch]:
        """Open a unit of work: the block replaces ``opened.match`` and awaits nothing.

        Only one is open at a time for each match. All changes are written when the block ends, or
        none; after an exception in the block nothing is written. If the caller is cancelled,
        writing is finished first. ``admit`` is called if a match against computers alone begins.

        Raises UnknownMatch; Repeated if any match already has an event with the source of a new
        one; Conflict if another process has changed the match; Refusal from ``admit``.
        """
        load, save = partial(self._load, match_id), partial(self._save, admit=admit)
        async with self._units.open(match_id, load, save) as unit:
            opened = OpenMatch(unit.record)
            yield opened
            unit.record = opened.match

    async def create(
        self, match: Match, admit: Admit | None = None, *, instead_of: int | None = None
    ) -> Match:
        """Store a new match, whose id is 0, and return it with its id.

        ``admit`` is as in ``match``. ``instead_of`` is the id of an imported record that the match
        replaces. If the match is imported, the host's oldest imported records beyond the quota are
        deleted.

        Raises Repeated if a match was already made from the source of its first event; Refusal from
        ``admit``.
        """
        if match.id:
            raise ValueError(f"Match {match.id} is stored already.")
        self._database.check_open()
        return await self._database.run(self._create(match, admit, instead_of))

    async def imports(self, person: int) -> list[int]:
        """Return the ids of a person's imported records, oldest first."""
        return await self._database.read(quotas.of, person)

    # Matches

    async def outgoing(self, match_id: int) -> Outgoing:
        """Return a match with its posts and followers, for posting. Raises UnknownMatch."""
        posted = await self.outbox.posted(match_id)
        match = await self.load(match_id)  # after the posts: it must have the events of all posts
        return Outgoing(match, posted.posts, posted.followers)

    async def live_of(self, person: int, channel: int) -> list[int]:
        """Return the ids of a person's live matches in a channel, oldest first."""
        played = await self.played_in(channel)
        return [match_id for match_id, people in played.items() if person in people]

    async def played_in(self, channel: int) -> Mapping[int, Sequence[int]]:
        """Return the players of each live match in a channel, by its id, oldest first."""
        live = self.memory.live(channel)
        if live is None:
            with self.memory.reading() as reading:
                live = await self._database.read(match_rows.live_in, channel)
                self.memory.keep_live(reading, channel, live)
        return live

    async def load(self, match_id: int) -> Match:
        """Return the match as it is stored. Raises UnknownMatch."""
        self._database.check_open()
        return await self._load(match_id)

    async def matches(
        self,
        *,
        status: Status | None = None,
        channel: int | None = None,
        guild: int | None = None,
        person: int | None = None,
    ) -> list[Match]:
        """Return the readable matches that meet all given conditions, oldest first.

        Unreadable matches are logged.
        """
        self._database.check_open()
        wanted = match_rows.conditions(status, channel, guild, person)
        return readable(await self._database.run(self._find(*wanted)))

    async def some(self, ids: Sequence[int]) -> list[Match]:
        """Return the matches of these ids, in that order.

        Unreadable matches are logged and left out; missing ones are left out silently.
        """
        self._database.check_open()
        read = await self._database.run(self._find(schema.matches.c.id.in_(ids)))
        found = {match.id: match for match in readable(read)}
        return [found[match_id] for match_id in ids if match_id in found]

    async def due(self, now: datetime) -> list[int]:
        """Return the ids of this process's matches with something due by now, longest due first."""
        return await self._database.read(
            match_rows.due, now, *self.shards.of(schema.matches.c.guild)
        )

    async def reschedule(self, match: Match) -> None:
        """Rewrite the due time of a match unless the match has changed since."""
        await self._database.write(match_rows.reschedule, match)

    async def live_in(self, guild: int, *, person: int | None = None) -> Counter[int]:
        """Return the number of live matches, all or a person's, in each channel of a server.

        A match in a thread made from a post counts for the channel of that post. A person's matches
        against computers alone do not count.
        """
        wanted = match_rows.conditions(Status.LIVE, None, guild, person)
        if person is not None:
            wanted.append(match_rows.against_people(person))
        return await self._database.read(match_rows.count_by_channel, *wanted)

    async def knows(self, source: str) -> bool:
        """Return whether any match has an event from this source, a message or interaction."""
        return await self._database.read(match_rows.LOG.knows, [source])

    async def channels(self, since: datetime) -> list[tuple[int, int]]:
        """Return the server and channel of each match that is not over, or ended after ``since``.

        For a thread made from a post, the channel of that post is included. Only matches of this
        process count.
        """
        return await self._database.read(
            match_rows.channels, since, *self.shards.of(schema.matches.c.guild)
        )

    async def newest_id(self) -> int:
        """Return the largest of Discord's ids in stored messages and sources, 0 if none."""
        return await self._database.read(match_rows.newest_id)

    async def counts(self) -> Counts:
        """Return the counts of matches and posts, and the sizes of the database and its disk."""
        return await self._database.read(counts_of, self._database.backend)

    async def check(self) -> None:
        """Write something small as a trial. Raises StoreError if nothing can be written."""
        await self._database.check()

    @property
    def is_available(self) -> bool:
        """Whether the database is believed to be usable."""
        return not self._database.outage.reason

    async def available(self) -> None:
        """Wait until the database can be used."""
        await self._database.outage.over()

    @property
    def failures(self) -> Counter[str]:
        """Numbers of failed transactions by kind since the database was opened."""
        return self._database.failures

    @property
    def times(self) -> dict[str, Spans]:
        """Durations of reading and writing transactions since the database was opened."""
        return {"read": self._database.reads, "write": self._database.writes}

    # Privacy

    async def kept_about(self, person: int) -> dict[str, Any]:
        """Return all data stored about a person, as JSON data."""
        return await self._database.read(privacy.kept, person)

    async def forget(self, person: int, now: datetime | None = None) -> bool:
        """Delete the data about a person; return False if that is impossible now.

        It is impossible while a challenge or live match needs them, who have to leave it first, or
        if another change comes first. They leave tournaments and crowds at ``now``, or at the time
        of the last entry if that is later or ``now`` is None. In records shared with others their
        id is replaced by a negative number, the same everywhere.
        """
        return await self._deletion.forget(person, now)

    # Upkeep

    async def damage(self, backups: Path | None) -> str:
        """Return a sentence about damage to the database, empty if it is sound.

        This may take minutes for a large database, whose pages are not checked when it is opened.
        """
        return await self._database.damage(backups)

    async def compare(self, chance: random.Random) -> list[str]:
        """Compare a sample of records with their columns and standings, and mend contradictions.

        Return a sentence about each contradiction.
        """
        wrong = await self._database.read(inspection.compare, chance, self.shards)
        for one in wrong:
            await self._database.write(inspection.mend, one)
        return [str(one) for one in wrong]

    async def lost(self) -> str:
        """Wait until another process owns this one's shards; return a sentence about it."""
        return await asyncio.shield(self._database.lost)  # the caller may be cancelled

    async def backup(self, target: Path) -> None:
        """Write a copy of the database to a file that must not exist yet; matches go on.

        Raises StoreError if the copy cannot be written.
        """
        self._database.check_open()
        await self._database.backup(target)

    def backup_name(self, begun: datetime) -> str:
        """Return the file name of a copy begun at that time."""
        return backup.name_at(begun, self._database.backend.suffix)

    # Implementation

    async def _load(self, match_id: int) -> Match:
        if not is_id(match_id):
            raise UnknownMatch(match_id)
        match = self.memory.match(match_id)
        if match is None or not self.shards.have(match.guild):
            found = await self._database.run(self._find(schema.matches.c.id == match_id))
            if not found:
                raise UnknownMatch(match_id)
            if isinstance(found[0], StoreError):
                raise found[0]
            match = found[0]
        await promptly(partial(list_moves, match))
        return match

    async def _find(self, *wanted: ColumnElement[bool]) -> list[Match | StoreError]:
        """Return the matches that meet all conditions, oldest first; unreadable ones as errors."""
        with self.memory.reading() as reading:
            stored, known, events = await self._database.view(self._rows, *wanted)
            found: list[Match | StoreError] = []
            for (row, people), match in zip(stored, known, strict=True):
                if match:
                    found.append(replace(match, set_ups=match_rows.set_ups_of(row)))
                    continue
                try:
                    read = await read_match(row, people, events[row["id"]])
                except StoreError as error:
                    found.append(error)
                    continue
                self.memory.keep(reading, read)
                found.append(read)
                await asyncio.sleep(0)  # reading positions takes long: let other tasks run
        return found

    async def _rows(
        self, connection: AsyncConnection, *wanted: ColumnElement[bool]
    ) -> tuple[list[match_rows.Found], list[Match | None], dict[int, list[Event]]]:
        """Return the rows of matches, the cached matches, and the other matches' events."""
        stored = await match_rows.find(connection, *wanted)
        known = [self.memory.match(row["id"], row["version"]) for row, _ in stored]
        unknown = [one.row["id"] for one, match in zip(stored, known, strict=True) if not match]
        return stored, known, await match_rows.events_of(connection, unknown)

    async def _create(self, match: Match, admit: Admit | None, instead_of: int | None) -> Match:
        created, post, dropped = await self._database.transact(
            saving.add, match, self._database.backend, admit, instead_of
        )
        if dropped:
            self.memory.forget(dropped)
        self._written(None, created, Posted((post,)) if post else None)
        return created

    async def _save(self, before: Match, match: Match, admit: Admit | None = None) -> None:
        count = len(before.events)
        if match.id != before.id or match.events[:count] != before.events:
            raise ValueError("What happened in a match can only be added to.")
        new = match.events[count:]
        if not new and match.set_ups == before.set_ups:
            return
        posts = new and self.shards.have(match.guild)
        undo: list[Callable[[], None]] = []

        def begin_posting() -> None:
            if posts and not undo:
                self.saving(match, undo)

        known, backend = partial(self._known_posts, match), self._database.backend
        append = partial(saving.append, admit=admit, written=begin_posting)
        try:
            posted = await self._units.write(
                match.id, new, (), append, before, match, known, backend
            )
        except BaseException:
            for throw_away in undo:
                throw_away()
            raise
        self._written(before, match, posted)

    def _known_posts(self, match: Match) -> Posted | None:
        """Return the cached posts of a match; None for another process's match."""
        return self.memory.posted(match.id) if self.shards.have(match.guild) else None

    def _hear(self, notice: Notice | None) -> None:
        """Drop the records of a notice from the caches and signal ``heard``; None: everything."""
        what, which = notice or ("everything", 0)
        if what == "match":
            self.memory.forget([which])
        elif what == "tournament":
            self.tournaments.forget([which])
        elif what == "crowd":
            self.crowds.forget([which])
        elif what == "everything":
            self.memory.forget_all()
            self.tournaments.empty_memory()
            self.crowds.empty_memory()
        self.heard(what, which)

    def _written(self, before: Match | None, match: Match, posted: Posted | None) -> None:
        """Update the cache after a commit, and signal it; ``posted`` is None without new posts.

        Another process's match is only dropped from the cache: that process was sent a notice.
        """
        if not self.shards.have(match.guild):
            self.memory.forget([match.id])
            return
        self.memory.written(before, match, posted)
        new = match.events[len(before.events) if before else 0 :]
        what = f"saving match {match.id}"
        if posted is not None:
            self.saved.tell(what, Outgoing(match, posted.posts, posted.followers, new))
        self.changed.tell(what, match)
