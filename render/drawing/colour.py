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


def darker(colour: Colour, share: float) -> Colour:
    """Return a colour with ``share`` (0 to 1) of black in it."""
    return mix(colour, BLACK, share)


def lighter(colour: Colour, share: float) -> Colour:
    """Return a colour with ``share`` (0 to 1) of white in it."""
    return mix(colour, WHITE, share)


def edges_of(frame: Colour) -> tuple[Colour, Colour]:
    """Return the colours of a frame's edges: in the shade, and in the light."""
    return darker(frame, 0.4), lighter(frame, 0.2)


def ink_on(ground: Colour) -> Colour:
    """Return black or white, whichever is easier to read on ``ground``."""
    red, green, blue = ground
    return BLACK if 3 * red + 6 * green + blue > 1150 else WHITE
