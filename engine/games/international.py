"""International draughts."""

from __future__ import annotations

from engine.draughts import (
    KINGS_ONLY,
    Draughts,
    DraughtsPosition,
    Limit,
    Worth,
    ending,
    numbered,
)
from engine.draughts.weights.international import PATTERNS
from engine.values import TWO_POINTS, PdnType


class InternationalPosition(DraughtsPosition):
    """A position of international draughts: kings fly, and a capture must take the most."""

    board = numbered(10)
    men = 20
    limits = (
        Limit("idle", 50, KINGS_ONLY),
        Limit("sixteen", 32, ending("KKK-K", "KKM-K", "KMM-K", "KK-K", "KM-K", "K-K")),
        Limit("five", 10, ending("KK-K", "KM-K", "K-K")),
    )
    worth = Worth(
        king=300,
        advance=(0, 1, 3, 6, 10, 14, 20, 30, 50, 0),
        centre=2,
        back_row=8,
        turn=5,
        drawish=3,
        patterns=PATTERNS,
    )
    endings = ("international", 3)


class InternationalDraughts(Draughts):
    """International draughts, on 100 squares.

    Twenty men a side. A man moves one square diagonally forward and captures forward and
    backward; a king moves and captures any distance along its diagonals. Capturing is
    compulsory, and so is the capture that takes the most pieces, men and kings alike. Captured
    pieces are lifted when the capture ends. A man becomes a king if it stops on the last row.
    A side that cannot move has lost.

    A game is drawn when a position occurs for the third time, and after 25 moves a side with kings
    only and without a capture; 16 moves a side with three pieces, a king among them, against a
    king alone (a capture or a new king does not restart this count); 5 moves a side with two
    pieces, a king among them, or with one king, against a king alone.

    Source: *Official FMJD rules for international draughts* (FMJD Annex 1), articles 3 to 6.

    No options.
    """

    name = "international"
    position = InternationalPosition
    example = "32-28"
    pdn = PdnType(20, "W,10,10,N2,0", TWO_POINTS)


GAMES = (InternationalDraughts(),)
