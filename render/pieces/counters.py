"""Flat pieces for a map: counters and octagons, alone or stacked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt

from engine.pieces import PieceKind, Shape
from render.drawing.canvas import Canvas, Fill, Place
from render.pieces.symbols import SYMBOLS, draw_pattern
from render.themes.theme import Material

RADIUS = 0.33
"""Half the width of a single piece, in squares."""
STACKED = 0.275
"""Half the width of each of two stacked pieces, in squares."""
STACK = 0.14
"""Distance of the upper of two stacked pieces above the lower one, in squares."""
WALL = 0.045
"""Visible height of a piece's side, in squares."""
LINE = 0.03
"""Width of the line around a piece, in squares."""
CUT = 0.42
"""Share of half a side that is cut from the corners of an octagon."""
SYMBOL, STACKED_SYMBOL = 0.19, 0.155
"""Sizes of the symbol on a single piece and on stacked pieces, in squares."""

Body = Callable[[Canvas, Place, float, Fill], None]
"""A function that fills the outline of a piece, given its centre, radius and colour."""


def draw_flat(canvas: Canvas, material: Material, kind: PieceKind, centre: Place) -> None:
    """Draw a counter or an octagon around ``centre``, or two stacked ones."""
    body = BODIES[kind.shape]
    x, y = centre
    if not kind.shape.startswith("stacked"):
        top = (x, y - WALL / 2)
        _piece(canvas, body, material, top, RADIUS)
        _symbol(canvas, material, kind, top, SYMBOL)
        return
    top = (x, y - WALL / 2 - STACK / 2)
    _piece(canvas, body, material, (x, top[1] + STACK), STACKED)
    _piece(canvas, body, material, top, STACKED)
    body(canvas, top, STACKED - 0.045, material.groove)
    body(canvas, top, STACKED - 0.075, material.face)
    _symbol(canvas, material, kind, top, STACKED_SYMBOL)


def counter(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a filled disc."""
    canvas.disc(centre, radius, fill)


def octagon(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    """Draw a filled square with cut corners."""
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


BODIES: Mapping[Shape, Body] = {
    "counter": counter,
    "stacked counters": counter,
    "octagon": octagon,
    "stacked octagons": octagon,
}


def _piece(canvas: Canvas, body: Body, material: Material, centre: Place, radius: float) -> None:
    x, y = centre
    for down in (WALL, 0.0):
        body(canvas, (x, y + down), radius, material.side)
    body(canvas, centre, radius - LINE, material.face)
    if body is octagon:
        reach = (radius - LINE) * (1 - CUT)
        at = y - radius + 1.6 * LINE
        canvas.line((x - reach, at), (x + reach, at), 0.022, material.highlight)


def _symbol(
    canvas: Canvas, material: Material, kind: PieceKind, centre: Place, radius: float
) -> None:
    if kind.symbol in {"", "seat"}:
        draw_pattern(canvas, centre, radius, material.pattern, material.symbol)
    else:
        SYMBOLS[kind.symbol](canvas, centre, radius, material.symbol)
