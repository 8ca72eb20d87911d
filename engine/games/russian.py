"""Russian draughts."""

from __future__ import annotations

from engine.draughts import (
    KINGS_ONLY,
    BalanceUnchanged,
    Draughts,
    DraughtsPosition,
    Limit,
    Worth,
    as_set,
    ending,
    lettered,
)
from engine.draughts.weights.russian import PATTERNS
from engine.values import PdnType

MEN = 12
BOARD = lettered(8)
LONG_DIAGONAL = as_set(BOARD.point[f"{file}{rank}"] for rank, file in enumerate("abcdefgh", 1))


class RussianPosition(DraughtsPosition):
    """A position of Russian draughts: any capture is legal, and men are promoted in mid-capture."""

    board = BOARD
    men = MEN
    takes_most = False
    crowned_on_the_way = True
    limits = (
        Limit("fifteen", 30, ending(*(f"{'K' * kings}-K" for kings in range(3, MEN + 1)))),
        Limit("idle", 30, KINGS_ONLY),
        Limit("long-diagonal", 10, ending("KKK-K", "KKM-K", "KMM-K", on=LONG_DIAGONAL)),
        Limit("five", 10, ending("KK-K", "KM-K", "K-K")),
        Limit("thirty", 60, BalanceUnchanged((4, 5))),
        Limit("sixty", 120, BalanceUnchanged((6, 7))),
    )
    worth = Worth(
        king=280,
        advance=(0, 2, 4, 8, 14, 24, 50, 0),
        centre=2,
        back_row=10,
        turn=5,
        drawish=3,
        patterns=PATTERNS,
    )
    endings = ("russian", 4)


class RussianDraughts(Draughts):
    """Russian draughts, or shashki.

    Twelve men a side. A man moves one square diagonally forward and captures forward and
    backward; a king moves and captures any distance along its diagonals. Capturing is
    compulsory, the choice among captures is free, and a capture goes on as long as it can: if a
    king can go on from some of the squares behind a piece, it must land on one of these. Captured
    pieces are lifted when the capture ends. A man that comes to the last row by a capture becomes
    a king at once and goes on as one. A side that cannot move has lost.

    A game is drawn when a position occurs for the third time, and after 15 moves a side with kings
    only and without a capture; 15 moves a side with three kings or more against one; 5 moves a
    side with three pieces, a king among them, against a king alone that keeps to the long
    diagonal; 5 moves a side with two pieces, a king among them, or one king, against a king alone;
    and, if both sides have kings, after 30 moves a side with four or five pieces left, 60 with six
    or seven, without a capture or a new king.

    Source: the rules of draughts-64 of the FMJD section, articles 4 and 7.2.

    No options.
    """

    name = "russian"
    position = RussianPosition
    example = "c3-d4"
    pdn = PdnType(25, "W,8,8,A0,0", capture=":")


GAMES = (RussianDraughts(),)
