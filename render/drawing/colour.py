"""Colours, and mixing two of them."""

from __future__ import annotations

from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

BLACK: Final[Colour] = (0, 0, 0)
WHITE: Final[Colour] = (255, 255, 255)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return the colour between two, with ``share`` (0 to 1) of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def ink_on(ground: Colour) -> Colour:
    """Return black or white, whichever is read better on that ground."""
    red, green, blue = ground
    return BLACK if 3 * red + 6 * green + blue > 1150 else WHITE
