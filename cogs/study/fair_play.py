"""Fair play: the computer says nothing of what stands on the board of a match that is going on.

It is silent of a position

- that stands on a live board, whoever is to move and whatever has been counted, and also with the
  board turned and the sides exchanged;
- from which one move leads there, or to which one move leads from there: to ask about both would
  be to ask about the match;
- that comes soon after one that stands there, in the line that a person has played;
- from which the line that the computer expects leads there;
- that is near the board of a rated match of a person's own, or on a server of theirs: a few pieces
  or a few plies away from it, the fewer the closer it is to the opening;
- that is near a puzzle which counts for their rating, or the puzzle of the day.

Every live match counts, also of other servers: a friend may ask for a player, a player in another
place. Of those with which a person has nothing to do, openings do not count: many stand there at
any time, and everybody knows them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import engine
from data import LiveBoard, Store
from engine import Position
from engine.puzzles import Puzzle
from engine.study import boards
from engine.table.match import Match

SOON: Final = 6
"""Plies after a live board that are too near to it: the best move there follows from them."""

OPENING: Final = 12
"""So many differences to the first board, two for each of six moves, are an opening."""

NEAR: Final = 8
"""Differences within which two boards are near: four pieces that stand elsewhere, which is as many
quiet plies, or eight that one of them lacks."""

MOST_COMPARED: Final = 40
"""Live boards whose moves are played to see whether one leads to what is asked about: where more
look as if, one is taken to.
"""

PUZZLES_KEPT: Final = 1_000
"""Puzzles whose boards are kept."""

READ_AT_ONCE: Final = 50
"""Positions that are read in a thread before others may run."""


@dataclass(frozen=True)
class Live:
    """The board of a live match as it is compared."""

    version: int
    guild: int
    kind: boards.Kind
    shown: int
    board: LiveBoard
    span: int
    """Differences within which another board is near to it: none where it is an opening."""

    def position(self) -> Position:
        """Return the position, read anew."""
        return _position(self.board)


class Asked(NamedTuple):
    """A position that the computer is asked about, the last of a line.

    ``expected`` is how the computer expects it to go on, where it has been thought about. The line
    is ``played`` where it stands in the record of a match that members have played to its end:
    nobody made it up, and openings that are played again and again are no copies.
    """

    line: Sequence[Position]
    expected: Sequence[Position] = ()
    played: bool = False


OpenPuzzles = Callable[[int, Collection[int], Collection[str]], Awaitable[Collection[Puzzle]]]
"""Returns the puzzles of some games that are open for a person, who is on some servers."""


class FairPlay:
    """Knows the boards of all live matches, each of which it reads once a turn.

    ``open_puzzles`` is set by who knows the puzzles.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._live: dict[int, Live] = {}
        self._reading = asyncio.Lock()
        self.open_puzzles: OpenPuzzles | None = None

    async def forbids(
        self,
        line: Sequence[Position],
        person: int,
        guilds: Collection[int],
        *,
        expected: Sequence[Position] = (),
        played: bool = False,
        is_puzzle: bool = False,
    ) -> bool:
        """Return whether the computer has to be silent of the last position of a line.

        The ``person`` is on those servers. The rest is as ``Asked`` has it. A position that
        ``is_puzzle`` may be near others.
        """
        asked = [Asked(line, expected, played)]
        return bool(await self.forbidden(asked, person, guilds, are_puzzles=is_puzzle))

    async def forbidden(
        self,
        asked: Sequence[Asked],
        person: int,
        guilds: Collection[int],
        *,
        are_puzzles: bool = False,
    ) -> Collection[int]:
        """Return of which positions, by their places, the computer has to be silent.

        All are on boards of one kind. The ``person`` is on those servers. Positions that
        ``are_puzzles`` may be near others.
        """
        if not asked:
            return ()
        games = _games_on(boards.kind(asked[0].line[-1]))
        live = await self._boards(games)
        puzzles: Collection[Puzzle] = ()
        if self.open_puzzles is not None and not are_puzzles:
            puzzles = await self.open_puzzles(person, guilds, games)
        return await self._forbidden(asked, person, guilds, live, puzzles)

    async def forbids_in_match(self, match: Match, person: int) -> bool:
        """Return whether the computer has to be silent in a match that is not rated.

        A hint there is refused for the sake of rated matches alone.
        """
        asked = Asked([place.read() for _, place in match.path[-1 - SOON :]])
        live = await self._boards(_games_on(boards.kind(asked.line[-1])))
        rated = {number: one for number, one in live.items() if one.board.rated}
        return bool(await self._forbidden([asked], person, (), rated, ()))

    async def _forbidden(
        self,
        asked: Sequence[Asked],
        person: int,
        guilds: Collection[int],
        live: Mapping[int, Live],
        puzzles: Collection[Puzzle],
    ) -> Collection[int]:
        concerned = await self._store.live_boards.of_person(person)

        def look() -> list[int]:
            kind = boards.kind(asked[0].line[-1])
            shown = [board for one in puzzles for board in _shown_in(one, kind)]
            return [
                place
                for place, one in enumerate(asked)
                if _forbids(one, live, concerned, guilds, shown)
            ]

        return await asyncio.to_thread(look)

    async def _boards(self, games: Collection[str]) -> Mapping[int, Live]:
        """Return the boards of the live matches of these games, by their ids."""
        async with self._reading:
            versions = await self._store.live_boards.versions(games)
            for gone in [
                number
                for number, live in self._live.items()
                if live.board.game in games and number not in versions
            ]:
                del self._live[gone]
            changed = [
                number
                for number, found in versions.items()
                if number not in self._live or self._live[number].version != found.version
            ]
            for start in range(0, len(changed), READ_AT_ONCE):
                read = await self._store.live_boards.boards(changed[start : start + READ_AT_ONCE])
                self._live |= await asyncio.to_thread(_live, read)
            return {number: self._live[number] for number in versions if number in self._live}


