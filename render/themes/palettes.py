"""Palettes of boards: the colours of a theme, and mixtures of these that occur at edges."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, Literal

from engine.board import Style
from engine.pieces import ColourSet
from render.drawing.colour import Colour, darker, edges_of, lighter, mix
from render.drawing.indexed import COLOURS, Palette
from render.themes.catalogue import board_colours, theme_named
from render.themes.theme import BoardColours, MapColours, Material

BoardKind = Style | Literal["numbers"]
"""The style of a board; ``"numbers"`` for numbered squares, where pieces use only the dark ones."""

SHADOWS: Final = (0.15, 0.3, 0.45)
"""Shares of black in the ground under a piece's shadow, tone by tone."""
TINT: Final = 0.55
"""Share of the trail's colour in the squares at its ends."""
GHOST: Final = 0.5
"""Opacity of a captured piece."""
WELL: Final = 0.62
"""Share of its darkest colour in the bottom of a hole."""


class BoardPalette(Palette):
    """The palette for a board's colours ``board``. Palettes are compared by identity."""

    def __init__(self, board: BoardColours, colours: Iterator[Colour]) -> None:
        super().__init__(tuple(islice(dict.fromkeys(colours), COLOURS)))
        self.board = board


@lru_cache(maxsize=64)
def palette_of(
    theme: str,
    colour_set: ColourSet = "draughts",
    seats: int = 2,
    kind: BoardKind = "numbers",
    grounds: tuple[Colour, ...] = (),
) -> BoardPalette:
    """Return the palette of a theme for a kind of board and a number of seats.

    ``grounds`` are the colours on which pieces stand, if there are several. Raises ValueError as
    ``board_colours`` does.
    """
    board = board_colours(theme, colour_set, seats)
    if kind == "map":
        return BoardPalette(board, _of_map(board, theme_named(theme).map))
    if kind == "numbers":
        return BoardPalette(board, _of_numbered(board))
    return BoardPalette(board, _of_several_grounds(board, kind, grounds))


def tinted(board: BoardColours, ground: Colour) -> Colour:
    """Return the colour of a ground on which the last move began or ended."""
    return mix(ground, board.tint, TINT)


def hole(board: BoardColours, ground: Colour) -> Colour:
    """Return the colour of the bottom of a hole in ``ground``."""
    return mix(ground, board.well, WELL)


def masonry(board: BoardColours) -> tuple[Colour, ...]:
    """Return the colours of a fortress besides its stone: joints, walls, deep shadow, light."""
    stone = board.stone
    return (
        darker(stone, 0.1),
        darker(stone, 0.5),
        darker(stone, 0.7),
        lighter(stone, 0.45),
    )


def _of_numbered(board: BoardColours) -> Iterator[Colour]:
    yield from (board.light, board.dark, board.frame, board.label)
    yield from (board.trail, board.outline, board.mark, board.cross)
    for material in board.materials:
        yield from _first_colours(material)
    tint = tinted(board, board.dark)
    yield tint
    for ground in (board.light, board.dark):
        if board.grain:
            yield darker(ground, board.grain)
            yield lighter(ground, board.grain)
    yield from edges_of(board.frame)
    for share in (0.3, 0.55, 0.8):
        yield mix(board.dark, board.label, share)
    for share in SHADOWS:
        yield darker(board.dark, share)
    yield darker(tint, SHADOWS[1])
    for material in board.materials:
        yield mix(material.face, material.groove, 0.5)
        yield mix(material.face, material.symbol, 0.35)
        yield mix(material.face, material.symbol, 0.7)
        yield mix(material.side, board.dark, 0.5)
        yield mix(material.face, material.side, 0.5)
        yield mix(board.dark, material.face, GHOST)
        yield mix(board.dark, material.side, GHOST)
        yield mix(tint, material.face, 0.5)
        yield mix(board.mark, material.face, 0.5)
    for ground in (board.light, board.dark):
        yield mix(ground, board.outline, 0.5)
    yield mix(board.trail, board.outline, 0.35)
    yield mix(board.trail, board.outline, 0.65)
    yield mix(board.cross, board.outline, 0.5)
    yield mix(board.dark, board.mark, 0.35)
    yield mix(board.dark, board.mark, 0.7)


def _of_several_grounds(
    board: BoardColours, kind: BoardKind, grounds: tuple[Colour, ...]
) -> Iterator[Colour]:
    """Yield the colours of a board with several grounds under pieces, most important first."""
    plain = tuple(at for at in grounds if at in (board.light, board.dark, board.stone))
    camps = tuple(at for at in grounds if at not in plain)
    yield from (board.light, board.dark, board.frame, board.label)
    yield from (board.trail, board.outline, board.mark, board.cross)
    yield from grounds
    for material in board.materials:
        yield from _first_colours(material)
        yield material.second
    yield from (tinted(board, ground) for ground in plain)
    yield from edges_of(board.frame)
    if kind == "lines":
        yield from masonry(board)
    if kind == "holes":
        yield from (hole(board, ground) for ground in grounds)
    else:
        yield from (tinted(board, ground) for ground in camps)
    for material in board.materials:
        yield mix(material.face, material.groove, 0.5)
        yield mix(material.face, material.side, 0.5)
    yield mix(board.frame, board.label, 0.5)
    yield mix(board.trail, board.outline, 0.5)
    for ground in plain:
        yield darker(ground, SHADOWS[1])
        yield darker(ground, board.grain)
        yield lighter(ground, board.grain)
    yield mix(board.mark, board.trail, 0.5)
    yield from _at_edges(board, plain)


def _at_edges(board: BoardColours, grounds: tuple[Colour, ...]) -> Iterator[Colour]:
    """Yield less important mixtures at edges, which fit into a palette with few materials."""
    for ground in grounds:
        yield darker(ground, SHADOWS[0])
        yield darker(ground, SHADOWS[2])
        yield mix(ground, board.outline, 0.5)
        for material in board.materials:
            yield mix(ground, material.face, GHOST)
    for material in board.materials:
        yield mix(material.face, material.symbol, 0.35)
        yield mix(material.face, material.symbol, 0.7)
        yield mix(material.face, material.second, 0.5)


def _of_map(board: BoardColours, chart: MapColours) -> Iterator[Colour]:
    lands = chart.lands
    for land in lands.values():
        yield from land
    yield from (chart.sea, chart.neutral, chart.hatching, chart.coast, board.label)
    yield from (chart.border, chart.fortress, chart.rampart, chart.ruin)
    yield from (board.frame, chart.coordinate)
    yield from (board.trail, board.outline, board.mark, board.cross)
    for material in board.materials:
        yield from _first_colours(material)
    yield from reversed(edges_of(board.frame))
    yield tinted(board, lands["grey"].square)
    yield mix(board.frame, chart.coordinate, 0.5)
    for colour in ("white", "blue", "orange", "teal"):
        yield mix(lands[colour].square, board.label, 0.4)
    for material in board.materials:
        yield mix(material.face, material.symbol, 0.5)
    yield mix(chart.border, chart.neutral, 0.5)


def _first_colours(material: Material) -> Iterator[Colour]:
    """Yield the colours of a material except that of its second symbol."""
    yield from (material.face, material.highlight, material.side, material.groove, material.symbol)
