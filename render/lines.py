"""Boards of lines: the marked lines are those that can be travelled; a zone is a fortress."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.board import NOWHERE
from render.canvas import Canvas
from render.edged import coordinates, edges
from render.palette import cover, lay, mix
from render.scene import Scene
from render.veneer import BLACK, WHITE

LINE = 0.045
"""Width of a line, in squares."""
POINT = 0.09
"""Radius of a point."""
WALL = 0.14
"""How thick the walls of a fortress are."""
MERLON = 0.3
"""How long the blocks on them."""


def lines(image: Image.Image, scene: Scene) -> Image.Image:
    """The board as indices: its ground, the fortress, and the lines."""
    layout, theme = scene.layout, scene.theme
    draw = ImageDraw.Draw(image)
    left, top = layout.corner
    width, height = image.size
    draw.rectangle((left, top, width - left - 1, height - top - 1), fill=theme.dark)
    for point in range(len(layout.board)):
        x, y, right, bottom = layout.box(point)
        draw.rectangle((x, y, right - 1, bottom - 1), fill=scene.grounds[point])
    _walls(draw, scene)
    coordinates(draw, layout, theme)
    indices = scene.palette.indices(image)
    _lines(indices, scene)
    return indices


def _walls(draw: ImageDraw.ImageDraw, scene: Scene) -> None:
    cell = scene.layout.cell
    thick, long = round(cell * WALL), round(cell * MERLON)
    stone, shade = mix(scene.theme.stone, BLACK, 0.45), mix(scene.theme.stone, WHITE, 0.4)
    for _, point, quarter in edges(scene):
        left, top, right, bottom = scene.layout.box(point)
        for share in (0.25, 0.75):
            x, y = left + round(cell * share), top + round(cell * share)
            box = (
                (right - thick, y - long // 2, right - 1, y + long // 2),
                (x - long // 2, bottom - thick, x + long // 2, bottom - 1),
                (left, y - long // 2, left + thick - 1, y + long // 2),
                (x - long // 2, top, x + long // 2, top + thick - 1),
            )[quarter]
            draw.rectangle(box, fill=stone, outline=shade, width=max(1, cell // 50))


def _lines(indices: Image.Image, scene: Scene) -> None:
    layout = scene.layout
    canvas = Canvas("L", layout.picture_size, layout.cell, oversampling=4)
    dots = Canvas("L", layout.picture_size, layout.cell, oversampling=4)
    cell = layout.cell
    for point, (x, y) in enumerate(layout.centres):
        dots.disc((x / cell, y / cell), POINT, 255)
        for steps in layout.board.steps:
            if (end := steps[point]) != NOWHERE and end > point:
                x2, y2 = layout.centres[end]
                canvas.line((x / cell, y / cell), (x2 / cell, y2 / cell), LINE, 255)
    ink = scene.palette.ink(scene.theme.frame)
    for shape in (canvas, dots):
        lay(indices, cover(shape.image()), (0, 0), ink)
