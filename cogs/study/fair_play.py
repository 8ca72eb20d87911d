"""Fair play: the computer says nothing of what stands on the board of a match that is going on.

It is silent of a position

- that stands on a live board, whoever is to move and whatever has been counted, and also with the
  board turned and the sides exchanged;
- from which one move leads there, or to which one move leads from there: to ask about both would
  be to ask about the match;
- that comes soon after one that stands there, in the line that a person has played;
- from which the line that the computer expects leads there.

Every live match counts, also of other servers: a friend may ask for a player, a player in another
place. Of those with which a person has nothing to do, openings do not count: many stand there at
any time, and everybody knows them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import engine
from data import LiveBoard, Store
from engine import Position
from engine.study import boards

SOON: Final = 6
"""Plies after a live board that are too near to it: the best move there follows from them."""

OPENING: Final = 12
"""So many differences to the first board, two for each move, are an opening."""

MOST_COMPARED: Final = 40
"""Live boards whose moves are played to see whether one leads to what is asked about: where more
look as if, one is taken to.
"""

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

    def position(self) -> Position:
        """Return the position, read anew."""
        return _position(self.board)


class FairPlay:
    """Knows the boards of all live matches, each of which it reads once a turn."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._live: dict[int, Live] = {}
        self._reading = asyncio.Lock()

    async def forbids(
        self,
        line: Sequence[Position],
        person: int,
        guilds: Collection[int],
        *,
        expected: Iterable[Position] = (),
        in_match: bool = False,
    ) -> bool:
        """Return whether the computer has to be silent of the last position of a line.

        The ``person`` is on those servers. ``expected`` is how the computer expects it to go on.
        Who asks ``in_match``, where there are hints, is refused for the sake of rated matches
        alone.
        """
        concerned = await self._store.live_boards.of_person(person)
        games = _games_on(boards.kind(line[-1]))
        live = await self._boards(games, rated=in_match)
        return await asyncio.to_thread(_forbids, line, [*expected], live, concerned, guilds)

    async def _boards(self, games: Collection[str], *, rated: bool) -> Mapping[int, Live]:
        """Return the boards of the live matches of these games, or of rated ones, by their ids."""
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
            return {
                number: self._live[number]
                for number, found in versions.items()
                if number in self._live and (found.rated or not rated)
            }


def _forbids(
    line: Sequence[Position],
    expected: Sequence[Position],
    live: Mapping[int, Live],
    concerned: Collection[int],
    guilds: Collection[int],
) -> bool:
    asked, kind = line[-1], boards.kind(line[-1])
    ways, opening = boards.turned(asked), _is_opening(asked)
    found = [
        one
        for number, one in live.items()
        if one.kind == kind and (not opening or number in concerned or one.guild in guilds)
    ]
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


def _is_opening(position: Position) -> bool:
    """Return whether a position is hardly more than the beginning of its game."""
    first = position.game.start(len(position.seats), **position.options)
    begun = boards.shown(first)
    return any((begun ^ way).bit_count() <= OPENING for way in boards.turned(position))


def _live(found: Iterable[LiveBoard]) -> dict[int, Live]:
    """Return boards as they are compared, by their matches."""
    live = {}
    for board in found:
        position = _position(board)
        kind, shown = boards.kind(position), boards.shown(position)
        live[board.match] = Live(board.version, board.guild, kind, shown, board)
    return live


def _position(board: LiveBoard) -> Position:
    return engine.games[board.game].read(board.position, board.seats, **board.options)


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
