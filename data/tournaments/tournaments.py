"""The tournaments of a database, loaded and saved as values, and the cards that show them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, select, update

from data import bulletins
from data.asynchronous import AsyncConnection
from data.database.backend import Backend
from data.database.connection import Database, reading, writing
from data.database.errors import Conflict, UnknownTournament
from data.database.schema import entries, matches, tournaments
from data.records import Cache, Known, Units, is_id
from data.signals import Signal
from data.tournaments import titles, tournament_rows
from data.tournaments.bulletins import TOURNAMENT, bulletins_of
from data.tournaments.titles import Titles
from data.tournaments.tournament_rows import ListedTournament
from engine.event_log import Repeated
from engine.table.record import Status
from engine.tournaments.organising import check_untouched, seats_anew
from engine.tournaments.record import Entry
from engine.tournaments.tournament import Tournament

AdmitTournament = Callable[[Sequence[frozenset[int]]], None]
"""Raises Refusal if a server may have no further tournament.

It is called with the creator and the organiser of each tournament on the server that is not over.
"""

ENTRIES: Final = 50_000
"""Most entries in the cache; each takes about a thousand bytes, with the derived state."""

# Statements of every change are built once: building takes longer than executing.

_CARDS = select(
    tournaments.c.id, tournaments.c.card_channel, tournaments.c.card, tournaments.c.card_version
).order_by(tournaments.c.id)

_CARD_OF = _CARDS.where(tournaments.c.id == bindparam("its_id"))

_CARDS_BEHIND = _CARDS.where(tournaments.c.card_due.is_(True))

_SET_CARD = (
    update(tournaments)
    .where(tournaments.c.id == bindparam("its_id"))
    .values(card_due=tournaments.c.version > bindparam("its_version"))
)


@dataclass
class OpenTournament:
    """A tournament in a unit of work; the block assigns the changed one to ``tournament``."""

    tournament: Tournament


class Card(NamedTuple):
    """The post that shows a tournament as it was after entry number ``version``.

    ``channel`` and ``message`` are None until the post is known to be sent.
    """

    tournament: int
    channel: int | None
    message: int | None
    version: int


class Tournaments(Titles):
    """The tournaments of all servers.

    The signal ``saved`` is called with a tournament and its new entries right after they are
    written, in the process to which the server belongs.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.saved = Signal[Tournament, Sequence[Entry]]()
        self.units = Units(database, tournament_rows.LOG, self.forget)
        cache = Cache[int, Tournament](ENTRIES, lambda one: len(one.entries))
        self._known = Known(database, tournament_rows.find, self._is_ours, cache)

    # The unit of work

    @asynccontextmanager
    async def open(self, tournament_id: int) -> AsyncIterator[OpenTournament]:
        """Open a unit of work: the block replaces ``opened.tournament`` and awaits nothing.

        Only one is open at a time for each tournament. All changes are written when the block ends,
        or none; after an exception in the block nothing is written. If the caller is cancelled,
        writing is finished first.

        Raises UnknownTournament; Repeated if the tournament already has an entry with the source of
        a new one; Conflict if another process has changed the tournament; Refusal if a match that
        loses its table has begun.
        """
        load = partial(self._load, tournament_id)
        async with self.units.open(tournament_id, load, self._save) as unit:
            opened = OpenTournament(unit.record)
            yield opened
            unit.record = opened.tournament

    async def change(self, tournament_id: int, change: Callable[[Tournament], Tournament]) -> bool:
        """Change a tournament in a unit of work; return whether it has changed."""
        async with self.open(tournament_id) as opened:
            before = opened.tournament
            opened.tournament = change(before)
            return opened.tournament is not before

    async def create(
        self, tournament: Tournament, admit: AdmitTournament | None = None
    ) -> Tournament:
        """Store a new tournament, whose id is 0, and return it with its id.

        ``admit`` is called in the transaction. Raises Repeated if a tournament was already made
        from the source of its first entry, or already follows the same tournament; Refusal from
        ``admit``.
        """
        if tournament.id:
            raise ValueError(f"Tournament {tournament.id} is stored already.")
        self._database.check_open()
        return await self._database.run(self._create(tournament, admit))

    async def load(self, tournament_id: int) -> Tournament:
        """Return the tournament as it is stored. Raises UnknownTournament."""
        self._database.check_open()
        return await self._load(tournament_id)

    # Lists

    @property
    def _ours(self) -> list[ColumnElement[bool]]:
        """The conditions for tournaments on this process's servers."""
        return self._database.shards.of(tournaments.c.guild)

    @reading
    async def due(self, connection: AsyncConnection, now: datetime) -> list[int]:
        """Return the ids of this process's tournaments with something due by now.

        The longest due come first.
        """
        return await tournament_rows.due(connection, now, *self._ours)

    @reading
    async def running(self, connection: AsyncConnection) -> list[int]:
        """Return the ids of this process's tournaments that are not over, oldest first."""
        return await self._going_on(connection, *self._ours)

    @reading
    async def over_with_live_matches(self, connection: AsyncConnection) -> list[int]:
        """Return the ids of this process's ended tournaments with a live match, oldest first."""
        live = matches.c.status == Status.LIVE.value
        with_live = tournaments.c.id.in_(select(matches.c.tournament).where(live))
        ended = tournaments.c.ended.is_not(None)
        order = tournaments.c.id
        return await tournament_rows.ids(connection, ended, with_live, *self._ours, order=order)

    @reading
    async def ended_since(self, connection: AsyncConnection, moment: datetime) -> list[int]:
        """Return the ids of this process's tournaments that ended at ``moment`` or later.

        Cancelled tournaments are included. The first that ended comes first.
        """
        lately = tournaments.c.ended >= moment
        order = tournaments.c.ended
        return await tournament_rows.ids(connection, lately, *self._ours, order=order)

    @reading
    async def in_channel(self, connection: AsyncConnection, channel: int) -> list[int]:
        """Return the ids of a channel's tournaments that are not over, oldest first."""
        return await self._going_on(connection, tournaments.c.channel == channel)

    @reading
    async def in_server(self, connection: AsyncConnection, guild: int) -> list[int]:
        """Return the ids of a server's tournaments that are not over, oldest first."""
        return await self._going_on(connection, tournaments.c.guild == guild)

    async def _going_on(
        self, connection: AsyncConnection, *wanted: ColumnElement[bool]
    ) -> list[int]:
        goes_on = tournaments.c.ended.is_(None)
        return await tournament_rows.ids(connection, goes_on, *wanted, order=tournaments.c.id)

    @reading
    async def listed(
        self,
        connection: AsyncConnection,
        guild: int,
        *,
        over: bool | None = None,
        limit: int,
        before: int | None = None,
    ) -> list[ListedTournament]:
        """Return tournaments of a server, newest first, at most ``limit``.

        ``over`` selects ended tournaments, or all others; None selects both. Only tournaments with
        ids below ``before`` are returned; None means any id.
        """
        wanted = [tournaments.c.guild == guild]
        if over is not None:
            ended = tournaments.c.ended
            wanted.append(ended.is_not(None) if over else ended.is_(None))
        if before is not None:
            wanted.append(tournaments.c.id < before)
        return await tournament_rows.listed(connection, *wanted, limit=limit)

    async def of_person(self, person: int, guild: int) -> list[int]:
        """Return the ids of a person's tournaments on a server that are not over, oldest first."""
        there = tournaments.c.guild == guild
        ids = await self._database.read(tournament_rows.people_in, person, there)
        return [one for one in ids if (await self.load(one)).state.is_in(person)]

    @reading
    async def knows(self, connection: AsyncConnection, source: str) -> bool:
        """Return whether any tournament has an entry from this source, a message or interaction."""
        return await tournament_rows.LOG.knows(connection, [source])

    @reading
    async def matches_of(
        self, connection: AsyncConnection, tournament_id: int
    ) -> list[tuple[int, str]]:
        """Return the id and the source of each match of a tournament, oldest first.

        A missing source is an empty text.
        """
        return await tournament_rows.matches_of(connection, tournament_id)

    # Cards

    @writing
    async def set_card(
        self,
        connection: AsyncConnection,
        tournament_id: int,
        channel: int | None,
        message: int | None,
        version: int,
    ) -> None:
        """Record the post that shows a tournament as it was after entry number ``version``.

        The card stays due unless that is the last entry.
        """
        values = {"card_channel": channel, "card": message, "card_version": version}
        values |= {"its_id": tournament_id, "its_version": version}
        await connection.execute(_SET_CARD, values)

    @reading
    async def cards_behind(self, connection: AsyncConnection) -> list[Card]:
        """Return the cards of this process's tournaments that have to be sent or edited."""
        return await _cards(connection, _CARDS_BEHIND.where(*self._ours))

    @reading
    async def card_of(self, connection: AsyncConnection, tournament_id: int) -> Card:
        """Return the card of a tournament. Raises UnknownTournament."""
        found = await _cards(connection, _CARD_OF, its_id=tournament_id)
        if not found:
            raise UnknownTournament(tournament_id)
        return found[0]

    # The cache

    def forget(self, ids: Iterable[int]) -> None:
        """Drop tournaments that may have changed from the cache."""
        self._known.forget(ids)

    def empty_memory(self) -> None:
        """Empty the cache."""
        self._known.clear()

    # Implementation

    async def _load(self, tournament_id: int) -> Tournament:
        if not is_id(tournament_id):
            raise UnknownTournament(tournament_id)
        return await self._known.load(tournament_id)

    def _is_ours(self, tournament: Tournament) -> bool:
        return self._database.shards.have(tournament.guild)

    async def _create(self, tournament: Tournament, admit: AdmitTournament | None) -> Tournament:
        backend = self._database.backend
        try:
            created = await self._database.transact(_add, tournament, backend, admit)
        except Conflict as error:
            if await self._database.view(tournament_rows.is_made, tournament):
                raise Repeated from error
            raise
        self.written(created, created.entries)
        return created

    async def _save(self, before: Tournament, after: Tournament) -> None:
        count = len(before.entries)
        if after.id != before.id or after.entries[:count] != before.entries:
            raise ValueError("What happened in a tournament can only be added to.")
        new = after.entries[count:]
        its_own = [entries.c.tournament == after.id]
        backend = self._database.backend
        await self.units.write(after.id, new, its_own, append, before, after, backend)
        self.written(after, new)

    def written(self, tournament: Tournament, new: Sequence[Entry]) -> None:
        """Update the cache after a commit, and signal ``saved``.

        Another process's tournament is only dropped from the cache.
        """
        self.forget([tournament.id])
        if self._is_ours(tournament):
            self._known.keep(tournament.id, tournament)
            self.saved.tell(f"saving tournament {tournament.id}", tournament, new)


