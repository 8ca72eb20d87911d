"""Themes: what a board is made of. A theme is nothing but data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


class Material(NamedTuple):
    """What the pieces of one seat are made of."""

    face: Colour
    """The top."""
    shine: Colour
    """The edge of the top that is in the light."""
    side: Colour
    """The wall of the disc."""
    groove: Colour
    """What is turned or cut into the top."""
    emblem: Colour
    """The sign of a king."""


class Theme(NamedTuple):
    """The colours of one look of the boards."""

    light: Colour
    """Squares that are not played on."""
    dark: Colour
    """Squares that are played on."""
    grain: float
    """How much lighter and darker the grain of the squares is: 0 for none, 1 for black."""
    frame: Colour
    label: Colour
    """Numbers and coordinates."""
    trail: Colour
    """The way of the last move."""
    casing: Colour
    """The outline that sets trail and marks off from whatever they lie on."""
    mark: Colour
    """Legal moves."""
    cross: Colour
    """The cross on a captured piece."""
    materials: tuple[Material, ...]
    """By seat."""


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "wood": Theme(
            light=(224, 187, 136),
            dark=(138, 88, 51),
            grain=0.045,
            frame=(84, 50, 30),
            label=(255, 244, 222),
            trail=(22, 84, 196),
            casing=(244, 249, 255),
            mark=(30, 214, 222),
            cross=(226, 36, 40),
            materials=(
                Material(
                    face=(250, 241, 220),
                    shine=(255, 255, 250),
                    side=(196, 174, 138),
                    groove=(204, 182, 146),
                    emblem=(150, 24, 32),
                ),
                Material(
                    face=(50, 44, 46),
                    shine=(104, 96, 98),
                    side=(20, 16, 18),
                    groove=(112, 102, 102),
                    emblem=(246, 192, 62),
                ),
            ),
        ),
    }
)
"""By the name that settings use."""
