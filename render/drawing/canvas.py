"""Drawing large and scaling down once, which makes edges smooth."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import Self

from PIL import Image, ImageDraw

from render.drawing.colour import Colour
from render.drawing.fonts import font

OVERSAMPLING, WHOLE_PICTURE = 6, 4
"""Factors by which a canvas is drawn larger than shown, in both directions: for a piece, and for a
whole picture.
"""

LARGEST = 4800
"""The longest side of a canvas as drawn, in pixels: it must fit in memory."""

Place = tuple[float, float]
"""A place from the top left corner: right and down, in units."""
Fill = Colour | int
"""A colour, or a grey value for an image in mode ``L``."""


class Canvas:
    """A picture to draw on in units of any length, drawn larger than it is shown."""

    def __init__(
        self,
        mode: str,
        size: tuple[int, int],
        unit: float,
        fill: Fill = 0,
        oversampling: int = OVERSAMPLING,
    ) -> None:
        """Make a canvas of ``size`` pixels as shown; ``unit`` pixels make one unit."""
        width, height = size
        oversampling = max(1, min(oversampling, LARGEST // max(size)))
        self.oversampling = oversampling
        self.large = Image.new(mode, (width * oversampling, height * oversampling), fill)
        """The picture as drawn, before it is scaled down."""
        self.unit = unit * oversampling
        self._draw = ImageDraw.Draw(self.large)

    @classmethod
    def over(cls, large: Image.Image, unit: float) -> Self:
        """Return a canvas on an image as drawn; ``unit`` pixels of the image make one unit."""
        canvas = cls.__new__(cls)
        canvas.large, canvas.unit, canvas._draw = large, unit, ImageDraw.Draw(large)
        canvas.oversampling = OVERSAMPLING
        return canvas

    def image(self) -> Image.Image:
        """Return the picture at the size it is shown."""
        return self.large.reduce(self.oversampling)

    def disc(self, centre: Place, radius: float, fill: Fill) -> None:
        """Draw a filled disc."""
        self._draw.ellipse(self._around(centre, radius), fill=fill)

    def ring(self, centre: Place, radius: float, width: float, fill: Fill) -> None:
        """Draw a ring; ``radius`` is measured to the middle of its line."""
        self._draw.ellipse(
            self._around(centre, radius + width / 2),
            outline=fill,
            width=max(1, round(width * self.unit)),
        )

    def arc(
        self, centre: Place, radius: float, width: float, degrees: tuple[float, float], fill: Fill
    ) -> None:
        """Draw a part of a ring between two angles, clockwise from the right."""
        self._draw.arc(
            self._around(centre, radius + width / 2),
            *degrees,
            fill=fill,
            width=max(1, round(width * self.unit)),
        )

    def polygon(self, corners: Sequence[Place], fill: Fill) -> None:
        """Draw a filled polygon."""
        self._draw.polygon([(x * self.unit, y * self.unit) for x, y in corners], fill=fill)

    def line(self, start: Place, end: Place, width: float, fill: Fill) -> None:
        """Draw a line with round ends."""
        (x, y), (x2, y2) = start, end
        length = hypot(x2 - x, y2 - y)
        if length:
            dx, dy = (y2 - y) * width / 2 / length, (x - x2) * width / 2 / length
            self.polygon(
                [(x + dx, y + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x - dx, y - dy)], fill
            )
        self.disc(start, width / 2, fill)
        self.disc(end, width / 2, fill)

    def text(self, centre: Place, text: str, size: float, fill: Fill, stroke: float = 0.0) -> None:
        """Write a text centred on a place, with letters ``stroke`` units larger on every side."""
        self._draw.text(
            (centre[0] * self.unit, centre[1] * self.unit),
            text,
            fill,
            font(size * self.unit),
            anchor="mm",
            stroke_width=stroke * self.unit,
        )

    def _around(self, centre: Place, radius: float) -> tuple[float, float, float, float]:
        x, y = (value * self.unit for value in centre)
        radius *= self.unit
        return (x - radius, y - radius, x + radius, y + radius)


def around(centre: Place, radius: float, degrees: float) -> Place:
    """Return the place ``radius`` away from ``centre``, in a direction clockwise from the right."""
    angle = degrees * pi / 180
    return (centre[0] + radius * cos(angle), centre[1] + radius * sin(angle))
