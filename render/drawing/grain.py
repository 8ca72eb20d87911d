"""Squares of wood, whose grain differs a little from square to square."""

from __future__ import annotations

import random

from PIL import ImageDraw

from render.drawing.colour import Colour, darker, lighter


def grained_square(
    draw: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    side: int,
    *,
    colour: Colour,
    grain: float,
    seed: int,
) -> None:
    """Draw a square with lines of grain, whose places depend on ``seed``.

    ``grain`` is their strength: 0 means no lines, 1 black and white ones.
    """
    x, y = corner
    draw.rectangle((x, y, x + side - 1, y + side - 1), fill=colour)
    if not grain:
        return
    chance = random.Random(seed)
    at = 0
    while (at := at + chance.randint(2, max(3, side // 8))) < side:
        tone = chance.choice((darker, lighter))(colour, grain)
        thick = chance.randint(0, max(0, side // 60))
        draw.rectangle((x, y + at, x + side - 1, min(y + at + thick, y + side - 1)), fill=tone)
