"""The order of a board's points in sets, in which a step is a shift by the same number anywhere.

Beside each row, or each pair of rows, stays one place without a square: what leaves the board at
its side falls there, and what leaves it at its top or bottom falls outside.
"""

from __future__ import annotations

from engine.board import Board


class Layout:
    """Where the points of a board are in the sets of a light state.

    ``places[point]`` is the bit of a point, ``points[place]`` the other way round; ``shifts`` are
    those of steps downward to the left and to the right, or else to the right and straight down.
    """

    def __init__(self, board: Board, *, diagonal: bool) -> None:
        width = int(board.size[0])
        squares = [(int(x), int(y)) for x, y in board.xy]
        if diagonal:
            # A row is half as wide, and every second one begins half a step to the left.
            self.places = [y * (width + 1) // 2 + x // 2 for x, y in squares]
            self.shifts = (width // 2, width // 2 + 1)
        else:
            self.places = [y * (width + 1) + x for x, y in squares]
            self.shifts = (1, width + 1)
        self.points = {place: point for point, place in enumerate(self.places)}

    def light(self, points: int) -> int:
        """Return a set of points, one bit a point, as a set of places."""
        return sum(1 << place for point, place in enumerate(self.places) if points >> point & 1)

    def point_set(self, places: int) -> frozenset[int]:
        """Return a set of places as points."""
        return frozenset(point for place, point in self.points.items() if places >> place & 1)
