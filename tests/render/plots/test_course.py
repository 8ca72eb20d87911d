"""Pictures of the course of a match."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

import engine
from render import THEMES, Curve, Moment, Picture, course
from render.drawing.picture import LONGEST_ALT_TEXT
from render.themes.catalogue import board_colours

GAME = engine.games["frisian"]
POINTS = [(turn, 0.5 + turn / 100) for turn in range(41)]
WHITE, BLACK = Curve("White", 0, POINTS), Curve("Black", 1, ())
NUMBERS = [1 + turn // 2 for turn in range(40)]
MOMENT = Moment(20, "19-23??", 1, 0.6, 0.3)


def opened(shown: Picture) -> Image.Image:
    return Image.open(BytesIO(shown.png)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
def test_each_side_has_its_colour_on_its_side_of_the_curve(theme: str) -> None:
    image = opened(course(GAME, [WHITE, BLACK], NUMBERS, theme=theme))
    first, other = (m.face for m in board_colours(theme, GAME.colours, 2).materials)
    below, above = image.getpixel((600, 330)), image.getpixel((600, 85))
    for found, wanted in ((below, first), (above, other)):
        assert isinstance(found, tuple)
        assert sum(abs(a - b) for a, b in zip(found, wanted, strict=True)) < 30


def test_the_story_is_told_to_those_who_do_not_see_it() -> None:
    told = str(course(GAME, [WHITE, BLACK], NUMBERS, [MOMENT]).alt)
    assert told == (
        "Chances to win over 40 turns. 1. Move 10, 19-23??: the chances of Black fall from 60 to "
        "30 percent. White: 50 percent at first, 50 at the lowest, 90 at the highest, 90 at the "
        "end."
    )


def test_a_moment_is_marked() -> None:
    plain, marked = (opened(course(GAME, [WHITE, BLACK], NUMBERS, m)) for m in ((), [MOMENT]))
    assert plain.tobytes() != marked.tobytes()


def test_many_sides_have_a_line_each_and_long_stories_are_cut() -> None:
    game = engine.games["chinese-checkers"]
    names = ("Red", "Blue", "Yellow", "Green", "Violet", "White")
    curves = [Curve(name, seat, POINTS[seat::6]) for seat, name in enumerate(names)]
    moments = [Moment(turn, "c3-e7-g7-g9-i9?", turn % 6, 0.6, 0.4) for turn in range(1, 31)]
    shown = course(game, curves, NUMBERS, moments, seats=6)
    assert len(str(shown.alt)) <= LONGEST_ALT_TEXT
    assert opened(shown).size == (900, 450)


@pytest.mark.parametrize("count", [1, 2, 600])
def test_matches_of_any_length_are_drawn(count: int) -> None:
    points = [(turn, 0.5) for turn in range(count)]
    shown = course(GAME, [Curve("White", 0, points), BLACK], [1 + n // 2 for n in range(count)])
    assert opened(shown).size == (900, 450)
