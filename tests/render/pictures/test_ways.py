"""Moves drawn on the position before them: the one played and a better one."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image, ImageChops

import engine
from engine import Position
from engine.values import Move
from render import THEMES, Arrow, Way, picture
from tests.nightly import one_of_each_family

BEFORE = engine.games["frisian"].read("W:W32,37,45:B8,12")
PLAYED, BETTER = BEFORE.parse("45-40"), BEFORE.parse("32-28")


def drawn(position: Position, *ways: Way, theme: str = "wood", size: int = 400) -> Image.Image:
    return drawn_with(position, ways=ways, theme=theme, size=size)


def drawn_with(
    position: Position,
    *,
    ways: Sequence[Way] = (),
    arrows: Sequence[Arrow] = (),
    theme: str = "wood",
    size: int = 400,
) -> Image.Image:
    shown = picture(position, ways=ways, arrows=arrows, theme=theme, size=size)
    return Image.open(BytesIO(shown.png)).convert("RGB")


def changed(one: Image.Image, other: Image.Image) -> int:
    """Return the number of pixels that differ."""
    return sum(map(bool, ImageChops.difference(one, other).convert("L").tobytes()))


@pytest.mark.parametrize("theme", THEMES)
def test_a_better_move_is_told_from_one_that_was_played_without_colour(theme: str) -> None:
    plain = drawn(BEFORE, theme=theme)
    better = drawn(BEFORE, Way(BETTER, better=True), theme=theme).convert("L").convert("RGB")
    played = drawn(BEFORE, Way(BETTER), theme=theme).convert("L").convert("RGB")
    assert changed(better, played) > 150
    assert changed(plain.convert("L").convert("RGB"), better) > 300


def test_both_are_drawn_and_said() -> None:
    shown = picture(BEFORE, ways=[Way(PLAYED), Way(BETTER, better=True)])
    assert "Played: 45-40. Better: 32-28." in str(shown.alt)
    both = drawn(BEFORE, Way(PLAYED), Way(BETTER, better=True))
    for alone in (Way(PLAYED), Way(BETTER, better=True)):
        assert changed(both, drawn(BEFORE, alone)) > 150


def test_what_was_played_is_seen_where_both_end() -> None:
    position = engine.games["frisian"].read("W:W31,32:B8,12")
    better = Way(position.parse("32-27"), better=True)
    both = drawn(position, Way(position.parse("31-27")), better)
    assert (
        changed(both.crop((40, 200, 120, 240)), drawn(position, better).crop((40, 200, 120, 240)))
        > 150
    )


def test_an_omitted_capture_is_drawn_beside_the_move_and_what_it_would_capture_is_ringed() -> None:
    before = engine.games["assaut"].read("O2/3/SS1SOSS/SSS1S1S/SSSSSSS/SSS/SSS o")
    omitted, led = before.parse("e5xc5"), before.parse("e5-e6")
    after = before.play(led)
    shown = picture(after, [led], before=before, ways=[Way(omitted, omitted=True)])
    assert "Officers played e5-e6. Omitted: e5xc5, which captures d5." in str(shown.alt)
    ringed, better = drawn(after, Way(omitted, omitted=True)), drawn(after, Way(omitted, True))
    x, y = 195, 143  # the soldier on d5
    beside = (x - 24, y + 10, x + 24, y + 24)
    assert changed(ringed.crop(beside), better.crop(beside)) > 60


@pytest.mark.parametrize("name", one_of_each_family())
def test_every_board_shows_a_way_of_each_kind(name: str) -> None:
    game = engine.games[name]
    position = game.start(max(game.seats))
    while position.setup is not None:
        position = position.play(position.legal_moves()[0])
    moves: list[Move] = [move for move in position.legal_moves() if move.path]
    better, played = moves[0], moves[-1]
    plain = drawn(position)
    both = drawn(position, Way(played), Way(better, better=True))
    assert both.size == plain.size or position.board.style == "map"
    if both.size == plain.size:
        assert changed(plain, both) > 60
