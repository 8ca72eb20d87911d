"""The theme ``contrast``: for who sees little. Few colours, rims around pieces, thick signs."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.text import Text
from render import colour
from render.colour import Colour
from render.theme import Atlas, Land, Material, Sign, Theme, Themes

YELLOW: Final = (255, 222, 0)
RIM: Final = 0.045
BOLD: Final = 1.22

WHITE: Final = Material(
    face=colour.WHITE,
    shine=colour.WHITE,
    side=colour.BLACK,
    groove=colour.BLACK,
    emblem=(176, 0, 0),
    second=(0, 66, 190),
    sign="plain",
)
BLACK: Final = Material(
    face=colour.BLACK,
    shine=colour.BLACK,
    side=colour.WHITE,
    groove=colour.WHITE,
    emblem=YELLOW,
    second=(110, 210, 255),
    sign="plain",
)
DRAUGHTS: Final = Theme(
    light=(176, 180, 186),
    dark=(0, 92, 150),
    grain=0.0,
    frame=colour.BLACK,
    label=colour.WHITE,
    trail=YELLOW,
    tint=(120, 30, 0),
    casing=(10, 10, 10),
    mark=(255, 102, 255),
    cross=(255, 72, 48),
    materials=(WHITE, BLACK),
    stone=(158, 158, 164),
    well=colour.BLACK,
    rim=RIM,
    bold=BOLD,
)

SOLDIERS: Final = Material(
    face=(0, 76, 196),
    shine=(0, 76, 196),
    side=colour.BLACK,
    groove=colour.WHITE,
    emblem=colour.WHITE,
)
OFFICERS: Final = Material(
    face=(10, 10, 22),
    shine=(10, 10, 22),
    side=colour.WHITE,
    groove=YELLOW,
    emblem=YELLOW,
    sign="star",
)


def _plain(face: Colour, ink: Colour, sign: Sign) -> Material:
    """Pieces of one colour with a black rim."""
    return Material(face, face, colour.BLACK, ink, ink, ink, sign)


COLOURS: Final = {
    "Red": _plain((178, 0, 0), colour.WHITE, "triangle"),
    "Blue": _plain((0, 70, 214), colour.WHITE, "square"),
    "Yellow": _plain((255, 214, 0), colour.BLACK, "star"),
    "Green": _plain((0, 190, 110), colour.BLACK, "plus"),
    "Violet": _plain((90, 20, 120), colour.WHITE, "bars"),
    "White": _plain(colour.WHITE, colour.BLACK, "rings"),
}

LANDS: Final = {
    "F": Land((214, 226, 248), (164, 196, 250)),
    "E": Land((250, 224, 226), (246, 186, 190)),
    "B": Land((248, 244, 222), (228, 214, 160)),
    "I": Land((218, 240, 212), (164, 220, 150)),
    "S": Land((236, 236, 236), (206, 206, 206)),
    "G": Land((228, 228, 228), (192, 192, 192)),
    "D": Land((228, 226, 240), (190, 186, 222)),
    "A": Land((252, 236, 214), (252, 220, 172)),
    "H": Land((248, 226, 210), (240, 202, 174)),
    "U": Land((244, 222, 232), (230, 178, 200)),
    "T": Land((252, 220, 212), (250, 176, 158)),
    "R": Land((212, 240, 232), (150, 220, 200)),
    "M": Land((238, 242, 214), (214, 222, 160)),
    "Y": Land((236, 226, 250), (208, 184, 244)),
    "~": Land((150, 196, 226), (150, 208, 244)),
}
EUROPE: Final = Atlas(
    theme=Theme(
        light=colour.WHITE,
        dark=LANDS["S"].square,
        grain=0.0,
        frame=colour.BLACK,
        label=(8, 8, 8),
        trail=YELLOW,
        tint=(255, 110, 0),
        casing=(10, 10, 10),
        mark=(255, 0, 255),
        cross=(220, 0, 0),
        materials=(
            Material(colour.WHITE, colour.WHITE, colour.BLACK, (0, 0, 90), (0, 0, 60)),
            Material(colour.BLACK, (90, 90, 90), colour.BLACK, YELLOW, (255, 246, 190)),
        ),
        seats=("Entente", "Central Powers"),
    ),
    lands=MappingProxyType(LANDS),
    sea=(84, 140, 184),
    neutral=(246, 246, 246),
    hatching=(150, 150, 150),
    coast=(20, 20, 20),
    border=(210, 0, 0),
    fortress=colour.WHITE,
    rampart=(120, 0, 0),
    ruin=(200, 200, 200),
    coordinate=colour.WHITE,
    outline=0.8,
)

CONTRAST: Final = Themes(
    title=Text("High contrast"),
    draughts=DRAUGHTS,
    fortress=DRAUGHTS._replace(
        light=(236, 236, 236),
        materials=(SOLDIERS, OFFICERS),
        seats=("Soldiers", "Officers"),
    ),
    colours=DRAUGHTS._replace(
        light=(216, 216, 216),
        dark=(176, 176, 176),
        trail=colour.BLACK,
        tint=colour.BLACK,
        casing=colour.WHITE,
        mark=(255, 102, 255),
        materials=tuple(COLOURS.values()),
        seats=tuple(COLOURS),
    ),
    europe=EUROPE,
)
