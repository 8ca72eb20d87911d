"""Discs for draughts: single ones of three sizes, and two stacked.

Seats differ by more than colour: by the rings turned into their discs, or by the symbol in the
middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PIL import Image, ImageFilter

from engine.pieces import PieceKind, Shape, Symbol
from render.drawing.canvas import Canvas, Place, around
from render.drawing.colour import BLACK, Colour
from render.pieces.symbols import SYMBOLS, draw_pattern
from render.themes.theme import BoardColours, Material

RADIUS = 0.342
"""Radius of a disc, in squares."""
RADII: Mapping[Shape, float] = {
    "disc": RADIUS,
    "small disc": 0.3,
    "large disc": 0.365,
    "stacked discs": 0.315,
}
"""Radii of discs by the shape of the piece, in squares."""
UP, STACK = 0.035, 0.075
"""Distances of the upper of two discs above the middle, and above the lower disc, in squares."""
THICKNESS = 0.04
"""Visible height of a disc's wall, in squares."""


class Engraving(NamedTuple):
    """The size and style of a symbol on a disc; ``size`` is its radius in squares."""

    size: float
    bold: bool = True
    """Whether the symbol is larger in themes with bold symbols."""
    second: bool = False
    """Whether the symbol has the second colour of its material."""


ENGRAVINGS: Mapping[Symbol, Engraving] = {
    "crown": Engraving(0.19, bold=False),
    "star": Engraving(0.185, bold=False),
    "chevrons": Engraving(0.15),
    "seat": Engraving(0.17),
    "diagonal cross": Engraving(0.215),
    "upright cross": Engraving(0.215, second=True),
}
"""Engravings of symbols that differ from ``USUAL``."""
USUAL = Engraving(0.18)


def draw_discs(
    canvas: Canvas, board: BoardColours, material: Material, kind: PieceKind, centre: Place
) -> None:
    """Draw a piece made of discs around ``centre``, with its shadow."""
    radius = RADII[kind.shape]
    x, y = centre[0], centre[1] - THICKNESS / 2
    if kind.shape == "stacked discs":
        y -= UP
        _shadow(canvas, board, (x, y + STACK), radius)
        _disc(canvas, board, material, (x, y + STACK), radius)
    else:
        _shadow(canvas, board, (x, y), radius)
    _disc(canvas, board, material, (x, y), radius)
    if kind.shape == "large disc":
        canvas.ring((x, y), radius - board.rim - 0.055, 0.04, material.groove)
    _engrave(canvas, board, material, kind.symbol, (x, y))


def _engrave(
    canvas: Canvas, board: BoardColours, material: Material, symbol: Symbol, centre: Place
) -> None:
    if not symbol:
        _turned_rings(canvas, material, centre)
        return
    engraving = ENGRAVINGS.get(symbol, USUAL)
    size = engraving.size * (board.bold if engraving.bold else 1)
    if symbol == "seat":
        draw_pattern(canvas, centre, size, material.pattern, material.groove)
        return
    colour: Colour = material.second if engraving.second else material.symbol
    SYMBOLS[symbol](canvas, centre, size, colour)


def _shadow(canvas: Canvas, board: BoardColours, centre: Place, radius: float) -> None:
    if board.rim:
        return
    shadow = Image.new("L", canvas.large.size, 0)
    Canvas.over(shadow, canvas.unit).disc((centre[0] + 0.02, centre[1] + 0.065), radius, 150)
    soft = shadow.filter(ImageFilter.BoxBlur(canvas.unit * 0.025))
    canvas.large.paste(BLACK, (0, 0), soft)


def _disc(
    canvas: Canvas, board: BoardColours, material: Material, centre: Place, radius: float
) -> None:
    x, y = centre
    canvas.disc((x, y + THICKNESS), radius, material.side)
    if board.rim:
        canvas.disc(centre, radius, material.side)
        radius -= board.rim
    canvas.disc(centre, radius, material.face)
    if material.pattern == "mill":
        for notch in range(0, 360, 15):
            canvas.line(
                around(centre, radius - 0.075, notch),
                around(centre, radius - 0.03, notch),
                0.03,
                material.groove,
            )
    if not board.rim:
        canvas.arc(centre, radius - 0.012, 0.024, (170, 330), material.highlight)


def _turned_rings(canvas: Canvas, material: Material, centre: Place) -> None:
    if material.pattern == "mill":
        canvas.ring(centre, 0.21, 0.026, material.groove)
        canvas.disc(centre, 0.066, material.groove)
    elif material.pattern == "rings":
        canvas.ring(centre, 0.258, 0.028, material.groove)
        canvas.ring(centre, 0.155, 0.028, material.groove)
