"""The colours of standings in a theme."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from PIL import Image

from render.drawing.colour import Colour, mix
from render.drawing.indexed import COLOURS
from render.themes.catalogue import theme_named

RISE: Final[Colour] = (132, 232, 148)
FALL: Final[Colour] = (255, 166, 148)
GOLD: Final[Colour] = (255, 216, 96)


class Look(NamedTuple):
    """The colours of a picture of standings, derived from the frame of the theme's boards."""

    ground: Colour
    stripe: Colour
    """The ground of every other row."""
    blank: Colour
    """The colour of a cell that is never filled."""
    ink: Colour
    pale: Colour
    """Less important text."""
    rule: Colour
    """Lines."""
    rise: Colour = RISE
    fall: Colour = FALL
    gold: Colour = GOLD


@lru_cache(maxsize=8)
def look_of(theme: str) -> Look:
    """Return the look of standings in a theme. Raises ValueError for an unknown theme."""
    board = theme_named(theme).boards["draughts"]
    ground, ink = board.frame, board.label
    return Look(
        ground,
        mix(ground, ink, 0.09),
        mix(ground, ink, 0.24),
        ink,
        mix(ink, ground, 0.24),
        mix(ground, ink, 0.5),
    )


@lru_cache(maxsize=8)
def palette_image(look: Look) -> Image.Image:
    """Return an image with the palette of a look: the colours, and mixtures at edges of letters."""
    grounds = (look.ground, look.stripe, look.ink)
    colours = dict.fromkeys(look)
    inks = (look.ink, look.pale, look.gold, look.rise, look.fall)
    for share in (0.5, 0.25, 0.75, 0.12, 0.88, 0.38, 0.62):
        for ground in grounds[:2]:
            colours |= dict.fromkeys(mix(ground, ink, share) for ink in inks[:2])
        colours[mix(look.ink, look.ground, share)] = None
        colours |= dict.fromkeys(mix(look.ground, ink, share) for ink in inks[2:])
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in islice(colours, COLOURS) for value in colour])
    return palette
