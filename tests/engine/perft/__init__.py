"""Perft: counting move sequences by length, and the known counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import engine


class Counts(NamedTuple):
    """The known numbers of move sequences from a position, by depth."""

    name: str
    position: engine.Position
    by_depth: dict[int, int]
    without: str = ""
    """The kind of move left out of the counts, "" for none."""

    def count(self, depth: int) -> int:
        """Return the engine's number of move sequences of ``depth`` moves."""
        return perft(self.position, depth, self.without)

    def count_all(self, depth: int) -> list[int]:
        """Return the engine's numbers of move sequences for depths 1 to ``depth``."""
        numbers = [0] * depth
        _count(self.position, numbers, 0, self.without)
        return numbers


def _count(position: engine.Position, numbers: list[int], depth: int, without: str) -> None:
    moves = _moves(position, without)
    numbers[depth] += len(moves)
    if depth + 1 < len(numbers):
        for move in moves:
            _count(position.play(move), numbers, depth + 1, without)


def _moves(position: engine.Position, without: str) -> Sequence[engine.Move]:
    moves = position.legal_moves()
    return [move for move in moves if move.kind != without] if without else moves


def perft(position: engine.Position, depth: int, without: str = "") -> int:
    """Return the number of sequences of ``depth`` moves, without moves of the kind ``without``."""
    moves = _moves(position, without)
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1, without) for move in moves)


def known() -> list[Counts]:
    """Return the counts of the text files beside this module."""
    return [_read(path) for path in sorted(Path(__file__).parent.glob("*.txt"))]


def _read(path: Path) -> Counts:
    """Return the counts of a file: ``key: value`` lines, then lines of a depth and its number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    headers = dict(line.split(": ", 1) for line in lines if ": " in line)
    counts = (line.split() for line in lines if ": " not in line)
    by_depth = {int(depth): int(number) for depth, number in counts}
    game = engine.games[headers["game"]]
    options = {
        name: next(choice for choice in option.choices if str(choice) == headers[name])
        for name, option in game.options.items()
        if name in headers
    }
    seats = int(headers["seats"]) if "seats" in headers else None
    fen = headers["position"]
    position = game.start(seats, **options) if fen == "start" else game.read(fen, seats, **options)
    return Counts(path.stem, position, by_depth, headers.get("without", ""))
