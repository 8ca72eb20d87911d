"""The history: ended matches, and scores of one person against another.

Only matches that had begun are part of it: a declined challenge is not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Subquery,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
)

from data.asynchronous import AsyncConnection
from data.database.columns import UtcTime
from data.database.connection import Subject, reading
from data.database.schema import events, matches, posts, seats
from engine.table.record import Kind, Status

_CARDS = posts.alias("cards")
"""The posts from which threads were made: such a thread has the id of the post's message."""

_HOME = func.coalesce(_CARDS.c.channel, matches.c.channel)
"""The channel of a match; for a match in such a thread, the thread's parent channel."""

_HOUSED = matches.outerjoin(_CARDS, _CARDS.c.message == matches.c.channel)
"""The matches, joined with the posts from which their threads were made."""


class Wanted(NamedTuple):
    """Conditions for ended matches: server, player, opponent and game (None: any)."""

    guild: int
    person: int | None = None
    against: int | None = None
    game: str | None = None


class Viewer(NamedTuple):
    """A person who looks at matches, and the ids of the channels whose matches they may see.

    They may see their own matches as well; if ``person`` is None, there are none.
    """

    channels: Collection[int]
    person: int | None = None


class Page(NamedTuple):
    """The ids of some ended matches, newest first, and whether there are older matches."""

    matches: list[int]
    more: bool


class Tally(NamedTuple):
    """Numbers of a person's wins, draws and losses."""

    wins: int
    draws: int
    losses: int


_MOVED = (
    select(events.c.person)
    .join(seats, and_(seats.c.match == events.c.match, seats.c.person == events.c.person))
    .join(matches, matches.c.id == events.c.match)
    .where(
        seats.c.person.in_(bindparam("people", expanding=True)),
        matches.c.game == bindparam("game"),
        events.c.kind == Kind.MOVE.value,
    )
    .distinct()
)
"""Built once, as for each post: building takes longer than executing."""

_MOVED_BEFORE = _MOVED.where(matches.c.id < bindparam("before"))


