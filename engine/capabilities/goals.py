"""Goals: the points that seats want to fill, and races from camp to camp."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import dist
from typing import NamedTuple

from engine.board import Board
from engine.text import Text


class GoalPoints(NamedTuple):
    """Points that seats want to fill with their pieces: a camp, a fortress.

    The subject of both texts is a move: ``entering`` tells how many pieces it brings in ("brings 2
    pieces into the camp"), ``nearing`` that a piece comes closer.
    """

    seats: tuple[frozenset[int], ...]
    entering: Callable[[int], Text]
    nearing: Text

    def points(self, seat: int) -> frozenset[int]:
        """Return the points that a seat wants to fill, empty for a seat with another aim."""
        return self.seats[seat]

    def away(self, board: Board, seat: int, point: int) -> float:
        """Return the distance in squares from a point to the nearest of a seat's ``points``.

        0 for a seat with another aim.
        """
        here, xy = board.xy[point], board.xy
        return min((dist(here, xy[other]) for other in self.seats[seat]), default=0.0)


class Race(ABC):
    """A race of two from camp to camp: nothing is captured, and a turn moves one piece.

    ``homes`` are the camps where the seats begin, ``targets`` those that they have to fill. A set
    of points is an integer with the bit ``1 << point`` for each.
    """

    board: Board
    homes: tuple[int, ...]
    targets: tuple[int, ...]

    @abstractmethod
    def ends(self, seat: int, occupied: int, start: int) -> int:
        """Return the set of points that a seat's piece on the point ``start`` can reach in a turn.

        ``occupied`` is the set of points of all pieces.
        """

    @abstractmethod
    def text(self, seat: int, pieces: tuple[int, int]) -> str:
        """Return the text of a position without a history, with ``seat`` to move.

        ``pieces`` are the sets of each seat's points.
        """
