"""Themes: what a board is made of. A theme is nothing but data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

Sign = Literal["rings", "mill", "triangle", "square", "star", "plus", "bars"]
"""What is engraved on a seat's pieces, so that colour is not the only sign of whose they are."""


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
    """The sign of a king, or of what else a piece is."""
    second: Colour = (0, 0, 0)
    """The sign that must not be taken for the first: of two kinds of men."""
    sign: Sign = "rings"

    @property
    def colours(self) -> tuple[Colour, ...]:
        """All its colours."""
        return (self.face, self.shine, self.side, self.groove, self.emblem, self.second)


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
    seats: tuple[str, ...] = ("White", "Black")
    """The English names of the seats that the materials are for."""
    stone: Colour = (168, 160, 146)
    """A fortress."""


class Themes(NamedTuple):
    """One look for every set of pieces."""

    draughts: Theme
    fortress: Theme
    colours: Theme
    """For up to six seats, called by their colours."""


WHITE = Material(
    face=(250, 241, 220),
    shine=(255, 255, 250),
    side=(196, 174, 138),
    groove=(204, 182, 146),
    emblem=(150, 24, 32),
    second=(18, 86, 178),
)
BLACK = Material(
    face=(50, 44, 46),
    shine=(104, 96, 98),
    side=(20, 16, 18),
    groove=(112, 102, 102),
    emblem=(246, 192, 62),
    second=(120, 206, 250),
    sign="mill",
)

WOOD = Theme(
    light=(224, 187, 136),
    dark=(138, 88, 51),
    grain=0.045,
    frame=(84, 50, 30),
    label=(255, 244, 222),
    trail=(22, 84, 196),
    casing=(244, 249, 255),
    mark=(30, 214, 222),
    cross=(226, 36, 40),
    materials=(WHITE, BLACK),
)

SOLDIERS = Material(
    face=(178, 46, 38),
    shine=(236, 132, 112),
    side=(96, 18, 16),
    groove=(255, 226, 190),
    emblem=(255, 226, 190),
)
OFFICERS = Material(
    face=(28, 34, 62),
    shine=(104, 114, 158),
    side=(8, 10, 24),
    groove=(246, 192, 62),
    emblem=(246, 192, 62),
    sign="star",
)


def _stained(face: Colour, sign: Sign, *, light: bool = False) -> Material:
    """Stained wood of that colour; on light colours the sign is dark."""
    black, white = (0, 0, 0), (255, 255, 255)
    ink = _mix(face, black, 0.72) if light else _mix(face, white, 0.92)
    side = _mix(face, black, 0.45 if light else 0.55)
    return Material(face, _mix(face, white, 0.45), side, ink, ink, ink, sign)


def _mix(first: Colour, second: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


COLOURS = {
    "Red": _stained((212, 22, 14), "triangle"),
    "Blue": _stained((34, 85, 230), "square"),
    "Yellow": _stained((242, 199, 33), "star", light=True),
    "Green": _stained((10, 180, 104), "plus", light=True),
    "Violet": _stained((92, 36, 128), "bars"),
    "White": _stained((250, 250, 244), "rings", light=True),
}

THEMES: Mapping[str, Themes] = MappingProxyType(
    {
        "wood": Themes(
            WOOD,
            WOOD._replace(materials=(SOLDIERS, OFFICERS), seats=("Soldiers", "Officers")),
            WOOD._replace(
                light=(240, 217, 176),
                dark=(216, 182, 134),
                trail=(30, 26, 30),
                mark=(0, 208, 226),
                materials=tuple(COLOURS.values()),
                seats=tuple(COLOURS),
            ),
        ),
    }
)
"""By the name that settings use."""
