"""Boards of holes: a star whose camps are tinted in their owners' colours."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.board import NOWHERE
from render.drawing.canvas import WHOLE_PICTURE, Canvas
from render.drawing.fonts import font
from render.drawing.indexed import blend_shape, coverage
from render.themes.palettes import hole
from render.view.board_view import BoardView
from render.view.labels import hole_label_shape

PLATE = 1.24
"""Width of the plate around a row of holes, in squares."""
CAMP = 1.0
"""Width of a camp's tint around a row of holes, in squares."""
HOLE = 0.36
"""Radius of a hole, in squares."""
LETTER = (0.46, 0.98)
"""Size of a row's letter, and its distance from the last hole, in squares."""


def holes(image: Image.Image, view: BoardView) -> Image.Image:
    """Return the board as indices: the star, its camps, and the holes with their names."""
    layout, palette, colours = view.layout, view.palette, view.colours
    indices = palette.indices(image)
    everywhere = frozenset(range(len(layout.board)))
    blend_shape(indices, _area(view, everywhere, PLATE), (0, 0), palette.blend(colours.dark))
    for seat in sorted(set(view.zones.values())):
        camp = frozenset(point for point, owner in view.zones.items() if owner == seat)
        ground = view.grounds[min(camp)]
        blend_shape(indices, _area(view, camp, CAMP), (0, 0), palette.blend(ground))
    _holes(indices, view)
    if layout.coordinates:
        _letters(indices, view)
    return indices


def _area(view: BoardView, points: frozenset[int], width: float) -> Image.Image:
    """Return the area of these points and the gaps between them, as levels of coverage."""
    layout = view.layout
    cell = layout.cell
    canvas = Canvas("L", layout.picture_size, cell, oversampling=WHOLE_PICTURE)
    for point in points:
        x, y = layout.centres[point]
        for steps in layout.board.steps:
            if (end := steps[point]) > point and end in points and end != NOWHERE:
                x2, y2 = layout.centres[end]
                canvas.line((x / cell, y / cell), (x2 / cell, y2 / cell), width, 255)
    return coverage(canvas.image())


def _holes(indices: Image.Image, view: BoardView) -> None:
    layout, palette, colours = view.layout, view.palette, view.colours
    cell = layout.cell
    side = 2 * round(cell * HOLE) + 4
    canvas = Canvas("L", (side, side), cell)
    canvas.disc((side / 2 / cell, side / 2 / cell), HOLE, 255)
    disc = coverage(canvas.image())
    for point, (x, y) in enumerate(layout.centres):
        bottom = hole(colours, view.grounds[point])
        blend_shape(indices, disc, (x - side // 2, y - side // 2), palette.blend(bottom))
        if not layout.named:
            continue
        label = hole_label_shape(cell, layout.board.names[point])
        corner = (x - label.width // 2, y - label.height // 2)
        blend_shape(indices, label, corner, palette.blend(colours.label))


def _letters(indices: Image.Image, view: BoardView) -> None:
    """Write the letter of every row beside both ends of the row."""
    layout, palette, colours = view.layout, view.palette, view.colours
    cell = layout.cell
    letters = Image.new("L", indices.size, 0)
    write = ImageDraw.Draw(letters)
    rows: dict[int, list[int]] = {}
    for point, (_, y) in enumerate(layout.centres):
        rows.setdefault(y, []).append(point)
    size, away = LETTER
    type_ = font(cell * size)
    for row, points in rows.items():
        ends = [layout.centres[point][0] for point in points]
        name = layout.board.names[points[0]][0]
        for at in (min(ends) - cell * away, max(ends) + cell * away):
            write.text((at, row + cell * size * 0.26), name, 255, type_, anchor="ms")
    blend_shape(indices, coverage(letters), (0, 0), palette.blend(colours.label))
