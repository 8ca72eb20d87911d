"""Puzzles that a channel solves together, and the daily puzzles of servers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, and_, exists, func, insert, select, union, update

from data import bulletins
from data.asynchronous import AsyncConnection
from data.bulletins import Bulletin
from data.database.connection import Subject, reading, writing
from data.database.schema import daily_puzzles, daily_solvers, shared_puzzles

SHARED_PUZZLE: Final = "puzzle"
"""The kind of bulletins about a channel's puzzle, one for each of its states."""

DAILY_PUZZLE: Final = "day"
"""The kind of bulletins about a server's daily puzzle; their number is the day's ordinal."""


class SharedPuzzle(NamedTuple):
    """A puzzle that the people in a channel solve together.

    ``line`` are the moves played so far. ``solver`` is the person who played the last move of the
    solution, None until then. ``message`` is the id of the message that shows the present state,
    None until that is known to be sent.
    """

    id: int
    guild: int
    channel: int
    message: int | None
    puzzle: str
    line: tuple[str, ...]
    solver: int | None

    @property
    def state(self) -> int:
        """The number of the bulletin about the present state; it grows with each move."""
        return 2 * len(self.line) + (self.solver is not None)


class DailyPuzzle(NamedTuple):
    """The puzzle of a day on a server; ``message`` is None until that is known to be sent."""

    guild: int
    day: date
    puzzle: str
    game: str
    channel: int
    message: int | None


class SharedPuzzles(Subject):
    """The puzzles that channels solve together."""

    @writing
    async def open(
        self, connection: AsyncConnection, guild: int, channel: int, puzzle: str, at: datetime
    ) -> SharedPuzzle:
        """Store a puzzle and the bulletin that posts it in a channel."""
        values = {"guild": guild, "channel": channel, "puzzle": puzzle, "line": [], "opened": at}
        result = await connection.execute(insert(shared_puzzles).values(**values))
        (number,) = result.inserted_primary_key or (0,)
        opened = SharedPuzzle(number, guild, channel, None, puzzle, (), None)
        await bulletins.add(connection, [_bulletin(opened, at)])
        return opened

    @reading
    async def get(self, connection: AsyncConnection, number: int) -> SharedPuzzle | None:
        """Return the puzzle with the id ``number``, None if there is none."""
        return await _first(connection, shared_puzzles.c.id == number)

    @reading
    async def newest(self, connection: AsyncConnection, channel: int) -> SharedPuzzle | None:
        """Return the last puzzle opened in a channel, None if there is none."""
        return await _first(connection, shared_puzzles.c.channel == channel)

    @reading
    async def waiting(self, connection: AsyncConnection, since: datetime) -> Mapping[int, datetime]:
        """Return this process's channels with an unsolved puzzle opened at ``since`` or later.

        The value is the time when the channel's last such puzzle was opened.
        """
        statement = (
            select(shared_puzzles.c.channel, shared_puzzles.c.opened)
            .where(
                shared_puzzles.c.solver.is_(None),
                shared_puzzles.c.opened >= since,
                *self._database.shards.of(shared_puzzles.c.guild),
            )
            .order_by(shared_puzzles.c.id)
        )
        return {row.channel: row.opened for row in await connection.execute(statement)}

    @reading
    async def of_server(self, connection: AsyncConnection, guild: int) -> set[str]:
        """Return the ids of the puzzles that channels of a server were given."""
        statement = select(shared_puzzles.c.puzzle).where(shared_puzzles.c.guild == guild)
        return set(await connection.scalars(statement))

    @writing
    async def show(self, connection: AsyncConnection, number: int, message: int) -> None:
        """Record the message that shows the present state of a puzzle."""
        of_it = shared_puzzles.c.id == number
        await connection.execute(update(shared_puzzles).where(of_it).values(message=message))

    @writing
    async def play(
        self,
        connection: AsyncConnection,
        before: SharedPuzzle,
        line: Sequence[str],
        solver: int | None,
        at: datetime,
    ) -> bool:
        """Replace the moves of a puzzle and post its new state.

        Return False if somebody else was faster: then nothing is changed.
        """
        of_it = shared_puzzles.c.id == before.id
        row = (await connection.execute(select(shared_puzzles).where(of_it))).first()
        if row is None or row.solver is not None or tuple(row.line) != before.line:
            return False
        values = {"line": list(line), "solver": solver, "message": None}
        await connection.execute(update(shared_puzzles).where(of_it).values(**values))
        played = before._replace(line=tuple(line), solver=solver)
        await bulletins.add(connection, [_bulletin(played, at)])
        return True


