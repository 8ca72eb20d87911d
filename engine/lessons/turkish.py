"""The lesson of Turkish draughts."""

from __future__ import annotations

from engine.lessons import draughts
from engine.lessons.draughts import DRAW, FIRST_MOVE, KING_MOVES, KING_TAKES, TAKING, WELL_DONE
from engine.lessons.lesson import (
    Both,
    Captures,
    Lesson,
    Plays,
    Reaches,
    Safe,
    Starts,
    question,
    step,
)
from engine.text import Text

TURKISH = Lesson(
    "turkish",
    (
        step(
            FIRST_MOVE,
            Text(
                "A man goes one square straight ahead, never diagonally. Pick where to, or use "
                "*Type the move*: `d3-d4`."
            ),
            "W:Wd3:Bg7,b7",
            Plays(("d3-d4",)),
            Text("Right: a move is typed as two squares, from and to, and nothing else."),
            Text("A man may go sideways, too; now go ahead, to d4."),
            "d3-e3",
            "d3-e4",
        ),
        step(
            Text("Sideways"),
            Text("A man goes sideways as well, but never back. Move yours to the left or right."),
            "W:Wd4:Bg7,b7",
            Plays(("d4-c4", "d4-e4")),
            Text("Right: ahead, left or right."),
            Text("That is ahead. Go sideways."),
            "d4-d5",
            "d4-d3",
        ),
        step(
            TAKING,
            Text("Jump over the enemy man ahead, onto the empty square right behind it."),
            "W:Wd4,h2:Bd5,a7,b8",
            Captures(1),
            draughts.MUST_TAKE,
            WELL_DONE,
            "h2-h3",
        ),
        question(
            Text("Out of reach"),
            Text("White's man stands on d4. Which of these black men can it take?"),
            "W:Wd4:Bc4,e5,d3",
            (
                Text("The man on {square}", square="c4"),
                Text("Right: ahead and sideways, nothing else."),
            ),
            (
                Text("The man on {square}", square="e5"),
                Text("That one stands diagonally; here diagonals do not count."),
            ),
            (
                Text("The man on {square}", square="d3"),
                Text("That one stands behind; men do not take backward."),
            ),
            place=2,
        ),
        draughts.takes_two("W:Wc3:Bc4,d5,h7,a8", "c3xc5", "c3-d3"),
        draughts.takes_most("W:Wc4,g3:Bc5,d6,g4,a8", "c4", "g3"),
        draughts.crowned(
            "W:Wc7,f3:Bh6,h5",
            "f3-f4",
            "c7-b7",
            wrong=(
                (Starts(("c7",)), Text("Sideways it comes no nearer. Go straight ahead, to c8.")),
            ),
        ),
        step(
            KING_MOVES,
            Text("A king goes along a row or column as far as it is empty. Send it to b8."),
            "W:WKb2:Bg8,h6",
            Reaches(("b8",)),
            Text("As far as you like, in one move."),
            Text("A king may go there, too; b8 is at the upper end of its column."),
            "b2-b5",
            "b2-c3",
        ),
        step(
            KING_TAKES,
            Text(
                "A king takes from afar, lands on any empty square behind, and may turn there and "
                "go on. Take two."
            ),
            "W:WKa1:Ba4,d6,h8",
            Captures(2),
            Text("Two, from far away."),
            WELL_DONE,
            "a1xa5",
        ),
        step(
            Text("Lifted at once"),
            Text(
                "What is taken leaves the board at once, so its square can be crossed again. Take "
                "all five with your king."
            ),
            "W:WKd1:Bd3,f5,g3,e2,d7,h8",
            Captures(5),
            Text("Right: at the end it went up the column where d3 had stood."),
            WELL_DONE,
            "d1xd5",
        ),
        step(
            draughts.LANDING,
            Text("Take with the king, and choose a square where Black cannot take it."),
            "W:WKd1:Bd4,b6,c6,e7,f7",
            Both(Captures(1), Safe()),
            Text("Right: taking is half of it, landing well the other half."),
            Text("There a black man beside your king can jump over it. Land elsewhere."),
            "d1xd6",
            "d1xd7",
        ),
        draughts.shot("W:We5,d4,e4,e3:Be7,c5", "e5-d5", "c5xe5", 2, "e5-f5", "e3-f3"),
        question(
            DRAW,
            Text("Each side has one piece left, and nobody can take. What now?"),
            "W:WKc3:Bh8",
            (Text("It is a draw"), Text("Right: one piece each is a draw, king or man.")),
            (Text("The king wins"), Text("Some play so; here one piece each is a draw.")),
            (Text("They play on"), Text("With one piece each the game is over: a draw.")),
            place=1,
        ),
    ),
)
