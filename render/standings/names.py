"""Names that the font can write."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Final

from render.drawing.fonts import has_glyph

LONGEST: Final = 300
"""Most characters of a name that are considered: no longer name fits in a row."""
CUT: Final = "…"
"""The character that replaces letters missing from the font."""
LETTERS: Final = ("L", "N")
"""The categories of characters that a name cannot lose: letters and numbers."""


def legible(name: str, handle: str = "") -> str:
    """Return a name in characters of the font.

    Ornamental letters are written as plain ones; emoji and other signs that the font lacks are left
    out. If the font lacks a letter, return ``handle`` instead, such as a user name in Latin
    letters; if that is empty, an ellipsis replaces the missing letters.
    """
    written, whole = _written(name)
    if whole or not handle:
        return written or CUT
    return _written(handle)[0] or written or CUT


def _written(name: str) -> tuple[str, bool]:
    """Return a name in characters of the font, and whether it has letters and lacks none."""
    composed = unicodedata.normalize("NFC", name[:LONGEST])
    plain = "".join(
        sign if has_glyph(sign) else unicodedata.normalize("NFKC", sign) for sign in composed
    )
    parts: list[str] = []
    whole = True
    for kind, group in groupby(plain, key=_kind):
        if kind == "written":
            parts.extend(group)
        elif kind == "letter":
            parts.append(CUT)
            whole = False
        elif kind == "space":
            parts.append(" ")
    text = " ".join("".join(parts).split())
    return text, whole and any(_is_letter(sign) for sign in text)


def _kind(sign: str) -> str:
    """Return the class of a character: written, space, letter (a missing one), or left out."""
    if sign.isspace():
        return "space"
    if unicodedata.category(sign) in {"Cc", "Cf", "Zl", "Zp"}:
        return "left out"
    if has_glyph(sign):
        return "written"
    return "letter" if _is_letter(sign) else "left out"


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign).startswith(LETTERS)
