"""The generated lists and pictures in docs/ are those that the program makes now."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import engine
from tests.nightly import one_of_each_family
from tools.documents import commands, games, match, scenes, settings

ROOT = Path(__file__).parents[2]

NEAR = 3.0
"""The most that pictures may differ on average, of 255.

Every version of FreeType draws letters a little differently, and files have few colours.
"""

MAKE = "run `python -m tools.documents`"


def test_the_list_of_commands_is_that_of_the_bot() -> None:
    assert commands.FILE.read_text("utf-8") == asyncio.run(commands.page()), f"{MAKE} commands"


def test_the_list_says_what_only_a_slash_does() -> None:
    marked = re.findall(
        r"^- `(/[^`]+)`.*\(.*slash only.*\)$", asyncio.run(commands.page()), re.MULTILINE
    )
    assert marked == ["/move", "/tournament here", "/servers block", "/servers unblock"]


def test_the_list_of_settings_is_that_of_the_bot() -> None:
    assert settings.FILE.read_text("utf-8") == settings.page(), f"{MAKE} settings"


def test_the_boards_of_games_show_what_is_drawn_now() -> None:
    boards = {games.BOARDS / f"{name}.png": game for name, game in engine.games.items()}
    kept = {path.relative_to(ROOT) for path in (ROOT / games.BOARDS).iterdir()}
    assert kept == boards.keys(), f"{MAKE} games"
    for path, game in boards.items():
        check_picture(path, games.board(game))


@pytest.mark.parametrize("name", one_of_each_family())
def test_the_positions_in_the_rules_show_what_is_drawn_now(name: str) -> None:
    pictures = games.positions(engine.games[name])
    kept = {path.relative_to(ROOT) for path in (ROOT / games.POSITIONS).glob(f"{name}-[0-9]*.png")}
    assert kept == pictures.keys(), f"{MAKE} games"
    for path, image in pictures.items():
        check_picture(path, image)


def test_the_scenes_have_a_picture_each() -> None:
    files = {file.name for file in scenes.FOLDER.iterdir()}
    assert files == {match.FILE.name, *(f"{name}.png" for name in scenes.SCENES)}
    assert all((scenes.FOLDER / f"{name}.png").stat().st_size < 200_000 for name in scenes.SCENES)


def check_picture(path: Path, drawn: Image.Image) -> None:
    """Check a kept picture's size, and that it looks like the one drawn now."""
    assert (ROOT / path).stat().st_size < 30_000
    with Image.open(ROOT / path) as file:
        difference = ImageChops.difference(file.convert("RGB"), drawn)
    assert max(ImageStat.Stat(difference).mean) < NEAR, f"{path}: {MAKE} games"
