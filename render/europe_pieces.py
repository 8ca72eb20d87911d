"""The armies of 1914 as pieces.

The Entente's are round and light, those of the Central Powers dark with cut corners; every army
has its own sign. A General is two of them, one upon the other, with a rim.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from render import signs
from render.canvas import Canvas, Place, around
from render.colour import Colour
from render.palette import Palette
from render.pieces import Tile
from render.signs import Draw
from render.theme import Material

SOLDIER = 0.33
"""Half the width of a soldier, in squares."""
GENERAL = 0.275
STACK = 0.14
"""How far a General's upper pawn stands above the lower one."""
WALL = 0.045
"""How much of a piece's side is seen."""
GHOST = 0.62
"""How much of a captured piece is still there."""
LINE = 0.03
"""The line around a piece."""
CUT = 0.42
"""How much of half a side is cut from the corners of the Central Powers' pieces."""


def tricolour(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """Three upright bars."""
    for dx, reach in ((-0.72, 0.68), (0.0, 0.98), (0.72, 0.68)):
        _bar(canvas, (centre[0] + dx * radius, centre[1]), (0.2 * radius, reach * radius), fill)


def bands(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """Two broad bands, one above the other."""
    for dy in (-0.52, 0.52):
        _bar(canvas, (centre[0], centre[1] + dy * radius), (radius, 0.28 * radius), fill)


def iron_cross(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """A cross whose arms grow wider outwards."""
    for direction in (0, 90, 180, 270):
        corners = (
            around(centre, 1.18 * radius, direction - 30),
            around(centre, 0.26 * radius, direction - 62),
            around(centre, 0.26 * radius, direction + 62),
            around(centre, 1.18 * radius, direction + 30),
        )
        canvas.polygon(corners, fill)
    canvas.disc(centre, 0.24 * radius, fill)


def quarters(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """Two of the four quarters of a shield."""
    half = 0.44 * radius
    for side in (-1, 1):
        middle = (centre[0] + side * half, centre[1] + side * half)
        _bar(canvas, middle, (half, half), fill)
    x, y = centre
    reach, line = 0.88 * radius, 0.1 * radius
    for at in (-1, 1):
        _bar(canvas, (x + at * reach, y), (line, reach + line), fill)
        _bar(canvas, (x, y + at * reach), (reach + line, line), fill)


def double_cross(canvas: Canvas, centre: Place, radius: float, fill: Colour | int) -> None:
    """A cross with two bars."""
    x, y = centre
    _bar(canvas, centre, (0.19 * radius, 1.08 * radius), fill)
    _bar(canvas, (x, y - 0.5 * radius), (0.58 * radius, 0.18 * radius), fill)
    _bar(canvas, (x, y + 0.2 * radius), (0.95 * radius, 0.18 * radius), fill)


def _bar(canvas: Canvas, centre: Place, half: Place, fill: Colour | int) -> None:
    (x, y), (dx, dy) = centre, half
    corners = [(x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)]
    canvas.polygon(corners, fill)


class Army(NamedTuple):
    """How an army's pieces look: its alliance by number, and its sign."""

    alliance: int
    sign: Draw
    name: str
    """In English, beside its code."""


ARMIES: Mapping[str, Army] = MappingProxyType(
    {
        "FR": Army(0, tricolour, "French"),
        "IT": Army(0, signs.star, "Italian"),
        "RU": Army(0, signs.arms(45, 135, 225, 315, width=0.42), "Russian"),
        "DW": Army(1, iron_cross, "German"),
        "AW": Army(1, bands, "Austrian"),
        "DE": Army(1, quarters, "German"),
        "AE": Army(1, double_cross, "Austrian"),
    }
)
"""By the code that a piece's kind begins with."""


@lru_cache(maxsize=2048)
def tile(
    palette: Palette,
    cell: int,
    unit: int,
    kind: str,
    ground: Colour,
    *,
    captured: bool = False,
    down: float = 0.0,
) -> Tile:
    """The tile of a piece of that kind on its square, as ``render.pieces.tile`` makes it."""
    canvas = Canvas("RGB", (cell, cell), unit, ground)
    code, _, rank = kind.partition(" ")
    middle = cell / unit / 2
    draw(canvas, palette, code, (middle, middle + down), general=rank == "general")
    if captured:
        plain = Image.new("RGB", canvas.large.size, ground)
        canvas.large.paste(Image.blend(plain, canvas.large, GHOST))
    indices = palette.indices(canvas.image())
    bare = palette.index(ground)
    return Tile(indices, indices.point([0 if i == bare else 255 for i in range(256)]))


def draw(canvas: Canvas, palette: Palette, code: str, centre: Place, *, general: bool) -> None:
    """Draw a piece of that army around ``centre``."""
    army = ARMIES[code]
    material = palette.theme.materials[army.alliance]
    x, y = centre
    if not general:
        top = (x, y - WALL / 2)
        _pawn(canvas, material, army.alliance, top, SOLDIER)
        army.sign(canvas, top, 0.19, material.emblem)
        return
    top = (x, y - WALL / 2 - STACK / 2)
    _pawn(canvas, material, army.alliance, (x, top[1] + STACK), GENERAL)
    _pawn(canvas, material, army.alliance, top, GENERAL)
    _outline(canvas, army.alliance, top, GENERAL - 0.045, material.groove)
    _outline(canvas, army.alliance, top, GENERAL - 0.075, material.face)
    army.sign(canvas, top, 0.155, material.emblem)


def _pawn(canvas: Canvas, material: Material, alliance: int, centre: Place, radius: float) -> None:
    x, y = centre
    for down in (WALL, 0.0):
        _outline(canvas, alliance, (x, y + down), radius, material.side)
    _outline(canvas, alliance, centre, radius - LINE, material.face)
    if alliance:
        reach = (radius - LINE) * (1 - CUT)
        at = y - radius + 1.6 * LINE
        canvas.line((x - reach, at), (x + reach, at), 0.022, material.shine)


def _outline(
    canvas: Canvas, alliance: int, centre: Place, radius: float, fill: Colour | int
) -> None:
    """A full disc, or a square whose corners are cut."""
    if not alliance:
        canvas.disc(centre, radius, fill)
        return
    x, y = centre
    radius *= sqrt(0.97)
    short = radius * (1 - CUT)
    canvas.polygon(
        [
            (x - short, y - radius), (x + short, y - radius),
            (x + radius, y - short), (x + radius, y + short),
            (x + short, y + radius), (x - short, y + radius),
            (x - radius, y + short), (x - radius, y - short),
        ],
        fill,
    )  # fmt: skip
