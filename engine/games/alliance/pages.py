"""The rules of Dames-Alliance for people: in short, and page by page."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.text import Text, joined
from engine.values import Page

SUMMARY: Final = joined(
    [
        Text(
            "Draughts on all 64 squares, with twelve men a side that carry a cross: diagonal (x) "
            "or orthogonal (+). A man captures along the four arms of its cross, forward and "
            "backward, by jumping an enemy man onto the empty square behind. It moves one square "
            "where its cross does not point and never backward: an x man forward, left or right, "
            "a + man diagonally forward. After its move it may be turned."
        ),
        Text(
            "A man that ends on the last rank becomes a king. It moves one square and jumps in "
            "all eight directions, and no man can jump it. You must capture if you can, and take "
            "as many pieces as possible. Who cannot move has lost; when only kings are left, "
            "they may be counted."
        ),
        Text(
            "Added here: White begins, the men start on the squares of English draughts, and "
            "drawn are the same position for the third time, and (as the challenge says) 40, 80 "
            "or 120 turns without a capture and without a man changing rank."
        ),
        Text(
            "Type `c3-c4` for a move, `c3-c4=+` or `=x` to turn the man as well, `c3xe5xg3` for "
            "a capture, or first and last square where only one fits."
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
            "want to take the enemy's pieces or shut them in: who has no move left at their turn, "
            "with or without pieces, has lost.\n"
            "Each man carries a cross. It is diagonal, like an x, or orthogonal, like a +, and it "
            "says where the man captures and where it moves.\n"
            "Added here: White, at the bottom, begins."
        ),
        _START,
    ),
    Page(
        Text("How men move"),
        Text(
            "A man moves one square, where its cross does **not** point, and never backward.\n"
            "With an x it goes straight forward, left or right: the man on c3 could go to c4, b3 "
            "or d3. With a + it goes diagonally forward: the man on f3 could go to e4 or g4.\n"
            "Added here: sideways does not count as backward."
        ),
        "8/2x2t2/8/8/8/2X2T2/8/8 w",
        "c3-c4",
    ),
    Page(
        Text("How men capture"),
        Text(
            "A man captures where its cross points, forward and backward: it jumps over an enemy "
            "man beside it onto the empty square right behind. An x man jumps along diagonals, a "
            "+ man along ranks and files.\n"
            "It can go on, and change direction at every jump. Its cross stays as it is until the "
            "capture is done. The jumped men are lifted at the end, and none is jumped twice."
        ),
        "1x6/8/5x2/8/3t4/8/3x3t/2X3T1 w",
        "c1xe3xc5",
    ),
    Page(
        Text("You must capture the most"),
        Text(
            "Who can capture must. Of all captures of your men and kings only those are legal "
            "that take the most pieces; a king counts as one piece. Between equals the choice is "
            "free.\n"
            "Here the man on b2 could take one man and the one on g2 two, so it has to be that "
            "one. A move that leaves a capture out is refused, and the answer says what you can "
            "capture."
        ),
        "7t/8/8/8/5x2/2x3t1/1X4T1/8 w",
        "g2xg4xe4",
    ),
    Page(
        Text("Turning a man, and notation"),
        Text(
            "After its move or capture the man that moved may be turned: its x becomes a +, or "
            "its + an x. Only that man, and only after it moved. This one now captures along "
            "ranks and files, and goes on diagonally.\n"
            "A move is `c3-c4`, with a turn `c3-c4=+` or `=x` (`=o` and `=d` are understood, "
            "too); without it the cross stays as it is. A capture names the squares the man lands "
            "on, `a2xa4xc4xc6`; first and last are enough where only one capture fits: `a2xc6`."
        ),
        "8/8/2t5/8/8/2X5/8/8 w",
        "c3-c4=+",
    ),
    Page(
        Text("Kings"),
        Text(
            "A man that ends its move on the last rank becomes a king (`=K`, which you need not "
            "type). Passing over that rank inside a capture is not enough. A king has no cross: "
            "it moves one square in all eight directions, and jumps men and kings beside it in "
            "all eight.\n"
            "No man can jump a king. To a man it is a wall; only a king takes a king. Here the "
            "king takes a man and a king."
        ),
        "8/8/7x/2k5/8/1x4X1/1K6/8 w",
        "b2xb4xd6",
    ),
    Page(
        Text("The end"),
        Text(
            "Who cannot move at their turn has lost. Players can agree on a draw, and resign.\n"
            "When both sides have only kings, the players can agree to count them: more kings "
            "win, equal numbers are a draw. With the option `kings_only` as `auto` that happens "
            "by itself, as soon as the side to move cannot capture.\n"
            "Added here, so that games end: a draw when the same position comes up for the third "
            "time, and after 80 turns (option `no_progress`: 40, 80 or 120) without a capture and "
            "without a man changing rank."
        ),
        "8/1k6/8/4K3/8/8/2K5/5K1k w",
    ),
    Page(
        Text("The crosses at the start"),
        Text(
            "The option `setup` says how the crosses stand: all diagonal (`x`, the usual), all "
            "orthogonal (`plus`), the middle row of each side orthogonal (`rows`, shown here), or "
            "`free`: each player sets their own in secret, in private messages such as `@a1=x "
            "c1=+`. There `@x` or `@+` is for all that are left, `clear` starts again, and "
            "`ready` ends it; the crosses are shown when both are ready.\n"
            "Added here: the men stand as in English draughts, for the picture in the source is "
            "lost."
        ),
        _ROWS,
        options=MappingProxyType({"setup": "rows"}),
    ),
)