class History(Subject):
    """The ended matches of servers."""

    @reading
    async def channels(self, connection: AsyncConnection, guild: int) -> list[int]:
        """Return the channels of a server with ended matches; for threads, their parents."""
        own = (
            select(matches.c.channel)
            .where(matches.c.guild == guild, matches.c.status == Status.OVER.value)
            .distinct()
            .subquery()
        )
        statement = (
            select(func.coalesce(_CARDS.c.channel, own.c.channel))
            .select_from(own.outerjoin(_CARDS, _CARDS.c.message == own.c.channel))
            .distinct()
        )
        return list(await connection.scalars(statement))

    @reading
    async def games(self, connection: AsyncConnection, guild: int) -> list[str]:
        """Return the games that have been played on a server, the most played first."""
        statement = (
            select(matches.c.game)
            .where(matches.c.guild == guild, matches.c.status != Status.CHALLENGE.value)
            .group_by(matches.c.game)
            .order_by(func.count().desc(), func.max(matches.c.id).desc())
        )
        return list(await connection.scalars(statement))

    @reading
    async def page(
        self,
        connection: AsyncConnection,
        wanted: Wanted,
        viewer: Viewer,
        *,
        limit: int,
        after: int | None = None,
        before: int | None = None,
        offset: int = 0,
    ) -> Page:
        """Return a page of the ended matches that the viewer may see, newest first.

        The page follows the match ``after``, or precedes the match ``before``; if both are None, it
        is the first page. ``offset`` skips matches after that, which takes time for each match.
        """
        order = (matches.c.ended, matches.c.id)
        conditions = [*_conditions(wanted), _seen(viewer)]
        if (edge := after or before) is not None:
            ended = await connection.scalar(select(matches.c.ended).where(matches.c.id == edge))
            key = tuple_(literal(ended, UtcTime), literal(edge))
            beyond = tuple_(*order)
            conditions.append(beyond < key if after is not None else beyond > key)
        statement = select(matches.c.id).select_from(_HOUSED).where(*conditions)
        if before is not None:
            rows = await connection.scalars(statement.order_by(*order).limit(limit))
            return Page(list(rows)[::-1], more=True)
        newest_first = [column.desc() for column in order]
        statement = statement.order_by(*newest_first).offset(offset).limit(limit + 1)
        found = list(await connection.scalars(statement))
        return Page(found[:limit], more=len(found) > limit)

    @reading
    async def total(self, connection: AsyncConnection, wanted: Wanted, viewer: Viewer) -> int:
        """Return the number of ended matches that the viewer may see; counting each takes time."""
        conditions = (*_conditions(wanted), _seen(viewer))
        statement = select(func.count()).select_from(_HOUSED).where(*conditions)
        return await connection.scalar(statement) or 0

    @reading
    async def score(self, connection: AsyncConnection, wanted: Wanted, viewer: Viewer) -> Tally:
        """Return a person's score against another in the matches that the viewer may see.

        Raises ValueError unless ``wanted`` names both people.
        """
        if wanted.person is None or wanted.against is None:
            raise ValueError("A score is that of two people.")
        mine, theirs = _side(wanted.person), _side(wanted.against)
        statement = (
            select(*_counts(mine.c.rank, theirs.c.rank))
            .select_from(
                _HOUSED.join(mine, mine.c.match == matches.c.id).join(
                    theirs, theirs.c.match == matches.c.id
                )
            )
            .where(mine.c.team != theirs.c.team, *_conditions(wanted), _seen(viewer))
        )
        wins, draws, losses = (await connection.execute(statement)).one()
        return Tally(wins or 0, draws or 0, losses or 0)

    @reading
    async def newcomers(
        self,
        connection: AsyncConnection,
        game: str,
        people: Collection[int],
        *,
        before: int | None = None,
    ) -> frozenset[int]:
        """Return the people among these who have never moved in a match of a game.

        Only matches with ids below ``before`` count; None means all matches.
        """
        moved = _MOVED if before is None else _MOVED_BEFORE
        values = {"people": list(people), "game": game, "before": before}
        return frozenset(people).difference(await connection.scalars(moved, values))

    @reading
    async def have_played(
        self, connection: AsyncConnection, people: Sequence[int], game: str
    ) -> bool:
        """Return whether any of these people has a result in an ended match of a game."""
        statement = (
            select(seats.c.person)
            .join(matches, matches.c.id == seats.c.match)
            .where(
                seats.c.person.in_(people),
                seats.c.rank.is_not(None),
                matches.c.game == game,
                matches.c.status == Status.OVER.value,
            )
            .limit(1)
        )
        return await connection.scalar(statement) is not None


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    begun = exists().where(events.c.match == matches.c.id, events.c.kind == Kind.START.value)
    # ``ended`` is tested instead of ``status``, since an index has the matches in that order.
    conditions = [matches.c.guild == wanted.guild, matches.c.ended.is_not(None), begun]
    if wanted.game is not None:
        conditions.append(matches.c.game == wanted.game)
    if wanted.person is not None and wanted.against is not None:
        own, other = seats.alias(), seats.alias()
        conditions.append(
            exists().where(
                own.c.match == matches.c.id,
                own.c.person == wanted.person,
                other.c.match == matches.c.id,
                other.c.person == wanted.against,
                own.c.team != other.c.team,
            )
        )
    elif wanted.person is not None:
        conditions.append(_holds_seat(wanted.person))
    return conditions


def _seen(viewer: Viewer) -> ColumnElement[bool]:
    seen: ColumnElement[bool] = _HOME.in_(viewer.channels)
    return seen if viewer.person is None else or_(seen, _holds_seat(viewer.person))


def _holds_seat(person: int) -> ColumnElement[bool]:
    return matches.c.id.in_(select(seats.c.match).where(seats.c.person == person))


def _side(person: int) -> Subquery:
    """Return a statement that selects a person's team and rank in each match with a result.

    Matches in which the person is on several teams are left out.
    """
    return (
        select(
            seats.c.match,
            func.min(seats.c.team).label("team"),
            func.min(seats.c.rank).label("rank"),
        )
        .where(seats.c.person == person, seats.c.rank.is_not(None))
        .group_by(seats.c.match)
        .having(func.min(seats.c.team) == func.max(seats.c.team))
        .subquery()
    )


def _counts(
    own: ColumnElement[int], other: ColumnElement[int]
) -> tuple[ColumnElement[int], ColumnElement[int], ColumnElement[int]]:
    def count(condition: ColumnElement[bool], name: str) -> ColumnElement[int]:
        return func.sum(case((condition, 1), else_=0)).label(name)

    return count(own < other, "wins"), count(own == other, "draws"), count(own > other, "losses")
