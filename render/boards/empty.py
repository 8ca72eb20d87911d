"""The empty board: drawn once for every theme, size and side."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.boards.frame import draw_frame
from render.boards.holes import holes
from render.boards.lines import lines
from render.boards.squares import lettered_squares, numbered_squares
from render.drawing.kept import kept
from render.maps.board import map_board
from render.view.board_view import BoardView, EmptyBoard

DRAW = {"squares": lettered_squares, "lines": lines, "holes": holes}
"""The functions that draw boards without numbers beside pieces, by the board's style."""


@kept(32)
def empty_board(view: BoardView) -> EmptyBoard:
    """Return the empty board of a view."""
    layout = view.layout
    if layout.board.map is not None:
        return map_board(view, layout.board.map)
    image = Image.new("RGB", layout.picture_size, view.colours.frame)
    draw_frame(ImageDraw.Draw(image), view)
    if layout.numbered:
        return numbered_squares(image, view)
    indices = DRAW[layout.board.style](image, view)
    return EmptyBoard(indices, indices, indices)
