"""The rules of Dames-Alliance for people: in short, and page by page."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.text import Text, joined
from engine.values import Page

SUMMARY: Final = joined(
    [
        Text(
            "Draughts on all 64 squares, with twelve men a side. Each man carries a cross, "
            "diagonal (x) or upright (+), whose four arms show where it captures, forward and "
            "backward, by jumping over an enemy man onto the empty square behind. It walks one "
            "square where no arm points, never back: an x man straight ahead or sideways, a + man "
            "slantwise ahead. After its move you may switch its cross."
        ),
        Text(
            "A man that ends on the last row becomes a king. It moves one square and captures in "
            "all eight directions, and no man can jump it. You must capture if you can, and take "
            "as many pieces as possible. If you cannot move, you lose; when only kings are left, "
            "they may be counted."
        ),
        Text(
            "House rules: White begins, the men start on the squares of English draughts, and it "
            "is a draw when a position stands for the third time, or after 80 turns (40 each; the "
            "challenge may say 40 or 120) without a capture and without a man changing row."
        ),
        Text(
            "Type `c3-c4` for a move, `c3-c4=+` or `=x` to switch the cross as well, `c3xe5xg3` "
            "for a capture, or its first and last square where only one fits."
        ),
    ]
)

_START: Final = "1x1x1x1x/x1x1x1x1/1x1x1x1x/8/8/X1X1X1X1/1X1X1X1X/X1X1X1X1 w"
_ROWS: Final = "1x1x1x1x/t1t1t1t1/1x1x1x1x/8/8/X1X1X1X1/1T1T1T1T/X1X1X1X1 w"

PAGES: Final = (
    Page(
        Text("The aim"),
        Text(
            "Each side has twelve men on a board of 64 squares, and all the squares are used. You "
            "want to take the enemy's pieces or shut them in: if you cannot move on your turn, "
            "with or without pieces, you lose.\n"
            "Each man carries a cross. It is diagonal, like an x, or upright, like a +, and it "
            "says where the man captures and where it moves.\n"
            "House rules are those that the source does not have. The first: White, at the "
            "bottom, begins."
        ),
        _START,
    ),
    Page(
        Text("How men move"),
        Text(
            "The four arms of a man's cross show where it captures. It **walks** where no arm "
            "points: one square, never back.\n"
            "An x man walks straight ahead or sideways: the man on c3 can go to c4, b3 or d3. A + "
            "man walks slantwise ahead: the man on f3 can go to e4 or g4.\n"
            "A square has a letter, from a on White's left, and a number, from 1 on White's side. "
            "House rule: sideways is not back."
        ),
        "8/2x2t2/8/8/8/2X2T2/8/8 w",
        "c3-c4",
    ),
    Page(
        Text("How men capture"),
        Text(
            "A man captures along the arms of its cross, forward and backward: it jumps over an "
            "enemy man beside it and lands on the empty square right behind. An x man jumps along "
            "diagonals, a + man along rows and columns.\n"
            "It can go on, and change direction at every jump. Its cross stays as it is until the "
            "capture is done. The jumped men are taken off at the end, and none is jumped twice. "
            "Here the man takes two: `c1xe3xc5`."
        ),
        "1x6/8/5x2/8/3t4/8/3x3t/2X3T1 w",
        "c1xe3xc5",
    ),
    Page(
        Text("You must capture the most"),
        Text(
            "If you can capture, you must. Of all captures of your men and kings only those that "
            "take the most pieces are legal; a king counts as one piece. Between equals you "
            "choose.\n"
            "Here the man on b2 could take one man, and the one on g2 takes two, so it has to be "
            "that one: `g2xg4xe4`.\n"
            "When you must capture, the board says so: any other move is refused, and the answer "
            "names the squares that can."
        ),
        "7t/8/8/8/5x2/2x3t1/1X4T1/8 w",
        "g2xg4xe4",
    ),
    Page(
        Text("Switching a cross, and notation"),
        Text(
            "After a man has moved or captured you may switch its cross, x to + or + to x. From "
            "then on it captures where it used to walk, and walks where it used to capture. No "
            "other man can be switched, and none without moving.\n"
            "Write `c3-c4`; to switch the cross too, as here, `c3-c4=+` (or `=x`; `=o` and `=d` "
            "are read as well). Without it the cross stays as it is. A capture names the squares "
            "where the man lands, `a2xa4xc4xc6`; first and last are enough where only one capture "
            "fits: `a2xc6`."
        ),
        "8/8/2t5/8/8/2X5/8/8 w",
        "c3-c4=+",
    ),
    Page(
        Text("Kings"),
        Text(
            "A man that ends its move on the last row becomes a king (`=K`, which you need not "
            "type). Passing that row inside a capture is not enough. A king has no cross: it "
            "moves one square in all eight directions, and captures in all eight by jumping over "
            "a man or a king beside it.\n"
            "No man can jump a king: to a man it is a wall. Only a king takes a king. Here the "
            "king takes a man and a king: `b2xb4xd6`."
        ),
        "8/8/7x/2k5/8/1x4X1/1K6/8 w",
        "b2xb4xd6",
    ),
    Page(
        Text("The end"),
        Text(
            "If you cannot move on your turn, you lose. You can agree on a draw, and resign.\n"
            "When both sides have only kings, the players may agree to count them: more kings "
            "win, equal numbers are a draw. With the option `kings_only` as `auto` (usual is "
            "`agree`) they are counted as soon as the side to move cannot capture. Here White has "
            "three kings to two: a count wins for White.\n"
            "House rules, so that games end: it is also a draw when a position stands for the "
            "third time, and after 80 turns, 40 for each side (option `no_progress`: 40, 80 or "
            "120), without a capture and without a man changing row."
        ),
        "8/1k6/8/4K3/8/8/2K5/5K1k w",
    ),
    Page(
        Text("The crosses at the start"),
        Text(
            "The option `setup` says how the crosses stand: all diagonal (`x`, the usual), all "
            "upright (`plus`), the middle row of each side upright (`rows`, shown here), or "
            "`free`: you set your own in secret, in private messages such as `@a1=x c1=+`. There "
            "`@x` or `@+` is for all that are left, `clear` starts again, and `ready` ends it; "
            "the crosses are shown when both players are ready.\n"
            "House rule: the men stand as in English draughts, for the picture in the source is "
            "lost."
        ),
        _ROWS,
        options=MappingProxyType({"setup": "rows"}),
    ),
)
