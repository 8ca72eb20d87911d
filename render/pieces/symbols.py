"""Engravings of pieces: the symbols of kinds, and the patterns of seats.

Each symbol is drawn around ``centre``; its measures are shares of ``radius``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt

from engine.pieces import Symbol
from render.drawing.canvas import Canvas, Fill, Place, around
from render.themes.theme import Pattern

Draw = Callable[[Canvas, Place, float, Fill], None]


def crown(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw the crown of a king, which reaches somewhat beyond ``radius``."""
    size = radius / 0.19

    def at(dx: float, dy: float) -> Place:
        return (centre[0] + dx * size, centre[1] + dy * size)

    canvas.polygon(
        [
            at(-0.19, 0.1), at(-0.235, -0.1), at(-0.105, 0.01), at(0, -0.17),
            at(0.105, 0.01), at(0.235, -0.1), at(0.19, 0.1),
        ],
        fill,
    )  # fmt: skip
    for dx, dy in ((-0.235, -0.11), (0, -0.18), (0.235, -0.11)):
        canvas.disc(at(dx, dy), 0.038 * size, fill)
    canvas.polygon([at(-0.19, 0.13), at(0.19, 0.13), at(0.19, 0.185), at(-0.19, 0.185)], fill)


def arms(*degrees: float, width: float) -> Draw:
    """Return a function that draws straight arms from the middle in the given directions."""

    def draw(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
        for direction in degrees:
            canvas.line(centre, around(centre, radius, direction), width * radius, fill)

    return draw


def chevrons(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw the two stripes of a soldier, which point up."""
    x, y = centre
    for down in (-0.3, 0.42):
        for side in (-1, 1):
            tip = (x, y + (down - 0.28) * radius)
            foot = (x + side * 0.85 * radius, y + (down + 0.4) * radius)
            canvas.line(tip, foot, 0.36 * radius, fill)


def triangle(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a filled triangle that points up."""
    middle = (centre[0], centre[1] + 0.16 * radius)
    corners = [around(middle, 1.14 * radius, degrees) for degrees in (-90, 30, 150)]
    canvas.polygon(corners, fill)


def square(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a filled square."""
    corners = [around(centre, 1.08 * radius, degrees) for degrees in (45, 135, 225, 315)]
    canvas.polygon(corners, fill)


def star(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a star with five points."""
    reach = 1.18 * radius
    inner = reach * (3 - sqrt(5)) / 2 * 1.12
    middle = (centre[0], centre[1] + 0.06 * radius)
    corners = [around(middle, inner if i % 2 else reach, 36 * i - 90) for i in range(10)]
    canvas.polygon(corners, fill)


def two_bars(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw two upright bars."""
    for dx in (-0.5, 0.5):
        _bar(canvas, (centre[0] + dx * radius, centre[1]), (0.26 * radius, 0.95 * radius), fill)


def ring(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a ring."""
    canvas.ring(centre, 0.78 * radius, 0.42 * radius, fill)


def three_bars(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw three upright bars."""
    for dx, reach in ((-0.72, 0.68), (0.0, 0.98), (0.72, 0.68)):
        _bar(canvas, (centre[0] + dx * radius, centre[1]), (0.2 * radius, reach * radius), fill)


def two_bands(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw two broad bands, one above the other."""
    for dy in (-0.52, 0.52):
        _bar(canvas, (centre[0], centre[1] + dy * radius), (radius, 0.28 * radius), fill)


def iron_cross(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a cross whose arms widen outwards."""
    for direction in (0, 90, 180, 270):
        corners = (
            around(centre, 1.18 * radius, direction - 30),
            around(centre, 0.26 * radius, direction - 62),
            around(centre, 0.26 * radius, direction + 62),
            around(centre, 1.18 * radius, direction + 30),
        )
        canvas.polygon(corners, fill)
    canvas.disc(centre, 0.24 * radius, fill)


def quarters(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a square with two of its four quarters filled."""
    half = 0.44 * radius
    for side in (-1, 1):
        middle = (centre[0] + side * half, centre[1] + side * half)
        _bar(canvas, middle, (half, half), fill)
    x, y = centre
    reach, line = 0.88 * radius, 0.1 * radius
    for at in (-1, 1):
        _bar(canvas, (x + at * reach, y), (line, reach + line), fill)
        _bar(canvas, (x, y + at * reach), (reach + line, line), fill)


def double_cross(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a cross with two bars."""
    x, y = centre
    _bar(canvas, centre, (0.19 * radius, 1.08 * radius), fill)
    _bar(canvas, (x, y - 0.5 * radius), (0.58 * radius, 0.18 * radius), fill)
    _bar(canvas, (x, y + 0.2 * radius), (0.95 * radius, 0.18 * radius), fill)


def _bar(canvas: Canvas, centre: Place, half: Place, fill: Fill) -> None:
    (x, y), (dx, dy) = centre, half
    corners = [(x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)]
    canvas.polygon(corners, fill)


DIAGONAL_CROSS = arms(45, 135, 225, 315, width=0.42)
UPRIGHT_CROSS = arms(0, 90, 180, 270, width=0.42)

SYMBOLS: Mapping[Symbol, Draw] = {
    "crown": crown,
    "star": star,
    "chevrons": chevrons,
    "diagonal cross": DIAGONAL_CROSS,
    "upright cross": UPRIGHT_CROSS,
    "ring": ring,
    "square": square,
    "triangle": triangle,
    "two bars": two_bars,
    "three bars": three_bars,
    "two bands": two_bands,
    "iron cross": iron_cross,
    "quarters": quarters,
    "double cross": double_cross,
}
"""The symbols of kinds of pieces by name, except ``seat``, which depends on the seat."""

PATTERNS: Mapping[Pattern, Draw] = {
    "rings": ring,
    "mill": ring,
    "triangle": triangle,
    "square": square,
    "star": star,
    "plus": arms(0, 90, 180, 270, width=0.62),
    "bars": two_bars,
}
"""The symbols of seats, by the pattern of their material."""


def draw_pattern(
    canvas: Canvas, centre: Place, radius: float, pattern: Pattern, fill: Fill
) -> None:
    """Draw the symbol of a seat whose material has this pattern; ``plain`` has no symbol."""
    if pattern != "plain":
        PATTERNS[pattern](canvas, centre, radius, fill)
