"""All themes. To add one, write its table and list it here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.pieces import ColourSet
from render.themes.contrast import CONTRAST
from render.themes.slate import SLATE
from render.themes.theme import BoardColours, Theme
from render.themes.wood import WOOD

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {"wood": WOOD, "slate": SLATE, "contrast": CONTRAST}
)
"""The themes by the names used in settings."""


def theme_named(name: str) -> Theme:
    """Return the theme called ``name``. Raises ValueError for an unknown name."""
    if name not in THEMES:
        raise ValueError(f"There is no theme {name!r}; there are {', '.join(THEMES)}.")
    return THEMES[name]


def board_colours(theme: str, colour_set: ColourSet, seats: int) -> BoardColours:
    """Return a theme's colours for a board, with a material for every seat.

    Raises ValueError for an unknown theme, and for more seats than the set has materials for.
    """
    board = theme_named(theme).boards[colour_set]
    if seats > len(board.materials):
        raise ValueError(
            f"The colours {colour_set!r} are for {len(board.materials)} seats, not for {seats}."
        )
    return board._replace(materials=board.materials[:seats])
