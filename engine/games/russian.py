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
    page_texts,
)
from engine.draughts.weights.russian import PATTERNS
from engine.text import Text, in_context, joined
from engine.values import Page, PdnType

MEN = 12
BOARD = lettered(8)
LONG_DIAGONAL = as_set(BOARD.point[f"{file}{rank}"] for rank, file in enumerate("abcdefgh", 1))


class RussianPosition(DraughtsPosition):
    """Eight by eight squares, flying kings, any capture, and kings that are made on the way."""

    board = BOARD
    men = MEN
    takes_most = False
    crowned_on_the_way = True
    limits = (
        Limit(
            "fifteen",
            30,
            Text("Three kings or more had fifteen moves to win against one."),
            ending(*(f"{'K' * kings}-K" for kings in range(3, MEN + 1))),
        ),
        Limit(
            "idle",
            30,
            Text("15 moves by each side in which only kings moved and nothing was captured."),
            KINGS_ONLY,
        ),
        Limit(
            "long-diagonal",
            10,
            Text("Three pieces had five moves to win against a king on the long diagonal."),
            ending("KKK-K", "KKM-K", "KMM-K", on=LONG_DIAGONAL),
        ),
        Limit(
            "five",
            10,
            Text("Two pieces had five moves to win against one king."),
            ending("KK-K", "KM-K", "K-K"),
        ),
        Limit(
            "thirty",
            60,
            Text(
                "30 moves by each side with four or five pieces, without a capture or a new king."
            ),
            BalanceUnchanged((4, 5)),
        ),
        Limit(
            "sixty",
            120,
            Text(
                "60 moves by each side with six or seven pieces, without a capture or a new king."
            ),
            BalanceUnchanged((6, 7)),
        ),
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
    compulsory, the choice among captures is free, and a capture goes on as long as it can: of
    the squares behind a piece a king lands on one from which it goes on, where there is one.
    Captured pieces are lifted when the capture ends. A man that comes to the last row by a
    capture becomes a king at once and goes on as one. Who cannot move has lost.

    Drawn are: the third time of a position; 15 moves a side with kings only and without a
    capture; 15 moves a side with three kings or more against one; 5 moves a side with three
    pieces, a king among them, against a king alone that keeps to the long diagonal; 5 moves a
    side with two pieces, a king among them, or one king, against a king alone; where both have
    kings, 30 moves a side with four or five pieces left, 60 with six or seven, without a capture
    or a new king.

    Source: the rules of draughts-64 of the FMJD section, articles 4 and 7.2.

    No options.
    """

    name = "russian"
    title = Text("Russian draughts")
    aliases = in_context("typed", "Russian checkers")
    tagline = Text("Eight by eight, flying kings, and men crowned in the middle of a capture")
    first_words = Text(
        "A man steps diagonally forward, and captures by jumping over an enemy, backward too; a "
        "king flies along diagonals. If you can capture you must, but which capture is for you to "
        "choose."
    )
    position = RussianPosition
    example = "c3-d4"
    pdn = PdnType(25, "W,8,8,A0,0", capture=":")
    summary = joined(
        [
            page_texts.FLYING_SUMMARY,
            Text(
                "You must capture, but you may choose among captures; a man that reaches the last "
                "row while capturing goes on as a king. If you cannot move, you lose. It is a "
                "draw when a position stands for the third time, after 15 moves by each side in "
                "which only kings moved and nothing was captured, and in some endings after five, "
                "fifteen, thirty or sixty moves."
            ),
            page_texts.LETTERS_SUMMARY,
        ]
    )
    pages = (
        Page(
            page_texts.AIM,
            joined(
                [
                    Text("Russian draughts, or shashki, is played all over Eastern Europe."),
                    page_texts.EIGHT_BY_EIGHT,
                ]
            ),
            "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
        ),
        page_texts.goes("W:WKa1,c1,e1:Bh6,b8,f8", "a1-f6", "a1", "f6"),
        Page(
            page_texts.CAPTURES,
            Text(
                "A man jumps over an enemy next to it on a diagonal, forward or backward, and "
                "lands on the empty square right behind it. From there it goes on as long as it "
                "can.\n"
                "A man that reaches the last row in this way becomes a king at once, and goes on "
                "as a king. Here it takes on e7, becomes a king on d8 and takes on b6 from there. "
                "Captured pieces stay until the capture ends, and none is jumped twice."
            ),
            "W:Wf6,c1:Be7,b6,h8",
            "f6xd8xa5",
        ),
        page_texts.takes_from_afar("W:WKa1,c1:Bc3,g3,b8", "a1xe5xh2", "a1xe5xh2"),
        Page(
            page_texts.FREELY,
            Text(
                "If you can capture, you must, but it need not be the capture that takes the "
                "most: choose. Here `c3xa5` takes one man, although `c3xe5xc7` would take two. "
                "What you choose goes on to its end: a king lands where it can take the next "
                "piece, if there is such a square.\n"
                "When you must capture, the board says so: any other move is refused, and the "
                "answer names the squares that can."
            ),
            "W:Wc3,g1:Bd4,d6,b4,h8",
            "c3xa5",
        ),
        Page(
            page_texts.END,
            Text(
                "If you cannot move on your turn, you lose, whether your pieces are gone or "
                "blocked. You can agree on a draw, and resign.\n"
                "It is also a draw when a position stands for the third time; after 15 moves by "
                "each side in which only kings moved and nothing was captured; after 15 with "
                "three kings or more against one, 5 if three pieces face a king on the long "
                "diagonal, 5 with two pieces against one king; and after 30 with four or five "
                "pieces, 60 with six or seven, if nothing is taken and no king made."
            ),
            "W:WKc3,Kc1,Ke1:BKh8",
        ),
        Page(
            page_texts.NOTATION,
            page_texts.LETTERS,
            "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
            "c3-d4",
        ),
    )


GAME = RussianDraughts()
