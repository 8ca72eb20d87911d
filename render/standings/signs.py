"""Small signs in standings, which differ by shape, not only by colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from render.drawing.canvas import Canvas
from render.pieces.symbols import crown

Sign = Literal["up", "down", "crown", "computer", "tip"]

FULL: Final = 255

# Every sign is drawn in a square with sides of 2 units, around (1, 1).


def _up(canvas: Canvas) -> None:
    canvas.polygon([(1.0, 0.2), (1.86, 1.7), (0.14, 1.7)], FULL)


def _down(canvas: Canvas) -> None:
    canvas.polygon([(1.0, 1.8), (1.86, 0.3), (0.14, 0.3)], FULL)


def _tip(canvas: Canvas) -> None:
    """Draw an arrowhead that points to the left."""
    canvas.polygon([(0.0, 1.0), (2.0, 0.0), (2.0, 2.0)], FULL)


def _crown(canvas: Canvas) -> None:
    crown(canvas, (1.0, 1.0), 0.72, FULL)


def _computer(canvas: Canvas) -> None:
    """Draw the head of a robot."""
    canvas.line((1.0, 0.6), (1.0, 0.25), 0.16, FULL)
    canvas.disc((1.0, 0.2), 0.17, FULL)
    for x in (0.1, 1.9):
        canvas.line((x, 1.02), (x, 1.34), 0.16, FULL)
    for y in (0.64, 1.72):
        canvas.line((0.42, y), (1.58, y), 0.24, FULL)
    canvas.polygon([(0.3, 0.62), (1.7, 0.62), (1.7, 1.74), (0.3, 1.74)], FULL)
    for x in (0.68, 1.32):
        canvas.disc((x, 1.06), 0.18, 0)
    canvas.line((0.7, 1.46), (1.3, 1.46), 0.13, 0)


_DRAWN: Final[Mapping[Sign, Callable[[Canvas], None]]] = {
    "up": _up,
    "down": _down,
    "crown": _crown,
    "computer": _computer,
    "tip": _tip,
}


@lru_cache(maxsize=32)
def mask_of(sign: Sign, size: int) -> Image.Image:
    """Return a sign as a mask (0 to 255) with sides of ``size`` pixels."""
    canvas = Canvas("L", (size, size), size / 2)
    _DRAWN[sign](canvas)
    return canvas.image()
