"""All themes. To add one is to write its data and to name it here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from render.contrast import CONTRAST
from render.slate import SLATE
from render.theme import Themes
from render.wood import WOOD

THEMES: Final[Mapping[str, Themes]] = MappingProxyType(
    {"wood": WOOD, "slate": SLATE, "contrast": CONTRAST}
)
"""By the name that settings use."""


def themes_of(name: str) -> Themes:
    """The theme of that name. Raises ValueError for an unknown one."""
    if name not in THEMES:
        raise ValueError(f"There is no theme {name!r}; there are {', '.join(THEMES)}.")
    return THEMES[name]
