"""A board as shown in one picture: its layout, palette, camps, and the ground of every point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from engine.board import Board
from engine.game import Position
from engine.map import Map
from engine.pieces import ColourSet
from engine.text import ENGLISH, Text, Translator
from render.drawing.colour import Colour, mix
from render.themes.catalogue import board_colours, theme_named
from render.themes.palettes import BoardPalette, palette_of
from render.themes.theme import BoardColours, MapColours
from render.view.layout import Layout, layout_of, turn_for

CAMP = (0.42, 0.3)
"""Shares of a seat's colour in the ground of its camp: on squares, and on a star."""

Zones = tuple[tuple[int, int], ...]


class EmptyBoard(NamedTuple):
    """A board without pieces, as indices. It is shared: copy it before painting on it."""

    bare: Image.Image
    """The board without names of points."""
    free: Image.Image
    """The board with the names of free points."""
    occupied: Image.Image
    """The board with the names of occupied points, which are smaller or above pieces."""


class BoardView:
    """A board in a theme, from one side. Views are compared by identity."""

    def __init__(
        self,
        layout: Layout,
        theme: str,
        palette: BoardPalette,
        zones: Zones,
        grounds: tuple[Colour, ...],
        *,
        words: tuple[str, ...] = (),
    ) -> None:
        self.layout = layout
        self.theme = theme
        """The name of the theme."""
        self.palette = palette
        self.zones: Mapping[int, int] = MappingProxyType(dict(zones))
        """The owner's seat of each point that has one."""
        self.grounds = grounds
        """The colour on which a piece stands, by point."""
        texts = layout.board.map.texts if layout.board.map is not None else ()
        self.words: Mapping[Text, str] = dict(zip(texts, words or map(str, texts), strict=True))
        """The words on a map, in the language of the picture."""

    @property
    def colours(self) -> BoardColours:
        """The colours of the board."""
        return self.palette.board

    @property
    def map_colours(self) -> MapColours:
        """The theme's colours of a map."""
        return theme_named(self.theme).map


def view_of(
    position: Position,
    size: int,
    viewer: int,
    theme: str,
    region: frozenset[int] | None = None,
    *,
    coordinates: bool = True,
    translator: Translator = ENGLISH,
) -> BoardView:
    """Return the view of a position's board: the same object for all positions of a match."""
    layout = layout_of(position.board, size, turn_for(position, viewer), region, coordinates)
    colour_set, seats = position.game.colours, len(position.seats)
    chart = position.board.map
    words = words_of(chart, translator) if chart is not None else ()
    return _view(layout, theme, colour_set, seats, tuple(position.display.zones()), words=words)


@lru_cache(maxsize=64)
def words_of(chart: Map, translator: Translator) -> tuple[str, ...]:
    """Return the words on a map, in the translator's language."""
    return tuple(text.render(translator) for text in chart.texts)


@lru_cache(maxsize=256)
def _view(
    layout: Layout,
    theme: str,
    colour_set: ColourSet,
    seats: int,
    zones: Zones,
    *,
    words: tuple[str, ...],
) -> BoardView:
    board = layout.board
    colours = board_colours(theme, colour_set, seats)
    if board.map is not None:
        lands = theme_named(theme).map.lands
        grounds = tuple(lands[land].square for land in board.map.lands)
        palette = palette_of(theme, colour_set, seats, "map")
        return BoardView(layout, theme, palette, zones, grounds, words=words)
    owners = dict(zones)
    grounds = tuple(ground(colours, board, at, owners.get(at)) for at in range(len(board)))
    if layout.numbered:
        palette = palette_of(theme, colour_set, seats)
    else:
        different = tuple(dict.fromkeys(grounds))
        palette = palette_of(theme, colour_set, seats, board.style, different)
    return BoardView(layout, theme, palette, zones, grounds)


def ground(colours: BoardColours, board: Board, point: int, owner: int | None) -> Colour:
    """Return the colour of a point's ground, in the camp of ``owner`` or outside all camps."""
    if board.style == "lines":
        return colours.light if owner is None else colours.stone
    plain = colours.light if _is_light(board, point) else colours.dark
    if owner is None:
        return plain
    return mix(plain, colours.materials[owner].face, CAMP[board.style == "holes"])


def _is_light(board: Board, point: int) -> bool:
    """Return whether a point is a light square; False on boards that use only the dark squares.

    The square at the first seat's bottom left is dark.
    """
    columns, rows = board.size
    if board.style != "squares" or not board.checkered or len(board) < columns * rows:
        return False
    x, y = board.xy[point]
    return (int(x) + int(rows - y)) % 2 == 1
