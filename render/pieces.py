"""Pieces: drawn once on every kind of ground, pasted ever after.

Seats differ by more than colour: by how their discs are turned, or by the sign in the middle.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageFilter

from engine.values import Piece
from render import signs
from render.canvas import Canvas, Place, around
from render.colour import BLACK, Colour
from render.palette import GHOST, Palette
from render.theme import Material, Theme

RADIUS = 0.342
"""Of a man's disc, in squares."""
KING = 0.315
"""Of a king's two discs."""
SOLDIER = 0.3
OFFICER = 0.365
"""An officer is larger than a soldier."""
STACK = 0.075
"""How far a king's upper disc stands above the lower one."""
THICKNESS = 0.04
"""How much of a disc's wall is seen."""


class Tile(NamedTuple):
    """A piece on its ground: indices, and where the piece covers the ground (0 or 255)."""

    indices: Image.Image
    mask: Image.Image


@lru_cache(maxsize=2048)
def tile(
    palette: Palette,
    cell: int,
    unit: int,
    piece: Piece,
    ground: Colour,
    *,
    captured: bool = False,
    down: float = 0.0,
) -> Tile:
    """The tile of a piece, one square of ``cell`` pixels in size.

    The piece is drawn in units of ``unit`` pixels, its centre ``down`` squares below that of
    the tile; ``captured`` draws its ghost.
    """
    size = (cell, cell)
    canvas = Canvas("RGB", size, unit, ground)
    middle = cell / unit / 2
    _draw(canvas, palette.theme, piece, (middle, middle + down))
    if captured:
        canvas.large.paste(
            Image.blend(Image.new("RGB", canvas.large.size, ground), canvas.large, GHOST)
        )
    indices = palette.indices(canvas.image())
    plain = palette.index(ground)
    return Tile(indices, indices.point([0 if i == plain else 255 for i in range(256)]))


def _draw(canvas: Canvas, theme: Theme, piece: Piece, centre: Place) -> None:
    material, bold = theme.materials[piece.seat], theme.bold
    top = (centre[0], centre[1] - THICKNESS / 2)
    match piece.kind:
        case "king":
            top = (top[0], top[1] - 0.035)
            bottom = (top[0], top[1] + STACK)
            _shadow(canvas, theme, bottom, KING)
            _disc(canvas, theme, material, bottom, KING)
            _disc(canvas, theme, material, top, KING)
            signs.crown(canvas, top, 0.19, material.emblem)
        case "officer":
            _shadow(canvas, theme, top, OFFICER)
            _disc(canvas, theme, material, top, OFFICER)
            canvas.ring(top, OFFICER - theme.rim - 0.055, 0.04, material.groove)
            signs.star(canvas, top, 0.185, material.emblem)
        case "soldier":
            _shadow(canvas, theme, top, SOLDIER)
            _disc(canvas, theme, material, top, SOLDIER)
            signs.chevrons(canvas, top, 0.15 * bold, material.emblem)
        case "x" | "+":
            _shadow(canvas, theme, top, RADIUS)
            _disc(canvas, theme, material, top, RADIUS)
            arms = signs.DIAGONAL if piece.kind == "x" else signs.ORTHOGONAL
            ink = material.emblem if piece.kind == "x" else material.second
            arms(canvas, top, 0.215 * bold, ink)
        case "piece":
            _shadow(canvas, theme, top, RADIUS)
            _disc(canvas, theme, material, top, RADIUS)
            signs.SIGNS[material.sign](canvas, top, 0.17 * bold, material.groove)
        case _:
            _shadow(canvas, theme, top, RADIUS)
            _disc(canvas, theme, material, top, RADIUS)
            _pattern(canvas, material, top)


def _shadow(canvas: Canvas, theme: Theme, centre: Place, radius: float) -> None:
    if theme.rim:
        return
    shadow = Image.new("L", canvas.large.size, 0)
    Canvas.over(shadow, canvas.unit).disc((centre[0] + 0.02, centre[1] + 0.065), radius, 150)
    soft = shadow.filter(ImageFilter.BoxBlur(canvas.unit * 0.025))
    canvas.large.paste(BLACK, (0, 0), soft)


def _disc(canvas: Canvas, theme: Theme, material: Material, centre: Place, radius: float) -> None:
    x, y = centre
    canvas.disc((x, y + THICKNESS), radius, material.side)
    if theme.rim:
        canvas.disc(centre, radius, material.side)
        radius -= theme.rim
    canvas.disc(centre, radius, material.face)
    if material.sign == "mill":
        for notch in range(0, 360, 15):
            canvas.line(
                around(centre, radius - 0.075, notch),
                around(centre, radius - 0.03, notch),
                0.03,
                material.groove,
            )
    if not theme.rim:
        canvas.arc(centre, radius - 0.012, 0.024, (170, 330), material.shine)


def _pattern(canvas: Canvas, material: Material, centre: Place) -> None:
    if material.sign == "mill":
        canvas.ring(centre, 0.21, 0.026, material.groove)
        canvas.disc(centre, 0.066, material.groove)
    elif material.sign == "rings":
        canvas.ring(centre, 0.258, 0.028, material.groove)
        canvas.ring(centre, 0.155, 0.028, material.groove)
