"""Wood: squares cut from veneers, whose grain differs a little from one to the next."""

from __future__ import annotations

import random

from PIL import ImageDraw

from render.colour import BLACK, WHITE, Colour, mix
from render.layout import Pixel


def veneer(
    draw: ImageDraw.ImageDraw,
    corner: Pixel,
    cell: int,
    *,
    colour: Colour,
    grain: float,
    number: int,
) -> None:
    """Draw one square, cut from the veneer with that number."""
    x, y = corner
    draw.rectangle((x, y, x + cell - 1, y + cell - 1), fill=colour)
    if not grain:
        return
    chance = random.Random(number)
    at = 0
    while (at := at + chance.randint(2, max(3, cell // 8))) < cell:
        tone = mix(colour, chance.choice((BLACK, WHITE)), grain)
        thick = chance.randint(0, max(0, cell // 60))
        draw.rectangle((x, y + at, x + cell - 1, min(y + at + thick, y + cell - 1)), fill=tone)
