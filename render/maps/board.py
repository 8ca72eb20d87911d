"""The empty map: the squares over land and sea, the border of the zones, and fortresses."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.map import Map
from render.drawing.canvas import Canvas, around
from render.drawing.colour import mix
from render.drawing.indexed import blend_shape
from render.maps.land import land
from render.maps.names import is_inside, names_on, write_name
from render.themes.theme import MapColours
from render.view.board_view import BoardView, EmptyBoard
from render.view.labels import ABOVE_PIECE, FREE_ON_MAP, Label, label_place, label_shape

BORDER = (0.1, 0.2)
"""Width of the border of the zones, and width including its light edge."""
BASTION = (0.48, 0.61)
"""Reach of a fortress's bastions: to the sides, and to the corners of its square."""
COURT = 0.37
"""Distance from the middle at which the bastions begin."""


def map_board(view: BoardView, chart: Map) -> EmptyBoard:
    """Return the empty map of a view."""
    layout = view.layout
    image = land(layout, chart, view.theme, view.colours.frame).copy()
    _squares(image, view)
    _border(image, view, chart)
    _fortresses(image, view, chart)
    for name in names_on(view, chart):
        write_name(image, view, name)
    bare = view.palette.indices(image)
    if not layout.named:
        return EmptyBoard(bare, bare, bare)
    free, occupied = bare.copy(), bare.copy()
    for names, label in ((free, FREE_ON_MAP), (occupied, ABOVE_PIECE)):
        for point in layout.shown:
            _label(names, view, point, label)
    return EmptyBoard(bare, free, occupied)


def _label(indices: Image.Image, view: BoardView, point: int, label: Label) -> None:
    layout, palette = view.layout, view.palette
    name = layout.board.names[point]
    corner = label_place(layout.squares[point], layout.cell, label)
    if label.outline:
        halo = label_shape(layout.cell, name, label, label.outline)
        blend_shape(indices, halo, corner, palette.blend(view.grounds[point]))
    shape = label_shape(layout.cell, name, label)
    blend_shape(indices, shape, corner, palette.blend(view.colours.label))


def _squares(image: Image.Image, view: BoardView) -> None:
    pen = ImageDraw.Draw(image)
    layout = view.layout
    line = max(1, layout.cell // 36)
    ink, share = view.colours.label, view.map_colours.square_line
    for point in layout.shown:
        left, top, right, bottom = layout.box(point)
        ground = view.grounds[point]
        box = (left, top, right - 1, bottom - 1)
        pen.rectangle(box, fill=ground, outline=mix(ground, ink, share), width=line)


def _border(image: Image.Image, view: BoardView, chart: Map) -> None:
    """Draw the border of the zones."""
    layout, colours = view.layout, view.map_colours
    cell = layout.cell
    dx, dy = layout.origin
    left, top = layout.corner
    right, bottom = image.width - left - 1, image.height - top - 1
    pen = ImageDraw.Draw(image)
    edges = [edge for edge in chart.border if is_inside(layout, *edge)]
    for width, colour in zip(reversed(BORDER), (colours.fortress, colours.border), strict=True):
        half = max(1, round(width * cell / 2))
        for (x, y), (x2, y2) in edges:
            start = (round(x * cell + dx) - half, round(y * cell + dy) - half)
            end = (round(x2 * cell + dx) + half - 1, round(y2 * cell + dy) + half - 1)
            box = (max(start[0], left), max(start[1], top), min(end[0], right), min(end[1], bottom))
            pen.rectangle(box, fill=colour)


def _fortresses(image: Image.Image, view: BoardView, chart: Map) -> None:
    layout = view.layout
    cell = layout.cell
    forts = {stands: _fortress(view.map_colours, cell, stands=stands) for stands in (False, True)}
    for point in layout.shown:
        if point in chart.fortresses:
            x, y = layout.squares[point]
            fort, shape = forts[point in view.zones]
            image.paste(fort, (x - cell // 4, y - cell // 4), shape)


def _fortress(colours: MapColours, cell: int, *, stands: bool) -> tuple[Image.Image, Image.Image]:
    """Return a star fort, eight bastions around a court, and the mask of its area.

    The images are larger than a square by a quarter on every side.
    """
    size = (cell + 2 * (cell // 4),) * 2
    middle = (size[0] / 2 / cell, size[1] / 2 / cell)
    wall = colours.rampart if stands else colours.hatching
    picture, shape = Canvas("RGB", size, cell, wall), Canvas("L", size, cell)
    court = colours.fortress if stands else colours.ruin
    for canvas, inset, fill in ((shape, 0.0, 255), (picture, 0.05, court)):
        corners = []
        for bastion in range(16):
            reach = COURT - inset if bastion % 2 else BASTION[bastion // 2 % 2] - 1.9 * inset
            corners.append(around(middle, reach, 22.5 * bastion))
        canvas.polygon(corners, fill)
    return picture.image(), shape.image()
