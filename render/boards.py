"""The empty board: drawn once for every theme, size and side."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.chart import chart
from render.colour import BLACK, WHITE, mix
from render.edged import squares
from render.europe import europe
from render.holes import holes
from render.layout import Layout
from render.lines import lines
from render.numbers import BESIDE_PIECE, ON_FREE, Label, write
from render.scene import Scene
from render.theme import Theme
from render.veneer import veneer

DRAW = {"squares": squares, "lines": lines, "holes": holes, "map": chart}
"""What draws a board without numbers beside its pieces, by its style."""


class Empty(NamedTuple):
    """A board without pieces, as indices. It is shared: copy it before you paint on it."""

    bare: Image.Image
    """Without numbers."""
    free: Image.Image
    """With the numbers of free points."""
    occupied: Image.Image
    """With smaller ones that pieces leave room for."""


@lru_cache(maxsize=32)
def empty(scene: Scene) -> Empty:
    """The empty board of that scene."""
    layout, palette = scene.layout, scene.palette
    if layout.on_map:
        return Empty(*europe(scene))
    image = Image.new("RGB", layout.picture_size, palette.theme.frame)
    draw = ImageDraw.Draw(image)
    _frame(draw, layout, palette.theme)
    if layout.numbered:
        _squares(draw, layout, palette.theme)
        if not layout.named:
            bare = palette.indices(image)
            return Empty(bare, bare, bare)
        free, occupied = image.copy(), image.copy()
        _numbers(free, layout, palette.theme, ON_FREE)
        _numbers(occupied, layout, palette.theme, BESIDE_PIECE)
        return Empty(*(palette.indices(board) for board in (image, free, occupied)))
    indices = DRAW[layout.board.style](image, scene)
    return Empty(indices, indices, indices)


def _frame(draw: ImageDraw.ImageDraw, layout: Layout, theme: Theme) -> None:
    width, height = layout.picture_size
    left, top = layout.corner
    line = max(1, layout.cell // 28)
    bright, deep = mix(theme.frame, WHITE, 0.2), mix(theme.frame, BLACK, 0.4)
    draw.rectangle((0, 0, width - 1, height - 1), fill=deep)
    draw.rectangle((0, 0, width - 1 - line, height - 1 - line), fill=bright)
    draw.rectangle((line, line, width - 1 - line, height - 1 - line), fill=theme.frame)
    if layout.board.style == "holes":
        return
    if layout.numbered:
        inlay = left // 3
        draw.rectangle(
            (left - inlay, top - inlay, width - left - 1 + inlay, height - top - 1 + inlay),
            outline=theme.light,
            width=line,
        )
    inner = (left - line, top - line, width - left - 1 + line, height - top - 1 + line)
    draw.rectangle(inner, fill=deep)


def _squares(draw: ImageDraw.ImageDraw, layout: Layout, theme: Theme) -> None:
    width, height = (round(side) for side in layout.board.size)
    left, top = layout.corner
    cell = layout.cell
    played = set(layout.squares)
    for row in range(height):
        for column in range(width):
            corner = (left + column * cell, top + row * cell)
            colour = theme.dark if corner in played else theme.light
            number = 3 * row + column % 3
            veneer(draw, corner, cell, colour=colour, grain=theme.grain, number=number)


def _numbers(image: Image.Image, layout: Layout, theme: Theme, label: Label) -> None:
    draw = ImageDraw.Draw(image)
    for name, corner in zip(layout.board.names, layout.squares, strict=True):
        write(draw, corner, name, layout.cell, label, fill=theme.label)
