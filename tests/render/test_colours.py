"""Colours that stay apart for colour-blind people, and in grey."""

from itertools import combinations

import pytest

from render import THEMES
from render.colour import Colour, mix
from render.palette import COLOURS, hole, palette_of, tinted
from render.scene import CAMP
from render.theme import Theme

Matrix = tuple[tuple[float, float, float], ...]

# Full dichromacy, for linear RGB: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
# "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions
# on Visualization and Computer Graphics 15 (6), 2009, table 1 at severity 1.0.
VISION: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 24.0
"""Least CIE76 distance between things that must not be taken for each other; 2.3 is the least
difference a person can notice."""
GREY_APART = 12.0
"""Least difference of lightness L* in grey between pieces and squares."""


def linear(colour: Colour) -> tuple[float, ...]:
    """Linear light, by the transfer function of sRGB (IEC 61966-2-1)."""
    shares = [value / 255 for value in colour]
    return tuple(s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)


def times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* under D65 of linear sRGB light."""
    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    inside = tuple(min(1.0, max(0.0, value)) for value in light)
    white = (0.95047, 1.0, 1.08883)
    shares = [value / full for value, full in zip(times(to_xyz, inside), white, strict=True)]
    x, y, z = (s ** (1 / 3) if s > 216 / 24389 else (24389 / 27 * s + 16) / 116 for s in shares)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def distance(first: Colour, second: Colour, vision: str) -> float:
    one, other = (lab(times(VISION[vision], linear(colour))) for colour in (first, second))
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


def lightness(colour: Colour) -> float:
    return lab(linear(colour))[0]


def things(theme: Theme) -> dict[str, Colour]:
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
    for (name, first), (other, second) in combinations(things(THEMES[theme].draughts).items(), 2):
        assert distance(first, second, vision) >= APART, f"{name} and {other}"


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_what_lies_on_something_is_told_from_it(theme: str, vision: str) -> None:
    colours = THEMES[theme].draughts
    tint = tinted(colours, colours.dark)
    white, black = colours.materials
    pairs = {
        "number on a square": (colours.label, colours.dark),
        "number on the last move's square": (colours.label, tint),
        "last move's square": (tint, colours.dark),
        "trail's outline": (colours.casing, colours.trail),
        "outline on a dark square": (colours.casing, colours.dark),
        "outline on a light square": (colours.casing, colours.light),
        "cross and its outline": (colours.cross, colours.casing),
        "crown on white": (white.emblem, white.face),
        "crown on black": (black.emblem, black.face),
    }
    for name, (first, second) in pairs.items():
        assert distance(first, second, vision) >= APART, name


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_and_squares_are_told_apart_in_grey(theme: str) -> None:
    colours = things(THEMES[theme].draughts)
    for name in ("trail", "mark"):
        del colours[name]
    for (name, first), (other, second) in combinations(colours.items(), 2):
        assert abs(lightness(first) - lightness(second)) >= GREY_APART, f"{name} and {other}"


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_have_the_contrast_of_readable_text(theme: str) -> None:
    """WCAG 2.2, 1.4.3: at least 4.5 to 1."""
    colours = THEMES[theme].draughts
    luminance = (0.2126, 0.7152, 0.0722)
    for ground in (colours.dark, tinted(colours, colours.dark)):
        bright, deep = (times((luminance,), linear(c))[0] for c in (colours.label, ground))
        assert (bright + 0.05) / (deep + 0.05) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_is_small_and_holds_the_theme_exactly(theme: str) -> None:
    palette = palette_of(theme)
    assert len(palette.colours) <= COLOURS
    assert set(things(THEMES[theme].draughts).values()) <= set(palette.colours)
    for number, colour in enumerate(palette.colours):
        assert palette.index(colour) == number


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'mud'; there are wood"):
        palette_of("mud")


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_the_pieces_of_six_seats_are_told_apart(theme: str, vision: str) -> None:
    look = THEMES[theme].colours
    for (name, one), (other, two) in combinations(zip(look.seats, look.materials, strict=True), 2):
        assert distance(one.face, two.face, vision) >= APART, f"{name} and {other}"


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_signs_are_seen_on_their_pieces(theme: str, vision: str) -> None:
    for look in THEMES[theme].boards:
        for name, material in zip(look.seats, look.materials, strict=True):
            assert distance(material.emblem, material.face, vision) >= APART, name
            if look is not THEMES[theme].fortress:
                assert distance(material.second, material.face, vision) >= APART, name


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_crosses_of_two_kinds_and_of_both_seats_are_told_apart(theme: str, vision: str) -> None:
    for material in THEMES[theme].draughts.materials:
        assert distance(material.emblem, material.second, vision) >= APART


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_soldiers_officers_and_their_ground_are_told_apart(theme: str, vision: str) -> None:
    look = THEMES[theme].fortress
    soldiers, officers = look.materials
    named = {
        "soldier": soldiers.face,
        "officer": officers.face,
        "field": look.light,
        "fortress": look.stone,
    }
    for (name, first), (other, second) in combinations(named.items(), 2):
        # Field and fortress differ by walls, too.
        least = APART / 2 if {name, other} == {"field", "fortress"} else APART
        assert distance(first, second, vision) >= least, f"{name} and {other}"


@pytest.mark.parametrize("theme", THEMES)
def test_the_trail_or_its_outline_is_seen_on_every_piece(theme: str) -> None:
    for look in THEMES[theme].boards:
        for material in look.materials:
            pair = (look.trail, look.casing)
            assert max(distance(colour, material.face, "usual") for colour in pair) >= 2 * APART


@pytest.mark.parametrize("theme", THEMES)
def test_the_names_of_holes_have_the_contrast_of_readable_text(theme: str) -> None:
    look = THEMES[theme].colours
    luminance = (0.2126, 0.7152, 0.0722)
    grounds = [look.dark, *(mix(look.dark, m.face, CAMP[True]) for m in look.materials)]
    for ground in grounds:
        colours = (look.label, hole(look, ground))
        bright, deep = (times((luminance,), linear(colour))[0] for colour in colours)
        assert (bright + 0.05) / (deep + 0.05) >= 4.5


def test_seats_of_names_without_a_colour_have_those_of_their_number() -> None:
    theme = palette_of("wood", ("North", "East", "South")).theme
    assert theme.materials == THEMES["wood"].colours.materials[:3]


def test_a_seat_has_the_colour_it_is_called_by_whatever_its_number() -> None:
    theme = palette_of("wood", ("White", "Red")).theme
    look = THEMES["wood"].colours
    colours = dict(zip(look.seats, look.materials, strict=True))
    assert theme.materials == (colours["White"], colours["Red"])
