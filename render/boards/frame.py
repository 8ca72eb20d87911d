"""The frame around a board with its files and ranks, and the edges of zones on the board."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import ImageDraw

from engine.board import NOWHERE
from render.drawing.colour import edges_of
from render.drawing.fonts import font
from render.view.board_view import BoardView
from render.view.layout import Layout

TYPE = 0.74
"""Size of the type of coordinates, as a share of the frame."""


def draw_frame(draw: ImageDraw.ImageDraw, view: BoardView) -> None:
    """Draw the frame around the board, without its inside."""
    layout, colours = view.layout, view.colours
    width, height = layout.picture_size
    left, top = layout.corner
    line = max(1, min(layout.cell // 28, layout.size // 200))
    deep, bright = edges_of(colours.frame)
    draw.rectangle((0, 0, width - 1, height - 1), fill=deep)
    draw.rectangle((0, 0, width - 1 - line, height - 1 - line), fill=bright)
    draw.rectangle((line, line, width - 1 - line, height - 1 - line), fill=colours.frame)
    if layout.board.style == "holes":
        return
    if layout.numbered:
        inlay = left // 3
        draw.rectangle(
            (left - inlay, top - inlay, width - left - 1 + inlay, height - top - 1 + inlay),
            outline=colours.light,
            width=line,
        )
    inner = (left - line, top - line, width - left - 1 + line, height - top - 1 + line)
    draw.rectangle(inner, fill=deep)


def write_coordinates(draw: ImageDraw.ImageDraw, view: BoardView) -> None:
    """Write files and ranks along all four edges, upright."""
    layout = view.layout
    if not layout.coordinates:
        return
    frame = layout.corner[1]
    type_ = font(frame * TYPE)
    width, height = layout.picture_size
    for axis in (0, 1):
        for at, name in _lanes(layout, axis):
            for across in (frame / 2, (height, width)[axis] - frame / 2):
                x, y = (at, across) if axis == 0 else (across, at)
                # Digits and small letters share a baseline, although their heights differ.
                draw.text((x, y + 0.26 * frame), name, view.colours.label, type_, anchor="ms")


def _lanes(layout: Layout, axis: int) -> Iterator[tuple[int, str]]:
    """Yield the middle and the name of every column (``axis`` 0) or row of the picture."""
    lanes: dict[int, list[str]] = {}
    for centre, name in zip(layout.centres, layout.board.names, strict=True):
        lanes.setdefault(centre[axis], []).append(name)
    for at, names in lanes.items():
        files, ranks = {name[0] for name in names}, {name[1:] for name in names}
        yield at, files.pop() if len(files) == 1 else ranks.pop()


def edges(view: BoardView) -> Iterator[tuple[int, int, int]]:
    """Yield the outer edges of zones: the owner's seat, the point, and the side of its square.

    The side is the number of clockwise quarter turns from the right.
    """
    layout = view.layout
    at = {place: point for point, place in enumerate(layout.xy)}
    for point, owner in view.zones.items():
        x, y = layout.xy[point]
        for quarter, (dx, dy) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            other = at.get((x + dx, y + dy), NOWHERE)
            if view.zones.get(other) != owner:
                yield owner, point, quarter
