"""Pieces: drawn once on every kind of ground, pasted ever after.

Seats differ by more than colour: the first seat's discs are turned with smooth rings, the
second's are milled at the rim.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageFilter

from engine.game import Piece
from render.canvas import OVERSAMPLING, Canvas, Place, around
from render.layout import PIECE
from render.palette import palette_of
from render.theme import Colour, Material, Theme

RADIUS = 0.37
"""Of a disc, in squares."""
THICKNESS = 0.055
"""How much of a disc's wall is seen."""
GHOST = 0.42
"""How much of a captured piece is still there."""


class Tile(NamedTuple):
    """A piece on its ground: indices, and where the piece covers the ground (0 or 255)."""

    indices: Image.Image
    mask: Image.Image


@lru_cache(maxsize=512)
def tile(theme: str, cell: int, piece: Piece, ground: Colour, *, captured: bool = False) -> Tile:
    """The tile of a piece, one square in size; ``captured`` draws its ghost, crossed out."""
    palette = palette_of(theme)
    size = (cell, cell)
    canvas = Canvas("RGB", size, cell, ground)
    _draw(canvas, palette.theme, piece)
    if captured:
        canvas.large.paste(
            Image.blend(Image.new("RGB", canvas.large.size, ground), canvas.large, GHOST)
        )
        _cross(canvas, palette.theme)
    indices = palette.indices(canvas.image())
    plain = palette.index(ground)
    return Tile(indices, indices.point([0 if i == plain else 255 for i in range(256)]))


def _draw(canvas: Canvas, theme: Theme, piece: Piece) -> None:
    material = theme.materials[piece.seat]
    centre = (0.5 + PIECE[0], 0.5 + PIECE[1])
    king = piece.kind == "king"
    top = (centre[0], centre[1] - 0.03 - (0.05 if king else 0))
    bottom = (centre[0], centre[1] + (0.05 if king else 0))
    _shadow(canvas, bottom)
    _disc(canvas, material, (bottom[0], bottom[1] - 0.03), piece.seat)
    if king:
        _disc(canvas, material, top, piece.seat)
        _crown(canvas, material.emblem, top)
    else:
        _pattern(canvas, material, top, piece.seat)


def _shadow(canvas: Canvas, centre: Place) -> None:
    shadow = Canvas("L", canvas.image().size, canvas.unit / OVERSAMPLING)
    shadow.disc((centre[0] + 0.015, centre[1] + THICKNESS), RADIUS, 150)
    soft = shadow.large.filter(ImageFilter.BoxBlur(canvas.unit * 0.025))
    canvas.large.paste((0, 0, 0), (0, 0), soft)


def _disc(canvas: Canvas, material: Material, centre: Place, seat: int) -> None:
    x, y = centre
    canvas.disc((x, y + THICKNESS), RADIUS, material.side)
    canvas.disc(centre, RADIUS, material.face)
    if seat == 1:
        for notch in range(0, 360, 15):
            canvas.line(
                around(centre, RADIUS - 0.075, notch),
                around(centre, RADIUS - 0.03, notch),
                0.03,
                material.groove,
            )
    canvas.arc(centre, RADIUS - 0.012, 0.024, (170, 330), material.shine)


def _pattern(canvas: Canvas, material: Material, centre: Place, seat: int) -> None:
    if seat == 1:
        canvas.ring(centre, 0.235, 0.028, material.groove)
        canvas.disc(centre, 0.07, material.groove)
    else:
        canvas.ring(centre, 0.285, 0.03, material.groove)
        canvas.ring(centre, 0.17, 0.03, material.groove)


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


def _cross(canvas: Canvas, theme: Theme) -> None:
    x, y = 0.5 + PIECE[0], 0.5 + PIECE[1]
    for width, colour in ((0.15, theme.casing), (0.085, theme.cross)):
        for slope in (-1, 1):
            canvas.line((x - 0.2, y - 0.2 * slope), (x + 0.2, y + 0.2 * slope), width, colour)
