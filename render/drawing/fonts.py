"""The font of all texts, and measuring texts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

FONT: Final = str(Path(__file__).parents[1] / "fonts" / "RobotoCondensed-Bold.ttf")

CHARACTERS: Final = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1CD, 0x1DC), (0x218, 0x21B),
    (0x370, 0x377), (0x37A, 0x37F), (0x384, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3CE),
    (0x400, 0x45F), (0x490, 0x52F), (0x1E80, 0x1E85), (0x1EA0, 0x1EF9), (0x2010, 0x2026),
    (0x2032, 0x2033), (0x2039, 0x203A), (0x20AC, 0x20AC), (0x2116, 0x2116), (0x2212, 0x2212),
)  # fmt: skip
"""The characters of the font, as ranges with both ends."""

SMALLEST: Final = 6.0
"""Smallest size of readable type, in pixels; names that would be smaller are left out."""


@lru_cache(maxsize=64)
def font(size: float) -> ImageFont.FreeTypeFont:
    """Return the font in a size in pixels.

    It is shared, since its first letters take ten times as long as later ones: its hints are
    computed for the size. Threads can use it at the same time; Pillow keeps them apart.
    """
    return ImageFont.truetype(FONT, size)


def has_glyph(character: str) -> bool:
    """Return whether the font has a character; a missing one would be drawn as an empty box."""
    return any(first <= ord(character) <= last for first, last in CHARACTERS)


def fitting(text: str, of: ImageFont.FreeTypeFont, width: float) -> str:
    """Return a text in one line; if wider than ``width`` pixels, cut short with an ellipsis."""
    text = " ".join(text.split())
    if of.getlength(text) <= width:
        return text
    while text and of.getlength(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def digit_height(of: ImageFont.FreeTypeFont) -> float:
    """Return the height of digits, in pixels."""
    return _digit_height(of.size)


@lru_cache(maxsize=256)
def _digit_height(size: float) -> float:
    return -font(size).getbbox("0", anchor="ls")[1]
