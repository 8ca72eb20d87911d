"""Colours that can be told apart by colour-blind people, and in grey."""

from itertools import combinations

import pytest

from engine.pieces import ColourSet
from render import THEMES
from render.drawing.colour import Colour
from render.drawing.indexed import COLOURS
from render.themes.palettes import palette_of, tinted
from render.themes.theme import BoardColours
from tests.render.colour_measures import VISION, distance, lab, lightness, linear

APART = 24.0
"""The least CIE76 distance between things that must not be confused.

People notice a difference from about 2.3 on.
"""
GREY_APART = 12.0
"""The least difference of lightness L* in grey between pieces and squares."""


def things(theme: BoardColours) -> dict[str, Colour]:
    return {
        "white piece": theme.materials[0].face,
        "black piece": theme.materials[1].face,
        "dark square": theme.dark,
        "light square": theme.light,
        "trail": theme.trail,
        "mark": theme.mark,
    }


def test_the_measure_of_distance_is_that_of_cie() -> None:
    white, black, red = (255, 255, 255), (0, 0, 0), (255, 0, 0)
    assert distance(white, black, "usual") == pytest.approx(100, abs=0.1)
    assert lab(linear(red)) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert distance(red, (128, 112, 0), "protanopia") < distance(red, (128, 112, 0), "usual") / 3


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_pieces_squares_trail_and_marks_are_told_apart(theme: str, vision: str) -> None:
    for (name, first), (other, second) in combinations(
        things(THEMES[theme].boards["draughts"]).items(), 2
    ):
        assert distance(first, second, vision) >= APART, f"{name} and {other}"


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_what_lies_on_something_is_told_from_it(theme: str, vision: str) -> None:
    colours = THEMES[theme].boards["draughts"]
    tint = tinted(colours, colours.dark)
    white, black = colours.materials
    pairs = {
        "number on a square": (colours.label, colours.dark),
        "number on the last move's square": (colours.label, tint),
        "last move's square": (tint, colours.dark),
        "trail's outline": (colours.outline, colours.trail),
        "outline on a dark square": (colours.outline, colours.dark),
        "outline on a light square": (colours.outline, colours.light),
        "cross and its outline": (colours.cross, colours.outline),
        "crown on white": (white.symbol, white.face),
        "crown on black": (black.symbol, black.face),
    }
    for name, (first, second) in pairs.items():
        assert distance(first, second, vision) >= APART, name


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("colours", ["draughts", "black-first"])
@pytest.mark.parametrize("theme", THEMES)
def test_an_arrow_is_not_taken_for_an_arm_of_the_cross_it_points_at(
    theme: str, colours: ColourSet, vision: str
) -> None:
    look = THEMES[theme].boards[colours]
    for name, material in enumerate(look.materials):
        for sign in (material.symbol, material.second):
            assert distance(look.trail, sign, vision) >= APART, name


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_and_squares_are_told_apart_in_grey(theme: str) -> None:
    colours = things(THEMES[theme].boards["draughts"])
    for name in ("trail", "mark"):
        del colours[name]
    for (name, first), (other, second) in combinations(colours.items(), 2):
        assert abs(lightness(first) - lightness(second)) >= GREY_APART, f"{name} and {other}"


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_is_small_and_holds_the_theme_exactly(theme: str) -> None:
    palette = palette_of(theme)
    assert len(palette.colours) <= COLOURS
    assert set(things(THEMES[theme].boards["draughts"]).values()) <= set(palette.colours)
    for number, colour in enumerate(palette.colours):
        assert palette.index(colour) == number


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'mud'; there are wood"):
        palette_of("mud")


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_the_pieces_of_six_seats_are_told_apart(theme: str, vision: str) -> None:
    look = THEMES[theme].boards["camps"]
    for (name, one), (other, two) in combinations(enumerate(look.materials), 2):
        assert distance(one.face, two.face, vision) >= APART, f"{name} and {other}"


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_signs_are_seen_on_their_pieces(theme: str, vision: str) -> None:
    for look in THEMES[theme].boards.values():
        for name, material in enumerate(look.materials):
            assert distance(material.symbol, material.face, vision) >= APART, name
            if look in (THEMES[theme].boards["draughts"], THEMES[theme].boards["camps"]):
                assert distance(material.second, material.face, vision) >= APART, name


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_crosses_of_two_kinds_and_of_both_seats_are_told_apart(theme: str, vision: str) -> None:
    for material in THEMES[theme].boards["draughts"].materials:
        assert distance(material.symbol, material.second, vision) >= APART


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_soldiers_officers_and_their_ground_are_told_apart(theme: str, vision: str) -> None:
    look = THEMES[theme].boards["fortress"]
    soldiers, officers = look.materials
    named = {
        "soldier": soldiers.face,
        "officer": officers.face,
        "field": look.light,
        "fortress": look.stone,
    }
    for (name, first), (other, second) in combinations(named.items(), 2):
        # Walls also separate the field from the fortress.
        least = APART / 2 if {name, other} == {"field", "fortress"} else APART
        assert distance(first, second, vision) >= least, f"{name} and {other}"


@pytest.mark.parametrize("theme", THEMES)
def test_the_trail_or_its_outline_is_seen_on_every_piece(theme: str) -> None:
    for look in THEMES[theme].boards.values():
        for material in look.materials:
            pair = (look.trail, look.outline)
            assert max(distance(colour, material.face, "usual") for colour in pair) >= 2 * APART


def test_a_board_has_a_material_for_every_seat_and_no_more() -> None:
    board = palette_of("wood", "camps", 3).board
    assert board.materials == THEMES["wood"].boards["camps"].materials[:3]
    with pytest.raises(ValueError, match="'draughts' are for 2 seats, not for 3"):
        palette_of("wood", "draughts", 3)
