"""The files of pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import engine
from render.drawing.picture import encode
from tests.render.places import paint


@pytest.mark.parametrize("theme", ["wood", "contrast"])
def test_a_file_holds_the_picture_and_its_colours(theme: str) -> None:
    image = paint(engine.games["frysk"].start(), theme=theme, size=400)
    Image.open(io.BytesIO(encode(image))).verify()  # the checksums are right
    read = Image.open(io.BytesIO(encode(image)))
    assert read.mode == "P"
    assert read.tobytes() == image.tobytes()
    assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()
