"""Racing from camp to camp, in sets of points, for who tries every turn.

A set of points is an integer with one bit a point: ``1 << point``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from engine.board import Board


def points_of(points: int) -> Iterator[int]:
    """Return the points of a set in order."""
    while points:
        bit = points & -points
        points ^= bit
        yield bit.bit_length() - 1


class Race(ABC):
    """A race of two: nothing is captured, and a turn moves one piece.

    ``homes`` are the camps where the seats begin, ``targets`` those that they have to fill.
    """

    board: Board
    homes: tuple[int, ...]
    targets: tuple[int, ...]

    @abstractmethod
    def ends(self, seat: int, occupied: int, start: int) -> int:
        """Return where the piece of a seat on a point can go in a turn.

        ``occupied`` are the points of all pieces.
        """

    @abstractmethod
    def text(self, seat: int, pieces: tuple[int, int]) -> str:
        """Return the position text of pieces by seat, with a seat to move and nothing before it."""
