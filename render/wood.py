"""The theme ``wood``: a board of walnut and maple, and a map on old paper."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.text import Text
from render.theme import Atlas, Land, Material, Theme, Themes, stained

WHITE: Final = Material(
    face=(250, 241, 220),
    shine=(255, 255, 250),
    side=(196, 174, 138),
    groove=(204, 182, 146),
    emblem=(150, 24, 32),
    second=(18, 86, 178),
)
BLACK: Final = Material(
    face=(50, 44, 46),
    shine=(104, 96, 98),
    side=(20, 16, 18),
    groove=(112, 102, 102),
    emblem=(246, 192, 62),
    second=(120, 206, 250),
    sign="mill",
)
DRAUGHTS: Final = Theme(
    light=(224, 187, 136),
    dark=(138, 88, 51),
    grain=0.045,
    frame=(84, 50, 30),
    label=(255, 244, 222),
    trail=(22, 84, 196),
    tint=(22, 84, 196),
    casing=(244, 249, 255),
    mark=(30, 214, 222),
    cross=(226, 36, 40),
    materials=(WHITE, BLACK),
)

SOLDIERS: Final = Material(
    face=(178, 46, 38),
    shine=(236, 132, 112),
    side=(96, 18, 16),
    groove=(255, 226, 190),
    emblem=(255, 226, 190),
)
OFFICERS: Final = Material(
    face=(28, 34, 62),
    shine=(104, 114, 158),
    side=(8, 10, 24),
    groove=(246, 192, 62),
    emblem=(246, 192, 62),
    sign="star",
)

COLOURS: Final = {
    "Red": stained((212, 22, 14), "triangle"),
    "Blue": stained((34, 85, 230), "square"),
    "Yellow": stained((242, 199, 33), "star", light=True),
    "Green": stained((10, 180, 104), "plus", light=True),
    "Violet": stained((92, 36, 128), "bars"),
    "White": stained((250, 250, 244), "rings", light=True),
}

ENTENTE: Final = Material(
    face=(255, 250, 234),
    shine=(255, 255, 255),
    side=(104, 88, 66),
    groove=(30, 54, 112),
    emblem=(22, 38, 92),
)
CENTRAL: Final = Material(
    face=(46, 44, 54),
    shine=(112, 110, 124),
    side=(10, 8, 14),
    groove=(252, 214, 120),
    emblem=(255, 232, 164),
)
LANDS: Final = {
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
NEUTRAL: Final = (239, 231, 211)
EUROPE: Final = Atlas(
    theme=Theme(
        light=NEUTRAL,
        dark=LANDS["S"].square,
        grain=0.0,
        frame=(58, 62, 78),
        label=(24, 24, 32),
        trail=(16, 66, 206),
        tint=(16, 66, 206),
        casing=(246, 250, 255),
        mark=(0, 208, 222),
        cross=(226, 20, 40),
        materials=(ENTENTE, CENTRAL),
        seats=("Entente", "Central Powers"),
    ),
    lands=MappingProxyType(LANDS),
    sea=(172, 203, 219),
    neutral=NEUTRAL,
    hatching=(196, 182, 152),
    coast=(92, 104, 116),
    border=(196, 30, 36),
    fortress=(252, 246, 226),
    rampart=(118, 28, 24),
    ruin=(206, 200, 188),
    coordinate=(246, 238, 220),
)

WOOD: Final = Themes(
    title=Text("Wood"),
    draughts=DRAUGHTS,
    fortress=DRAUGHTS._replace(materials=(SOLDIERS, OFFICERS), seats=("Soldiers", "Officers")),
    colours=DRAUGHTS._replace(
        light=(240, 217, 176),
        dark=(216, 182, 134),
        trail=(30, 26, 30),
        tint=(30, 26, 30),
        mark=(0, 208, 226),
        materials=tuple(COLOURS.values()),
        seats=tuple(COLOURS),
    ),
    europe=EUROPE,
)
