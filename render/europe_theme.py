"""The colours of the map of 1914: calm lands, and two alliances that lightness tells apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from render.europe_map import cell_of, map_of_1914
from render.palette import BLACK, COLOURS, WHITE, Palette, mix, tinted
from render.theme import THEMES, Colour, Material, Theme


class Land(NamedTuple):
    """A country's colours: its land, and its squares."""

    land: Colour
    square: Colour


LANDS: Mapping[str, Land] = MappingProxyType(
    {
        "F": Land((206, 219, 238), (141, 170, 212)),
        "E": Land((242, 217, 216), (214, 156, 158)),
        "B": Land((246, 235, 190), (224, 194, 104)),
        "I": Land((214, 231, 205), (148, 190, 138)),
        "S": Land((240, 236, 228), (194, 187, 172)),
        "G": Land((224, 219, 209), (172, 163, 148)),
        "D": Land((219, 216, 226), (164, 158, 182)),
        "A": Land((247, 228, 196), (226, 178, 116)),
        "H": Land((243, 218, 194), (214, 158, 116)),
        "U": Land((233, 214, 219), (190, 140, 152)),
        "T": Land((244, 208, 200), (216, 130, 114)),
        "R": Land((209, 229, 220), (132, 182, 166)),
        "M": Land((240, 236, 198), (204, 200, 112)),
        "Y": Land((229, 218, 239), (178, 152, 206)),
        "~": Land((190, 215, 226), (126, 178, 204)),
    }
)
"""By the letter of a cell."""

SEA: Colour = (172, 203, 219)
SHORE: Colour = LANDS["~"].land
"""The sea near land."""
NEUTRAL: Colour = (239, 231, 211)
"""Land outside the game, and Holland."""
HATCHING: Colour = (196, 182, 152)
COAST: Colour = (92, 104, 116)
INK: Colour = (24, 24, 32)
"""The names of squares."""
BORDER: Colour = (196, 30, 36)
"""The border of the zones."""
FORTRESS: Colour = (252, 246, 226)
RAMPART: Colour = (118, 28, 24)
RUIN: Colour = (206, 200, 188)
"""A fortress that promotes nobody."""

ENTENTE = Material(
    face=(255, 250, 234),
    shine=(255, 255, 255),
    side=(104, 88, 66),
    groove=(30, 54, 112),
    emblem=(22, 38, 92),
)
CENTRAL = Material(
    face=(46, 44, 54),
    shine=(112, 110, 124),
    side=(10, 8, 14),
    groove=(252, 214, 120),
    emblem=(255, 232, 164),
)

MAP = Theme(
    light=NEUTRAL,
    dark=LANDS["S"].square,
    grain=0.0,
    frame=(58, 62, 78),
    label=INK,
    trail=(16, 66, 206),
    casing=(246, 250, 255),
    mark=(0, 208, 222),
    cross=(226, 20, 40),
    materials=(ENTENTE, CENTRAL),
    seats=("Entente", "Central Powers"),
)
COORDINATE: Colour = (246, 238, 220)
"""Letters and figures in the frame."""


@lru_cache(maxsize=16)
def map_palette(theme: str) -> Palette:
    """The palette of the map, the same one in every theme.

    Raises ValueError for an unknown theme.
    """
    if theme not in THEMES:
        raise ValueError(f"There is no theme {theme!r}; there are {', '.join(THEMES)}.")
    return Palette(MAP, tuple(dict.fromkeys(_colours()))[:COLOURS])


@lru_cache(maxsize=1024)
def ground_at(square: str) -> Colour:
    """The colour of the square of that name."""
    return LANDS[map_of_1914().letter(cell_of(square))].square


def _colours() -> Iterator[Colour]:
    """All colours, then mixtures at edges."""
    for land in LANDS.values():
        yield from land
    yield from (SEA, NEUTRAL, HATCHING, COAST, INK, BORDER, FORTRESS, RAMPART, RUIN)
    yield from (MAP.frame, COORDINATE, MAP.trail, MAP.casing, MAP.mark, MAP.cross)
    for material in MAP.materials:
        yield from material.colours[:5]
    yield mix(MAP.frame, WHITE, 0.2)
    yield mix(MAP.frame, BLACK, 0.4)
    yield tinted(MAP, LANDS["G"].square)
    yield mix(MAP.frame, COORDINATE, 0.5)
    yield mix(LANDS["S"].square, INK, 0.4)
    yield mix(LANDS["F"].square, INK, 0.4)
    yield mix(LANDS["A"].square, INK, 0.4)
    yield mix(LANDS["R"].square, INK, 0.4)
    yield mix(ENTENTE.face, ENTENTE.emblem, 0.5)
    yield mix(CENTRAL.face, CENTRAL.emblem, 0.5)
    yield mix(BORDER, NEUTRAL, 0.5)
