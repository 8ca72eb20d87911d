"""The theme ``slate``: cool stone, marble and basalt, with the last move in amber."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.text import Text
from render.theme import Atlas, Land, Material, Theme, Themes, stained

WHITE: Final = Material(
    face=(246, 248, 250),
    shine=(255, 255, 255),
    side=(164, 176, 190),
    groove=(176, 188, 202),
    emblem=(162, 16, 52),
    second=(14, 88, 178),
)
BLACK: Final = Material(
    face=(34, 38, 46),
    shine=(98, 108, 124),
    side=(10, 12, 18),
    groove=(98, 106, 120),
    emblem=(250, 196, 70),
    second=(116, 208, 255),
    sign="mill",
)
DRAUGHTS: Final = Theme(
    light=(169, 181, 196),
    dark=(88, 106, 124),
    grain=0.03,
    frame=(44, 54, 66),
    label=(246, 250, 255),
    trail=(255, 166, 38),
    tint=(120, 62, 0),
    casing=(20, 24, 32),
    mark=(0, 255, 153),
    cross=(236, 52, 52),
    materials=(WHITE, BLACK),
    stone=(140, 146, 156),
    well=(12, 20, 32),
)

SOLDIERS: Final = Material(
    face=(168, 30, 58),
    shine=(232, 120, 140),
    side=(88, 10, 28),
    groove=(255, 232, 226),
    emblem=(255, 232, 226),
)
OFFICERS: Final = Material(
    face=(24, 28, 44),
    shine=(96, 108, 140),
    side=(6, 8, 16),
    groove=(250, 196, 70),
    emblem=(250, 196, 70),
    sign="star",
)

COLOURS: Final = {
    "Red": stained((206, 22, 34), "triangle"),
    "Blue": stained((30, 84, 224), "square"),
    "Yellow": stained((246, 204, 40), "star", light=True),
    "Green": stained((0, 180, 112), "plus", light=True),
    "Violet": stained((92, 36, 128), "bars"),
    "White": stained((252, 253, 255), "rings", light=True),
}

ENTENTE: Final = Material(
    face=(252, 253, 255),
    shine=(255, 255, 255),
    side=(70, 80, 94),
    groove=(20, 56, 118),
    emblem=(14, 40, 96),
)
CENTRAL: Final = Material(
    face=(34, 38, 48),
    shine=(100, 108, 124),
    side=(6, 8, 14),
    groove=(252, 214, 120),
    emblem=(255, 232, 164),
)
LANDS: Final = {
    "F": Land((196, 210, 230), (128, 160, 206)),
    "E": Land((228, 208, 214), (200, 150, 164)),
    "B": Land((228, 226, 200), (202, 192, 124)),
    "I": Land((202, 220, 206), (136, 180, 148)),
    "S": Land((226, 230, 234), (178, 186, 194)),
    "G": Land((208, 212, 218), (152, 160, 172)),
    "D": Land((206, 206, 222), (152, 152, 184)),
    "A": Land((228, 218, 206), (198, 174, 148)),
    "H": Land((220, 206, 196), (184, 152, 134)),
    "U": Land((218, 204, 216), (174, 138, 164)),
    "T": Land((226, 200, 200), (196, 136, 134)),
    "R": Land((194, 218, 220), (120, 174, 178)),
    "M": Land((220, 226, 198), (180, 192, 124)),
    "Y": Land((216, 208, 234), (166, 148, 204)),
    "~": Land((162, 184, 204), (110, 162, 196)),
}
NEUTRAL: Final = (216, 220, 224)
EUROPE: Final = Atlas(
    theme=Theme(
        light=NEUTRAL,
        dark=LANDS["S"].square,
        grain=0.0,
        frame=(44, 54, 66),
        label=(14, 18, 28),
        trail=(255, 152, 20),
        tint=(255, 190, 70),
        casing=(14, 18, 28),
        mark=(255, 0, 255),
        cross=(236, 40, 60),
        materials=(ENTENTE, CENTRAL),
        seats=("Entente", "Central Powers"),
    ),
    lands=MappingProxyType(LANDS),
    sea=(136, 162, 186),
    neutral=NEUTRAL,
    hatching=(164, 172, 182),
    coast=(66, 80, 96),
    border=(190, 20, 60),
    fortress=(248, 250, 252),
    rampart=(112, 20, 44),
    ruin=(190, 194, 200),
    coordinate=(236, 242, 248),
)

SLATE: Final = Themes(
    title=Text("Slate"),
    draughts=DRAUGHTS,
    fortress=DRAUGHTS._replace(
        light=(204, 213, 222),
        materials=(SOLDIERS, OFFICERS),
        seats=("Soldiers", "Officers"),
    ),
    colours=DRAUGHTS._replace(
        light=(204, 213, 222),
        dark=(166, 179, 192),
        trail=(20, 24, 32),
        tint=(20, 24, 32),
        casing=(246, 250, 255),
        mark=(0, 255, 153),
        materials=tuple(COLOURS.values()),
        seats=tuple(COLOURS),
    ),
    europe=EUROPE,
)
