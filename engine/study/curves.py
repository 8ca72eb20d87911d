"""The curves of winning chances: their units in points, by game, seats and sides.

A larger unit means a flatter curve. Chinese checkers for three and more players has one curve,
fitted to 46 games (standard errors 51 and 58), since the numbers of players do not differ by more.
Les Alliés has one curve, too, fitted to ten duels and two battles at level 6 (standard error 109).
Halma for four players was fitted to twelve games (29 and 80).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Curve(NamedTuple):
    """The units of a curve in points, for a side ahead and for a side behind.

    With two sides, both units are the same.
    """

    ahead: int
    behind: int


MEN: Final[Mapping[str, int]] = MappingProxyType({"halma": 75, "chinese-checkers": 75})
"""The points that count as a man, for games in which no man can be lost.

In a race, they are the gain of four turns. In games of levels 2 and 4 against themselves, a seat
needs 113 to 121 turns in Halma and 56 to 74 in Chinese checkers for its way from camp to camp: 1.8
steps a turn, of 10 points each. In all other games, a man or a soldier counts ``MAN`` points.
"""

CURVES: Final[Mapping[tuple[str, int, int], Curve]] = MappingProxyType(
    {
        ("frisian", 2, 2): Curve(164, 164),
        ("frisian-official", 2, 2): Curve(143, 143),
        ("frysk", 2, 2): Curve(192, 192),
        ("international", 2, 2): Curve(206, 206),
        ("checkers", 2, 2): Curve(75, 75),
        ("italian", 2, 2): Curve(230, 230),
        ("russian", 2, 2): Curve(132, 132),
        ("brazilian", 2, 2): Curve(108, 108),
        ("turkish", 2, 2): Curve(319, 319),
        ("alliance", 2, 2): Curve(318, 318),
        ("assaut", 2, 2): Curve(205, 205),
        ("halma", 2, 2): Curve(128, 128),
        ("chinese-checkers", 2, 2): Curve(105, 105),
        ("halma", 4, 4): Curve(134, 315),
        ("chinese-checkers", 3, 3): Curve(153, 225),
        ("chinese-checkers", 4, 4): Curve(153, 225),
        ("chinese-checkers", 5, 5): Curve(153, 225),
        ("chinese-checkers", 6, 6): Curve(153, 225),
        ("allies", 2, 2): Curve(307, 307),
        ("allies", 4, 2): Curve(307, 307),
    }
)
"""The fitted curves by game, number of seats and number of sides."""
