"""Sentences of the rules that several variants share, for their pages."""

from __future__ import annotations

from typing import Final

from engine.text import Text

AIM: Final = Text("The aim")
MOVES: Final = Text("How pieces move")
CAPTURES: Final = Text("How pieces capture")
KINGS: Final = Text("How a king captures")
MOST: Final = Text("You must capture the most")
FREELY: Final = Text("You must capture")
END: Final = Text("The end")
NOTATION: Final = Text("What to type")

FLYING_SUMMARY: Final = Text(
    "A man moves one square diagonally forward, a king any distance along its diagonals. Both "
    "capture along diagonals, forward and backward, over an enemy onto an empty square behind it; "
    "a king does so from afar. A capture goes on as long as it can, and the pieces are taken off "
    "at its end."
)
LETTERS_SUMMARY: Final = Text(
    "Type the squares of a move: `c3-d4`, or `c3xe5` for a capture, and more squares where several "
    "captures fit: `c3xe5xg7`."
)

EIGHT_BY_EIGHT: Final = Text(
    "Each side has twelve men on the dark squares of a board of eight by eight; White begins. Take "
    "all enemy pieces, or leave them no move, and you have won."
)
FLYING: Final = Text(
    "A man moves one square diagonally forward, to an empty square. On the last row it becomes a "
    "king, drawn as two discs with a crown.\n"
    "A king moves along a diagonal, forward or backward, as far as the squares are empty."
)
BACKWARD_TOO: Final = Text(
    "A man jumps an enemy next to it on a diagonal, forward or backward, and lands on the empty "
    "square right behind it. It goes on from there as long as it can.\n"
    "Captured pieces stay until the capture ends, and none is jumped twice. A man that passes the "
    "last row and goes on stays a man."
)
FROM_AFAR: Final = Text(
    "A king captures along diagonals from any distance: all squares between it and the enemy are "
    "empty, and it lands on any empty square behind. From there it goes on in any direction, as "
    "long as it can.\n"
    "It never jumps two pieces that stand one behind the other, and no piece twice."
)
TAKE_THE_MOST: Final = Text(
    "Who can capture must. Among all captures, those that take the most pieces are the legal ones; "
    "a king counts as one piece. Between equals the choice is free.\n"
    "The board tells when you must: a move that leaves a capture out is refused, and the answer "
    "names the squares that can capture."
)
LETTERS: Final = Text(
    "A square has a letter for its column, from a on White's left, and a number for its row, from "
    "1 at White's side. Type where a piece stands and where it goes, like the move shown. A "
    "capture is `c3xe5`; where several captures have the same ends, name the squares between: "
    "`c3xe5xg7`.\n"
    "*Legal moves* below the board shows all you can play."
)
