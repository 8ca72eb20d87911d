"""Perft: counting the move sequences of every length, and the counts that are known."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import engine


class Counts(NamedTuple):
    """How many move sequences of each depth a position has."""

    name: str
    position: engine.Position
    by_depth: dict[int, int]


def perft(position: engine.Position, depth: int) -> int:
    """The number of move sequences of that depth."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def known() -> list[Counts]:
    """The counts of the text files beside this one."""
    return [_read(path) for path in sorted(Path(__file__).parent.glob("*.txt"))]


def _read(path: Path) -> Counts:
    game_line, position_line, *counts = path.read_text().splitlines()
    game = engine.games[game_line.removeprefix("game: ")]
    fen = position_line.removeprefix("position: ")
    position = game.start() if fen == "start" else game.read(fen)
    return Counts(path.stem, position, {int(d): int(n) for d, n in map(str.split, counts)})
