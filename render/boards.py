"""The empty board: drawn once for every theme, size and side."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from render.layout import Layout
from render.palette import mix, palette_of
from render.theme import Colour, Theme

FONT = Path(__file__).parent / "fonts" / "RobotoCondensed-Bold.ttf"
LABEL = 0.265
"""Size of a number's type, in squares."""
LABEL_CORNER = (0.035, 0.035)
"""Where a number begins in its square."""

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


@lru_cache(maxsize=24)
def empty(layout: Layout, theme: str) -> Image.Image:
    """The board without pieces, as indices. It is shared: copy it before you paint on it."""
    palette = palette_of(theme)
    image = Image.new("RGB", layout.picture_size, palette.theme.frame)
    draw = ImageDraw.Draw(image)
    _frame(draw, layout, palette.theme)
    _squares(draw, layout, palette.theme)
    _numbers(draw, layout, palette.theme)
    return palette.indices(image)


def _frame(draw: ImageDraw.ImageDraw, layout: Layout, theme: Theme) -> None:
    width, height = layout.picture_size
    left, top = layout.corner
    line = max(1, layout.cell // 28)
    bright, deep = mix(theme.frame, WHITE, 0.2), mix(theme.frame, BLACK, 0.4)
    draw.rectangle((0, 0, width - 1, height - 1), fill=deep)
    draw.rectangle((0, 0, width - 1 - line, height - 1 - line), fill=bright)
    draw.rectangle((line, line, width - 1 - line, height - 1 - line), fill=theme.frame)
    inner = (left - line, top - line, width - left - 1 + line, height - top - 1 + line)
    draw.rectangle(inner, fill=deep)


def _squares(draw: ImageDraw.ImageDraw, layout: Layout, theme: Theme) -> None:
    width, height = (round(side) for side in layout.board.size)
    left, top = layout.corner
    cell = layout.cell
    for row in range(height):
        for column in range(width):
            _square(draw, (left + column * cell, top + row * cell), cell, theme.light, theme.grain)
    for corner in layout.squares:
        _square(draw, corner, cell, theme.dark, theme.grain)


def _square(
    draw: ImageDraw.ImageDraw, corner: tuple[int, int], cell: int, colour: Colour, grain: float
) -> None:
    x, y = corner
    draw.rectangle((x, y, x + cell - 1, y + cell - 1), fill=colour)
    if not grain:
        return
    veneer = random.Random(f"{x % 3} {y % 7}")
    at = 0
    while (at := at + veneer.randint(2, max(3, cell // 8))) < cell:
        tone = mix(colour, veneer.choice((BLACK, WHITE)), grain)
        thick = veneer.randint(0, max(0, cell // 60))
        draw.rectangle((x, y + at, x + cell - 1, min(y + at + thick, y + cell - 1)), fill=tone)


def _numbers(draw: ImageDraw.ImageDraw, layout: Layout, theme: Theme) -> None:
    font = ImageFont.truetype(str(FONT), layout.cell * LABEL)
    dx, dy = (layout.cell * offset for offset in LABEL_CORNER)
    height = -font.getbbox("0", anchor="ls")[1]
    for name, (x, y) in zip(layout.board.names, layout.squares, strict=True):
        draw.text((x + dx, y + dy + height), name, theme.label, font, anchor="ls")
