"""The pieces of the map: armies that differ in symbol, shape and height."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

import engine
from render import THEMES
from render.drawing.canvas import around
from render.drawing.colour import Colour
from render.pieces.tiles import Tile, tile
from render.themes.palettes import palette_of
from render.view.layout import BELOW_NAME
from tests.render.colour_measures import lightness

KINDS = engine.games["allies"].kinds
THEME = THEMES["wood"]
PALETTE = palette_of("wood", "map", 4, "map")
SWITZERLAND = THEME.map.lands["white"].square
CODES = {"FR": 0, "IT": 0, "RU": 0, "DW": 1, "AW": 1, "DE": 1, "AE": 1}
"""The alliance of each army: 0 for the Entente, 1 for the Central Powers."""


def drawn(kind: str, ground: Colour = SWITZERLAND) -> Tile:
    seat = CODES[kind.split(maxsplit=1)[0]]
    return tile(PALETTE, 48, 48, seat, KINDS[kind], ground=ground, down=BELOW_NAME)


def grey(kind: str) -> Image.Image:
    image = drawn(kind).indices.copy()
    image.putpalette(PALETTE.bytes)
    return image.convert("RGB").convert("L")


def test_every_army_has_soldiers_and_generals() -> None:
    assert set(KINDS) == {f"{code} {rank}" for code in CODES for rank in ("soldier", "general")}


def test_armies_differ_without_colour() -> None:
    for one, other in combinations(KINDS, 2):
        difference = ImageChops.difference(grey(one), grey(other))
        apart = sum(value > 60 for value in difference.tobytes())
        assert apart >= 60, f"{one} and {other}"


@pytest.mark.parametrize(("code", "alliance"), CODES.items())
def test_alliances_differ_by_shape_and_lightness(code: str, alliance: int) -> None:
    image = grey(f"{code} soldier")
    ground = image.getpixel((0, 0))
    # A place inside the corner of an octagon, but outside a disc of the same width.
    place = around((0.5, 0.48 + BELOW_NAME), 0.365, 235)
    corner = image.getpixel((round(place[0] * 48), round(place[1] * 48)))
    near = abs(float(str(corner)) - float(str(ground))) < 30
    assert near == (alliance == 0)
    light, dark = (lightness(material.face) for material in THEME.boards["map"].materials[:2])
    assert light - dark > 60


@pytest.mark.parametrize("code", CODES)
def test_a_general_is_two_pieces_one_upon_the_other(code: str) -> None:
    heights = []
    for rank in ("soldier", "general"):
        box = drawn(f"{code} {rank}", THEME.map.sea).mask.getbbox()
        assert box is not None
        heights.append((box[3] - box[1]) / (box[2] - box[0]))
        assert box[1] >= 48 * 0.12, "the name keeps the top"
        assert box[3] <= 48
    assert heights[1] > heights[0] + 0.12
