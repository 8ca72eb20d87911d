"""Tiles: pieces on their ground, drawn once for each colour of ground and then only pasted."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engine.pieces import PieceKind
from render.drawing.canvas import Canvas, Place
from render.drawing.colour import Colour
from render.drawing.kept import kept
from render.pieces.counters import draw_flat
from render.pieces.discs import RADII, draw_discs
from render.themes.palettes import GHOST, BoardPalette
from render.themes.theme import BoardColours

FLAT_GHOST = 0.62
"""Opacity of a captured flat piece; that of other pieces is ``GHOST``."""


class Tile(NamedTuple):
    """A piece on its ground: indices, and the mask of the piece (0 or 255)."""

    indices: Image.Image
    mask: Image.Image


@kept(16)
def tile(
    palette: BoardPalette,
    cell: int,
    unit: int,
    seat: int,
    kind: PieceKind,
    *,
    ground: Colour,
    captured: bool = False,
    down: float = 0.0,
) -> Tile:
    """Return the tile of a seat's piece, one square of ``cell`` pixels in size.

    The piece is drawn in units of ``unit`` pixels, its centre ``down`` units below that of the
    tile. A ``captured`` piece is translucent.
    """
    size = (cell, cell)
    canvas = Canvas("RGB", size, unit, ground)
    middle = cell / unit / 2
    draw_piece(canvas, palette.board, seat, kind, (middle, middle + down))
    if captured:
        plain = Image.new("RGB", canvas.large.size, ground)
        ghost = GHOST if kind.shape in RADII else FLAT_GHOST
        canvas.large.paste(Image.blend(plain, canvas.large, ghost))
    indices = palette.indices(canvas.image())
    bare = palette.index(ground)
    return Tile(indices, indices.point([0 if i == bare else 255 for i in range(256)]))


def draw_piece(
    canvas: Canvas, board: BoardColours, seat: int, kind: PieceKind, centre: Place
) -> None:
    """Draw a seat's piece around ``centre``. Raises KeyError for an unknown shape or symbol."""
    material = board.materials[seat]
    if kind.shape in RADII:
        draw_discs(canvas, board, material, kind, centre)
    else:
        draw_flat(canvas, material, kind, centre)
