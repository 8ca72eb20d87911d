"""The gallery: the boards of several games in one picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import engine
import render


def shown(*names: str) -> Image.Image:
    picture = render.gallery([render.Exhibit(engine.games[name], name) for name in names])
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def test_boards_stand_in_rows_of_five() -> None:
    five = shown("frisian", "frysk", "checkers", "halma", "assaut")
    eight = shown("frisian", "frysk", "checkers", "halma", "assaut", "turkish", "allies", "russian")
    assert five.width == eight.width <= 1000
    assert five.height < eight.height <= 2 * five.height


def test_a_board_is_that_of_its_game() -> None:
    assert shown("frisian").tobytes() != shown("frysk").tobytes()


def test_every_game_is_named_for_those_who_do_not_see_it() -> None:
    games = [render.Exhibit(game, name) for name, game in engine.games.items()]
    alt = str(render.gallery(games).alt)
    assert all(str(game.title) in alt for game in engine.games.values())


def test_there_is_no_gallery_without_boards() -> None:
    with pytest.raises(ValueError, match="at least one"):
        render.gallery([])