def _forbids(
    about: Asked,
    live: Mapping[int, Live],
    concerned: Collection[int],
    guilds: Collection[int],
    puzzles: Sequence[int],
) -> bool:
    line, expected, played = about
    asked, kind = line[-1], boards.kind(line[-1])
    ways, opening = boards.turned(asked), boards.from_start(asked) <= OPENING
    found = [
        one
        for number, one in live.items()
        if one.kind == kind and (not opening or number in concerned or one.guild in guilds)
    ]
    if not played:
        near = [
            (one.shown, one.span)
            for number, one in live.items()
            if one.kind == kind and one.board.rated and (number in concerned or one.guild in guilds)
        ]
        near += [(puzzle, NEAR) for puzzle in puzzles]
        if any(_is_near(way, shown, span) for shown, span in near for way in ways):
            return True
    standing = {one.shown for one in found}
    if not ways.isdisjoint(standing):
        return True
    for other in [*line[-1 - SOON : -1], *expected]:
        if not boards.turned(other).isdisjoint(standing):
            return True
    size, seats = len(asked.board), len(asked.seats)

    def follow(before: int, after: int) -> bool:
        return boards.may_follow(before, after, size, seats)

    if any(follow(way, shown) for shown in standing for way in ways) and any(
        not boards.turned(asked.play(move)).isdisjoint(standing) for move in asked.legal_moves()
    ):
        return True
    before = [one for one in found if any(follow(one.shown, way) for way in ways)]
    if len(before) > MOST_COMPARED:
        return True
    return any(not ways.isdisjoint(boards.after_a_turn(one.position())) for one in before)


def _is_near(one: int, other: int, span: int) -> bool:
    """Return whether two boards differ by no more than ``span``.

    Of few pieces no more than half may differ: else all endings would be near to each other.
    """
    apart = (one ^ other).bit_count()
    return apart <= span and 2 * apart <= one.bit_count() + other.bit_count()


def _span(position: Position) -> int:
    """Return the differences within which a board is near to that of a position.

    They are fewer close to the opening: many come by there, and nothing is near to an opening.
    """
    return max(min(boards.from_start(position) - OPENING, NEAR), 0)


def _live(found: Iterable[LiveBoard]) -> dict[int, Live]:
    """Return boards as they are compared, by their matches."""
    live = {}
    for board in found:
        position = _position(board)
        kind, shown = boards.kind(position), boards.shown(position)
        span = _span(position)
        live[board.match] = Live(board.version, board.guild, kind, shown, board, span)
    return live


def _position(board: LiveBoard) -> Position:
    return engine.games[board.game].read(board.position, board.seats, **board.options)


@lru_cache(maxsize=PUZZLES_KEPT)
def _shown_in(puzzle: Puzzle, kind: boards.Kind) -> tuple[int, ...]:
    """Return what stands on the board of that kind in the course of a puzzle's solution."""
    line = puzzle.line()
    return tuple(map(boards.shown, line)) if boards.kind(line[0]) == kind else ()


@lru_cache
def _games_on(kind: boards.Kind) -> frozenset[str]:
    """Return the games that are played on such a board."""
    return frozenset(name for name, kinds in _kinds().items() if kind in kinds)


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, frozenset[boards.Kind]]:
    """Return the boards of each game."""
    found: dict[str, set[boards.Kind]] = {}
    for name, game in engine.games.items():
        for seats in game.seats:
            for option, known in [("", None), *game.options.items()]:
                for choice in known.choices if known is not None else ("",):
                    try:
                        position = game.start(seats, **({option: choice} if option else {}))
                    except ValueError:
                        continue
                    found.setdefault(name, set()).add(boards.kind(position))
    return {name: frozenset(kinds) for name, kinds in found.items()}
