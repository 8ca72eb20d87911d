"""The layout of a picture: the places of a board's points, in pixels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.board import Board
from engine.game import Position

FRAME = 0.24
"""Least width of the frame, in squares."""
COORDINATES = 0.036
"""Width of a frame with coordinates, as a share of the picture."""
BESIDE = 0.3
"""Width of the frame around a star, in squares; coordinates are beside the rows, inside it."""
BELOW_NUMBER = 0.115
"""Distance of a piece below its square's centre, in squares, if the number is above the piece."""
RAISED = 0.13
"""Distance of a piece above its square's centre, in squares, if the number is below the piece."""
BELOW_NAME = 0.08
"""Distance of a piece below its square's centre on a map, whose names are above pieces."""
MAP_FRAME = 0.024
"""Width of the frame around a map, as a share of the picture."""
PLAIN_MAP_FRAME = 0.01
"""Width of the frame around a map without coordinates, or too small for readable ones."""
BESIDE_REGION, ABOVE_REGION = 0.3, 0.5
"""Margins around a region of a map, in squares: left and right, and above and below. They are
narrow, since the names are larger the less is shown.
"""
NARROWEST = 9
"""Least width and height of a part of a map, in squares."""
ABOVE = 0.4
"""Margin above the first row of a map, in squares, into which names may extend."""
NAMED = {"holes": 20, "map": 16}
"""The smallest square, in pixels, in which a name can be read, by the style of the board. Smaller
squares have no names. Numbers can always be read.
"""
BESIDE_NAME = 1.08
"""Scale of pieces on a map with names above pieces."""
SCALES = {"squares": 1.16, "lines": 1.0, "holes": 1.22, "map": 1.2}
"""Scales of pieces that need not leave room for a name, by the style of the board."""

Pixel = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A board on a picture of ``size`` pixels, turned clockwise by ``turn`` quarter turns."""

    board: Board
    size: int
    """Length of the longer side, in pixels; a map with names may be slightly shorter."""
    turn: int = 0
    region: frozenset[int] | None = None
    """The points of a map to show, cut out and enlarged; None for the whole board."""
    coordinates: bool = True
    """Whether numbers, names and coordinates are drawn."""

    @property
    def numbered(self) -> bool:
        """Whether squares have numbers as names, so that pieces stand only on the dark squares."""
        return self.board.style == "squares" and self.board.labels == "points"

    @property
    def on_map(self) -> bool:
        """Whether the board is a map, whose names are in free squares and above pieces."""
        return self.board.map is not None

    @property
    def named(self) -> bool:
        """Whether names are written on the board itself, not only along its edges."""
        return self.coordinates and self.cell >= NAMED.get(self.board.style, 0)

    @property
    def named_beside(self) -> bool:
        """Whether names are written beside or above pieces, which leave room for them."""
        return self.named and (self.numbered or self.on_map)

    @property
    def named_inside(self) -> bool:
        """Whether names are written in the middle of free points."""
        return self.named and (self.board.style == "holes" or self.on_map)

    @property
    def down(self) -> float:
        """Distance of a piece below its square's centre, in squares."""
        if not self.named_beside:
            return 0.0
        return BELOW_NAME if self.on_map else BELOW_NUMBER

    @cached_property
    def shown(self) -> Collection[int]:
        """The points on the picture."""
        return range(len(self.board)) if self.region is None else sorted(self.region)

    @cached_property
    def window(self) -> tuple[float, float, float, float]:
        """The part of the board on the picture, in squares: left, top, right, bottom."""
        width, height = self.board.size
        if not self.on_map:
            return (0.0, 0.0, *self.extent)
        if not self.region:
            return (0.0, -ABOVE, width, height)
        places = [self.board.xy[point] for point in self.region]
        left, right = _around([x for x, _ in places], BESIDE_REGION, 0.0, width)
        top, bottom = _around([y for _, y in places], ABOVE_REGION, -ABOVE, height)
        return (left, top, right, bottom)

    @cached_property
    def extent(self) -> tuple[float, float]:
        """The width and height of the turned board, or of the region shown, in squares."""
        if self.on_map:
            left, top, right, bottom = self.window
            return (right - left, bottom - top)
        width, height = self.board.size
        return (height, width) if self.turn % 2 else (width, height)

    @cached_property
    def xy(self) -> tuple[tuple[float, float], ...]:
        """The centres of the points' squares on the turned board, in squares."""
        width, height = self.board.size
        left, top = self.window[:2]
        turns = {
            0: lambda x, y: (x - left, y - top),
            1: lambda x, y: (height - y, x),
            2: lambda x, y: (width - x, height - y),
            3: lambda x, y: (y, width - x),
        }
        return tuple(turns[self.turn](x, y) for x, y in self.board.xy)

    @cached_property
    def cell(self) -> int:
        """The side of a square in whole pixels, so that all squares are equal."""
        longer = max(self.extent)
        if self.on_map:
            framed, plain = (
                int(self.size * (1 - 2 * frame) / longer) for frame in (MAP_FRAME, PLAIN_MAP_FRAME)
            )
            if not self.coordinates:
                return plain
            return framed if framed >= NAMED["map"] else min(plain, NAMED["map"] - 1)
        if self.board.labels == "edges" and self.coordinates:
            return int(self.size * (1 - 2 * COORDINATES) / longer)
        around = BESIDE if self.board.style == "holes" else FRAME
        return int(self.size / (longer + 2 * around))

    @cached_property
    def unit(self) -> int:
        """The unit of pieces and marks, in pixels: a square, or somewhat more."""
        scale = SCALES[self.board.style]
        if self.named_beside:
            scale = BESIDE_NAME if self.on_map else 1.0
        return round(self.cell * scale)

    @cached_property
    def picture_size(self) -> Pixel:
        """The width and height of the picture, in pixels."""
        if self.board.style == "holes":
            return (self.size, self.size)
        width, height = self.extent
        frame = self.size - round(self.cell * max(width, height))
        if self.on_map and self.named:
            frame = min(frame, 2 * round(self.size * MAP_FRAME))  # wider ones make names smaller
        if self.on_map:
            frame -= frame % 2  # equally wide on all sides, so that parts can be cut out
        return (round(self.cell * width) + frame, round(self.cell * height) + frame)

    @cached_property
    def corner(self) -> Pixel:
        """The top left corner of the board inside its frame, in pixels."""
        width, height = self.extent
        return (
            (self.picture_size[0] - round(self.cell * width)) // 2,
            (self.picture_size[1] - round(self.cell * height)) // 2,
        )

    @property
    def origin(self) -> tuple[float, float]:
        """The top left corner of the whole board, in pixels; it may be outside the picture."""
        left, top = self.window[:2]
        return (self.corner[0] - left * self.cell, self.corner[1] - top * self.cell)

    @cached_property
    def squares(self) -> tuple[Pixel, ...]:
        """The top left corners of the points' squares, in pixels."""
        left, top = self.corner
        return tuple(
            (left + round(self.cell * (x - 0.5)), top + round(self.cell * (y - 0.5)))
            for x, y in self.xy
        )

    @cached_property
    def centres(self) -> tuple[Pixel, ...]:
        """The centres of pieces on the points, in pixels."""
        return self._centres(self.down)

    @cached_property
    def middles(self) -> tuple[Pixel, ...]:
        """The middles of the points' squares, in pixels."""
        return self._centres(0)

    @cached_property
    def raised(self) -> tuple[Pixel, ...]:
        """The centres of pieces on the points, if the number is below the piece, in pixels."""
        return self._centres(-RAISED)

    def box(self, point: int) -> tuple[int, int, int, int]:
        """Return the square of a point, in pixels: left, top, right, bottom."""
        x, y = self.squares[point]
        return (x, y, x + self.cell, y + self.cell)

    def _centres(self, down: float) -> tuple[Pixel, ...]:
        dx, dy = round(self.cell / 2), round(self.cell * (0.5 + down))
        return tuple((x + dx, y + dy) for x, y in self.squares)


