"""A part of a picture of a map, cut out with a frame."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor
from typing import Final, NamedTuple

from PIL import Image

from render.view.layout import ABOVE, Layout

AROUND: Final = 1
"""Squares shown around the points of interest."""
SMALLEST: Final = (13, 10)
"""Least numbers of columns and rows of a part."""


class Window(NamedTuple):
    """A part of a board of cells: its sides, in cells from the board's top left corner."""

    left: float
    top: float
    right: float
    bottom: float


def around(layout: Layout, points: Iterable[int], smallest: tuple[int, int] = SMALLEST) -> Window:
    """Return the part of a board around these points, at least one, within the layout's window."""
    places = [layout.board.xy[point] for point in points]
    shown = layout.window
    sides = []
    for axis, least in enumerate(smallest):
        begin = floor(min(place[axis] for place in places)) - AROUND
        end = ceil(max(place[axis] for place in places)) + AROUND
        more = max(0, least - (end - begin))
        first, last = float(begin - more // 2), float(end + more - more // 2)
        low, high = max(0.0, shown[axis]), shown[axis + 2]
        first, last = first + max(0.0, low - first), last + max(0.0, low - first)
        first, last = first - max(0.0, last - high), min(last, high)
        sides.append((max(first, low) or shown[axis], last))
    (left, right), (top, bottom) = sides
    return Window(left, top, right, bottom)


def quarter(layout: Layout, points: Iterable[int], number: int) -> Window:
    """Return a quarter of the part of a board around these points.

    ``number`` is 0 for the north-west, 1 for the north-east, 2 for the south-west, and 3 for the
    south-east. The quarters extend a square beyond the middle.
    """
    left, top, right, bottom = around(layout, points)
    across, down = (left + right) // 2, (top + bottom) // 2
    left, right = (across - AROUND, right) if number % 2 else (left, across + AROUND)
    top, bottom = (down - AROUND, bottom) if number // 2 else (top, down + AROUND)
    return with_names(layout, Window(left, top, right, bottom))


def with_names(layout: Layout, window: Window) -> Window:
    """Return a part extended upwards to show the names in its first row."""
    return window._replace(top=max(window.top - ABOVE, layout.window[1]))


def cut(image: Image.Image, layout: Layout, window: Window) -> Image.Image:
    """Return a part of the picture of a map, with the matching parts of the map's frame."""
    box = box_of(layout, window)
    left, top, right, bottom = box
    edge, above = layout.corner
    width, height = image.size
    part = Image.new(image.mode, (right - left + 2 * edge, bottom - top + 2 * above))
    row = box_of(layout, window._replace(top=ceil(window.top)))[1]
    part.paste(image.crop(box), (edge, above))
    for x, here in ((0, 0), (width - edge, part.width - edge)):
        part.paste(image.crop((x, top, x + edge, bottom)), (here, above))
        if row > top and window.top > 0:  # cover the rest of the letter of the row above
            plain = image.crop((x, row, x + edge, row + 1)).resize((edge, row - top))
            part.paste(plain, (here, above))
    for y, here in ((0, 0), (height - above, part.height - above)):
        part.paste(image.crop((left, y, right, y + above)), (edge, here))
        part.paste(image.crop((0, y, edge, y + above)), (0, here))
        part.paste(image.crop((width - edge, y, width, y + above)), (part.width - edge, here))
    return part


def box_of(layout: Layout, window: Window) -> tuple[int, int, int, int]:
    """Return the box of a part on the picture, in pixels: left, top, right, bottom."""
    x, y = layout.origin
    left, top, right, bottom = (side * layout.cell for side in window)
    return (round(x + left), round(y + top), round(x + right), round(y + bottom))


def below(image: Image.Image, other: Image.Image, ground: int) -> Image.Image:
    """Return a picture with ``other`` below it, both centred; ``ground`` fills the rest."""
    size = (max(image.width, other.width), image.height + other.height)
    both = Image.new(image.mode, size, ground)
    both.paste(image, ((size[0] - image.width) // 2, 0))
    both.paste(other, ((size[0] - other.width) // 2, image.height))
    return both
