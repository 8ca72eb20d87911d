"""The palette of the map of Europe."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from render.colour import BLACK, WHITE, Colour, mix
from render.europe_map import cell_of, map_of_1914
from render.palette import COLOURS, Palette, tinted
from render.theme import Atlas
from render.themes import themes_of


@lru_cache(maxsize=16)
def map_palette(theme: str) -> Palette:
    """The palette of the map in that theme. Raises ValueError for an unknown theme."""
    atlas = themes_of(theme).europe
    return Palette(atlas.theme, tuple(dict.fromkeys(_colours(atlas)))[:COLOURS])


def ground_at(atlas: Atlas, square: str) -> Colour:
    """The colour of the square of that name."""
    return atlas.lands[map_of_1914().letter(cell_of(square))].square


def _colours(atlas: Atlas) -> Iterator[Colour]:
    """All colours, then mixtures at edges."""
    theme, lands = atlas.theme, atlas.lands
    for land in lands.values():
        yield from land
    yield from (atlas.sea, atlas.neutral, atlas.hatching, atlas.coast, theme.label)
    yield from (atlas.border, atlas.fortress, atlas.rampart, atlas.ruin)
    yield from (theme.frame, atlas.coordinate)
    yield from (theme.trail, theme.casing, theme.mark, theme.cross)
    for material in theme.materials:
        yield from material.colours[:5]
    yield mix(theme.frame, WHITE, 0.2)
    yield mix(theme.frame, BLACK, 0.4)
    yield tinted(theme, lands["G"].square)
    yield mix(theme.frame, atlas.coordinate, 0.5)
    for letter in "SFAR":
        yield mix(lands[letter].square, theme.label, 0.4)
    for material in theme.materials:
        yield mix(material.face, material.emblem, 0.5)
    yield mix(atlas.border, atlas.neutral, 0.5)
