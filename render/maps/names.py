"""The names of lands and fortresses on a map, each in a light cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.map import Cell, Map, Name
from render.drawing.colour import Colour
from render.drawing.fonts import SMALLEST, font
from render.view.board_view import BoardView
from render.view.layout import Layout

FORTRESS_TYPE, COUNTRY_TYPE = 0.26, 0.235
"""Largest sizes of the type of a fortress's and of a country's name, in squares."""
BREAK = "|"
"""Separator of two lines of a name."""
WIDEST = 0.92
"""Largest share of a cell's width that a name takes."""
HALO = 0.035
"""Width of the outline around a name, in squares."""
RAISED = 0.065
"""Distance that a name is moved up from the middle of its cell for each line, in squares: names of
the squares below rise into the cell.
"""


def names_on(view: BoardView, chart: Map) -> Iterator[Name]:
    """Yield the names of lands and fortresses that are written on the picture.

    Names that would be too small to read, and those of fortresses outside the picture, are left
    out.
    """
    layout = view.layout
    shown = set(layout.shown)
    for name in chart.names:
        x, y = name.cell
        if (
            is_inside(layout, (x, y), (x + 1, y + 1))
            and (name.fortress is None or name.fortress in shown)
            and layout.cell * _type_size(view, name) >= SMALLEST
        ):
            yield name


def is_inside(layout: Layout, *corners: Cell) -> bool:
    """Return whether all these corners of cells are on the picture."""
    left, top, right, bottom = layout.window
    return all(left <= x <= right and top <= y <= bottom for x, y in corners)


def write_name(image: Image.Image, view: BoardView, name: Name) -> None:
    """Write a name in one or two lines in the middle of its cell."""
    colours, cell = view.map_colours, view.layout.cell
    pen = ImageDraw.Draw(image)
    lines = view.words[name.text].split(BREAK)
    step = _type_size(view, name) * cell
    type_ = font(step)
    left, top = (
        round(at * cell + start) for at, start in zip(name.cell, view.layout.origin, strict=True)
    )
    capital = -type_.getbbox("M", anchor="ls")[1]
    base = top + cell * (0.5 - RAISED * len(lines)) + capital / 2 - step * (len(lines) - 1) / 2
    colour: Colour = view.colours.frame if name.fortress is None else colours.rampart
    places = [(left + cell / 2, base + row * step) for row in range(len(lines))]
    for place, line in zip(places, lines, strict=True):
        pen.text(place, line, colours.fortress, type_, anchor="ms", stroke_width=cell * HALO)
    for place, line in zip(places, lines, strict=True):
        pen.text(place, line, colour, type_, anchor="ms")


def _type_size(view: BoardView, name: Name) -> float:
    return type_size(view.words[name.text], name.fortress is not None)


@lru_cache(maxsize=256)
def type_size(name: str, is_fortress: bool) -> float:
    """Return the size of the type, in squares, at which a name fits in its cell."""
    type_ = font(100)
    longest = max(type_.getlength(line) for line in name.split(BREAK)) / 100
    return min(FORTRESS_TYPE if is_fortress else COUNTRY_TYPE, WIDEST / longest)
