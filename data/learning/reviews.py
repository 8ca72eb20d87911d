"""Reviews: the computer's judgement of ended matches' turns, and the people waiting for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import review_waits, reviews
from engine.study.judging import METHOD, Judged, Mark

KEPT: Final = 2_000
"""Number of reviews kept, those written last; others can be made again."""

FORGOTTEN_AFTER: Final = timedelta(hours=1)
"""Time after which a wait is deleted, since its message cannot be edited any more."""

LONGEST_LINE: Final = 10
"""Most moves of the computer's line that are kept."""

_SLOW: Final = 2 * METHOD
_FAST: Final = _SLOW + 1
"""The numbers stored for the current method of judging, with the nodes for a slow engine, and for a
fast, compiled one.
"""


@dataclass(frozen=True)
class Review:
    """The judged turns of a match, the last turn first; ``done`` says whether these are all turns.

    ``fast`` says whether they were judged with the nodes for a compiled engine.
    """

    match: int
    turns: Sequence[Judged] = ()
    done: bool = False
    fast: bool = False


class Wait(NamedTuple):
    """A message in which a person waits for the review of a match.

    ``guild`` is the server where they asked. ``token`` allows edits of the message for a while.
    """

    match: int
    message: int
    person: int
    guild: int
    token: str
    locale: str
    since: datetime


class Reviews(Subject):
    """The reviews of all matches, one a match."""

    @reading
    async def of(self, connection: AsyncConnection, match: int) -> Review:
        """Return the review of a match, an empty one if no turn is judged by the current method."""
        found = await connection.execute(
            select(reviews).where(reviews.c.match == match, reviews.c.method.in_((_SLOW, _FAST)))
        )
        row = found.one_or_none()
        if row is None:
            return Review(match)
        turns = tuple(_judged(fields) for fields in row.turns)
        return Review(match, turns, row.done, row.method == _FAST)

    @writing
    async def put(self, connection: AsyncConnection, review: Review, now: datetime) -> None:
        """Store the turns judged so far, replacing the match's earlier review."""
        row = {
            "match": review.match,
            "method": _FAST if review.fast else _SLOW,
            "turns": [_fields(turn) for turn in review.turns],
            "done": review.done,
            "updated": now,
        }
        await connection.put(reviews, row)
        if not review.done:
            return
        newest = select(reviews.c.updated).order_by(reviews.c.updated.desc())
        last = await connection.scalar(newest.offset(KEPT).limit(1))
        if last is not None:
            await connection.execute(delete(reviews).where(reviews.c.updated <= last))

    @reading
    async def waits(self, connection: AsyncConnection, since: datetime) -> list[Wait]:
        """Return this process's waits that began at ``since`` or later, the longest first."""
        rows = await connection.execute(
            select(review_waits)
            .where(
                review_waits.c.since >= since,
                *self._database.shards.of(review_waits.c.guild),
            )
            .order_by(review_waits.c.since, review_waits.c.message)
        )
        return [Wait(**row._mapping) for row in rows]

    @writing
    async def wait(self, connection: AsyncConnection, wait: Wait) -> None:
        """Store a wait, and delete the waits that have expired."""
        in_vain = review_waits.c.since < wait.since - FORGOTTEN_AFTER
        await connection.execute(delete(review_waits).where(in_vain))
        await connection.put(review_waits, wait._asdict())

    @writing
    async def served(self, connection: AsyncConnection, wait: Wait) -> None:
        """Delete a wait that has been answered."""
        same = (review_waits.c.match == wait.match, review_waits.c.message == wait.message)
        await connection.execute(delete(review_waits).where(*same))


def _fields(turn: Judged) -> list[Any]:
    """Return a judged turn as JSON data, with chances in thousandths."""
    return [
        turn.event,
        turn.seat,
        round(1000 * turn.chance),
        round(1000 * turn.lost),
        turn.mark or "",
        turn.line[:LONGEST_LINE],
    ]


def _judged(fields: Sequence[Any]) -> Judged:
    event, seat, chance, lost, mark, line = fields
    known = Mark(mark) if mark else None
    return Judged(event, seat, chance / 1000, lost / 1000, tuple(line), known)
