"""Boards of holes: a star whose camps are stained in their owners' colours."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from engine.board import NOWHERE
from render.canvas import Canvas, oversampling_of
from render.numbers import FONT, centred
from render.palette import cover, hole, lay
from render.scene import Scene

PLATE = 1.24
"""Width of the plate around a row of holes, in squares."""
CAMP = 1.0
"""Width of a camp's stain around a row of holes."""
HOLE = 0.36
"""Radius of a hole."""
LETTER = (0.46, 0.98)
"""Size of the letter of a row, and how far from the last hole it stands."""


def holes(image: Image.Image, scene: Scene) -> Image.Image:
    """The board as indices: the star, its camps, and the holes with their names."""
    layout, palette, theme = scene.layout, scene.palette, scene.theme
    indices = palette.indices(image)
    everywhere = frozenset(range(len(layout.board)))
    lay(indices, _area(scene, everywhere, PLATE), (0, 0), palette.ink(theme.dark))
    for seat in sorted(set(scene.zones.values())):
        camp = frozenset(point for point, owner in scene.zones.items() if owner == seat)
        ground = scene.grounds[min(camp)]
        lay(indices, _area(scene, camp, CAMP), (0, 0), palette.ink(ground))
    _holes(indices, scene)
    if layout.coordinates:
        _letters(indices, scene)
    return indices


def _area(scene: Scene, points: frozenset[int], width: float) -> Image.Image:
    """The points and what is between them, as levels of cover."""
    layout = scene.layout
    cell = layout.cell
    oversampling = oversampling_of(layout.picture_size)
    canvas = Canvas("L", layout.picture_size, cell, oversampling=oversampling)
    for point in points:
        x, y = layout.centres[point]
        for steps in layout.board.steps:
            if (end := steps[point]) > point and end in points and end != NOWHERE:
                x2, y2 = layout.centres[end]
                canvas.line((x / cell, y / cell), (x2 / cell, y2 / cell), width, 255)
    return cover(canvas.image())


def _holes(indices: Image.Image, scene: Scene) -> None:
    layout, palette, theme = scene.layout, scene.palette, scene.theme
    cell = layout.cell
    side = 2 * round(cell * HOLE) + 4
    canvas = Canvas("L", (side, side), cell)
    canvas.disc((side / 2 / cell, side / 2 / cell), HOLE, 255)
    disc = cover(canvas.image())
    for point, (x, y) in enumerate(layout.centres):
        bottom = hole(theme, scene.grounds[point])
        lay(indices, disc, (x - side // 2, y - side // 2), palette.ink(bottom))
        if not layout.named:
            continue
        label = centred(cell, layout.board.names[point])
        corner = (x - label.width // 2, y - label.height // 2)
        lay(indices, label, corner, palette.ink(theme.label))


def _letters(indices: Image.Image, scene: Scene) -> None:
    """Write the letter of every row beside both its ends."""
    layout, palette, theme = scene.layout, scene.palette, scene.theme
    cell = layout.cell
    letters = Image.new("L", indices.size, 0)
    write = ImageDraw.Draw(letters)
    rows: dict[int, list[int]] = {}
    for point, (_, y) in enumerate(layout.centres):
        rows.setdefault(y, []).append(point)
    size, away = LETTER
    font = ImageFont.truetype(str(FONT), cell * size)
    for row, points in rows.items():
        ends = [layout.centres[point][0] for point in points]
        name = layout.board.names[points[0]][0]
        for at in (min(ends) - cell * away, max(ends) + cell * away):
            write.text((at, row + cell * size * 0.26), name, 255, font, anchor="ms")
    lay(indices, cover(letters), (0, 0), palette.ink(theme.label))
