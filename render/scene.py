"""What a picture is painted on: board, palette, camps, and the ground of every point."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.board import Board
from engine.game import Position
from render.colour import Colour, mix
from render.europe_palette import ground_at, map_palette
from render.layout import Layout, layout_of, turn_for
from render.palette import Palette, palette_of
from render.theme import Atlas, Theme
from render.themes import themes_of

CAMP = (0.42, 0.3)
"""How much of a seat's colour is in the ground of its camp: on squares, and on a star."""


class Scene:
    """A board in a theme, from one side. Scenes are compared by identity."""

    def __init__(
        self, layout: Layout, look: str, palette: Palette, zones: tuple[tuple[int, int], ...]
    ) -> None:
        self.layout = layout
        self.look = look
        """The name of the theme."""
        self.palette = palette
        self.zones: Mapping[int, int] = MappingProxyType(dict(zones))
        """The seat whose own a point is, where it is one's."""
        self.grounds = tuple(
            ground_at(self.atlas, name)
            if layout.on_map
            else ground(palette.theme, layout.board, point, self.zones.get(point))
            for point, name in enumerate(layout.board.names)
        )
        """By point: the colour that a piece stands on."""

    @property
    def theme(self) -> Theme:
        """The colours of this look."""
        return self.palette.theme

    @property
    def atlas(self) -> Atlas:
        """The colours of the map of Europe in this look."""
        return themes_of(self.look).europe


def scene_for(
    position: Position,
    size: int,
    viewer: int,
    theme: str,
    region: frozenset[int] | None = None,
    *,
    coordinates: bool = True,
) -> Scene:
    """The scene of a position; the same one for all positions of a match."""
    layout = layout_of(position.board, size, turn_for(position, viewer), region, coordinates)
    seats = tuple(seat.name.template for seat in position.seats)
    return _scene(layout, theme, seats, tuple(position.display.zones()))


@lru_cache(maxsize=256)
def _scene(
    layout: Layout, theme: str, seats: tuple[str, ...], zones: tuple[tuple[int, int], ...]
) -> Scene:
    board = layout.board
    if layout.on_map:
        return Scene(layout, theme, map_palette(theme), zones)
    palette = palette_of(theme, seats, "numbers" if layout.numbered else board.style)
    owners = dict(zones)
    grounds = {
        ground(palette.theme, board, point, owners.get(point)): None for point in range(len(board))
    }
    if not layout.numbered:
        palette = palette_of(theme, seats, board.style, tuple(grounds))
    return Scene(layout, theme, palette, zones)


def ground(theme: Theme, board: Board, point: int, owner: int | None) -> Colour:
    """The colour of a point's ground, in the camp of ``owner`` or outside all camps."""
    if board.style == "lines":
        return theme.light if owner is None else theme.stone
    if board.style == "squares":
        # The square at the first seat's bottom left is dark.
        x, y = board.xy[point]
        odd = (int(x) + int(board.size[1] - y)) % 2
        plain = theme.light if odd and board.labels == "edges" else theme.dark
    else:
        plain = theme.dark
    if owner is None:
        return plain
    return mix(plain, theme.materials[owner].face, CAMP[board.style == "holes"])
