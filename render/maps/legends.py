"""The legends of a map: panels that say what its pieces mean, where no squares are."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from engine.map import Legend, LegendEntry, Map
from render.drawing.canvas import Canvas
from render.drawing.fonts import SMALLEST, font
from render.pieces.tiles import draw_piece
from render.view.board_view import BoardView

TYPE, TITLE_TYPE = 0.43, 0.62
"""Size of the type, in squares."""
ROW: Final = 1.06
"""Height of a row."""


def draw_legends(image: Image.Image, view: BoardView, chart: Map) -> None:
    """Draw the panels that lie on the picture as a whole, and can be read."""
    layout = view.layout
    if layout.cell * TYPE < SMALLEST:
        return
    left, top, right, bottom = layout.window
    for legend in chart.legends:
        across = left <= legend.left and legend.right <= right
        if across and top <= legend.top and legend.bottom <= bottom:
            _panel(image, view, legend)


def _panel(image: Image.Image, view: BoardView, legend: Legend) -> None:
    layout, colours = view.layout, view.map_colours
    cell = layout.cell
    left, top = (
        round(edge + (at - begin) * cell)
        for edge, at, begin in zip(
            layout.corner, (legend.left, legend.top), layout.window[:2], strict=True
        )
    )
    right, bottom = (
        left + round((legend.right - legend.left) * cell),
        top + round((legend.bottom - legend.top) * cell),
    )
    pen = ImageDraw.Draw(image)
    line = max(1, cell // 24)
    pen.rectangle((left, top, right, bottom), colours.fortress, colours.rampart, line)
    inset = 2 * line + 1
    inner = (left + inset, top + inset, right - inset, bottom - inset)
    pen.rectangle(inner, None, colours.hatching, 1)
    y = top + 0.09 * cell
    if legend.title:
        middle = ((left + right) / 2, y + 0.78 * cell)
        pen.text(middle, legend.title, colours.rampart, font(TITLE_TYPE * cell), anchor="ms")
        y += 0.95 * cell
    wide = (right - left) / len(legend.columns)
    for number, column in enumerate(legend.columns):
        for row, entry in enumerate(column):
            corner = (round(left + number * wide + 0.16 * cell), round(y + row * ROW * cell))
            _entry(image, view, entry, corner)


def _entry(
    image: Image.Image, view: BoardView, entry: LegendEntry, corner: tuple[int, int]
) -> None:
    cell = view.layout.cell
    canvas = Canvas("RGB", (cell, cell), cell, view.map_colours.fortress)
    draw_piece(canvas, view.colours, entry.seat, entry.kind, (0.5, 0.58))
    image.paste(canvas.image(), corner)
    place = (corner[0] + 1.05 * cell, corner[1] + 0.74 * cell)
    type_ = font(TYPE * cell)
    ImageDraw.Draw(image).text(place, entry.words, view.colours.label, type_, anchor="ls")
