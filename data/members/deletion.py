"""Deleting the data about a person, with all records concerned locked."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from data.asynchronous import AsyncConnection
from data.crowds import crowds
from data.crowds import personal as personal_crowds
from data.crowds.crowd_rows import CrowdId
from data.crowds.crowds import Crowds
from data.database.connection import Database
from data.database.errors import StoreError
from data.matches import match_rows
from data.matches.memory import Memory
from data.members import privacy
from data.records import Units
from data.tournaments import personal, tournaments
from data.tournaments.tournaments import Tournaments
from engine.crowds.crowd import Crowd
from engine.table.match import Match
from engine.table.record import Event, Status
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

Find = Callable[..., Awaitable[Sequence[Match | StoreError]]]
"""Returns the matches that meet all conditions, with an error for each unreadable one."""

Change = tuple[Tournament, Tournament]
"""A tournament before and after a person was removed."""

CrowdChange = tuple[Crowd, Crowd]
"""A crowd before and after a person was removed."""


class Concerned(NamedTuple):
    """The ids of a person's matches, and of running tournaments and crowds with data of them."""

    matches: list[int]
    tournaments: list[int]
    crowds: list[CrowdId]


async def _concerned(connection: AsyncConnection, person: int) -> Concerned:
    return Concerned(
        await privacy.matches_of(connection, person),
        await personal.going_on_with(connection, person),
        await personal_crowds.going_on_with(connection, person),
    )


class Deletion:
    """The deletion of data about people, in the database and in the caches."""

    def __init__(
        self,
        database: Database,
        memory: Memory,
        units: Units[Event],
        find: Find,
        events: Tournaments,
        *,
        crowds: Crowds,
    ) -> None:
        self._database, self._memory, self._units = database, memory, units
        self._find, self._tournaments, self._crowds = find, events, crowds

    async def forget(self, person: int, now: datetime | None) -> bool:
        """Delete the data about a person: see ``Store.forget``.

        Return False if a match waits for the person, or if another change came first.
        """
        self._database.check_open()
        with self._database.in_hand():
            concerned = await self._database.read(_concerned, person)
            async with (
                self._units.locked(concerned.matches),
                self._tournaments.units.locked(concerned.tournaments),
                self._crowds.units.locked({match_id for match_id, _ in concerned.crowds}),
            ):
                return await self._database.run(self._forget(person, concerned, now))

    async def _forget(self, person: int, concerned: Concerned, now: datetime | None) -> bool:
        """Delete the data about a person; the records concerned are locked."""
        for status in (Status.CHALLENGE, Status.LIVE):
            for match in await self._find(*match_rows.conditions(status, None, None, person)):
                if isinstance(match, Match) and match.waits_for(person):
                    return False
        left = list[Change]()
        for tournament_id in concerned.tournaments:
            try:
                before = await self._tournaments.load(tournament_id)
            except StoreError as error:
                log.error("%s", error)  # without a state, only the entries can be changed
                continue
            moment = now or before.entries[-1].at
            after = before.withdraw_gone(person, now=moment)
            if after is not before:
                left.append((before, after))
        without = await self._without(person, concerned.crowds, now)
        forgotten = await self._database.transact(self._take_out, person, concerned, left, without)
        if forgotten:
            self._memory.forget_all()  # including the matches that they followed
            self._tournaments.empty_memory()
            self._crowds.empty_memory()
            for before, _ in left:
                after = await self._tournaments.load(before.id)
                self._tournaments.written(after, after.entries[len(before.entries) :])
            for crowd, _ in without:
                changed = await self._crowds.load(crowd.match, crowd.user)
                new = [entry for entry in changed.entries if entry.number > crowd.count]
                self._crowds.written(changed, new)
        return forgotten

    async def _without(
        self, person: int, going_on: Sequence[CrowdId], now: datetime | None
    ) -> list[CrowdChange]:
        """Return the readable crowds ``going_on``, each before and after the person leaves it."""
        found = list[CrowdChange]()
        for match_id, user in going_on:
            try:
                crowd = await self._crowds.load(match_id, user)
            except StoreError as error:
                log.error("%s", error)  # as for tournaments
                continue
            found.append((crowd, crowd.leave(person, now=now or crowd.since)))
        return found

    async def _take_out(
        self,
        connection: AsyncConnection,
        person: int,
        concerned: Concerned,
        left: Sequence[Change],
        without: Sequence[CrowdChange],
    ) -> bool:
        """Write the changes and delete the data; return False if other records concern them now."""
        if await _concerned(connection, person) != concerned:
            return False
        backend = self._database.backend
        for before, after in left:
            await tournaments.append(connection, before, after, backend, quietly=True)
        for crowd, changed in without:
            await crowds.append(connection, crowd, changed, backend)
        await privacy.forget(connection, person)
        await backend.tell(connection, ("person", person), ("everything", 0))
        return True
