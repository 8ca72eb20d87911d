"""Pieces: drawn once on every kind of ground, pasted ever after.

Seats differ by more than colour: the first seat's discs are turned with smooth rings, the
second's are milled at the rim.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageFilter

from engine.game import Piece
from render.canvas import Canvas, Place, around
from render.layout import PIECE, RAISED
from render.palette import GHOST, palette_of
from render.theme import Colour, Material, Theme

RADIUS = 0.342
"""Of a man's disc, in squares."""
KING = 0.315
"""Of a king's two discs."""
STACK = 0.075
"""How far a king's upper disc stands above the lower one."""
THICKNESS = 0.04
"""How much of a disc's wall is seen."""


class Tile(NamedTuple):
    """A piece on its ground: indices, and where the piece covers the ground (0 or 255)."""

    indices: Image.Image
    mask: Image.Image


@lru_cache(maxsize=512)
def tile(
    theme: str,
    cell: int,
    piece: Piece,
    ground: Colour,
    *,
    captured: bool = False,
    raised: bool = False,
) -> Tile:
    """The tile of a piece, one square in size; ``captured`` draws its ghost."""
    palette = palette_of(theme)
    size = (cell, cell)
    canvas = Canvas("RGB", size, cell, ground)
    _draw(canvas, palette.theme, piece, -RAISED if raised else PIECE)
    if captured:
        canvas.large.paste(
            Image.blend(Image.new("RGB", canvas.large.size, ground), canvas.large, GHOST)
        )
    indices = palette.indices(canvas.image())
    plain = palette.index(ground)
    return Tile(indices, indices.point([0 if i == plain else 255 for i in range(256)]))


def _draw(canvas: Canvas, theme: Theme, piece: Piece, down: float) -> None:
    material = theme.materials[piece.seat]
    top = (0.5, 0.5 + down - THICKNESS / 2)
    if piece.kind == "king":
        top = (top[0], top[1] - 0.035)
        bottom = (top[0], top[1] + STACK)
        _shadow(canvas, bottom, KING)
        _disc(canvas, material, bottom, KING, piece.seat)
        _disc(canvas, material, top, KING, piece.seat)
        _crown(canvas, material.emblem, top)
    else:
        _shadow(canvas, top, RADIUS)
        _disc(canvas, material, top, RADIUS, piece.seat)
        _pattern(canvas, material, top, piece.seat)


def _shadow(canvas: Canvas, centre: Place, radius: float) -> None:
    shadow = Image.new("L", canvas.large.size, 0)
    Canvas.over(shadow, canvas.unit).disc((centre[0] + 0.02, centre[1] + 0.065), radius, 150)
    soft = shadow.filter(ImageFilter.BoxBlur(canvas.unit * 0.025))
    canvas.large.paste((0, 0, 0), (0, 0), soft)


def _disc(canvas: Canvas, material: Material, centre: Place, radius: float, seat: int) -> None:
    x, y = centre
    canvas.disc((x, y + THICKNESS), radius, material.side)
    canvas.disc(centre, radius, material.face)
    if seat == 1:
        for notch in range(0, 360, 15):
            canvas.line(
                around(centre, radius - 0.075, notch),
                around(centre, radius - 0.03, notch),
                0.03,
                material.groove,
            )
    canvas.arc(centre, radius - 0.012, 0.024, (170, 330), material.shine)


def _pattern(canvas: Canvas, material: Material, centre: Place, seat: int) -> None:
    if seat == 1:
        canvas.ring(centre, 0.21, 0.026, material.groove)
        canvas.disc(centre, 0.066, material.groove)
    else:
        canvas.ring(centre, 0.258, 0.028, material.groove)
        canvas.ring(centre, 0.155, 0.028, material.groove)


def _crown(canvas: Canvas, emblem: Colour, centre: Place) -> None:
    x, y = centre

    def at(dx: float, dy: float) -> Place:
        return (x + dx, y + dy)

    canvas.polygon(
        [
            at(-0.19, 0.1), at(-0.235, -0.1), at(-0.105, 0.01), at(0, -0.17),
            at(0.105, 0.01), at(0.235, -0.1), at(0.19, 0.1),
        ],
        emblem,
    )  # fmt: skip
    for dx, dy in ((-0.235, -0.11), (0, -0.18), (0.235, -0.11)):
        canvas.disc(at(dx, dy), 0.038, emblem)
    canvas.polygon([at(-0.19, 0.13), at(0.19, 0.13), at(0.19, 0.185), at(-0.19, 0.185)], emblem)
