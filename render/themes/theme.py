"""The parts of a theme: the colours of boards, pieces and the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.map import LandColour
from engine.pieces import ColourSet
from engine.text import Text
from render.drawing.colour import Colour

Pattern = Literal["rings", "mill", "triangle", "square", "star", "plus", "bars", "plain"]
"""The rings or the symbol of a seat's pieces, by which seats differ in more than colour."""


class Material(NamedTuple):
    """The material of one seat's pieces."""

    face: Colour
    """The top."""
    highlight: Colour
    """The edge of the top that is in the light."""
    side: Colour
    """The wall of the disc, and the rim around it."""
    groove: Colour
    """Grooves turned or cut into the top."""
    symbol: Colour
    """The crown of a king, or another symbol of a piece."""
    second: Colour
    """A symbol that must not be confused with one in the colour ``symbol``."""
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
    """The trail of the last move."""
    tint: Colour
    """The tint of the squares at the ends of the last move."""
    outline: Colour
    """The outline that sets the trail and marks off from anything below."""
    mark: Colour
    """The marks of legal moves."""
    cross: Colour
    """The cross on a captured piece."""
    materials: tuple[Material, ...]
    """The materials of pieces, by seat."""
    stone: Colour
    """A fortress."""
    well: Colour
    """The colour into which the ground fades at the bottom of a hole."""
    grain: float
    """Strength of the lines of grain of squares: 0 means no lines, 1 black and white ones."""
    rim: float
    """Width of the line around a piece, in squares. Pieces with a rim cast no shadow."""
    bold: float
    """Scale of the symbols on discs."""


class LandColours(NamedTuple):
    """The colours of a country's land, and of its squares."""

    land: Colour
    square: Colour


class MapColours(NamedTuple):
    """The colours of a map."""

    lands: Mapping[LandColour, LandColours]
    sea: Colour
    neutral: Colour
    """Land outside the game."""
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
    """Share of the names' colour in the lines around squares."""

    @property
    def shore(self) -> Colour:
        """The colour of the sea near land."""
        return self.lands["water"].land


class Theme(NamedTuple):
    """A set of colours for all boards, pieces and maps."""

    title: Text
    """The theme's name for people."""
    boards: Mapping[ColourSet, BoardColours]
    map: MapColours
