"""The fitted values of patterns of men, and their written form.

A pattern tells for each of some squares whether it is empty or has a man of side 0 or of side 1.
Its number has a base-three digit for each square. The fitted patterns are those of the parts of
windows, which overlap. Each has a value, which holds with half of the men on the board, and a
slope: its value with all men less its value with none.
"""

from __future__ import annotations

from base64 import b85decode, b85encode
from collections.abc import Sequence
from typing import Final
from zlib import compress, decompress

PART: Final = 6
"""Number of squares of a part."""

STEP: Final = 2
"""Number of squares of a window from one part to the next."""

PATTERNS: Final = 3**PART

SLOPE: Final = 16
"""Slopes are added up in the same integers as values, this many bits higher."""

_HALF: Final = 1 << SLOPE - 1


def value_of(total: int) -> int:
    """Return the sum of the values in a sum of values and slopes."""
    return (total + _HALF & 2 * _HALF - 1) - _HALF


def parts_of(window: Sequence[int]) -> list[Sequence[int]]:
    """Return the squares of the parts of a window."""
    return [window[first : first + PART] for first in range(0, len(window) - PART + 1, STEP)]


class Patterns:
    """The values of patterns by part and number.

    On the board turned round, with the colours exchanged, the same parts come in the opposite
    order. So only the first half of them is in the written form.
    """

    __slots__ = ("_by_window",)

    _by_window: list[list[list[int]]]

    def __init__(self, windows: Sequence[Sequence[int]], text: str) -> None:
        count = sum(len(parts_of(window)) for window in windows)
        known = _read(text, (count + 1) // 2)
        numbers = [turned(number) for number in range(PATTERNS)]
        for table in known[: count // 2][::-1]:
            known.append([-table[number] for number in numbers])
        self._by_window = []
        for window in windows:
            parts = len(parts_of(window))
            self._by_window.append(known[:parts])
            known = known[parts:]

    def add_to(self, values: list[int], window: int) -> None:
        """Add the values and slopes of a window's parts to ``values``, those of its patterns."""
        digits = 1
        for table in self._by_window[window]:
            for number in range(len(values)):
                values[number] += table[number // digits % PATTERNS]
            digits *= 3**STEP


def write(tables: Sequence[Sequence[tuple[int, int]]]) -> str:
    """Return the values of patterns with their slopes, by part and number, as a text."""
    plain = bytearray()
    for which in (0, 1):
        for table in tables:
            plain += bytes(max(-128, min(127, pair[which])) & 255 for pair in table)
    return b85encode(compress(bytes(plain), 9)).decode()


def _read(text: str, parts: int) -> list[list[int]]:
    """Return the values in a text by ``write``, each with its slope as one integer.

    All are 0 if the text is empty.
    """
    if not text:
        return [[0] * PATTERNS for _ in range(parts)]
    plain = decompress(b85decode(text))
    signed = [(byte ^ 128) - 128 for byte in plain]
    size = parts * PATTERNS
    return [
        [signed[first + n] + (signed[size + first + n] << SLOPE) for n in range(PATTERNS)]
        for first in range(0, size, PATTERNS)
    ]


def turned(number: int) -> int:
    """Return the number of a pattern turned round, with the colours exchanged."""
    result = 0
    for _ in range(PART):
        number, digit = divmod(number, 3)
        result = 3 * result + (3 - digit) % 3
    return result
