"""The positions of desks: played out from their start, and cached while people use them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from hashlib import blake2b
from typing import Final

from cachetools import LRUCache

import engine
from cogs.analysis.desk_keeper import SeenDesk
from data import Desk, promptly
from engine import Move, Position

KEPT: Final = 5_000
"""The most positions cached: people go back and forward among them."""

FEW: Final = 4
"""The most moves played without using a thread."""


class Positions:
    """Plays out the lines of desks, and caches the positions."""

    def __init__(self) -> None:
        self._known: LRUCache[bytes, Position] = LRUCache(KEPT)

    async def seen(self, desk: Desk) -> SeenDesk:
        """Return a desk with its position. Raises Refusal if the position cannot be read."""
        played = await self._line(desk, 1)
        position, move = played[-1]
        return SeenDesk(desk, position, played[-2][0] if move is not None else None, move)

    async def line(self, desk: Desk, earlier: int) -> list[Position]:
        """Return the ``earlier`` positions before a desk's own, then its own; fewer near its start.

        Raises Refusal if a position cannot be read.
        """
        return [position for position, _ in (await self._line(desk, earlier))[-1 - earlier :]]

    async def _line(self, desk: Desk, earlier: int) -> list[tuple[Position, Move | None]]:
        """Return at least the ``earlier`` positions before a desk's own, then its own.

        Each has the move that led to it; the first may have None.
        """
        texts = desk.lines.moves
        keys = _keys(desk, texts)
        known = range(max(len(texts) - earlier, 0), -1, -1)
        begun = next((number for number in known if keys[number] in self._known), 0)
        first = self._known.get(keys[begun])
        work = partial(_played, desk, first, texts[begun:])
        new = await (promptly(work) if len(texts) - begun <= FEW else asyncio.to_thread(work))
        for key, (position, _) in zip(keys[begun:], new, strict=True):
            self._known[key] = position
        return new

    async def played(self, seen: SeenDesk, text: str) -> tuple[str, ...]:
        """Return a person's typed moves in the game's own notation. Raises MoveError."""
        return await promptly(partial(_written, seen.position, text))


def _keys(desk: Desk, texts: Sequence[str]) -> list[bytes]:
    """Return the cache keys of a desk's start and of the position after each move."""
    about = repr((desk.game, sorted(desk.options.items()), desk.seats, desk.start))
    keys = [_digest(about.encode())]
    for text in texts:
        keys.append(_digest(keys[-1] + text.encode()))
    return keys


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _played(
    desk: Desk, first: Position | None, texts: Sequence[str]
) -> list[tuple[Position, Move | None]]:
    """Return the first position and those after each move, each with the move that led to it.

    The legal moves of the last position are listed at once and cached. Raises Refusal.
    """
    position = first or engine.games[desk.game].read(desk.start, desk.seats, **desk.options)
    played: list[tuple[Position, Move | None]] = [(position, None)]
    for text in texts:
        move = position.parse(text)
        position = position.play(move)
        played.append((position, move))
    position.legal_moves()
    return played


def _written(position: Position, text: str) -> tuple[str, ...]:
    written = []
    for move in position.parse_all(text):
        written.append(position.write(move))
        position = position.play(move)
    return tuple(written)
