"""Perft: counting the move sequences of every length, and the counts that are known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import engine


class Counts(NamedTuple):
    """How many move sequences of each depth a position has."""

    name: str
    position: engine.Position
    by_depth: dict[int, int]
    without: str = ""
    """The kind of move that is not counted."""

    def count(self, depth: int) -> int:
        """The number of move sequences of that depth, as the engine has it."""
        return perft(self.position, depth, self.without)

    def count_all(self, depth: int) -> list[int]:
        """The numbers of move sequences of every depth up to that one, counted in one go."""
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
    """The number of move sequences of that depth, in which there is no move of one kind."""
    moves = _moves(position, without)
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1, without) for move in moves)


def known() -> list[Counts]:
    """The counts of the text files beside this one."""
    return [_read(path) for path in sorted(Path(__file__).parent.glob("*.txt"))]


def _read(path: Path) -> Counts:
    """A file's ``key: value`` lines say what is counted; a depth and its number come after."""
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
