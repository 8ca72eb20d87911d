"""The font in which everything is written."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

FONT: Final = str(Path(__file__).parents[1] / "fonts" / "RobotoCondensed-Bold.ttf")

SMALLEST: Final = 6.0
"""Pixels of type that can still be read; names that would be smaller are left out."""


def font(size: float) -> ImageFont.FreeTypeFont:
    """Return the font in that size, in pixels."""
    return ImageFont.truetype(FONT, size)


def digit_height(of: ImageFont.FreeTypeFont) -> float:
    """Return the height of digits, in pixels."""
    return _digit_height(of.size)


@lru_cache(maxsize=256)
def _digit_height(size: float) -> float:
    return -font(size).getbbox("0", anchor="ls")[1]
