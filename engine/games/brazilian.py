"""Brazilian draughts."""

from __future__ import annotations

from engine.draughts import (
    KINGS_ONLY,
    Draughts,
    DraughtsPosition,
    Limit,
    Worth,
    ending,
    lettered,
    page_texts,
)
from engine.draughts.weights.brazilian import PATTERNS
from engine.text import Text, in_context, joined
from engine.values import Page, PdnType


class BrazilianPosition(DraughtsPosition):
    """Eight by eight squares, flying kings, and the capture that takes the most."""

    board = lettered(8)
    men = 12
    limits = (
        Limit(
            "idle",
            40,
            Text("20 moves by each side in which only kings moved and nothing was captured."),
            KINGS_ONLY,
        ),
        Limit(
            "five",
            10,
            Text("Five moves by each side in an ending of at most two pieces each."),
            ending("KK-KK", "KK-K", "KK-KM", "K-K", "KM-K"),
        ),
    )
    worth = Worth(
        king=280,
        advance=(0, 2, 4, 8, 14, 24, 45, 0),
        centre=2,
        back_row=12,
        turn=5,
        drawish=3,
        patterns=PATTERNS,
    )
    endings = ("brazilian", 4)


class BrazilianDraughts(Draughts):
    """Brazilian draughts: international draughts on 64 squares.

    Twelve men a side. A man moves one square diagonally forward and captures forward and
    backward; a king moves and captures any distance along its diagonals. Capturing is
    compulsory, and so is the capture that takes the most pieces, men and kings alike. Captured
    pieces are lifted when the capture ends. A man becomes a king where it stops on the last row.
    Who cannot move has lost.

    Drawn are: the third time of a position; 20 moves a side with kings only and without a
    capture; 5 moves a side with two kings against two kings, against a king and a man, or against
    one king, and with one king against one king or against a king and a man.

    Source: *Regras oficiais do jogo de damas, 64 casas e 100 casas* of the Brazilian
    confederation (CBD).

    No options.
    """

    name = "brazilian"
    title = Text("Brazilian draughts")
    aliases = in_context("typed", "Brazilian checkers")
    tagline = Text("International draughts on a board of eight by eight")
    first_words = Text(
        "A man steps diagonally forward, and captures by jumping over an enemy, backward too; a "
        "king flies along diagonals. If you can capture you must, and you must take the most."
    )
    position = BrazilianPosition
    example = "c3-d4"
    pdn = PdnType(26, "W,8,8,A0,0")
    summary = joined(
        [
            Text("International draughts on 64 squares."),
            page_texts.FLYING_SUMMARY,
            Text(
                "You must make the capture that takes the most pieces. If you cannot move, you "
                "lose. It is a draw when a position stands for the third time, after 20 moves by "
                "each side in which only kings moved and nothing was captured, and after five "
                "moves by each side in an ending of at most two pieces each."
            ),
            page_texts.LETTERS_SUMMARY,
        ]
    )
    pages = (
        Page(
            page_texts.AIM,
            joined([Text("Brazilian draughts is quick and sharp."), page_texts.EIGHT_BY_EIGHT]),
            "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
        ),
        page_texts.goes("W:WKa1,c1,e1:Bh6,b8,f8", "a1-f6", "a1", "f6"),
        page_texts.takes("W:Wc3,a1:Bd4,f6,f4,h8", "c3xe5xg7", "c3xe5xg7"),
        page_texts.takes_from_afar("W:WKa1,c1:Bc3,g3,b8", "a1xe5xh2", "a1xe5xh2"),
        page_texts.takes_the_most("W:Wc3,g1:Bd4,d6,b4,h8", "c3xe5xc7", "c3xe5xc7", "c3xa5"),
        Page(
            page_texts.END,
            Text(
                "If you cannot move on your turn, you lose, whether your pieces are gone or "
                "blocked. You can agree on a draw, and resign.\n"
                "It is also a draw when a position stands for the third time; after 20 moves by "
                "each side in which only kings moved and nothing was captured; and after 5 moves "
                "by each side in an ending of two kings against two, against one, or against a "
                "king and a man, or of one king against one or against a king and a man."
            ),
            "W:WKc3,Ka1:BKh6",
        ),
        Page(
            page_texts.NOTATION,
            page_texts.LETTERS,
            "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
            "c3-d4",
        ),
    )


GAME = BrazilianDraughts()
