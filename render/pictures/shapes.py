"""Rings and dots, as levels of coverage: what trails and marks are drawn with.

Measures are in squares.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.drawing.canvas import Canvas, Place
from render.drawing.indexed import coverage

OUTLINE = 0.045
"""Width of the outline around trail and marks."""


@lru_cache(maxsize=128)
def ring(cell: int, radius: float, width: float) -> Image.Image:
    """Return a ring, ``radius`` to the middle of its line."""
    canvas, centre = square_canvas(cell, radius + width)
    canvas.ring(centre, radius, width, 255)
    return coverage(canvas.image())


@lru_cache(maxsize=128)
def dot(cell: int, radius: float) -> Image.Image:
    """Return a full disc."""
    canvas, centre = square_canvas(cell, radius)
    canvas.disc(centre, radius, 255)
    return coverage(canvas.image())


def square_canvas(cell: int, radius: float) -> tuple[Canvas, Place]:
    """Return a canvas for a shape of that radius, and its centre."""
    side = 2 * (round(cell * radius) + 2)
    return Canvas("L", (side, side), cell), (side / 2 / cell, side / 2 / cell)
