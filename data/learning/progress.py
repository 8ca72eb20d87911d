"""Progress of learners: puzzles seen and solved, ratings from first tries, steps of lessons.

A person has a rating for the puzzles of each game, and each puzzle has a rating. Both are updated
as if the person had played a match against the puzzle. Only the first try counts, since a puzzle
does not test a person who knows its solution.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, func, select

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import lesson_steps, puzzle_ratings, puzzle_tries
from engine.rating import NEW, Rating, rate


class Seen(NamedTuple):
    """A person's record of a puzzle; ``shown`` is the time when they last saw it.

    ``solved`` is the time when they first solved it, ``told`` the time when they were shown the
    solution, None if never. ``right`` says whether the first try was right, None if no try counts.
    """

    shown: datetime
    solved: datetime | None
    right: bool | None
    told: datetime | None = None

    @property
    def done(self) -> bool:
        """Whether the person has solved the puzzle, seen its solution, or had a try rated."""
        return (self.solved, self.right, self.told) != (None, None, None)


class Rated(NamedTuple):
    """A change of a person's rating by a first try."""

    before: Rating
    after: Rating


class Solving(NamedTuple):
    """A person's rating in the puzzles of a game, and their number of solved puzzles."""

    game: str
    rating: Rating
    solved: int


class Puzzles(Subject):
    """The tries and ratings of puzzles; the puzzles themselves are files."""

    @reading
    async def seen(self, connection: AsyncConnection, person: int, game: str) -> Mapping[str, Seen]:
        """Return the puzzles of a game that were shown to a person, by their ids."""
        of_game = and_(puzzle_tries.c.person == person, puzzle_tries.c.game == game)
        rows = await connection.execute(select(puzzle_tries).where(of_game))
        return {row.puzzle: Seen(row.shown, row.solved, row.right, row.told) for row in rows}

    @reading
    async def rating_of(self, connection: AsyncConnection, person: int, game: str) -> Rating:
        """Return the rating of a person in the puzzles of a game."""
        return await _rating_of(connection, person, game)

    @reading
    async def ratings(self, connection: AsyncConnection, game: str) -> Mapping[str, Rating]:
        """Return the ratings of a game's puzzles by id; untried puzzles are left out."""
        of_game = puzzle_ratings.c.game == game
        rows = await connection.execute(select(puzzle_ratings).where(of_game))
        return {row.puzzle: Rating(row.mu, row.sigma) for row in rows}

    @reading
    async def standing(self, connection: AsyncConnection, person: int) -> list[Solving]:
        """Return a person's standing in each game whose puzzles they have tried or solved."""
        statement = (
            select(puzzle_tries.c.game, func.count(puzzle_tries.c.solved).label("solved"))
            .where(puzzle_tries.c.person == person)
            .group_by(puzzle_tries.c.game)
            .having(func.count(puzzle_tries.c.solved) + func.count(puzzle_tries.c.rated) > 0)
            .order_by(puzzle_tries.c.game)
        )
        rows = (await connection.execute(statement)).all()
        return [
            Solving(row.game, await _rating_of(connection, person, row.game), row.solved)
            for row in rows
        ]

    @writing
    async def show(
        self, connection: AsyncConnection, person: int, puzzle: str, game: str, at: datetime
    ) -> None:
        """Record that a puzzle is shown to a person."""
        await _put(connection, person, puzzle, game, {"shown": at})

    @writing
    async def note_try(
        self,
        connection: AsyncConnection,
        person: int,
        puzzle: str,
        game: str,
        *,
        right: bool,
        first: Rating,
        at: datetime,
    ) -> Rated | None:
        """Rate a person's first try of a puzzle; return the change of their rating.

        Return None if the try does not count: it is not the first, or the person has solved the
        puzzle or seen its solution. ``first`` is the rating of a puzzle that nobody has tried.
        """
        row = await _row(connection, person, puzzle)
        if row is not None and any((row.rated, row.solved, row.told)):
            return None
        own = await _rating_of(connection, person, game)
        known = puzzle_ratings.c.puzzle == puzzle
        found = (await connection.execute(select(puzzle_ratings).where(known))).first()
        its = Rating(found.mu, found.sigma) if found else first
        ((after,), (puzzle_after,)) = rate([[own], [its]], [1, 2] if right else [2, 1])
        values = {"puzzle": puzzle, "game": game, **puzzle_after._asdict()}
        await connection.put(puzzle_ratings, values)
        rated = {"rated": at, "right": right, "mu": after.mu, "sigma": after.sigma}
        await _put(connection, person, puzzle, game, rated, shown=at)
        return Rated(own, after)

    @writing
    async def tell(
        self, connection: AsyncConnection, person: int, puzzle: str, game: str, at: datetime
    ) -> None:
        """Record that a person is shown the solution of a puzzle."""
        await _put(connection, person, puzzle, game, {"told": at}, shown=at)

    @writing
    async def note_solved(
        self, connection: AsyncConnection, person: int, puzzle: str, game: str, at: datetime
    ) -> bool:
        """Record that a person has solved a puzzle; return whether it is the first time."""
        row = await _row(connection, person, puzzle)
        if row is not None and row.solved is not None:
            return False
        await _put(connection, person, puzzle, game, {"solved": at}, shown=at)
        return True


def _key(person: int, puzzle: str) -> ColumnElement[bool]:
    return and_(puzzle_tries.c.person == person, puzzle_tries.c.puzzle == puzzle)


async def _row(connection: AsyncConnection, person: int, puzzle: str) -> Any:  # noqa: ANN401 - a row has the columns of its query
    return (await connection.execute(select(puzzle_tries).where(_key(person, puzzle)))).first()


async def _put(
    connection: AsyncConnection,
    person: int,
    puzzle: str,
    game: str,
    values: Mapping[str, object],
    **new: object,
) -> None:
    """Write values into a person's row of a puzzle; ``new`` are extra values for a new row."""
    row = {"person": person, "puzzle": puzzle, "game": game, **new, **values}
    await connection.put(puzzle_tries, row, kept=["game", *new])


async def _rating_of(connection: AsyncConnection, person: int, game: str) -> Rating:
    statement = (
        select(puzzle_tries.c.mu, puzzle_tries.c.sigma)
        .where(
            puzzle_tries.c.person == person,
            puzzle_tries.c.game == game,
            puzzle_tries.c.rated.is_not(None),
        )
        .order_by(puzzle_tries.c.rated.desc(), puzzle_tries.c.puzzle)
        .limit(1)
    )
    row = (await connection.execute(statement)).first()
    return Rating(row.mu, row.sigma) if row else NEW


class Lessons(Subject):
    """The steps of lessons that people have completed."""

    @reading
    async def done(self, connection: AsyncConnection, person: int, game: str) -> frozenset[int]:
        """Return the keys of the steps that a person has completed in a game's lesson."""
        steps = lesson_steps.c
        statement = select(steps.step).where(steps.person == person, steps.game == game)
        return frozenset(await connection.scalars(statement))

    @writing
    async def add(self, connection: AsyncConnection, person: int, game: str, step: int) -> None:
        """Record that a person has completed a step, perhaps again; ``step`` is its key."""
        await connection.put(lesson_steps, {"person": person, "game": game, "step": step})
