"""The legends of a map: panels on free parts of it that explain its pieces."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw, ImageFont

from engine.map import Legend, LegendEntry
from render.drawing.canvas import Canvas
from render.drawing.fonts import SMALLEST, font
from render.drawing.kept import kept
from render.maps.cut import Window
from render.pieces.tiles import draw_piece
from render.view.board_view import BoardView

TYPE, TITLE_TYPE = 0.43, 0.62
"""Sizes of the type of entries and of titles, in squares."""
ROW: Final = 1.06
"""Height of a row, in squares."""
INSET: Final = 0.16
"""Distance between the edge of a panel or column and its content, in squares."""
BESIDE: Final = 1.05
"""Distance from the left of a piece's square to the words, in squares."""


def put_legends(image: Image.Image, view: BoardView, window: Window) -> None:
    """Paste the legends that lie entirely in a part of a map into the picture of that part."""
    layout = view.layout
    chart = layout.board.map
    if chart is None or layout.cell * TYPE < SMALLEST:
        return
    for legend in chart.legends:
        across = window.left <= legend.left and legend.right <= window.right
        if across and window.top <= legend.top and legend.bottom <= window.bottom:
            edge, above = layout.corner
            left = edge + round((legend.left - window.left) * layout.cell)
            top = above + round((legend.top - window.top) * layout.cell)
            image.paste(_panel(view, legend), (left, top))


@kept(8)
def _panel(view: BoardView, legend: Legend) -> Image.Image:
    """Return the panel of a legend as indices."""
    colours, cell = view.map_colours, view.layout.cell
    width = round((legend.right - legend.left) * cell)
    height = round((legend.bottom - legend.top) * cell)
    image = Image.new("RGB", (width + 1, height + 1))
    pen = ImageDraw.Draw(image)
    line = max(1, cell // 24)
    pen.rectangle((0, 0, width, height), colours.fortress, colours.rampart, line)
    inset = 2 * line + 1
    pen.rectangle((inset, inset, width - inset, height - inset), None, colours.hatching, 1)
    y = 0.09 * cell
    if legend.title:
        middle = (width / 2, y + 0.78 * cell)
        pen.text(middle, legend.title, colours.rampart, font(TITLE_TYPE * cell), anchor="ms")
        y += 0.95 * cell
    wide = width / len(legend.columns)
    type_ = _fitting(view, legend, wide / cell - BESIDE - 2 * INSET)
    for number, column in enumerate(legend.columns):
        for row, entry in enumerate(column):
            corner = (round(number * wide + INSET * cell), round(y + row * ROW * cell))
            _entry(image, view, entry, corner, type_)
    return view.palette.indices(image)


def _fitting(view: BoardView, legend: Legend, room: float) -> ImageFont.FreeTypeFont:
    """Return the font in a size at which the longest words of a panel fit into ``room`` squares."""
    type_ = font(100)
    entries = (entry for column in legend.columns for entry in column)
    longest = max(type_.getlength(view.words[entry.words]) for entry in entries) / 100
    return font(min(TYPE, room / longest) * view.layout.cell)


def _entry(
    image: Image.Image,
    view: BoardView,
    entry: LegendEntry,
    corner: tuple[int, int],
    type_: ImageFont.FreeTypeFont,
) -> None:
    cell = view.layout.cell
    canvas = Canvas("RGB", (cell, cell), cell, view.map_colours.fortress)
    draw_piece(canvas, view.colours, entry.seat, entry.kind, (0.5, 0.58))
    image.paste(canvas.image(), corner)
    place = (corner[0] + BESIDE * cell, corner[1] + 0.74 * cell)
    ImageDraw.Draw(image).text(
        place, view.words[entry.words], view.colours.label, type_, anchor="ls"
    )
