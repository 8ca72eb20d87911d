"""Boards of squares: with numbered squares, or with files and ranks along the edges."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw

from render.boards.frame import edges, write_coordinates
from render.drawing.canvas import Canvas
from render.drawing.colour import Colour, darker
from render.drawing.grain import grained_square
from render.drawing.indexed import blend_shape, coverage
from render.pieces.symbols import draw_pattern
from render.view.board_view import BoardView, EmptyBoard
from render.view.labels import BESIDE_PIECE, ON_FREE, Label, write_label

BORDER = 0.07
"""Width of the border around a camp, in squares."""
SYMBOL = 0.2
"""Size of the owner's symbol on the squares of a camp."""
LINE = 0.04
"""Width of the lines between squares of one colour, in squares; large squares have thinner ones."""


def numbered_squares(image: Image.Image, view: BoardView) -> EmptyBoard:
    """Return a board with numbered squares, drawn on ``image``."""
    layout, indices = view.layout, view.palette.indices
    _squares(image, view, different=3)
    if not layout.named:
        bare = indices(image)
        return EmptyBoard(bare, bare, bare)
    free, occupied = image.copy(), image.copy()
    _numbers(free, view, ON_FREE)
    _numbers(occupied, view, BESIDE_PIECE)
    return EmptyBoard(indices(image), indices(free), indices(occupied))


def lettered_squares(image: Image.Image, view: BoardView) -> Image.Image:
    """Return a board as indices, drawn on ``image``, with camps in their owners' colours."""
    draw = ImageDraw.Draw(image)
    _squares(image, view, different=5)
    _borders(draw, view)
    write_coordinates(draw, view)
    indices = view.palette.indices(image)
    _symbols(indices, view)
    return indices


def _squares(image: Image.Image, view: BoardView, different: int) -> None:
    """Draw all squares, including those on which no piece can stand.

    The grain repeats after ``different`` columns.
    """
    layout, colours = view.layout, view.colours
    draw = ImageDraw.Draw(image)
    left, top = layout.corner
    cell = layout.cell
    grounds = dict(zip(layout.squares, view.grounds, strict=True))
    columns, rows = (round(side) for side in layout.extent)
    for row in range(rows):
        for column in range(columns):
            corner = (left + column * cell, top + row * cell)
            colour = grounds.get(corner, colours.light)
            grain = colours.grain if colour in (colours.light, colours.dark) else 0.0
            seed = different * (corner[1] // cell) + corner[0] // cell % different
            grained_square(draw, corner, cell, colour=colour, grain=grain, seed=seed)
    if colours.light not in grounds.values() and len(grounds) == rows * columns:
        _lines(draw, view)


def _lines(draw: ImageDraw.ImageDraw, view: BoardView) -> None:
    """Draw lines between neighbouring squares of one colour."""
    layout = view.layout
    cell, (left, top) = layout.cell, layout.corner
    columns, rows = (round(side) for side in layout.extent)
    right, bottom = left + columns * cell, top + rows * cell
    wide = max(1, min(round(cell * LINE), layout.size // 150))
    begin, end = wide // 2, wide - wide // 2 - 1
    for column in range(1, columns):
        x = left + column * cell
        draw.rectangle((x - begin, top, x + end, bottom - 1), fill=view.colours.light)
    for row in range(1, rows):
        y = top + row * cell
        draw.rectangle((left, y - begin, right - 1, y + end), fill=view.colours.light)


def _numbers(image: Image.Image, view: BoardView, label: Label) -> None:
    draw, layout = ImageDraw.Draw(image), view.layout
    for name, corner in zip(layout.board.names, layout.squares, strict=True):
        write_label(draw, corner, name, layout.cell, label, fill=view.colours.label)


def _borders(draw: ImageDraw.ImageDraw, view: BoardView) -> None:
    """Draw a line around every camp, inside it, in its owner's colour."""
    cell = view.layout.cell
    wide = max(2, round(cell * BORDER))
    for owner, point, quarter in edges(view):
        left, top, right, bottom = view.layout.box(point)
        box = (
            (right - wide, top, right - 1, bottom - 1),
            (left, bottom - wide, right - 1, bottom - 1),
            (left, top, left + wide - 1, bottom - 1),
            (left, top, right - 1, top + wide - 1),
        )[quarter]
        draw.rectangle(box, fill=view.colours.materials[owner].face)


def _symbols(indices: Image.Image, view: BoardView) -> None:
    """Engrave the owner's symbol on every square of a camp."""
    layout, materials = view.layout, view.colours.materials
    shapes: Mapping[int, Image.Image] = {
        seat: _symbol(view, seat) for seat in set(view.zones.values())
    }
    for point, owner in view.zones.items():
        blend = view.palette.blend(_deep(materials[owner].face))
        blend_shape(indices, shapes[owner], layout.squares[point], blend)


def _deep(face: Colour) -> Colour:
    """Return a colour that is visible on ground tinted with ``face``."""
    return darker(face, 0.25 if sum(face) > 384 else 0.05)


def _symbol(view: BoardView, seat: int) -> Image.Image:
    cell = view.layout.cell
    canvas = Canvas("L", (cell, cell), cell)
    draw_pattern(canvas, (0.5, 0.5), SYMBOL, view.colours.materials[seat].pattern, 255)
    return coverage(canvas.image())
