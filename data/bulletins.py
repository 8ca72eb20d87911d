"""Bulletins: private notes, and posts other than those for match events; each is sent once.

A bulletin is written in the same transaction as its cause, so that no bulletin is lost, or sent
without its cause. The packages that write bulletins define the kinds of their subjects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, insert, select, update

from data.asynchronous import AsyncConnection
from data.database.backend import LATER
from data.database.connection import Subject, reading, writing
from data.database.schema import bulletins
from data.matches.posts import PostState

# Statements of loops and of every post are built once: building takes longer than executing.

_ORDERED = select(bulletins).order_by(bulletins.c.kind, bulletins.c.about, bulletins.c.number)

_PENDING = _ORDERED.where(bulletins.c.state == PostState.PENDING.value)

_OF, _WAITING = (
    statement.where(
        bulletins.c.kind == bindparam("its_kind"), bulletins.c.about == bindparam("its_subject")
    )
    for statement in (_ORDERED, _PENDING)
)

_CHANGE = update(bulletins).where(
    bulletins.c.kind == bindparam("its_kind"),
    bulletins.c.about == bindparam("its_subject"),
    bulletins.c.number == bindparam("its_number"),
)

_ADD = insert(bulletins)


@dataclass(frozen=True, slots=True)
class Bulletin:
    """A post in a channel, or a private note to a ``person``.

    ``kind`` and ``about`` are the kind and the id of its subject, ``number`` its number among the
    subject's bulletins. ``since`` is the time of its cause: a message that shows the bulletin is
    not older. ``message`` is the id of the first such message (None: not shown), ``why`` Discord's
    reason for refusing it.
    """

    kind: str
    about: int
    number: int
    guild: int
    channel: int
    since: datetime
    person: int | None = None
    state: PostState = PostState.PENDING
    message: int | None = None
    why: str | None = None


class Bulletins(Subject):
    """The stored bulletins about subjects of every kind."""

    @property
    def _ours(self) -> list[ColumnElement[bool]]:
        """The conditions for bulletins on this process's servers."""
        return self._database.shards.of(bulletins.c.guild)

    @reading
    async def pending(self, connection: AsyncConnection) -> list[Bulletin]:
        """Return this process's unsent bulletins, ordered by kind, subject and number."""
        return await _find(connection, _PENDING.where(*self._ours))

    @reading
    async def of(self, connection: AsyncConnection, kind: str, about: int) -> list[Bulletin]:
        """Return all bulletins about a subject, ordered by number."""
        return await _find(connection, _OF, its_kind=kind, its_subject=about)

    @reading
    async def waiting(self, connection: AsyncConnection, kind: str, about: int) -> list[Bulletin]:
        """Return the unsent bulletins about a subject, ordered by number."""
        return await _find(connection, _WAITING, its_kind=kind, its_subject=about)

    @writing
    async def mark_shown(
        self, connection: AsyncConnection, bulletin: Bulletin, message_id: int
    ) -> None:
        """Record the message that shows a bulletin."""
        values = {"state": PostState.SHOWN.value, "message": message_id, "why": None}
        await connection.execute(_CHANGE, values | _key(bulletin))

    @writing
    async def mark_refused(self, connection: AsyncConnection, bulletin: Bulletin, why: str) -> None:
        """Record that Discord refused a bulletin for good, unless it was sent or moved since."""
        awaited = and_(
            bulletins.c.channel == bulletin.channel, bulletins.c.state == PostState.PENDING.value
        )
        values = {"state": PostState.REFUSED.value, "why": why}
        await connection.execute(_CHANGE.where(awaited), values | _key(bulletin))

    @writing
    async def mark_joined(self, connection: AsyncConnection, bulletin: Bulletin) -> None:
        """Record that a bulletin needs no post: another post covers it, or it comes too late."""
        values = {"state": PostState.JOINED.value, "why": None}
        await connection.execute(_CHANGE, values | _key(bulletin))

    @writing
    async def retry(
        self,
        connection: AsyncConnection,
        *,
        channel: int | None = None,
        guild: int | None = None,
    ) -> list[tuple[str, int]]:
        """Make refused posts in a channel and on a server (None: any) pending again.

        Return the kinds and ids of their subjects, sorted. Private notes stay refused.
        """
        refused = [bulletins.c.state == PostState.REFUSED.value, bulletins.c.person.is_(None)]
        if channel is not None:
            refused.append(bulletins.c.channel == channel)
        if guild is not None:
            refused.append(bulletins.c.guild == guild)
        again = (
            update(bulletins)
            .where(*refused, *self._ours)
            .values(state=PostState.PENDING.value, why=None)
            .returning(bulletins.c.kind, bulletins.c.about)
        )
        return sorted({(row.kind, row.about) for row in await connection.execute(again)})


# Statements in the caller's transaction


async def add(connection: AsyncConnection, new: Sequence[Bulletin]) -> None:
    """Add new bulletins."""
    rows = [_row(one) for one in new]
    if rows:
        await connection.execute(_ADD, rows, execution_options={LATER: True})


async def put(connection: AsyncConnection, bulletin: Bulletin) -> None:
    """Add a bulletin, replacing an earlier one of the same subject and number."""
    await connection.put(bulletins, _row(bulletin))


async def forward(connection: AsyncConnection, kind: str, about: int, channel: int) -> None:
    """Move the unsent and refused posts about a subject to another channel, as pending posts."""
    waiting = [PostState.PENDING.value, PostState.REFUSED.value]
    await connection.execute(
        update(bulletins)
        .where(
            bulletins.c.kind == kind,
            bulletins.c.about == about,
            bulletins.c.person.is_(None),
            bulletins.c.state.in_(waiting),
        )
        .values(channel=channel, state=PostState.PENDING.value, why=None)
    )


async def _find(
    connection: AsyncConnection,
    statement: Select[Any],
    **values: Any,  # noqa: ANN401 - the statement's
) -> list[Bulletin]:
    return [_bulletin(row) for row in await connection.execute(statement, values)]


def _key(bulletin: Bulletin) -> dict[str, Any]:
    """Return the values by which ``_CHANGE`` finds a bulletin."""
    return {
        "its_kind": bulletin.kind,
        "its_subject": bulletin.about,
        "its_number": bulletin.number,
    }


def _row(bulletin: Bulletin) -> dict[str, Any]:
    return asdict(bulletin) | {"state": bulletin.state.value}


def _bulletin(row: Row[Any]) -> Bulletin:
    return Bulletin(**(row._asdict() | {"state": PostState(row.state)}))
