"""The empty board: drawn once for every theme, size and side."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.layout import Layout, Pixel
from render.numbers import BESIDE_PIECE, ON_FREE, Label, write
from render.palette import mix, palette_of
from render.theme import Colour, Theme

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


class Empty(NamedTuple):
    """A board without pieces, as indices. It is shared: copy it before you paint on it."""

    bare: Image.Image
    """Without numbers."""
    free: Image.Image
    """With the numbers of free points."""
    occupied: Image.Image
    """With smaller ones that pieces leave room for."""


@lru_cache(maxsize=16)
def empty(layout: Layout, theme: str) -> Empty:
    """The empty board of that layout and theme."""
    palette = palette_of(theme)
    image = Image.new("RGB", layout.picture_size, palette.theme.frame)
    draw = ImageDraw.Draw(image)
    _frame(draw, layout, palette.theme)
    _squares(draw, layout, palette.theme)
    free, occupied = image.copy(), image.copy()
    _numbers(free, layout, palette.theme, ON_FREE)
    _numbers(occupied, layout, palette.theme, BESIDE_PIECE)
    return Empty(*(palette.indices(board) for board in (image, free, occupied)))


def _frame(draw: ImageDraw.ImageDraw, layout: Layout, theme: Theme) -> None:
    width, height = layout.picture_size
    left, top = layout.corner
    line = max(1, layout.cell // 28)
    bright, deep = mix(theme.frame, WHITE, 0.2), mix(theme.frame, BLACK, 0.4)
    draw.rectangle((0, 0, width - 1, height - 1), fill=deep)
    draw.rectangle((0, 0, width - 1 - line, height - 1 - line), fill=bright)
    draw.rectangle((line, line, width - 1 - line, height - 1 - line), fill=theme.frame)
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
            veneer = 3 * row + column % 3
            _square(draw, corner, cell, colour=colour, grain=theme.grain, veneer=veneer)


def _square(
    draw: ImageDraw.ImageDraw,
    corner: Pixel,
    cell: int,
    *,
    colour: Colour,
    grain: float,
    veneer: int,
) -> None:
    """Draw one square, cut from the ``veneer`` with that number."""
    x, y = corner
    draw.rectangle((x, y, x + cell - 1, y + cell - 1), fill=colour)
    if not grain:
        return
    chance = random.Random(veneer)
    at = 0
    while (at := at + chance.randint(2, max(3, cell // 8))) < cell:
        tone = mix(colour, chance.choice((BLACK, WHITE)), grain)
        thick = chance.randint(0, max(0, cell // 60))
        draw.rectangle((x, y + at, x + cell - 1, min(y + at + thick, y + cell - 1)), fill=tone)


def _numbers(image: Image.Image, layout: Layout, theme: Theme, label: Label) -> None:
    draw = ImageDraw.Draw(image)
    for name, corner in zip(layout.board.names, layout.squares, strict=True):
        write(draw, corner, name, layout.cell, label, fill=theme.label)
