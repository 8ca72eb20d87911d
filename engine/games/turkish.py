"""Turkish draughts."""

from __future__ import annotations

from engine.draughts import (
    FORWARD_OR_SIDEWAYS,
    KINGS_ONLY,
    ORTHOGONAL,
    Draughts,
    DraughtsPosition,
    Limit,
    Worth,
    all_squares,
)
from engine.text import Text
from engine.values import PdnType

START = (
    "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3"
    ":Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7"
)


class TurkishPosition(DraughtsPosition):
    """A position of Turkish draughts: pieces move along rows and columns of all 64 squares."""

    board = all_squares(8, 8, checkered=False)
    men = 16
    free_behind = 8
    man_steps = FORWARD_OR_SIDEWAYS
    man_jumps = FORWARD_OR_SIDEWAYS
    king_lines = ORTHOGONAL
    lifted_at_once = True
    turns_back = False
    limits = (Limit("idle", 50, KINGS_ONLY),)
    one_piece_each = Text("One piece each.")
    worth = Worth(
        king=450,
        advance=(0, 0, 2, 5, 10, 20, 60, 0),
        centre=1,
        back_row=0,
        turn=5,
        drawish=1,
    )
    endings = ("turkish", 3)

    @property
    def usual_moves(self) -> int:
        """Usual number of a seat's moves: sixteen men a side and flying kings take long."""
        return 70


class TurkishDraughts(Draughts):
    """Turkish draughts, or dama.

    Sixteen men a side, on the second and third rows of all 64 squares. A man moves and captures
    one square straight forward or sideways; a king moves and captures any distance along its row
    and column. Capturing is compulsory, and so is the capture that takes the most pieces, men and
    kings alike. A captured piece is lifted as soon as it is jumped, so a capture may pass its
    square again; within a capture no jump goes back the way the last one came. A man becomes a
    king if it stops on the last row. A side that cannot move has lost.

    A game is drawn when each side has one piece, unless the side to move can capture, and when a
    position occurs for the third time. A house rule, so that games end soon: it is also drawn
    after 25 moves a side with kings only and without a capture.

    Source: the rules of Turkish draughts as the World Draughts Federation's championships play
    them. Some rules count a king against a single man as won; here it is a draw.

    No options.
    """

    name = "turkish"
    position = TurkishPosition
    example = "c3-c4"
    pdn = PdnType(30, "W,8,8,A0,0")


GAMES = (TurkishDraughts(),)
