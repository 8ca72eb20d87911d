"""Chinese checkers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.errors import InvalidPosition
from engine.games.halma import boards
from engine.games.halma.boards import Camps
from engine.games.halma.game import (
    FOREIGN,
    LOCK,
    NO_RETURN,
    PLAY_ON,
    TEAMS,
    JumpingGame,
    first,
    unblock,
)
from engine.games.halma.rules import HalmaRules
from engine.text import Text
from engine.values import Option, OptionValue

_PIECES: Final = (10, 15)

ROUNDS: Final = 60
"""Rounds without a piece entering its target camp after which the game is drawn."""

CAMPS: Final = {
    "S": "a1 b1-b2 c1-c3 d1-d4",
    "SW": "e1-e4 f1-f3 g1-g2 h1",
    "NW": "j1 k1-k2 l1-l3 m1-m4",
    "N": "n1-n4 o1-o3 p1-p2 q1",
    "NE": "j10 k10-k11 l10-l12 m10-m13",
    "SE": "e10-e13 f10-f12 g10-g11 h10",
}
"""The points of the star, clockwise: the point opposite is three further on."""

MORE: Final = {"S": " e5-e9", "N": " m5-m9"}
"""The additions to a camp of ten for fifteen pieces."""

SEATS: Final = {
    2: ("S", "N"),
    3: ("S", "NW", "NE"),
    4: ("SW", "NW", "NE", "SE"),
    5: ("SW", "NW", "N", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""The points of the star where players start, clockwise, by number of seats."""


class ChineseCheckers(JumpingGame):
    """Chinese checkers, or Stern-Halma, for two to six on a star of 121 holes.

    Halma's rules in six directions: every player races from a point of the star into the one
    opposite. A turn moves one piece, a step to a neighbouring hole or any number of jumps, each
    over one adjacent piece of any colour; nothing is captured. A piece that stands in its target
    camp stays in it. The first player whose pieces fill the target camp has won.

    Each player has ten pieces. Two sit south and north; three south, north-west and north-east;
    four at all points but south and north; five at all points but south, which is not balanced.
    Play goes clockwise. Points where nobody starts or arrives are open to all.

    Source: the common description of Monks's Halma of 1883/84, on the star of 1892. House rules:
    a turn may not end where it began; a game is drawn when a position occurs for the third time,
    when no piece enters its target camp for 60 rounds, and when nobody can move.

    Options: ``teams`` (for four or six, partners opposite), ``first``, ``lock``, ``no_return``,
    ``foreign`` (for camps where others start or arrive), ``unblock`` (on by default) and
    ``play_on`` as in Halma; and

    ``pieces``
        10, or 15 for two players, whose camps then have five holes more.
    ``long_jump``
        a jump may go over a distant piece with as many empty holes behind it as before it.
    ``swap``
        a hole of the target camp with another player's piece may be entered by a step; that
        piece goes to the hole just left.
    """

    name = "chinese-checkers"
    seats = (2, 3, 4, 5, 6)
    options: Mapping[str, Option] = MappingProxyType(
        {
            "pieces": Option(
                _PIECES,
                10,
                Text("Pieces of each player"),
                tuple(Text("Each player has {pieces} pieces", pieces=pieces) for pieces in _PIECES),
            ),
            "teams": TEAMS,
            "first": first(6),
            "lock": LOCK,
            "no_return": NO_RETURN,
            "foreign": FOREIGN,
            "unblock": unblock(True),
            "play_on": PLAY_ON,
            "long_jump": Option(
                (False, True),
                False,
                Text("Jumps over distant pieces"),
                (
                    Text("You jump over neighbours only"),
                    Text(
                        "You may jump over a distant piece, with as many empty holes behind it as "
                        "before"
                    ),
                ),
            ),
            "swap": Option(
                (False, True),
                False,
                Text("Steps onto another's piece"),
                (
                    Text("You cannot step onto another's piece"),
                    Text("A step onto another's piece in your target camp swaps the two"),
                ),
            ),
        }
    )
    example = "d1-e5"

    def table(self, seats: int, options: Mapping[str, OptionValue]) -> HalmaRules:
        """Return the rules on the star. Raises InvalidPosition for 15 pieces without two seats."""
        if options["pieces"] == 15 and seats != 2:
            raise InvalidPosition(
                Text("Fifteen pieces are for two players; {seats} have ten each.", seats=seats)
            )
        star = boards.star()
        more = MORE if options["pieces"] == 15 else {}
        camps = {
            point: boards.camp(star.board, ranges + more.get(point, ""))
            for point, ranges in CAMPS.items()
        }
        points = list(CAMPS)
        homes, targets = [], []
        for point in SEATS[seats]:
            homes.append(camps[point])
            targets.append(camps[points[(points.index(point) + 3) % len(points)]])
        return HalmaRules(self, options, star, Camps(tuple(homes), tuple(targets)), ROUNDS)
