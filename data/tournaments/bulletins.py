"""Bulletins: posts and private notes about what happened in tournaments, and their states.

They are written in the transaction of their entries, so that none is lost or sent for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, insert, select, update

from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.connection import Subject, reading, writing
from data.database.schema import bulletins, tournaments
from data.matches.posts import PostState
from engine.tournaments.log import MISSED
from engine.tournaments.record import POSTED, Entry, Kind
from engine.tournaments.terms import EXHIBITIONS, Form
from engine.tournaments.tournament import GONE, Tournament

PAIRED_QUIETLY: Final = frozenset({Form.ARENA, Form.LADDER, *EXHIBITIONS})
"""Forms in which pairing needs no post: their matches call the players."""

UNTOLD: Final = frozenset({"closed", "most"})
"""Changes of which the card tells enough."""

TOLD_IN_PRIVATE: Final = frozenset({GONE, MISSED})
"""Why somebody is withdrawn who is told so in private."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """A post about an entry in the channel of its tournament, or a private note to a ``person``.

    ``message`` is the id of the message that shows it (None: not shown), and ``why`` the reason of
    Discord's refusal.
    """

    tournament: int
    entry: int
    channel: int
    person: int | None = None
    state: PostState = PostState.PENDING
    message: int | None = None
    why: str | None = None


class Bulletins(Subject):
    """The bulletins of all tournaments."""

    @property
    def _ours(self) -> list[ColumnElement[bool]]:
        """The conditions for bulletins of this process's tournaments."""
        ours = self._database.shards.of(tournaments.c.guild)
        return [bulletins.c.tournament.in_(select(tournaments.c.id).where(*ours))] if ours else []

    @reading
    async def pending(self, connection: AsyncConnection) -> list[Bulletin]:
        """Return the bulletins to send, in the order of tournaments and their entries."""
        return await _find(connection, bulletins.c.state == PostState.PENDING.value, *self._ours)

    @reading
    async def of(self, connection: AsyncConnection, tournament_id: int) -> list[Bulletin]:
        """Return all bulletins of a tournament, in order."""
        return await _find(connection, bulletins.c.tournament == tournament_id)

    @writing
    async def mark_shown(
        self, connection: AsyncConnection, bulletin: Bulletin, message_id: int
    ) -> None:
        """Record the message that shows a bulletin."""
        values = {"state": PostState.SHOWN.value, "message": message_id, "why": None}
        await connection.execute(update(bulletins).where(_is(bulletin)).values(values))

    @writing
    async def mark_refused(self, connection: AsyncConnection, bulletin: Bulletin, why: str) -> None:
        """Record that Discord refused a bulletin for good, unless its channel changed since."""
        awaited = _is(bulletin) & (bulletins.c.channel == bulletin.channel)
        awaited &= bulletins.c.state == PostState.PENDING.value
        values = {"state": PostState.REFUSED.value, "why": why}
        await connection.execute(update(bulletins).where(awaited).values(values))

    @writing
    async def mark_joined(self, connection: AsyncConnection, joined: Sequence[Bulletin]) -> None:
        """Record that a later bulletin stands for these."""
        values = {"state": PostState.JOINED.value, "why": None}
        for bulletin in joined:
            await connection.execute(update(bulletins).where(_is(bulletin)).values(values))

    @writing
    async def retry(
        self,
        connection: AsyncConnection,
        *,
        channel: int | None = None,
        guild: int | None = None,
    ) -> list[int]:
        """Make the refused posts there (None: anywhere) pending again.

        Return the ids of their tournaments. Private notes are sent once.
        """
        refused = [bulletins.c.state == PostState.REFUSED.value, bulletins.c.person.is_(None)]
        if channel is not None:
            refused.append(bulletins.c.channel == channel)
        if guild is not None:
            there = select(tournaments.c.id).where(tournaments.c.guild == guild)
            refused.append(bulletins.c.tournament.in_(there))
        again = (
            update(bulletins)
            .where(*refused, *self._ours)
            .values(state=PostState.PENDING.value, why=None)
            .returning(bulletins.c.tournament)
        )
        return sorted(set(await connection.scalars(again)))


# Statements in a transaction that somebody else has begun


def bulletins_of(tournament: Tournament, new: Sequence[Entry]) -> list[Bulletin]:
    """Return the bulletins that new entries of a tournament need.

    What going on again puts off is told with it. So are times that are agreed on as soon as they
    are proposed, and that none is agreed on any more where nobody came.
    """
    kinds = {entry.kind for entry in new}
    put_off = {Kind.SHIFT, Kind.POSTPONE} if Kind.RESUME in kinds else set()
    if Kind.AGREE in kinds:
        put_off |= {Kind.AGREE} if Kind.REMIND in kinds else {Kind.PROPOSE}
    found = []
    for entry in new:
        person = None
        if entry.data.get("why") in TOLD_IN_PRIVATE:
            person = entry.person
        elif entry.kind in put_off or not _is_posted(tournament, entry):
            continue
        found.append(Bulletin(tournament.id, entry.number, tournament.channel, person))
    return found


def _is_posted(tournament: Tournament, entry: Entry) -> bool:
    if entry.kind is Kind.PAIR:
        return tournament.terms.form not in PAIRED_QUIETLY
    ladder = tournament.terms.form is Form.LADDER
    taken = entry.kind is Kind.SCORE and (ladder or entry.person is not None)
    if entry.kind is Kind.CHANGE:
        return not entry.data.keys() <= UNTOLD
    by_organiser = (
        entry.kind in {Kind.LEAVE, Kind.WITHDRAW, Kind.REPLACE} and "reason" in entry.data
    )
    told = bool(entry.data.get("reason")) or "lot" in entry.data or by_organiser
    return entry.kind in POSTED or taken or told


async def add(connection: AsyncConnection, new: Sequence[Bulletin]) -> None:
    """Add bulletins."""
    rows = [
        {
            "tournament": one.tournament,
            "entry": one.entry,
            "channel": one.channel,
            "person": one.person,
            "state": one.state.value,
        }
        for one in new
    ]
    if rows:
        await connection.execute(insert(bulletins), rows, execution_options={LATER: True})


async def forward(connection: AsyncConnection, tournament: Tournament) -> None:
    """Move the bulletins not yet shown to the tournament's new channel."""
    waiting = [PostState.PENDING.value, PostState.REFUSED.value]
    await connection.execute(
        update(bulletins)
        .where(
            bulletins.c.tournament == tournament.id,
            bulletins.c.person.is_(None),
            bulletins.c.state.in_(waiting),
        )
        .values(channel=tournament.channel, state=PostState.PENDING.value, why=None)
    )


async def _find(connection: AsyncConnection, *wanted: ColumnElement[bool]) -> list[Bulletin]:
    order = (bulletins.c.tournament, bulletins.c.entry)
    statement = select(bulletins).where(*wanted).order_by(*order)
    return [_bulletin(row) for row in await connection.execute(statement)]


def _is(bulletin: Bulletin) -> ColumnElement[bool]:
    its_tournament = bulletins.c.tournament == bulletin.tournament
    return its_tournament & (bulletins.c.entry == bulletin.entry)


def _bulletin(row: Row[Any]) -> Bulletin:
    return Bulletin(
        tournament=row.tournament,
        entry=row.entry,
        channel=row.channel,
        person=row.person,
        state=PostState(row.state),
        message=row.message,
        why=row.why,
    )
