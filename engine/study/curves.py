"""How steep the curves of winning chances are: points in a logistic unit, by game and seats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CURVES: Final[Mapping[tuple[str, int], int]] = MappingProxyType(
    {
        ("frisian", 2): 164,
        ("frisian-official", 2): 143,
        ("frysk", 2): 192,
        ("international", 2): 206,
        ("checkers", 2): 75,
        ("russian", 2): 132,
        ("brazilian", 2): 108,
        ("turkish", 2): 319,
        ("alliance", 2): 318,
        ("assaut", 2): 205,
        ("halma", 2): 128,
        ("chinese-checkers", 2): 105,
        ("chinese-checkers", 3): 171,
        ("allies", 2): 999,
    }
)
