"""Random texts, and typed texts with errors put in."""

from __future__ import annotations

from random import Random
from typing import Final

LONG: Final = 2_000
"""The characters of a message of the greatest length on Discord."""

ODD: Final[tuple[str, ...]] = (
    *"0123456789abcdefghkxKX=+-–—−‐‑×:>→.,;!?@#/\\()[]{}\"'`*_~|%&$ \t\n\r",
    *"²³①⑨½Ⅷ٣٢०९３２＠－＝Ｋａ𝟑𝟚㊾万",
    *"\x00\x01\x1b\x7f\x85\xa0\xad\u061c\u200b\u200d\u200e\u200f\u202e\u2028\u2066\ufeff\ufffe",
    "\ud800", "\udfff", "\U000e0041", "\U0010ffff", "İ", "ß", "ŉ", "ﬁ", "é", "e\u0301", "🙂",
    "👨‍👩‍👧", "1" * 400, "1" * 5_000, "-" * 100, "@", "=x",
    "auto", "clear", "huff", "force", "level", "1d", "computers",
)  # fmt: skip


def mutated(text: str, chance: Random) -> str:
    """Return a text with some random changes, or a different random text."""
    kind = chance.random()
    if kind < 0.1:
        return "".join(chance.choices(ODD, k=chance.randrange(1, 12)))
    if kind < 0.12:
        sign = text + chance.choice(ODD)
        return (sign * (LONG // len(sign) + 1))[:LONG]
    if kind < 0.22:
        return _in_other_signs(text, chance)
    for _ in range(chance.randrange(1, 4)):
        text = _changed(text, chance)
    return text[: 3 * LONG]


def _changed(text: str, chance: Random) -> str:
    """Return a text with a short part left out, doubled, moved to the start, or replaced."""
    start = chance.randrange(len(text) + 1)
    end = min(start + chance.randrange(4), len(text))
    part = text[start:end]
    match chance.randrange(5):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + part + text[end:]
        case 2:
            return part + text[:start] + text[end:]
        case 3:
            return text[:start] + chance.choice(ODD) + text[end:]
        case _:
            return text[:start] + chance.choice(ODD) + text[start:]


def _in_other_signs(text: str, chance: Random) -> str:
    """Return a text in the digits of another script, or in full-width characters."""
    zero = chance.choice("٠०０𝟎𝟘①")
    signs = {48 + digit: ord(zero) + digit for digit in range(10)}
    if zero == "０":
        signs = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    return text.translate(signs)