# Statements in the caller's transaction


async def _add(
    connection: AsyncConnection,
    tournament: Tournament,
    backend: Backend,
    admit: AdmitTournament | None,
) -> Tournament:
    """Add a tournament with its bulletins; return it with its id."""
    if await tournament_rows.is_made(connection, tournament):
        raise Repeated
    if admit is not None:
        admit(await tournament_rows.of_whom(connection, tournament.guild))
    tournament = await tournament_rows.add(connection, tournament)
    await backend.tell_of(connection, ("tournament", tournament.id), tournament.guild)
    await bulletins.add(connection, bulletins_of(tournament, tournament.entries))
    return tournament


async def append(
    connection: AsyncConnection,
    before: Tournament,
    after: Tournament,
    backend: Backend,
    *,
    quietly: bool = False,
) -> None:
    """Write a tournament's new entries, with their bulletins and titles.

    With ``quietly``, no bulletins are written. Raises Conflict if the stored tournament differs
    from ``before``; Refusal if a match that loses its table has begun.
    """
    new = after.entries[len(before.entries) :]
    if any(seats_anew(entry) for entry in new):
        check_untouched(await tournament_rows.losing_matches(connection, before, after))
    await backend.tell_of(connection, ("tournament", after.id), after.guild)
    await tournament_rows.append(connection, before, after)
    if after.channel != before.channel:
        await bulletins.forward(connection, TOURNAMENT, after.id, after.channel)
    if not quietly:
        await bulletins.add(connection, bulletins_of(after, new))
    if after.is_over and not before.is_over:
        await titles.add(connection, after)


async def _cards(connection: AsyncConnection, statement: Select[Any], **values: int) -> list[Card]:
    return [Card(*row) for row in await connection.execute(statement, values)]
