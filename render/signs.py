"""What is engraved on pieces: the signs of seats and of kinds.

Measures are shares of ``radius``, around ``centre``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt

from render.canvas import Canvas, Place, around
from render.colour import Colour

Draw = Callable[[Canvas, Place, float, Colour | int], None]


def crown(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """The crown of a king, somewhat wider than ``radius``."""
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
    """Straight arms from the middle, in these directions."""

    def draw(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
        for direction in degrees:
            canvas.line(centre, around(centre, radius, direction), width * radius, fill)

    return draw


def chevrons(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """The two stripes of a soldier, pointing up."""
    x, y = centre
    for down in (-0.3, 0.42):
        for side in (-1, 1):
            tip = (x, y + (down - 0.28) * radius)
            foot = (x + side * 0.85 * radius, y + (down + 0.4) * radius)
            canvas.line(tip, foot, 0.36 * radius, fill)


def triangle(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """A full triangle that points up."""
    middle = (centre[0], centre[1] + 0.16 * radius)
    corners = [around(middle, 1.14 * radius, degrees) for degrees in (-90, 30, 150)]
    canvas.polygon(corners, fill)


def square(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """A full square."""
    corners = [around(centre, 1.08 * radius, degrees) for degrees in (45, 135, 225, 315)]
    canvas.polygon(corners, fill)


def star(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """A star with five points."""
    reach = 1.18 * radius
    inner = reach * (3 - sqrt(5)) / 2 * 1.12
    middle = (centre[0], centre[1] + 0.06 * radius)
    corners = [around(middle, inner if i % 2 else reach, 36 * i - 90) for i in range(10)]
    canvas.polygon(corners, fill)


def bars(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """Two upright bars."""
    x, y = centre
    for side in (-1, 1):
        dx, half, reach = 0.5 * side * radius, 0.26 * radius, 0.95 * radius
        canvas.polygon(
            [
                (x + dx - half, y - reach),
                (x + dx + half, y - reach),
                (x + dx + half, y + reach),
                (x + dx - half, y + reach),
            ],
            fill,
        )


def ring(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """A ring."""
    canvas.ring(centre, 0.78 * radius, 0.42 * radius, fill)


DIAGONAL = arms(45, 135, 225, 315, width=0.42)
ORTHOGONAL = arms(0, 90, 180, 270, width=0.42)
SIGNS: Mapping[str, Draw] = {
    "rings": ring,
    "mill": ring,
    "triangle": triangle,
    "square": square,
    "star": star,
    "plus": arms(0, 90, 180, 270, width=0.62),
    "bars": bars,
}
"""By the sign of a material."""
