"""Sentences of the rules that several variants share, for their pages."""

from __future__ import annotations

from typing import Final

from engine.text import Text, joined
from engine.values import Page

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
    "capture along diagonals, forward and backward, by jumping over an enemy onto an empty square "
    "behind it; a king does so from afar. A capture goes on as long as it can, and the pieces are "
    "taken off at its end."
)
LETTERS_SUMMARY: Final = Text(
    "Type the squares of a move: `c3-d4`, or `c3xe5` for a capture, and more squares where several "
    "captures fit: `c3xe5xg7`."
)

EIGHT_BY_EIGHT: Final = Text(
    "Each side has twelve men on the dark squares of an eight-by-eight board; White begins. You "
    "win by taking all enemy pieces, or by leaving them no move."
)
FLYING: Final = Text(
    "A man moves one square diagonally forward, to an empty square. On the last row it becomes a "
    "king, drawn as two discs with a crown.\n"
    "A king moves along a diagonal, forward or backward, as far as the squares are empty."
)
BACKWARD_TOO: Final = Text(
    "A man jumps over an enemy next to it on a diagonal, forward or backward, and lands on the "
    "empty square right behind it. From there it goes on as long as it can.\n"
    "Captured pieces stay until the capture ends, and none is jumped twice. A man that passes the "
    "last row and goes on stays a man."
)
FROM_AFAR: Final = Text(
    "A king captures along diagonals from any distance: all squares between it and the enemy are "
    "empty, and it lands on any empty square behind. From there it goes on in any direction, as "
    "long as it can.\n"
    "It never jumps over two pieces that stand one behind the other, and over no piece twice."
)
TAKE_THE_MOST: Final = Text(
    "If you can capture, you must, and only the captures that take the most pieces are legal; a "
    "king counts as one piece. Between equals you choose.\n"
    "When you must capture, the board says so: any other move is refused, and the answer names "
    "the squares that can."
)
LETTERS: Final = Text(
    "A square has a letter for its column, from a on White's left, and a number for its row, from "
    "1 at White's side. Type where a piece stands and where it goes, like the move shown. A "
    "capture is `c3xe5`; where several captures begin and end on the same squares, name those "
    "between as well: `c3xe5xg7`.\n"
    "*Legal moves* below the board shows all you can play."
)


def goes(position: str, move: str, start: str, end: str) -> Page:
    """Return the page on moves where kings fly, with a king that goes from here to there."""
    shown = Text("Here the king goes from {start} to {end}.", start=start, end=end)
    return Page(MOVES, joined([FLYING, shown]), position, move)


def takes(position: str, move: str, way: str) -> Page:
    """Return the page on captures by men that capture backward, too, with one of several."""
    shown = Text("Here the man captures `{way}`.", way=way)
    return Page(CAPTURES, joined([BACKWARD_TOO, shown]), position, move)


def takes_from_afar(position: str, move: str, way: str) -> Page:
    """Return the page on captures by kings that fly, with a capture of two."""
    shown = Text("Here the king takes two men: `{way}`.", way=way)
    return Page(KINGS, joined([FROM_AFAR, shown]), position, move)


def takes_the_most(position: str, move: str, way: str, fewer: str) -> Page:
    """Return the page on the capture of the most, with one of two and one of fewer."""
    shown = Text(
        "Here `{way}` takes two men and is the move; `{fewer}` would take only one.",
        way=way,
        fewer=fewer,
    )
    return Page(MOST, joined([TAKE_THE_MOST, shown], "\n"), position, move)
