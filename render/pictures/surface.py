"""A picture while it is painted, and the rings and dots for trails and marks.

Measures are in squares.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.drawing.canvas import Canvas, Place
from render.drawing.colour import Colour
from render.drawing.indexed import blend_shape, coverage
from render.themes.palettes import tinted
from render.themes.theme import BoardColours
from render.view.board_view import BoardView
from render.view.layout import Layout, Pixel


class Surface(NamedTuple):
    """A picture being painted: indices of the view's palette, and its layout."""

    image: Image.Image
    view: BoardView
    tints: Collection[int] = ()
    """The points where the last move began and ended."""
    raised: Collection[int] = ()
    """The points whose pieces are above the centre, since their numbers are below."""

    @property
    def layout(self) -> Layout:
        """The layout of the view, with the places of points."""
        return self.view.layout

    @property
    def colours(self) -> BoardColours:
        """The colours of the board."""
        return self.view.colours

    @property
    def dark(self) -> Colour:
        """The darker of the trail's colour and the outline's, which sets the light marks off."""
        return min(self.colours.trail, self.colours.outline, key=sum)

    def ground(self, point: int) -> Colour:
        """Return the colour of the ground under a piece on a point."""
        ground = self.view.grounds[point]
        return tinted(self.colours, ground) if point in self.tints else ground

    def centre(self, point: int) -> Pixel:
        """Return the centre of a piece on a point."""
        layout = self.layout
        return (layout.raised if point in self.raised else layout.centres)[point]

    def middle(self, point: int) -> Pixel:
        """Return the centre of a mark on a free point; on a map, the middle of the square."""
        layout = self.layout
        return layout.middles[point] if layout.on_map else self.centre(point)

    def outline_of(self, colour: Colour) -> Colour:
        """Return the colour of an outline that sets off a sign in the colour ``colour``."""
        outline = self.colours.outline
        apart = sum(abs(one - other) for one, other in zip(outline, colour, strict=True))
        return outline if apart > ALIKE else self.colours.trail

    def blend(
        self, shape: Image.Image, corner: Pixel, colour: Colour, opacity: float = 1.0
    ) -> None:
        """Blend a shape (levels of coverage) into the picture, its corner at ``corner``."""
        blend_shape(self.image, shape, corner, self.view.palette.blend(colour, opacity))

    def blend_centred(
        self, shape: Image.Image, centre: Pixel, colour: Colour, opacity: float = 1.0
    ) -> None:
        """Blend a shape (levels of coverage) into the picture, its middle at ``centre``."""
        corner = (centre[0] - shape.width // 2, centre[1] - shape.height // 2)
        self.blend(shape, corner, colour, opacity)


ALIKE = 60
"""The sum of the differences in red, green and blue below which two colours count as one."""

OUTLINE = 0.045
"""Width of the outline around trail and marks."""


@lru_cache(maxsize=128)
def ring(cell: int, radius: float, width: float) -> Image.Image:
    """Return the shape of a ring; ``radius`` is measured to the middle of its line."""
    canvas, centre = square_canvas(cell, radius + width)
    canvas.ring(centre, radius, width, 255)
    return coverage(canvas.image())


@lru_cache(maxsize=128)
def dot(cell: int, radius: float) -> Image.Image:
    """Return the shape of a filled disc."""
    canvas, centre = square_canvas(cell, radius)
    canvas.disc(centre, radius, 255)
    return coverage(canvas.image())


def square_canvas(cell: int, radius: float) -> tuple[Canvas, Place]:
    """Return a canvas for a shape of ``radius`` squares, and the canvas's centre."""
    side = 2 * (round(cell * radius) + 2)
    return Canvas("L", (side, side), cell), (side / 2 / cell, side / 2 / cell)
