"""Checkers: English draughts."""

from __future__ import annotations

from engine.draughts import (
    BLACK,
    DIAGONALLY_FORWARD,
    KINGS_ONLY,
    WHITE,
    Draughts,
    DraughtsPosition,
    Limit,
    Worth,
    numbered,
)
from engine.values import PdnType


class CheckersPosition(DraughtsPosition):
    """A position of checkers: men never go back, kings go one square, any capture is legal."""

    board = numbered(8, from_the_bottom=True)
    seats = (BLACK._replace(team=0), WHITE._replace(team=1))
    men = 12
    man_jumps = DIAGONALLY_FORWARD
    flying = False
    takes_most = False
    limits = (Limit("idle", 80, KINGS_ONLY),)
    worth = Worth(
        king=140,
        advance=(0, 1, 3, 5, 8, 12, 20, 0),
        centre=2,
        back_row=12,
        turn=3,
        drawish=0,
    )
    endings = ("checkers", 4)


class Checkers(Draughts):
    """Checkers, or English draughts.

    Twelve men a side; Black begins. Men move and capture diagonally forward, kings diagonally in
    all directions, both by one square. Capturing is compulsory, the choice among captures is
    free, and a capture goes on as long as it can. A man that comes to the last row becomes a king
    and its turn ends. A side that cannot move has lost.

    A game is drawn when a position occurs for the third time, and after 40 moves a side without a
    man's move or a capture.

    Source: *WCDF Rules of Draughts (Checkers)*, section one. There a player claims these draws;
    here they end the game at once.

    No options.
    """

    name = "checkers"
    position = CheckersPosition
    example = "11-15"
    pdn = PdnType(21, "B,8,8,N1,0")
    colours = "black-first"


GAMES = (Checkers(),)
