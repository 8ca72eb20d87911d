"""Where things lie on a picture: from a board's units to pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.board import Board

FRAME = 0.24
"""Width of the frame at least, in squares."""
PIECE = 0.115
"""How far below its square's centre a piece stands, in squares: the number keeps the top."""
RAISED = 0.13
"""How far above it, where the number stands below."""

Pixel = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A board on a picture of ``size`` pixels, turned by 180° or not."""

    board: Board
    size: int
    """Length of the longer side, in pixels."""
    turned: bool

    @cached_property
    def cell(self) -> int:
        """The side of one square, in whole pixels, so that all squares are equal."""
        return int(self.size / (max(self.board.size) + 2 * FRAME))

    @cached_property
    def picture_size(self) -> Pixel:
        """Width and height of the picture."""
        width, height = self.board.size
        frame = self.size - round(self.cell * max(width, height))
        return (round(self.cell * width) + frame, round(self.cell * height) + frame)

    @cached_property
    def corner(self) -> Pixel:
        """The top left corner of the board inside its frame."""
        width, height = self.board.size
        return (
            (self.picture_size[0] - round(self.cell * width)) // 2,
            (self.picture_size[1] - round(self.cell * height)) // 2,
        )

    @cached_property
    def squares(self) -> tuple[Pixel, ...]:
        """By point: the top left corner of its square."""
        return tuple(self._square(x, y) for x, y in self.board.xy)

    @cached_property
    def centres(self) -> tuple[Pixel, ...]:
        """By point: the centre of a piece that stands there."""
        return self._centres(PIECE)

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

    def _square(self, x: float, y: float) -> Pixel:
        width, height = self.board.size
        if self.turned:
            x, y = width - x, height - y
        left, top = self.corner
        return (left + round(self.cell * (x - 0.5)), top + round(self.cell * (y - 0.5)))
