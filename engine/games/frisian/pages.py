"""The rules of Frisian draughts and Frysk!, page by page, for people new to the game."""

from __future__ import annotations

from engine.text import Text
from engine.values import Page

_MOVES = Page(
    Text("How pieces move"),
    Text(
        "A man moves one square diagonally forward, to an empty square. A man that stops on the "
        "last row becomes a king, drawn as two discs with a crown.\n"
        "A king moves along a diagonal, forward or backward, as far as the squares are empty. "
        "Here the king went from 46 to 19."
    ),
    "W:WK46,34,40:B3,4,9,25",
    "46-19",
)
_CAPTURES = Page(
    Text("Captures go in eight directions"),
    Text(
        "A piece jumps over an enemy and lands on the empty square behind it, forward or "
        "backward: along a diagonal, and also along a row or a column, where the next square is "
        "the next dark one. From there it goes on in any direction as long as it can. Here the "
        "man takes 28 upward, then 19 sideways: `38x18x20`.\n"
        "Captured pieces are taken off when all is done, and none is jumped twice. A man that "
        "only passes the last row stays a man."
    ),
    "W:W38:B28,19,5",
    "38x20",
)
_KING = Page(
    Text("How a king captures"),
    Text(
        "A king captures in the same eight directions, from any distance: all squares between it "
        "and the enemy are empty, and it lands on any empty square behind. It may turn there and "
        "go on. Here it takes 33 along the diagonal, lands on 24 and takes 22 along the row: "
        "`47x24x21`.\n"
        "Along rows and columns a king only captures; without capturing it moves along diagonals."
    ),
    "W:WK47:B33,22,5",
    "47x24x21",
)
_MOST = Page(
    Text("You must capture the most"),
    Text(
        "If you can capture, you must, and only the captures that take the most pieces are legal; "
        "a king counts as one piece. Between equals you choose. Here both men can take three "
        "(`28x17x26x37`, `36x27x16x7`): choose. `36x27x18` takes two and is refused.\n"
        "When you must capture, the board says so: any other move is refused, and the answer "
        "names the squares that can."
    ),
    "W:W28,36:B31,21,11,22",
    "28x37",
)
_VALUE = Page(
    Text("You must capture the most valuable"),
    Text(
        "If you can capture, you must, and it must be a capture of the highest value: a king is "
        "worth more than one man and a little less than two. Where a king and a man can capture "
        "the same value, the king must do it.\n"
        "Here the man on 40 could take two men (`40x29x20`); a king and a man are worth more: "
        "`32x23x25` or `40x29x27`.\n"
        "When you must capture, the board says so: any other move is refused, and the answer "
        "names the squares that can."
    ),
    "W:W32,40:BK28,34,24",
    "40x29x27",
)
_THREE_MOVES = Page(
    Text("Three moves with one king"),
    Text(
        "While you still have men, the same king may move three times in a row without capturing, "
        "no more. After the third, that king may only capture until another of your pieces has "
        "moved, or you have captured. When your last man is gone the limit ends.\n"
        "Here the king on 42 has made its three moves, so a man has to move: `34-30`."
    ),
    "W:WK42,34:B6,9,2 white-king=42:3",
    "34-30",
)
_END = Page(
    Text("The end"),
    Text(
        "If you cannot move on your turn, you lose, whether your pieces are gone or blocked. You "
        "can agree on a draw, and resign.\n"
        "One king against one is a draw, unless the side to move can capture. Two kings against "
        "one have seven moves to win, else it is a draw: here Black has the two.\n"
        "House rules (not in the source), so that games end: it is also a draw when a position "
        "stands for the third time, and after 25 moves by each side in which only kings moved and "
        "nothing was captured."
    ),
    "W:WK28:BK6,K50",
)
_OFFICIAL_END = Page(
    Text("The end"),
    Text(
        "If you cannot move on your turn, you lose: your pieces are gone or blocked, or your only "
        "free king has made its three moves.\n"
        "One king against one is a draw, unless the side to move can capture or must let itself "
        "be captured. Two kings against one have seven moves to win, else it is a draw: here "
        "Black has the two.\n"
        "You can agree on a draw, and resign; when a position comes up for the third time the bot "
        "proposes a draw."
    ),
    "W:WK28:BK6,K50",
)
_NOTATION = Page(
    Text("What to type"),
    Text(
        "The dark squares are numbered row by row from left to right, 1 at the top left to 50 at "
        "the bottom right. Type where a piece stands and where it goes: `32-28`, `32 28`. A "
        "capture is `32x23`; where several captures begin and end on the same squares, name those "
        "between as well: `32x23x14`.\n"
        "*Legal moves* below the board shows all you can play."
    ),
    "W:W31-50:B1-20",
    "32-28",
)

PAGES = (
    Page(
        Text("The aim"),
        Text(
            "Frisian draughts comes from Friesland in the Netherlands. Each side has twenty men "
            "on the dark squares of a ten-by-ten board; White begins. You win by taking all enemy "
            "pieces, or by leaving them no move."
        ),
        "W:W31-50:B1-20",
    ),
    _MOVES,
    _CAPTURES,
    _KING,
    _MOST,
    _END,
    _NOTATION,
)
"""The pages of the source page's rules."""

OFFICIAL_PAGES = (
    Page(
        Text("The aim"),
        Text(
            "This is Frisian draughts by the rules of its federation. Each side has twenty men on "
            "the dark squares of a ten-by-ten board; White begins. You win by taking all enemy "
            "pieces, or by leaving them no move."
        ),
        "W:W31-50:B1-20",
    ),
    _MOVES,
    _CAPTURES,
    _KING,
    _VALUE,
    _THREE_MOVES,
    _OFFICIAL_END,
    _NOTATION,
)
"""The pages of the federation's rules."""

FRYSK_PAGES = (
    Page(
        Text("The aim"),
        Text(
            "Frysk! is Frisian draughts with five men a side, each on its own first row: short "
            "and sharp, and kings appear soon. White begins. You win by taking all enemy pieces, "
            "or by leaving them no move."
        ),
        "W:W46-50:B1-5",
    ),
    *OFFICIAL_PAGES[1:-1],
    _NOTATION._replace(position="W:W46-50:B1-5", move="47-41"),
)
"""The pages of Frysk!."""
