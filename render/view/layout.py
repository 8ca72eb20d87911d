"""The layout of a picture: from a board's units to pixels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.board import Board
from engine.game import Position

FRAME = 0.24
"""Width of the frame at least, in squares."""
COORDINATES = 0.036
"""Width of a frame with coordinates, as a share of the picture."""
BESIDE = 0.3
"""Width of the frame around a star, in squares: its coordinates stand beside the rows."""
BELOW_NUMBER = 0.115
"""How far below its square's centre a piece stands, in squares: the number keeps the top."""
RAISED = 0.13
"""How far above the centre a piece stands, if the number stands below."""
BELOW_NAME = 0.08
"""How far below its square's centre a piece stands on a map, whose names are above pieces."""
MAP_FRAME = 0.024
"""Width of the frame around a map, as a share of the picture."""
PLAIN_MAP_FRAME = 0.01
"""Width of the frame around a map without coordinates, or too small for readable ones."""
BESIDE_REGION, ABOVE_REGION = 0.3, 0.5
"""How much a map shows on either side of a region, and above and below it, in squares: names are as
large as a picture is narrow.
"""
NARROWEST = 9
"""Least width and height of a part of a map, in squares."""
ABOVE = 0.4
"""How much of a map is shown above its first row, in squares: names may rise into it."""
NAMED = {"holes": 20, "map": 16}
"""The smallest square, in pixels, that shows a readable name, by the style of the board: smaller
ones have none, as without coordinates. Numbers can always be read.
"""
BESIDE_NAME = 1.08
"""Scale of pieces on a map whose names are above them."""
SCALES = {"squares": 1.16, "lines": 1.0, "holes": 1.22, "map": 1.2}
"""Scale of pieces that leave no room for a number, by the style of the board."""

Pixel = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A board on a picture of ``size`` pixels, turned clockwise by ``turn`` quarters."""

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
        """Whether squares have numbers as names, and pieces stand on the dark ones alone."""
        return self.board.style == "squares" and self.board.labels == "points"

    @property
    def on_map(self) -> bool:
        """Whether the board is a map: names stand in free squares, and above pieces."""
        return self.board.map is not None

    @property
    def named(self) -> bool:
        """Whether there are names on the board itself, not only beside it."""
        return self.coordinates and self.cell >= NAMED.get(self.board.style, 0)

    @property
    def named_beside(self) -> bool:
        """Whether squares have their names beside their pieces, which make room for them."""
        return self.named and (self.numbered or self.on_map)

    @property
    def named_inside(self) -> bool:
        """Whether the middle of a free point has its name."""
        return self.named and (self.board.style == "holes" or self.on_map)

    @property
    def down(self) -> float:
        """How far below its square's centre a piece stands, in squares."""
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
        """Width and height of the turned board, or of its region, in squares."""
        if self.on_map:
            left, top, right, bottom = self.window
            return (right - left, bottom - top)
        width, height = self.board.size
        return (height, width) if self.turn % 2 else (width, height)

    @cached_property
    def xy(self) -> tuple[tuple[float, float], ...]:
        """By point: its centre on the turned board, in squares."""
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
        """The side of one square, in whole pixels, so that all squares are equal."""
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
        """The unit of pieces and marks: a square in pixels, or somewhat more."""
        scale = SCALES[self.board.style]
        if self.named_beside:
            scale = BESIDE_NAME if self.on_map else 1.0
        return round(self.cell * scale)

    @cached_property
    def picture_size(self) -> Pixel:
        """Width and height of the picture."""
        if self.board.style == "holes":
            return (self.size, self.size)
        width, height = self.extent
        frame = self.size - round(self.cell * max(width, height))
        if self.on_map and self.named:
            frame = min(frame, 2 * round(self.size * MAP_FRAME))  # wider ones make names smaller
        if self.on_map:
            frame -= frame % 2  # as wide on all sides, so that parts can be cut out
        return (round(self.cell * width) + frame, round(self.cell * height) + frame)

    @cached_property
    def corner(self) -> Pixel:
        """The top left corner of the board inside its frame."""
        width, height = self.extent
        return (
            (self.picture_size[0] - round(self.cell * width)) // 2,
            (self.picture_size[1] - round(self.cell * height)) // 2,
        )

    @property
    def origin(self) -> tuple[float, float]:
        """The place of the whole board's top left corner, even outside the picture."""
        left, top = self.window[:2]
        return (self.corner[0] - left * self.cell, self.corner[1] - top * self.cell)

    @cached_property
    def squares(self) -> tuple[Pixel, ...]:
        """By point: the top left corner of its square."""
        left, top = self.corner
        return tuple(
            (left + round(self.cell * (x - 0.5)), top + round(self.cell * (y - 0.5)))
            for x, y in self.xy
        )

    @cached_property
    def centres(self) -> tuple[Pixel, ...]:
        """By point: the centre of a piece on it."""
        return self._centres(self.down)

    @cached_property
    def middles(self) -> tuple[Pixel, ...]:
        """By point: the middle of its square."""
        return self._centres(0)

    @cached_property
    def raised(self) -> tuple[Pixel, ...]:
        """By point: the centre of a piece whose number stands below it."""
        return self._centres(-RAISED)

    def box(self, point: int) -> tuple[int, int, int, int]:
        """The square of a point: left, top, right, bottom."""
        x, y = self.squares[point]
        return (x, y, x + self.cell, y + self.cell)

    def _centres(self, down: float) -> tuple[Pixel, ...]:
        dx, dy = round(self.cell / 2), round(self.cell * (0.5 + down))
        return tuple((x + dx, y + dy) for x, y in self.squares)


def _around(places: list[float], margin: float, low: float, high: float) -> tuple[float, float]:
    """Return the range of the board shown along one axis, around squares with those centres."""
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
    """Return the layout of a picture: the same one every time, measured once."""
    return Layout(board, size, turn, region, coordinates)


def turn_for(position: Position, viewer: int) -> int:
    """Return by how many quarters the board is turned clockwise for that seat.

    Of two seats the second looks from the opposite side. More than two on squares have their camps
    in the corners, and each viewer's own is at the bottom left. A star stays as it is or is turned
    by half, so that its rows stay rows: the viewer's camp is in the lower half. North is at the top
    of every map.
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
