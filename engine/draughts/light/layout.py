"""The order of a board's points in sets, in which a step is a shift by the same number anywhere.

Beside each row, or each pair of rows, stays one place without a square: what leaves the board at
its side falls there, and what leaves it at its top or bottom falls outside.
"""

from __future__ import annotations

from engine.board import Board


class Layout:
    """Where the points of a board are in the sets of a light state.

    ``places[point]`` is the bit of a point, ``points[place]`` the other way round;
    ``squares[place]`` is its column and row, from the top left, on a board of ``width`` columns and
    ``height`` rows. Boards of diagonals have an even number of columns.
    """

    def __init__(self, board: Board, *, diagonal: bool) -> None:
        self.width, self.height = int(board.size[0]), int(board.size[1])
        width = self.width
        if diagonal and width % 2:
            raise ValueError(f"A board with {width} columns has no such layout.")
        squares = [(int(x), int(y)) for x, y in board.xy]
        if diagonal:
            # A row is half as wide, and every second one begins half a step to the left.
            self.places = [y * (width + 1) // 2 + x // 2 for x, y in squares]
        else:
            self.places = [y * (width + 1) + x for x, y in squares]
        self.points = {place: point for point, place in enumerate(self.places)}
        self.squares = dict(zip(self.places, squares, strict=True))

    def opposite(self, place: int) -> int:
        """Return the place where another is once the board is turned round."""
        return max(self.places) - place

    def windows(self) -> list[list[int]]:
        """Return the squares of each two rows that touch, by columns; halves of wide rows."""
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

    def light(self, points: int) -> int:
        """Return a set of points, one bit a point, as a set of places."""
        return sum(1 << place for point, place in enumerate(self.places) if points >> point & 1)

    def point_set(self, places: int) -> frozenset[int]:
        """Return a set of places as points."""
        return frozenset(point for place, point in self.points.items() if places >> place & 1)
