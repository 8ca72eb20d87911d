"""The lesson of checkers."""

from __future__ import annotations

from engine.lessons import draughts
from engine.lessons.draughts import BACKWARD, DRAW, FREELY, KING_MOVES, KING_TAKES, LAST_ROW
from engine.lessons.lesson import (
    Both,
    Captures,
    Lesson,
    Plays,
    Promotes,
    Safe,
    Wins,
    question,
    step,
)
from engine.text import Text

CHECKERS = Lesson(
    "checkers",
    (
        draughts.first_move("B:W25:B11", "11", "15", "11-7", "11-18"),
        draughts.takes("B:W18,30:B15,1", "1-5"),
        question(
            BACKWARD,
            Text("Black is to move. May the man on 15 take the one behind it, on 11?"),
            "B:W11,30:B15",
            (
                Text("No, men take forward only"),
                Text("Right: a man moves and takes forward; only a king goes back."),
            ),
            (
                Text("Yes, it must"),
                Text("Not here: in checkers a man never goes back, not even to take."),
            ),
            place=1,
        ),
        draughts.takes_two("B:W15,23,32:B10", "10x19", "10-14"),
        step(
            FREELY,
            Text(
                "You need not take the most: any capture will do, played to its end. Take so that "
                "White cannot take back."
            ),
            "B:W14,15,23,30:B10,1",
            Both(Captures(1), Safe()),
            Text("Right: one taken and nothing lost. You are free to choose."),
            Text("That takes two, but then the man on 30 takes back."),
            "10x26",
            "1-5",
        ),
        draughts.crowned("B:W20:B27,9", "9-13"),
        step(
            LAST_ROW,
            Text("A man that becomes a king ends its turn there. Take, and become a king."),
            "B:W26,27,12:B22,1",
            Promotes(),
            Text("The man on 27 is next to your king, and safe for this turn."),
            Text("Take with the man on 22."),
            "22x31x24",
            "1-5",
        ),
        step(
            KING_MOVES,
            Text("A king goes one square, and backward, too. Go back with yours."),
            "B:W30,32:B1,K18",
            Plays(("18-14", "18-15")),
            Text("Right: one square, any diagonal way."),
            Text("That was forward or another piece; go down the board with the king on 18."),
            "18-22",
            "18-11",
        ),
        step(
            KING_TAKES,
            Text("A king takes backward, too, and goes on. Take two with it."),
            "B:W14,6,30:BK18",
            Captures(2),
            Text("Two on the way home."),
            Text("Two can be taken."),
            "18-15",
            "18x9",
        ),
        step(
            Text("Taking a king"),
            Text("A king is no wall: a man may take it. Do it."),
            "B:WK15,27:B11,1",
            Captures(1),
            Text("Right: men take kings like men."),
            Text("Take the king on 15."),
            "1-6",
        ),
        draughts.shot("B:W14,16,22:B3,7", "7-11", "16x7", 3, "7-10", "3-8"),
        step(
            draughts.BLOCK,
            Text("If you cannot move on your turn, you lose. Leave White no move."),
            "B:W25,29:B17,18,22",
            Wins(),
            Text("White has two men and no move: you win."),
            Text("White can still move. Take away the last free square, 21."),
            "18-23",
        ),
        draughts.in_time(
            Text(
                "After 40 moves by each side without a capture or a man's move it is a draw. "
                "You have made 38: win with the two that are left."
            ),
            "B:WK19:BK20,K14 idle=76",
            "14-18",
            "19-23",
            "14-10",
            "20-16",
        ),
        question(
            DRAW,
            Text("Two kings chase one and cannot catch it. When is it a draw?"),
            "B:WK32,K31:BK1",
            (
                Text("After 40 moves by each side"),
                Text("Right: 40 moves without a capture or a man's move, or the third repetition."),
            ),
            (
                Text("Never"),
                Text("Games end: after 40 moves by each side without a capture it is a draw."),
            ),
            (
                Text("At once"),
                Text("Two kings can win against one; White may try for 40 moves."),
            ),
        ),
    ),
)
