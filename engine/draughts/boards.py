"""Boards of draughts: the dark squares, by number or by file and rank, or all squares.

The square at the bottom left of each player is dark, or on a ``mirrored`` board the one at the
bottom right. Directions are those of ``COMPASS``. A ``Layout`` orders the points of a board so
that a step is a shift of the bits of a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.board import COMPASS, NOWHERE, Board, Labels, PointSets, square_board

ORTHOGONAL: Final = (0, 2, 4, 6)
DIAGONAL: Final = (1, 3, 5, 7)
"""Directions in which a piece goes along rows and columns, or along diagonals."""

DIAGONALLY_FORWARD: Final = (7, 1)
FORWARD_OR_SIDEWAYS: Final = (0, 6, 2)
"""Directions of the first seat's men; the other seat's are the opposites."""


def opposite(direction: int) -> int:
    """Return the opposite direction."""
    return (direction + 4) % len(COMPASS)


def numbered(side: int, *, from_the_bottom: bool = False, mirrored: bool = False) -> Board:
    """Return the dark squares of a board, numbered row by row from the top left.

    The order is the first seat's; ``from_the_bottom`` numbers them from the bottom right. On a
    ``mirrored`` board the square at the bottom left of each player is light.
    """
    places = _dark(side, mirrored)
    others = [] if mirrored else _by_file_and_rank(side, places)
    if from_the_bottom:
        places.reverse()
    return _board(side, places, _by_number(places), "points", others)


def lettered(side: int) -> Board:
    """Return the dark squares of a board, named by file and rank: ``a1`` is at the bottom left.

    The squares also have numbers, row by row from the top left.
    """
    places = _dark(side, mirrored=False)
    return _board(side, places, _by_file_and_rank(side, places), "edges", _by_number(places))


def _by_number(places: Sequence[tuple[int, int]]) -> list[str]:
    return [str(number + 1) for number in range(len(places))]


def _by_file_and_rank(side: int, places: Sequence[tuple[int, int]]) -> list[str]:
    return [f"{chr(ord('a') + x)}{side - y}" for x, y in places]


all_squares = square_board
"""Returns a board with all its squares in use, named by file and rank."""


def _dark(side: int, mirrored: bool) -> list[tuple[int, int]]:
    odd = (side - 1 + mirrored) % 2
    return [(x, y) for y in range(side) for x in range(side) if (x + y) % 2 == odd]


def _board(
    side: int,
    places: Sequence[tuple[int, int]],
    names: Sequence[str],
    labels: Labels,
    others: Sequence[str] = (),
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
        also={name: point for point, name in enumerate(others)},
    )


def as_set(points: Iterable[int]) -> int:
    """Return points, or places, as a bit set."""
    return sum(1 << point for point in points)


class Layout(PointSets):
    """Sets of the points of a board of squares, in which a step is the same shift everywhere.

    Beside each row, or each pair of rows, one place has no square: a step off the side of the board
    ends there. A step off the top or bottom ends outside all places.

    ``squares[place]`` is the column and row of a place, from the top left, on a board of ``width``
    columns and ``height`` rows. Raises ValueError for a board without such a layout; a ``diagonal``
    board needs an even number of columns.
    """

    def __init__(self, board: Board, *, diagonal: bool) -> None:
        self.width, self.height = int(board.size[0]), int(board.size[1])
        width = self.width
        if diagonal and width % 2:
            raise ValueError(f"A board with {width} columns has no such layout.")
        squares = [(int(x), int(y)) for x, y in board.xy]
        if diagonal:
            # A row is half as wide, and every second one begins half a step to the left.
            left = (1 + sum(squares[0])) % 2
            places = [(y * (width + 1) + left) // 2 + x // 2 for x, y in squares]
        else:
            places = [y * (width + 1) + x for x, y in squares]
        super().__init__(board, places)
        self.squares = dict(zip(places, squares, strict=True))
        for direction in DIAGONAL if diagonal else ORTHOGONAL:
            self._check_shift(board.steps[direction])

    def _check_shift(self, ends: Sequence[int]) -> None:
        """Raise ValueError unless a step is the same shift everywhere, even off the board."""
        steps = list(zip(self.places, ends, strict=True))
        shifts = {self.places[end] - place for place, end in steps if end != NOWHERE}
        beyond = [place + shift for place, end in steps if end == NOWHERE for shift in shifts]
        if len(shifts) > 1 or any(place in self.points for place in beyond):
            raise ValueError("On this board a step is not the same shift everywhere.")

    def opposite(self, place: int) -> int:
        """Return the place to which ``place`` comes if the board is turned round."""
        return max(self.places) - place

    def windows(self) -> list[list[int]]:
        """Return the places of each pair of adjacent rows, column by column.

        If all squares of the board are used, each pair is cut into a left and a right half.
        """
        halves = [range(self.width)]
        if len(self.squares) == self.width * self.height:
            middle = self.width // 2
            halves = [range(middle), range(middle, self.width)]
        by_column = sorted(self.places, key=lambda place: self.squares[place])
        return [
            [
                place
                for place in by_column
                if self.squares[place][0] in columns and self.squares[place][1] in (y, y + 1)
            ]
            for y in range(self.height - 1)
            for columns in halves
        ]
