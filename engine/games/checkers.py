"""Checkers: English draughts."""

from __future__ import annotations

from engine.draughts import (
    BLACK,
    DIAGONALLY_FORWARD,
    KINGS_ONLY,
    WHITE,
    Draughts,
    DraughtsPosition,
    Limit,
    Worth,
    numbered,
    page_texts,
)
from engine.text import Text, in_context, joined
from engine.values import Page, PdnType


class CheckersPosition(DraughtsPosition):
    """Eight by eight squares, men that never go back, kings that go one square, any capture."""

    board = numbered(8, from_the_bottom=True)
    seats = (BLACK._replace(team=0), WHITE._replace(team=1))
    men = 12
    man_jumps = DIAGONALLY_FORWARD
    flying = False
    takes_most = False
    limits = (
        Limit(
            "idle", 80, Text("40 moves by each side without a man's move or a capture."), KINGS_ONLY
        ),
    )
    worth = Worth(
        king=140,
        advance=(0, 1, 3, 5, 8, 12, 20, 0),
        centre=2,
        back_row=12,
        turn=3,
        drawish=0,
    )
    endings = ("checkers", 4)


class Checkers(Draughts):
    """Checkers, or English draughts.

    Twelve men a side; Black begins. Men move and capture diagonally forward, kings diagonally in
    all directions, both by one square. Capturing is compulsory, the choice among captures is
    free, and a capture goes on as long as it can. A man that comes to the last row becomes a king
    and its turn ends. Who cannot move has lost.

    Drawn are the third time of a position, and 40 moves a side without a man's move or a capture.

    Source: *WCDF Rules of Draughts (Checkers)*, section one. A player claims these draws there;
    here they are given at once.

    No options.
    """

    name = "checkers"
    title = Text("Checkers (English draughts)")
    aliases = in_context(
        "typed", "English checkers, American checkers, English draughts, British draughts"
    )
    tagline = Text("Eight by eight and kings of one step: soon learned")
    first_words = Text(
        "A man steps diagonally forward, and captures by jumping forward over an enemy; a king "
        "goes back as well. If you can capture you must, but which capture is for you to choose."
    )
    position = CheckersPosition
    example = "11-15"
    pdn = PdnType(21, "B,8,8,N1,0")
    colours = "black-first"
    summary = joined(
        [
            Text(
                "A man moves one square diagonally forward, a king one square diagonally in any "
                "direction. They capture the same way, by jumping over an enemy onto the empty "
                "square behind it, and go on as long as they can. A man that comes to the last "
                "row becomes a king, and its turn ends."
            ),
            Text(
                "You must capture, but you may choose among captures. If you cannot move, you "
                "lose. It is a draw when a position stands for the third time, and after 40 moves "
                "by each side without a man's move or a capture."
            ),
            Text(
                "Type the squares of a move: `11-15`, or `15x22` for a capture, and more squares "
                "where several captures fit: `15x22x31`."
            ),
        ]
    )
    pages = (
        Page(
            page_texts.AIM,
            Text(
                "Checkers, or English draughts, is what most people in Britain and America learn "
                "first. Each side has twelve men on the dark squares of an eight-by-eight board; "
                "Black begins. You win by taking all enemy pieces, or by leaving them no move."
            ),
            "B:W21-32:B1-12",
        ),
        Page(
            page_texts.MOVES,
            Text(
                "A man moves one square diagonally forward, to an empty square. On the last row "
                "it becomes a king, drawn as two discs with a crown.\n"
                "A king moves one square diagonally, forward or backward. Here the king goes from "
                "18 back to 15."
            ),
            "B:W30,32:B1,11,K18",
            "18-15",
        ),
        Page(
            page_texts.CAPTURES,
            Text(
                "A piece jumps over an enemy next to it on a diagonal and lands on the empty "
                "square right behind it: a man forward only, a king forward or backward. From "
                "there it goes on as long as it can. Men take kings, too.\n"
                "Here the man takes a man and a king: `10x19x26`."
            ),
            "B:W15,K23,32:B10,1,3",
            "10x19x26",
        ),
        Page(
            Text("The last row"),
            Text(
                "A man that comes to the last row becomes a king, and the turn ends there, even "
                "where a king could capture more. Here it takes the man on 26 and becomes a king "
                "on 31; the man on 27 is safe for this turn."
            ),
            "B:W26,27,12:B22,1",
            "22x31",
        ),
        Page(
            page_texts.FREELY,
            Text(
                "If you can capture, you must, but it need not be the capture that takes the "
                "most: choose. What you choose goes on to its end. Here `10x17` takes one man, "
                "although `10x19x26` would take two.\n"
                "When you must capture, the board says so: any other move is refused, and the "
                "answer names the squares that can."
            ),
            "B:W14,15,23,32:B10,1",
            "10x17",
        ),
        Page(
            page_texts.END,
            Text(
                "If you cannot move on your turn, you lose, whether your pieces are gone or "
                "blocked. You can agree on a draw, and resign.\n"
                "It is also a draw when a position stands for the third time, and after 40 moves "
                "by each side without a man's move or a capture."
            ),
            "B:WK32,K31:BK1",
        ),
        Page(
            page_texts.NOTATION,
            Text(
                "The dark squares are numbered from 1 to 32, beginning at Black's bottom right. "
                "Type where a piece stands and where it goes: `11-15`, `11 15`. A capture is "
                "`15x22`; where several captures begin and end on the same squares, name those "
                "between as well: `15x22x31`.\n"
                "*Legal moves* below the board shows all you can play."
            ),
            "B:W21-32:B1-12",
            "11-15",
        ),
    )


GAME = Checkers()
