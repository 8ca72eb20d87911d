"""The parts of a theme: the colours of boards, pieces and the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.map import LandColour
from engine.pieces import ColourSet
from engine.text import Text
from render.drawing.colour import Colour

Pattern = Literal["rings", "mill", "triangle", "square", "star", "plus", "bars", "plain"]
"""The turning of a seat's pieces, or their symbol, so that seats differ by more than colour."""


class Material(NamedTuple):
    """The material of one seat's pieces."""

    face: Colour
    """The top."""
    highlight: Colour
    """The edge of the top that is in the light."""
    side: Colour
    """The wall of the disc, and the rim around it."""
    groove: Colour
    """The colour of grooves turned or cut into the top."""
    symbol: Colour
    """The crown of a king, or another symbol of a piece."""
    second: Colour
    """The symbol that must not be confused with the first: of two kinds of men."""
    pattern: Pattern


class BoardColours(NamedTuple):
    """The colours of a board, and the materials of its pieces."""

    light: Colour
    """Squares that are not played on."""
    dark: Colour
    """Squares that are played on."""
    frame: Colour
    label: Colour
    """Numbers and coordinates."""
    trail: Colour
    """The way of the last move."""
    tint: Colour
    """The tint of the squares at the ends of the last move."""
    outline: Colour
    """The outline that sets off trail and marks from anything below."""
    mark: Colour
    """Legal moves."""
    cross: Colour
    """The cross on a captured piece."""
    materials: tuple[Material, ...]
    """By seat."""
    stone: Colour
    """A fortress."""
    well: Colour
    """The colour into which the ground fades at the bottom of a hole."""
    grain: float
    """How much lighter and darker the grain of the squares is: 0 for none, 1 for black."""
    rim: float
    """Width of the line around a piece, in squares. Pieces with a rim cast no shadow."""
    bold: float
    """How much larger symbols are."""


class LandColours(NamedTuple):
    """The colours of a country: of its land, and of its squares."""

    land: Colour
    square: Colour


class MapColours(NamedTuple):
    """The colours of a map."""

    lands: Mapping[LandColour, LandColours]
    sea: Colour
    neutral: Colour
    """Land that takes no part."""
    hatching: Colour
    """Closed land."""
    coast: Colour
    border: Colour
    """The border of the zones."""
    fortress: Colour
    rampart: Colour
    ruin: Colour
    """A fortress that no longer belongs to anybody."""
    coordinate: Colour
    """Letters and figures in the frame."""
    square_line: float
    """Share of the colour of names in the lines around squares."""

    @property
    def shore(self) -> Colour:
        """The sea near land."""
        return self.lands["water"].land


class Theme(NamedTuple):
    """One look of all boards."""

    title: Text
    """Its name for people."""
    boards: Mapping[ColourSet, BoardColours]
    map: MapColours
