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
    page_texts,
)
from engine.draughts.weights.international import PATTERNS
from engine.text import Text, in_context, joined
from engine.values import TWO_POINTS, Page, PdnType


class InternationalPosition(DraughtsPosition):
    """Ten by ten squares, flying kings, and the capture that takes the most."""

    board = numbered(10)
    men = 20
    limits = (
        Limit(
            "idle",
            50,
            Text("25 moves by each side in which only kings moved and nothing was captured."),
            KINGS_ONLY,
        ),
        Limit(
            "sixteen",
            32,
            Text("Three pieces had sixteen moves to win against one king."),
            ending("KKK-K", "KKM-K", "KMM-K", "KK-K", "KM-K", "K-K"),
        ),
        Limit(
            "five",
            10,
            Text("Two pieces had five moves to win against one king."),
            ending("KK-K", "KM-K", "K-K"),
        ),
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
    pieces are lifted when the capture ends. A man becomes a king where it stops on the last row.
    Who cannot move has lost.

    Drawn are: the third time of a position; 25 moves a side with kings only and without a
    capture; 16 moves a side with three pieces, a king among them, against a king alone (a capture
    or a new king does not begin them anew); 5 moves a side with two pieces, a king among them, or
    with one king, against a king alone.

    Source: *Official FMJD rules for international draughts* (FMJD Annex 1), articles 3 to 6.

    No options.
    """

    name = "international"
    title = Text("International draughts")
    aliases = in_context("typed", "international checkers")
    tagline = Text("The game of the world championships, ten by ten with flying kings")
    first_words = Text(
        "A man steps diagonally forward, and captures by jumping over an enemy, backward too; a "
        "king flies along diagonals. If you can capture you must, and you must take the most."
    )
    position = InternationalPosition
    example = "32-28"
    pdn = PdnType(20, "W,10,10,N2,0", TWO_POINTS)
    summary = joined(
        [
            Text(
                "A man moves one square diagonally forward, a king any distance along its "
                "diagonals. Both capture along diagonals, forward and backward, over an enemy onto "
                "an empty square behind it; a king does so from afar. A capture goes on as long as "
                "it can, and the pieces are taken off at its end."
            ),
            Text(
                "You must make the capture that takes the most pieces. If you cannot move, you "
                "lose. It is a draw when a position stands for the third time, and after 25 moves "
                "by each side in which only kings moved and nothing was captured. Against one "
                "king three pieces have sixteen moves to win, two have five; after that it is a "
                "draw."
            ),
            Text(
                "Type the squares of a move: `32-28`, or `32x23` for a capture, and more squares "
                "where several captures fit: `32x23x14`."
            ),
        ]
    )
    pages = (
        Page(
            page_texts.AIM,
            Text(
                "International draughts is played all over the world on a ten-by-ten board. Each "
                "side has twenty men on the dark squares; White begins. You win by taking all "
                "enemy pieces, or by leaving them no move."
            ),
            "W:W31-50:B1-20",
        ),
        page_texts.goes("W:WK46,34,40:B3,4,9,25", "46-19", "46", "19"),
        page_texts.takes("W:W32,41,47:B28,19,20,3", "32x14x25", "32x23x14x25"),
        page_texts.takes_from_afar("W:WK47,50:B33,23,3,4", "47x18", "47x29x18"),
        page_texts.takes_the_most("W:W37,48:B32,22,31,4", "37x17", "37x28x17", "37x26"),
        Page(
            page_texts.END,
            Text(
                "If you cannot move on your turn, you lose, whether your pieces are gone or "
                "blocked. You can agree on a draw, and resign.\n"
                "It is also a draw when a position stands for the third time; after 25 moves by "
                "each side in which only kings moved and nothing was captured; after 16 moves by "
                "each side with three pieces against one king; and after 5 with two or one "
                "against it. The side with more pieces has a king among them: here White has five "
                "moves to win."
            ),
            "W:WK28,K46:BK5",
        ),
        Page(
            page_texts.NOTATION,
            Text(
                "The dark squares are numbered row by row from left to right, 1 at the top left "
                "to 50 at the bottom right. Type where a piece stands and where it goes: `32-28`, "
                "`32 28`. A capture is `32x23`; where several captures begin and end on the same "
                "squares, name those between as well: `32x23x14`.\n"
                "*Legal moves* below the board shows all you can play."
            ),
            "W:W31-50:B1-20",
            "32-28",
        ),
    )


GAME = InternationalDraughts()
