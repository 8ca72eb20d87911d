"""Boards of draughts: the dark squares, by number or by file and rank, or all squares.

The square at the bottom left of each player is dark. Directions are those of ``COMPASS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.board import COMPASS, NOWHERE, Board, Labels, square_board

ORTHOGONAL: Final = (0, 2, 4, 6)
DIAGONAL: Final = (1, 3, 5, 7)
"""Directions by which a piece goes along rows and columns, or along diagonals."""

DIAGONALLY_FORWARD: Final = (7, 1)
FORWARD_OR_SIDEWAYS: Final = (0, 6, 2)
"""Directions of the first seat's men; those of the other seat's are the opposites."""


def opposite(direction: int) -> int:
    """Return the direction that leads back."""
    return (direction + 4) % len(COMPASS)


def numbered(side: int, *, from_the_bottom: bool = False) -> Board:
    """Return the dark squares of a board, numbered row by row from the top left.

    That is as the first seat sees it; ``from_the_bottom`` numbers them from the bottom right.
    """
    places = _dark(side)
    if from_the_bottom:
        places.reverse()
    return _board(side, places, [str(number + 1) for number in range(len(places))], "points")


def lettered(side: int) -> Board:
    """Return the dark squares of a board, named by file and rank: ``a1`` is at the bottom left."""
    places = _dark(side)
    return _board(side, places, [f"{chr(ord('a') + x)}{side - y}" for x, y in places], "edges")


all_squares = square_board
"""All squares of a board, named by file and rank."""


def _dark(side: int) -> list[tuple[int, int]]:
    return [(x, y) for y in range(side) for x in range(side) if (x + y) % 2 == (side - 1) % 2]


def _board(
    side: int, places: Sequence[tuple[int, int]], names: Sequence[str], labels: Labels
) -> Board:
    point_at = {place: point for point, place in enumerate(places)}
    return Board(
        names=tuple(names),
        xy=tuple((x + 0.5, y + 0.5) for x, y in places),
        size=(side, side),
        steps=tuple(
            tuple(point_at.get((x + dx, y + dy), NOWHERE) for x, y in places) for dx, dy in COMPASS
        ),
        labels=labels,
    )
