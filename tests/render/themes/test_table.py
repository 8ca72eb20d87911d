"""Themes are read from tables, and a table that lacks something is refused."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.map import LandColour
from engine.text import Text
from render.themes.table import read_theme
from render.themes.theme import Theme

FOUR, SIX = "#111111 #222222 #333333 #444444", "#010101 #020202 #030303 #040404 #050505 #060606"
NAMES = (
    *("white", "black", "besieger", "guard", "pale", "deep"),
    *("red", "blue", "yellow", "green", "violet", "ivory"),
)
PIECES = "\n".join(f"{name} {SIX if name == 'white' else FOUR} rings" for name in NAMES)
COLOURS = " ".join(f"#0000{number:02x}" for number in range(9))
DOTS = " ".join("." * 9)
BOARDS = (
    f"draughts {COLOURS}\nblack-first {DOTS}\nfortress #ffffff {DOTS[2:]}\ncamps {DOTS}\nmap {DOTS}"
)
LANDS = "\n".join(f"{name} #aaaaaa #bbbbbb" for name in get_args(LandColour))
PLACE_NAMES = (
    *("stone", "well", "sea", "neutral", "hatching", "coast"),
    *("border", "fortress", "rampart", "ruin", "coordinate"),
)
PLACES = "\n".join(f"{name} #cccccc" for name in PLACE_NAMES)


def read(
    pieces: str = PIECES, boards: str = BOARDS, lands: str = LANDS, places: str = PLACES
) -> Theme:
    return read_theme(Text("Mud"), pieces=pieces, boards=boards, lands=lands, places=places)


def test_a_material_of_four_colours_has_the_last_one_for_all_symbols() -> None:
    white, black = read().boards["draughts"].materials
    assert (white.groove, white.symbol, white.second) == ((4, 4, 4), (5, 5, 5), (6, 6, 6))
    assert black.groove == black.symbol == black.second == (0x44, 0x44, 0x44)


def test_a_dot_stands_for_the_colour_of_the_draughts_board() -> None:
    boards = read().boards
    assert boards["fortress"].light == (255, 255, 255)
    assert boards["fortress"][1:9] == boards["camps"][1:9] == boards["draughts"][1:9]
    assert boards["draughts"].cross == (0, 0, 8)


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("pieces", "guard"),
        ("boards", "camps"),
        ("lands", "violet"),
        ("places", "stone"),
        ("places", "ruin"),
    ],
)
def test_a_table_without_a_row_is_refused(table: str, row: str) -> None:
    whole = {"pieces": PIECES, "boards": BOARDS, "lands": LANDS, "places": PLACES}[table]
    lines = [line for line in whole.splitlines() if not line.startswith(row)]
    with pytest.raises((KeyError, TypeError), match=row):
        read(**{table: "\n".join(lines)})


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ("pieces", PIECES.replace("#444444", "", 1)),
        ("boards", BOARDS.replace("#000003", "", 1)),
        ("boards", BOARDS.replace("#000003", "#00000", 1)),
        ("lands", LANDS.replace("#bbbbbb", "", 1)),
    ],
)
def test_a_row_without_a_colour_is_refused(table: str, wrong: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        read(**{table: wrong})
