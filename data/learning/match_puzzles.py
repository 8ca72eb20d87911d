"""Puzzles from ended matches of servers, and the progress of the search in those matches."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import and_, delete, insert, select, tuple_, update

from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import match_puzzles, puzzle_searches

if TYPE_CHECKING:
    from engine.puzzles import Puzzle

KEPT: Final = 200
"""Most puzzles of a game on a server; those from the newest matches are kept."""


class Search(NamedTuple):
    """A match being searched for puzzles; ``looked`` is the number of positions searched so far."""

    match: int
    guild: int
    looked: int


class MatchPuzzle(NamedTuple):
    """A puzzle found in a match of a server."""

    match: int
    guild: int
    puzzle: Puzzle


class MatchPuzzles(Subject):
    """The searches of matches, and the puzzles found."""

    @reading
    async def next_search(
        self, connection: AsyncConnection, without: Collection[int] = ()
    ) -> Search | None:
        """Return the search of the newest match of this process, except matches in ``without``.

        Return None if no match is to be searched.
        """
        statement = (
            select(puzzle_searches.c.match, puzzle_searches.c.guild, puzzle_searches.c.looked)
            .where(
                puzzle_searches.c.done.is_(False),
                puzzle_searches.c.match.not_in(sorted(without)),
                *self._database.shards.of(puzzle_searches.c.guild),
            )
            .order_by(puzzle_searches.c.match.desc())
            .limit(1)
        )
        row = (await connection.execute(statement)).first()
        return Search(*row) if row else None

    @writing
    async def note(
        self,
        connection: AsyncConnection,
        before: Search,
        looked: int,
        found: Iterable[Puzzle],
        *,
        done: bool,
    ) -> Search | None:
        """Store the progress of a search and the puzzles found since ``before``; return the search.

        Return None if this progress is stored already, or the match must no longer be searched.
        """
        from engine.puzzles import to_text  # noqa: PLC0415 - it loads the computer's search

        goes_on = update(puzzle_searches).where(
            puzzle_searches.c.match == before.match,
            puzzle_searches.c.looked == before.looked,
            puzzle_searches.c.done.is_(False),
        )
        noted = await connection.execute(goes_on.values(looked=looked, done=done))
        if not noted.rowcount:
            return None
        games = set()
        for puzzle in found:
            values = {"match": before.match, "puzzle": puzzle.id, "guild": before.guild}
            await connection.execute(
                insert(match_puzzles).values(**values, game=puzzle.game, text=to_text(puzzle))
            )
            games.add(puzzle.game)
        for game in games:
            await _keep_newest(connection, before.guild, game)
        return before._replace(looked=looked)

    @reading
    async def of_server(
        self, connection: AsyncConnection, guild: int, game: str
    ) -> list[MatchPuzzle]:
        """Return the puzzles of a game from the matches of a server, newest match first."""
        statement = (
            select(match_puzzles.c.match, match_puzzles.c.guild, match_puzzles.c.text)
            .where(match_puzzles.c.guild == guild, match_puzzles.c.game == game)
            .order_by(match_puzzles.c.match.desc(), match_puzzles.c.puzzle)
        )
        return [_read(*row) for row in await connection.execute(statement)]

    @reading
    async def get(self, connection: AsyncConnection, puzzle: str) -> list[MatchPuzzle]:
        """Return a puzzle once for each match in which it was found, oldest match first."""
        statement = (
            select(match_puzzles.c.match, match_puzzles.c.guild, match_puzzles.c.text)
            .where(match_puzzles.c.puzzle == puzzle)
            .order_by(match_puzzles.c.match)
        )
        return [_read(*row) for row in await connection.execute(statement)]


async def _keep_newest(connection: AsyncConnection, guild: int, game: str) -> None:
    """Delete the puzzles from the oldest matches, if a server has over ``KEPT`` for a game."""
    of_game = and_(match_puzzles.c.guild == guild, match_puzzles.c.game == game)
    order = (match_puzzles.c.match.desc(), match_puzzles.c.puzzle)
    key = (match_puzzles.c.match, match_puzzles.c.puzzle)
    oldest = (
        await connection.execute(select(*key).where(of_game).order_by(*order).offset(KEPT))
    ).all()
    if oldest:
        await connection.execute(
            delete(match_puzzles).where(tuple_(*key).in_([tuple(row) for row in oldest]))
        )


def _read(match: int, guild: int, text: str) -> MatchPuzzle:
    from engine.puzzles import from_text  # noqa: PLC0415 - it loads the computer's search

    return MatchPuzzle(match, guild, from_text(text))
