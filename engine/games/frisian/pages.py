"""The rules of Frisian draughts and Frysk!, page by page, for who has never seen them."""

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
        "A piece jumps an enemy and lands on the empty square behind it, forward or backward: "
        "along a diagonal, and also along a row or a column, where the next square is the next "
        "dark one. A man on 28 takes an enemy on 18 and lands on 8; over one on 27 it lands on "
        "26.\n"
        "It goes on as long as it can. Captured pieces are taken off when all is done, and none "
        "is jumped twice."
    ),
    "W:W38:B28,19,5",
    "38x20",
)
_KING = Page(
    Text("How a king captures"),
    Text(
        "A king captures in the same eight directions, from any distance: between it and the "
        "enemy all squares are empty, and it lands on any empty square behind. It may turn there "
        "and go on.\n"
        "Along rows and columns a king captures, but it never moves."
    ),
    "W:WK47:B20,33",
    "47x15",
)
_MOST = Page(
    Text("You must capture the most"),
    Text(
        "Who can capture must. Among all captures, those that take the most pieces are the legal "
        "ones; a king counts as one piece. Between equals the choice is free.\n"
        "The board tells when you must: a move that leaves a capture out is refused, and the "
        "answer names the squares that can capture."
    ),
    "W:W28,36:B31,21,11,22",
)
_VALUE = Page(
    Text("You must capture the most valuable"),
    Text(
        "Who can capture must, and it must be a capture of the highest value: a king is worth "
        "more than one man and a little less than two. Where a king and a man can capture the "
        "same value, the king must do it.\n"
        "The board tells when you must: a move that leaves a capture out is refused, and the "
        "answer names the squares that can capture."
    ),
    "W:W28,36:B31,21,11,22",
)
_THREE_MOVES = Page(
    Text("Three moves with one king"),
    Text(
        "A player who still has men may make at most three moves in a row with the same king "
        "without capturing. After the third, that king may only capture until another of their "
        "pieces has moved, or a capture was made. When their last man is gone the limit ends."
    ),
)
_END = Page(
    Text("The end"),
    Text(
        "Who cannot move at their turn has lost, be it that their pieces are gone or blocked.\n"
        "One king against one is a draw, unless the side to move can capture. Two kings against "
        "one have seven moves to win. Players can agree on a draw, and resign.\n"
        "Added here, so that games end: a draw when the same position comes up for the third "
        "time, and after 25 moves a side with kings only and without a capture."
    ),
    "W:WK28:BK6,K50",
)
_OFFICIAL_END = Page(
    Text("The end"),
    Text(
        "Who cannot move at their turn has lost, be it that their pieces are gone, blocked, or "
        "that their only free king has made its three moves.\n"
        "One king against one is a draw, unless the side to move can capture or must let itself "
        "be captured. Two kings against one have seven moves to win. Players can agree on a draw; "
        "when a position comes up for the third time the bot proposes one."
    ),
    "W:WK28:BK6,K50",
)
_NOTATION = Page(
    Text("What to type"),
    Text(
        "The squares are numbered from 1 at the top to 50 at the bottom. Type where a piece "
        "stands and where it goes: `32-28`, `32 28`. A capture is `32x23`; where several "
        "captures have the same ends, name the squares between: `32x23x14`.\n"
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
            "on the dark squares of a board of ten by ten; White begins. Take all enemy pieces, "
            "or leave them no move, and you have won."
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
            "the dark squares of a board of ten by ten; White begins. Take all enemy pieces, or "
            "leave them no move, and you have won."
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
            "and sharp, and kings appear soon. White begins. Take all enemy pieces, or leave "
            "them no move, and you have won."
        ),
        "W:W46-50:B1-5",
    ),
    *OFFICIAL_PAGES[1:-1],
    _NOTATION._replace(position="W:W46-50:B1-5", move="47-41"),
)
"""The pages of Frysk!."""
