"""Maps: points with their names beside them, and the ways between them."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from render.canvas import Canvas
from render.lines import ways
from render.numbers import FONT
from render.palette import cover, lay
from render.scene import Scene

REGION = 0.5
"""Radius of the stain under a point that is a seat's own, in squares."""
TYPE = 0.46
"""Size of the type of names."""
BELOW = 0.92
"""How far below its point a name stands."""


def chart(image: Image.Image, scene: Scene) -> Image.Image:
    """The board as indices: the country, its ways, and the names of its points."""
    layout, palette, theme = scene.layout, scene.palette, scene.theme
    cell = layout.cell
    left, top = layout.corner
    draw = ImageDraw.Draw(image)
    box = (left, top, image.width - left - 1, image.height - top - 1)
    draw.rectangle(box, fill=theme.dark)
    indices = palette.indices(image)
    ways(indices, scene)
    side = 2 * round(cell * REGION) + 4
    canvas = Canvas("L", (side, side), cell)
    canvas.disc((side / 2 / cell, side / 2 / cell), REGION, 255)
    disc = cover(canvas.image())
    names = Image.new("L", image.size, 0)
    write = ImageDraw.Draw(names)
    font = ImageFont.truetype(str(FONT), cell * TYPE)
    for point, (x, y) in enumerate(layout.centres):
        if point in scene.zones:
            lay(indices, disc, (x - side // 2, y - side // 2), palette.ink(scene.grounds[point]))
        if layout.named:
            write.text((x, y + cell * BELOW), layout.board.names[point], 255, font, anchor="ms")
    lay(indices, cover(names), (0, 0), palette.ink(theme.frame))
    return indices
