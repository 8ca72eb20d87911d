"""Drawings are kept for later, within a limit of bytes."""

from __future__ import annotations

import pytest
from PIL import Image

from render.boards.empty import empty_board
from render.drawing.kept import MEBIBYTE, Kept, bytes_of, kept
from render.maps.land import land
from render.maps.legends import _panel
from render.pictures.pieces import named_square
from render.pieces.tiles import tile


def test_images_are_counted_by_their_pixels_and_the_same_one_once() -> None:
    image = Image.new("RGB", (100, 10))
    assert 3_000 <= bytes_of(image) <= 4_000
    assert bytes_of((image, image, (image, 3))) == bytes_of(image)


def test_what_was_not_asked_for_the_longest_is_drawn_again() -> None:
    drawn = []

    @kept(1)
    def square(number: int) -> Image.Image:
        drawn.append(number)
        return Image.new("L", (1000, 100))

    for number in [*range(10), 0, *range(10, 30), 0]:
        square(number)
        assert square.cache.currsize <= MEBIBYTE
    assert drawn == [*range(10), *range(10, 30), 0]


@pytest.mark.parametrize("drawing", [empty_board, land, _panel, named_square, tile])
def test_all_that_is_kept_together_is_a_hundred_and_some_megabytes(
    drawing: Kept[..., object],
) -> None:
    assert drawing.cache.maxsize <= 32 * MEBIBYTE
