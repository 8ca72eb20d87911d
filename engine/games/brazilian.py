"""Brazilian draughts."""

from __future__ import annotations

from engine.draughts import (
    KINGS_ONLY,
    Draughts,
    DraughtsPosition,
    Limit,
    Worth,
    ending,
    lettered,
)
from engine.draughts.weights.brazilian import PATTERNS
from engine.values import PdnType


class BrazilianPosition(DraughtsPosition):
    """A position of Brazilian draughts: kings fly, and a capture must take the most."""

    board = lettered(8)
    men = 12
    limits = (
        Limit("idle", 40, KINGS_ONLY),
        Limit("five", 10, ending("KK-KK", "KK-K", "KK-KM", "K-K", "KM-K")),
    )
    worth = Worth(
        king=280,
        advance=(0, 2, 4, 8, 14, 24, 45, 0),
        centre=2,
        back_row=12,
        turn=5,
        drawish=3,
        patterns=PATTERNS,
    )
    endings = ("brazilian", 4)


class BrazilianDraughts(Draughts):
    """Brazilian draughts: international draughts on 64 squares.

    Twelve men a side. A man moves one square diagonally forward and captures forward and
    backward; a king moves and captures any distance along its diagonals. Capturing is
    compulsory, and so is the capture that takes the most pieces, men and kings alike. Captured
    pieces are lifted when the capture ends. A man becomes a king if it stops on the last row.
    A side that cannot move has lost.

    A game is drawn when a position occurs for the third time, and after 20 moves a side with kings
    only and without a capture; 5 moves a side with two kings against two kings, against a king and
    a man, or against one king; 5 moves a side with one king against one king, or against a king
    and a man.

    Source: *Regras oficiais do jogo de damas, 64 casas e 100 casas* of the Brazilian
    confederation (CBD).

    No options.
    """

    name = "brazilian"
    position = BrazilianPosition
    example = "c3-d4"
    pdn = PdnType(26, "W,8,8,A0,0")


GAMES = (BrazilianDraughts(),)
