"""What a theme consists of: what boards and pieces are made of. A theme is nothing but data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.text import Text
from render.colour import BLACK, WHITE, Colour, mix

Sign = Literal["rings", "mill", "triangle", "square", "star", "plus", "bars", "plain"]
"""What is engraved on a seat's pieces, so that colour is not the only sign of whose they are."""


class Material(NamedTuple):
    """What the pieces of one seat are made of."""

    face: Colour
    """The top."""
    shine: Colour
    """The edge of the top that is in the light."""
    side: Colour
    """The wall of the disc, and the rim around it."""
    groove: Colour
    """What is turned or cut into the top."""
    emblem: Colour
    """The sign of a king, or of what else a piece is."""
    second: Colour = BLACK
    """The sign that must not be taken for the first: of two kinds of men."""
    sign: Sign = "rings"

    @property
    def colours(self) -> tuple[Colour, ...]:
        """All its colours."""
        return (self.face, self.shine, self.side, self.groove, self.emblem, self.second)


def stained(face: Colour, sign: Sign, *, light: bool = False) -> Material:
    """Stained wood or stone of that colour; on light colours the sign is dark."""
    ink = mix(face, BLACK, 0.72) if light else mix(face, WHITE, 0.92)
    side = mix(face, BLACK, 0.45 if light else 0.55)
    return Material(face, mix(face, WHITE, 0.45), side, ink, ink, ink, sign)


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
    tint: Colour
    """What is over the squares where the last move began and ended."""
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
    well: Colour = (40, 22, 10)
    """What the ground goes over into at the bottom of a hole."""
    rim: float = 0.0
    """Width of the line around a piece, in squares. Pieces with a rim throw no shadow."""
    bold: float = 1.0
    """How much larger signs are."""


class Land(NamedTuple):
    """A country's colours: its land, and its squares."""

    land: Colour
    square: Colour


class Atlas(NamedTuple):
    """The colours of one look of the map of Europe."""

    theme: Theme
    """Its pieces, frame, trail and marks; ``label`` are the names of squares."""
    lands: Mapping[str, Land]
    """By the letter of a cell."""
    sea: Colour
    neutral: Colour
    """Land outside the game, and Holland."""
    hatching: Colour
    coast: Colour
    border: Colour
    """The border of the zones."""
    fortress: Colour
    rampart: Colour
    ruin: Colour
    """A fortress that promotes nobody."""
    coordinate: Colour
    """Letters and figures in the frame."""
    outline: float = 0.3
    """How much of the colour of names is in the lines around squares."""

    @property
    def shore(self) -> Colour:
        """The sea near land."""
        return self.lands["~"].land


class Themes(NamedTuple):
    """One look for every set of pieces."""

    title: Text
    """Its name for people."""
    draughts: Theme
    fortress: Theme
    colours: Theme
    """For up to six seats, called by their colours."""
    europe: Atlas

    @property
    def boards(self) -> tuple[Theme, Theme, Theme]:
        """The looks of all boards but the map."""
        return (self.draughts, self.fortress, self.colours)