class DailyPuzzles(Subject):
    """The puzzles of the day."""

    @reading
    async def of_server(
        self, connection: AsyncConnection, guild: int, *, limit: int
    ) -> list[DailyPuzzle]:
        """Return the last daily puzzles of a server, newest first."""
        statement = (
            select(daily_puzzles)
            .where(daily_puzzles.c.guild == guild)
            .order_by(daily_puzzles.c.day.desc())
            .limit(limit)
        )
        return [_daily(row) for row in await connection.execute(statement)]

    @reading
    async def get(self, connection: AsyncConnection, guild: int, day: date) -> DailyPuzzle | None:
        """Return the puzzle of a day on a server, None if there is none."""
        row = (await connection.execute(select(daily_puzzles).where(_of_day(guild, day)))).first()
        return _daily(row) if row else None

    @writing
    async def put(self, connection: AsyncConnection, one: DailyPuzzle) -> None:
        """Store a daily puzzle and the bulletin that posts it, replacing those of the same day."""
        await connection.put(daily_puzzles, one._asdict() | {"day": one.day.isoformat()})
        day = datetime(one.day.year, one.day.month, one.day.day, tzinfo=UTC)
        begins = day - timedelta(days=1)  # in eastern time zones the day begins before UTC's
        number = one.day.toordinal()
        bulletin = Bulletin(DAILY_PUZZLE, one.guild, number, one.guild, one.channel, begins)
        await bulletins.put(connection, bulletin)

    @writing
    async def note(self, connection: AsyncConnection, guild: int, day: date, message: int) -> None:
        """Record the message that shows the puzzle of a day."""
        of_day = _of_day(guild, day)
        await connection.execute(update(daily_puzzles).where(of_day).values(message=message))

    @writing
    async def solve(
        self, connection: AsyncConnection, guild: int, day: date, person: int, at: datetime
    ) -> None:
        """Record that a person has solved the puzzle of a day; the first time is kept."""
        values = {"guild": guild, "day": day.isoformat(), "person": person, "at": at}
        await connection.put(daily_solvers, values, kept=None)

    @reading
    async def solvers(self, connection: AsyncConnection, guild: int, day: date) -> int:
        """Return the number of people who have solved the puzzle of a day."""
        of_day = and_(daily_solvers.c.guild == guild, daily_solvers.c.day == day.isoformat())
        count = select(func.count()).select_from(daily_solvers).where(of_day)
        return await connection.scalar(count) or 0

    @reading
    async def solutions(self, connection: AsyncConnection, guilds: Collection[int]) -> set[str]:
        """Return the ids of the puzzles whose solutions were posted on any of these servers.

        A solution is posted with a later day's puzzle, or when a channel has solved the puzzle.
        """
        statement = union(
            select(daily_puzzles.c.puzzle).where(daily_puzzles.c.guild.in_(guilds), _passed()),
            select(shared_puzzles.c.puzzle).where(
                shared_puzzles.c.guild.in_(guilds), shared_puzzles.c.solver.is_not(None)
            ),
        )
        return set(await connection.scalars(statement))

    @reading
    async def unsolved(
        self, connection: AsyncConnection, games: Collection[str], *, since: date
    ) -> set[str]:
        """Return the ids of daily puzzles since a day, on any server, with unposted solutions."""
        statement = select(daily_puzzles.c.puzzle).where(
            daily_puzzles.c.game.in_(games), daily_puzzles.c.day >= since.isoformat(), ~_passed()
        )
        return set(await connection.scalars(statement))


async def _first(connection: AsyncConnection, wanted: Any) -> SharedPuzzle | None:  # noqa: ANN401 - a condition
    statement = select(shared_puzzles).where(wanted).order_by(shared_puzzles.c.id.desc()).limit(1)
    row = (await connection.execute(statement)).first()
    return _shared(row) if row else None


def _shared(row: Row[Any]) -> SharedPuzzle:
    return SharedPuzzle(
        row.id, row.guild, row.channel, row.message, row.puzzle, tuple(row.line), row.solver
    )


def _bulletin(shared: SharedPuzzle, at: datetime) -> Bulletin:
    """Return the bulletin about the present state of a puzzle, which it reached at ``at``."""
    return Bulletin(SHARED_PUZZLE, shared.id, shared.state, shared.guild, shared.channel, since=at)


def _passed() -> Any:  # noqa: ANN401 - a condition
    """Return the condition that a puzzle's solution was posted, with that of a later day."""
    later = daily_puzzles.alias("later")
    return exists().where(
        later.c.guild == daily_puzzles.c.guild,
        later.c.day > daily_puzzles.c.day,
        later.c.message.is_not(None),
    )


def _of_day(guild: int, day: date) -> Any:  # noqa: ANN401 - a condition
    return and_(daily_puzzles.c.guild == guild, daily_puzzles.c.day == day.isoformat())


def _daily(row: Row[Any]) -> DailyPuzzle:
    day = date.fromisoformat(row.day)
    return DailyPuzzle(row.guild, day, row.puzzle, row.game, row.channel, row.message)
