"""The pictures in the README: there is one of every board, and it shows what is drawn now."""

from functools import cache

import pytest
from PIL import Image, ImageChops, ImageStat

import engine
from render.__main__ import DIRECTORY, README, ROOT, TABLE, boards, example, table

NAMES = [*engine.games, "example"]
NEAR = 1.0
"""Most that pictures may differ on average, of 255: type is not the same with every FreeType."""


@cache
def pictures() -> dict[str, Image.Image]:
    return {**boards(), "example": example()}


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_shows_what_is_drawn_now(name: str) -> None:
    with Image.open(ROOT / DIRECTORY / f"{name}.png") as image:
        difference = ImageChops.difference(image.convert("RGB"), pictures()[name].convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < NEAR, "run `python -m render`"


def test_the_readme_shows_the_board_of_every_game() -> None:
    text = README.read_text("utf-8")
    assert TABLE.findall(text) == [table()], "run `python -m render`"
    assert f"({DIRECTORY.as_posix()}/example.png)" in text


def test_pictures_are_small_and_made_for_games_that_there_are() -> None:
    files = list((ROOT / DIRECTORY).iterdir())
    assert {file.stem for file in files} == set(NAMES) == pictures().keys()
    assert all(file.stat().st_size < 30_000 for file in files)
