"""The place and style of the number or name of a point.

A number is in the top left corner of its square, and a piece leaves room for it. If the last move's
trail runs through that corner, the number is moved away, so that neither covers the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.drawing.colour import Colour
from render.drawing.fonts import digit_height, font
from render.drawing.indexed import coverage
from render.view.layout import Layout, Pixel

FREE, OCCUPIED, TIGHT = 0.36, 0.32, 0.28
"""Sizes of the type of a number, in squares: on a free square, beside a piece, and beside a piece
with even less room because of a trail.
"""
MARGIN = 0.02
"""Distance between a number and the edges of its square."""
CLEAR = 0.8
"""Cosine of the angle below which a trail runs through a number."""
HALO = 0.05
"""Width of the outline around a number on a trail, in squares."""

IN_HOLE = {2: 0.38, 3: 0.33}
"""Size of the type of a hole's name by its length, in squares."""

Direction = tuple[float, float]
"""A vector of length 1: right and down."""


class Spot(NamedTuple):
    """A place in a square: -1 for the left or top, 0 for the middle, 1 for the right or bottom."""

    x: int
    y: int


class Label(NamedTuple):
    """The place and style of a number in its square."""

    spot: Spot
    size: float
    """Size of the type, in squares."""
    outline: float = 0.0
    """Width of an outline in the colour of the ground, in squares."""
    rise: float = 0.0
    """Distance that the label extends above its square, in squares."""
    widest: float = 0.0
    """The width to which a longer name is squeezed, in squares; 0 for no limit."""


TOP_LEFT = Spot(-1, -1)
OCCUPIED_SPOTS = (TOP_LEFT, Spot(1, -1), Spot(-1, 1), Spot(1, 1))
"""Possible places of a number beside a piece, the best first; a piece is raised if its number is
below.
"""
FREE_SPOTS = (*OCCUPIED_SPOTS[:2], Spot(0, -1), *OCCUPIED_SPOTS[2:])
"""Possible places of a number on a free square, the best first; one is between two trails."""
ON_FREE, BESIDE_PIECE = Label(TOP_LEFT, FREE), Label(TOP_LEFT, OCCUPIED)
"""The labels of a free and of an occupied square without a trail."""
FREE_ON_MAP = Label(Spot(0, 0), 0.68, widest=0.94)
"""The label on a free square of a map: readable on a phone, with a map twenty squares wide."""
ABOVE_PIECE = Label(Spot(0, -1), 0.68, HALO, 0.4, 0.94)
"""The label above a piece or a trail on a map. Pieces move diagonally there, so the name may extend
into the light cell above, which is always empty.
"""


def directions_of_trails(
    layout: Layout, paths: Iterable[Sequence[int]]
) -> dict[int, set[Direction]]:
    """Return the directions in which trails leave a square's middle, by each point they touch."""
    found: dict[int, set[Direction]] = {}
    half = layout.cell / 2
    for path in paths:
        for start, end in pairwise(layout.squares[point] for point in path):
            (x, y), (x2, y2) = start, end
            length = hypot(x2 - x, y2 - y)
            if not length:
                continue
            dx, dy = (x2 - x) / length, (y2 - y) / length
            for point, (px, py) in enumerate(layout.squares):
                along = (px - x) * dx + (py - y) * dy
                if abs((px - x) * dy - (py - y) * dx) < half and -half < along < length + half:
                    directions = found.setdefault(point, set())
                    if along < length - half:
                        directions.add((dx, dy))
                    if along > half:
                        directions.add((-dx, -dy))
    return found


def label_beside(directions: Collection[Direction], *, occupied: bool) -> Label:
    """Return a number's label that is clear of trails in these directions.

    ``occupied`` says whether a piece stands on the square. If trails leave no room at all, the
    label is on them in its usual corner, with an outline.
    """
    sizes = (OCCUPIED, TIGHT) if occupied else (FREE, OCCUPIED)
    for spot in OCCUPIED_SPOTS if occupied else FREE_SPOTS:
        reach = CLEAR * hypot(*spot)
        if all(spot.x * dx + spot.y * dy < reach for dx, dy in directions):
            tight = spot.x == 0 or any(spot.y * dy > CLEAR for _, dy in directions)
            return Label(spot, sizes[tight])
    return Label(TOP_LEFT, sizes[1], HALO)


def label_place(corner: Pixel, cell: int, label: Label) -> Pixel:
    """Return the top left corner of a label's shape, given that of its square."""
    return (corner[0], corner[1] - round(label.rise * cell))


def label_box(layout: Layout, point: int) -> tuple[int, int, int, int]:
    """Return the box of an occupied point's square and name: left, top, right, bottom."""
    left, top, right, bottom = layout.box(point)
    if layout.on_map:
        _, top = label_place((left, top), layout.cell, ABOVE_PIECE)
    return (left, top, right, bottom)


@lru_cache(maxsize=1024)
def label_shape(cell: int, name: str, label: Label, outline: float = 0.0) -> Image.Image:
    """Return a name in its square as levels of coverage; letters are ``outline`` squares larger.

    The shape extends above the square by the label's ``rise``.
    """
    height = cell + round(label.rise * cell)
    longer = font(cell * label.size).getlength(name) - label.widest * cell if label.widest else 0
    beside = max(0, round(longer / label.widest / 2)) if longer > 0 else 0
    mask = Image.new("L", (cell + 2 * beside, height), 0)
    write_label(ImageDraw.Draw(mask), (beside, 0), name, cell, label, fill=255, outline=outline)
    return coverage(mask.resize((cell, height), Image.Resampling.HAMMING) if beside else mask)


@lru_cache(maxsize=1024)
def hole_label_shape(cell: int, name: str) -> Image.Image:
    """Return a name in the middle of its hole, as levels of coverage."""
    mask = Image.new("L", (cell, cell), 0)
    type_ = font(cell * IN_HOLE[min(3, len(name))])
    place = (cell / 2, (cell + digit_height(type_)) / 2)
    ImageDraw.Draw(mask).text(place, name, 255, type_, anchor="ms")
    return coverage(mask)


def write_label(
    draw: ImageDraw.ImageDraw,
    corner: Pixel,
    name: str,
    cell: int,
    label: Label,
    *,
    fill: Colour | int,
    outline: float = 0.0,
) -> None:
    """Write a name into the square at ``corner``, aligned by the height of digits."""
    type_ = font(cell * label.size)
    x, y = (cell * (0.5 + side * (0.5 - MARGIN)) for side in label.spot)
    if label.spot.y <= 0:
        y += digit_height(type_) * (1 - label.spot.y) / 2
    anchor = {-1: "ls", 0: "ms", 1: "rs"}[label.spot.x]
    place = (corner[0] + x, corner[1] + y)
    draw.text(place, name, fill, type_, anchor=anchor, stroke_width=cell * outline)
