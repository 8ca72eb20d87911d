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
    page_texts,
)
from engine.text import Text, in_context, joined
from engine.values import Page, PdnType

START = (
    "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3"
    ":Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7"
)


class TurkishPosition(DraughtsPosition):
    """All 64 squares, along rows and columns; captured pieces leave the board at once."""

    board = all_squares(8, 8, checkered=False)
    men = 16
    free_behind = 8
    man_steps = FORWARD_OR_SIDEWAYS
    man_jumps = FORWARD_OR_SIDEWAYS
    king_lines = ORTHOGONAL
    lifted_at_once = True
    turns_back = False
    limits = (
        Limit(
            "idle",
            50,
            Text("25 moves by each side in which only kings moved and nothing was captured."),
            KINGS_ONLY,
        ),
    )
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
    def lasts(self) -> int:
        """How many moves a seat makes: there are sixteen men a side, and their kings fly."""
        return 70


class TurkishDraughts(Draughts):
    """Turkish draughts, or dama.

    Sixteen men a side, on the second and third rows of all 64 squares. A man moves and captures
    one square straight forward or sideways; a king moves and captures any distance along its row
    and column. Capturing is compulsory, and so is the capture that takes the most pieces, men and
    kings alike. A captured piece is lifted as soon as it is jumped, so a capture may pass its
    square again; within a capture no jump goes back the way the last one came. A man becomes a
    king where it stops on the last row. Who cannot move has lost.

    Drawn are one piece each, unless the side to move can capture, and the third time of a
    position. A house rule, so that games end soon: 25 moves a side with kings only and without a
    capture.

    Source: the rules of Turkish draughts as the World Draughts Federation's championships play
    them. Some count a king against a single man as won; here it is one piece each.

    No options.
    """

    name = "turkish"
    title = Text("Turkish draughts")
    aliases = in_context("typed", "Turkish checkers")
    tagline = Text("Straight ahead and sideways, on all 64 squares")
    first_words = Text(
        "A man steps straight ahead or sideways, never diagonally, and captures in the same "
        "directions by jumping over an enemy; a king flies. If you can capture you must, and you "
        "must take the most."
    )
    position = TurkishPosition
    example = "c3-c4"
    pdn = PdnType(30, "W,8,8,A0,0")
    summary = joined(
        [
            Text(
                "A man moves one square straight forward or sideways, a king any distance along "
                "its row and column. They capture the same way, by jumping over an enemy onto an "
                "empty square behind it; a king does so from afar. Captured pieces leave the "
                "board at once, and a capture goes on as long as it can without turning back on "
                "its line."
            ),
            Text(
                "You must make the capture that takes the most pieces. If you cannot move, you "
                "lose. It is a draw with one piece each, and when a position stands for the third "
                "time. House rule, so that games end: it is also a draw after 25 moves by each "
                "side in which only kings moved and nothing was captured."
            ),
            Text(
                "Type the squares of a move: `c3-c4`, or `c4xc6` for a capture, and more squares "
                "where several captures fit: `c4xc6xe6`."
            ),
        ]
    )
    pages = (
        Page(
            page_texts.AIM,
            Text(
                "Turkish draughts, or dama, is played from the Balkans to the Gulf, on all "
                "squares of the board. Each side has sixteen men on its second and third rows; "
                "White begins. You win by taking all enemy pieces, or by leaving them no move."
            ),
            START,
        ),
        Page(
            page_texts.MOVES,
            Text(
                "A man moves one square straight forward, to the left or to the right, never "
                "backward and never diagonally. On the last row it becomes a king, drawn as two "
                "discs with a crown.\n"
                "A king moves along its row or its column as far as the squares are empty. Here "
                "the king goes from b2 to b7."
            ),
            "W:WKb2,e3,f3:Bb8,e6,g7",
            "b2-b7",
        ),
        Page(
            page_texts.CAPTURES,
            Text(
                "A man jumps over an enemy before it or beside it and lands on the empty square "
                "right behind. It goes on as long as it can, but never straight back. Here the "
                "man takes three: `c4xc6xe6xe8`.\n"
                "A captured piece leaves the board at once: its square is empty for the rest of "
                "the capture. A man that comes to the last row goes on as a man and becomes a "
                "king when the capture ends."
            ),
            "W:Wc4,h2:Bc5,d6,e7,a8",
            "c4xe8",
        ),
        Page(
            page_texts.KINGS,
            Text(
                "A king captures along its row and its column from any distance: all squares "
                "between it and the enemy are empty, and it lands on any empty square behind. "
                "From there it goes straight on or to the side, as long as it can. Here it takes "
                "two men: `a1xa6xh6`."
            ),
            "W:WKa1,h2:Ba4,d6,h8",
            "a1xa6xh6",
        ),
        page_texts.takes_the_most("W:Wc4,f3:Bc5,d6,f4,h8", "c4xe6", "c4xc6xe6", "f3xf5"),
        Page(
            page_texts.END,
            Text(
                "If you cannot move on your turn, you lose, whether your pieces are gone or "
                "blocked. You can agree on a draw, and resign.\n"
                "One piece each is a draw, unless the side to move can capture, and so is a "
                "position that stands for the third time.\n"
                "House rule (not in the usual rules), so that games end: it is also a draw after "
                "25 moves by each side in which only kings moved and nothing was captured."
            ),
            "W:WKc3,Kc1:BKh8",
        ),
        Page(page_texts.NOTATION, page_texts.LETTERS, START, "c3-c4"),
    )


GAME = TurkishDraughts()
