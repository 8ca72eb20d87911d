"""Desks: private boards on which one person tries moves alone, to think or to learn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from sqlalchemy import Row, delete, insert, select, update

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import desks
from engine import Position
from engine.study.branching_lines import NO_LINES, Lines
from engine.values import OptionValue

KEPT_FOR = timedelta(days=30)
"""Time after which an unused desk is deleted."""

ANYBODY = 0
"""The id stored as the person of a desk that anybody may use."""

NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Desk:
    """A private board; its id is 0 until it is stored.

    ``person`` is its owner, or ``ANYBODY``. ``about`` holds further data for its ``kind``.
    ``lines`` are the moves played from the position whose text is ``start``. ``side`` is the seat
    at the bottom of the picture; on a map, 1 means the whole map. ``version`` grows with each
    change, and ``used`` is the time of the last change.
    """

    person: int
    kind: str
    game: str
    options: Mapping[str, OptionValue]
    seats: int
    start: str
    about: str = ""
    lines: Lines = NO_LINES
    side: int = 0
    id: int = 0
    version: int = 0
    used: datetime = NEVER

    @classmethod
    def of(
        cls,
        position: Position,
        person: int,
        kind: str,
        *,
        about: str = "",
        side: int = 0,
        lines: Lines = NO_LINES,
    ) -> Self:
        """Return a new desk that starts at ``position``, with ``lines`` played from there."""
        return cls(
            person,
            kind,
            position.game.name,
            dict(position.options),
            len(position.seats),
            position.fen(),
            about,
            lines,
            side,
        )

    def played(self, *moves: str) -> Self:
        """Return the desk with these moves added. Raises Refusal if there are too many."""
        return replace(self, lines=self.lines.played(*moves))

    def at(self, number: int) -> Self:
        """Return the desk showing the position after the move ``number``, 0 for the start."""
        return replace(self, lines=self.lines.to(number))

    def saying(self, about: str) -> Self:
        """Return the desk with this ``about``."""
        return replace(self, about=about)


class Desks(Subject):
    """The desks of all people."""

    @writing
    async def add(self, connection: AsyncConnection, desk: Desk, now: datetime) -> Desk:
        """Store a new desk and return it with its id; delete desks unused for ``KEPT_FOR``."""
        await connection.execute(delete(desks).where(desks.c.used < now - KEPT_FOR))
        desk = replace(desk, used=now)
        added = await connection.execute(insert(desks).values(_row(desk)))
        (number,) = added.inserted_primary_key or (0,)
        return replace(desk, id=number)

    @reading
    async def get(self, connection: AsyncConnection, number: int) -> Desk | None:
        """Return a desk, None if it no longer exists."""
        found = await connection.execute(select(desks).where(desks.c.id == number))
        return _desk(row) if (row := found.one_or_none()) else None

    @reading
    async def latest(
        self, connection: AsyncConnection, person: int, kind: str | None = None
    ) -> Desk | None:
        """Return the desk of this kind (None: any) that a person used last, None if none."""
        wanted = [desks.c.person == person, *([desks.c.kind == kind] if kind else [])]
        statement = select(desks).where(*wanted).order_by(desks.c.used.desc(), desks.c.id.desc())
        found = await connection.execute(statement.limit(1))
        return _desk(row) if (row := found.one_or_none()) else None

    @writing
    async def save(self, connection: AsyncConnection, desk: Desk, now: datetime) -> Desk | None:
        """Store a changed desk and return it; None if another change came first."""
        changed = replace(desk, version=desk.version + 1, used=now)
        as_it_was = (desks.c.id == desk.id, desks.c.version == desk.version)
        done = await connection.execute(update(desks).where(*as_it_was).values(_row(changed)))
        return changed if done.rowcount else None

    @writing
    async def remove(self, connection: AsyncConnection, number: int) -> None:
        """Delete a desk."""
        await connection.execute(delete(desks).where(desks.c.id == number))


def _row(desk: Desk) -> dict[str, Any]:
    return {
        "person": desk.person,
        "kind": desk.kind,
        "about": desk.about,
        "game": desk.game,
        "options": dict(desk.options),
        "seats": desk.seats,
        "start": desk.start,
        "moves": desk.lines.write(),
        "at": desk.lines.at,
        "side": desk.side,
        "version": desk.version,
        "used": desk.used,
    }


def _desk(row: Row[Any]) -> Desk:
    return Desk(
        row.person,
        row.kind,
        row.game,
        row.options,
        row.seats,
        row.start,
        row.about,
        Lines.read(row.moves, row.at),
        row.side,
        row.id,
        row.version,
        row.used,
    )