def _around(places: list[float], margin: float, low: float, high: float) -> tuple[float, float]:
    """Return the range of a map shown along one axis, around squares with the centres ``places``.

    It is within ``low`` and ``high``, and at least ``NARROWEST`` long if there is room.
    """
    first, last = min(places) - 0.5 - margin, max(places) + 0.5 + margin
    more = max(0.0, NARROWEST - (last - first)) / 2
    first, last = first - more, last + more
    first, last = first - max(0.0, last - high), last - min(0.0, first)
    return (max(low, first), min(high, last))


@lru_cache(maxsize=256)
def layout_of(
    board: Board,
    size: int,
    turn: int,
    region: frozenset[int] | None = None,
    coordinates: bool = True,
) -> Layout:
    """Return the layout of a picture: the same object for the same arguments."""
    return Layout(board, size, turn, region, coordinates)


def turn_for(position: Position, viewer: int) -> int:
    """Return the number of clockwise quarter turns of the board for the seat ``viewer``.

    Of two seats, the second looks from the opposite side. More than two seats on squares have their
    camps in the corners; the viewer's camp is turned to the bottom left. A star is turned by half
    or not at all, so that its rows stay rows: the viewer's camp is in the lower half. A map is
    never turned: north is at the top.
    """
    if position.board.style == "map":
        return 0
    if len(position.seats) == 2:
        return 2 * (viewer == 1)
    width, height = position.board.size
    camp = [position.board.xy[point] for point, seat in position.display.zones() if seat == viewer]
    x = sum(x - width / 2 for x, _ in camp)
    y = sum(y - height / 2 for _, y in camp)
    if not camp or position.board.style != "squares" or width != height:
        return 2 * (y < 0)
    turn = 0
    while not (x <= 0 <= y) and turn < 3:
        x, y, turn = -y, x, turn + 1
    return turn
