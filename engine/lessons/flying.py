"""The lessons of international, Brazilian and Russian draughts, where kings fly."""

from __future__ import annotations

from engine.lessons import draughts
from engine.lessons.draughts import DRAW, FREELY, LAST_ROW, WELL_DONE
from engine.lessons.lesson import (
    Both,
    Captures,
    Lesson,
    LessonGoal,
    LessonStep,
    Plays,
    Safe,
    question,
    step,
)
from engine.text import Text

INTERNATIONAL = Lesson(
    "international",
    (
        draughts.first_move("W:W32:B9", "32", "28", "32-38", "32-22"),
        draughts.takes("W:W32,46:B28,9", "46-41"),
        draughts.takes_backward("W:W22,46:B28,9", "22-17"),
        draughts.takes_two("W:W38:B32,22,9", "38x32", "38-33"),
        draughts.takes_most("W:W38,40:B32,22,34", "38", "40"),
        draughts.crowned("W:W7,33:B35", "33-28"),
        draughts.passes_last_row("W:W13:B8,7,35", "13x2x11"),
        draughts.flies("W:WK46:B35", "5", "46-28"),
        draughts.takes_from_afar("W:WK47:B33,23,4", "47x24"),
        draughts.lands_safely("W:WK46:B28,13,8,4", "46x19", "46x10"),
        draughts.shot("W:W16,22:B5,12,31", "22-17", "12x21", 2, "22-18", "16-11"),
        draughts.blocks("W:W46,47:B36", "41", "47-41", "47-42"),
        draughts.two_kings_in_time(5, "W:WK3,K32:BK46 five=6", "32-5", "46-28", "32-46", "3-25"),
        question(
            DRAW,
            Text("White has two kings against one. What happens if the one is not caught?"),
            "W:WK28,K46:BK5",
            (
                Text("A draw after five moves each"),
                Text("Right: five moves by each side; with three pieces it would be sixteen."),
            ),
            (
                Text("They play on until it is"),
                Text("Games end: five moves by each side, then it is a draw."),
            ),
            (
                Text("White wins, having more"),
                Text("Having more is not enough: the last piece must be taken or blocked."),
            ),
            place=1,
        ),
    ),
)

BRAZILIAN = Lesson(
    "brazilian",
    (
        draughts.first_move("W:Wc3:Bf8", "c3", "d4", "c3-b2", "c3-c4"),
        draughts.takes("W:Wc3,h2:Bd4,b8", "h2-g3"),
        draughts.takes_backward("W:We5,h2:Bd4,b8", "e5-f6"),
        draughts.takes_two("W:Wc3:Bd4,d6,h8", "c3xe5", "c3-b4"),
        draughts.takes_most("W:Wc3,f2:Bd4,d6,g3", "c3", "f2"),
        draughts.crowned("W:Wc7,e3:Bh6", "e3-d4"),
        draughts.passes_last_row("W:Wd6:Be7,g7,a3", "d6xf8xh6"),
        draughts.flies("W:WKa1:Bc7", "h8", "a1-e5"),
        draughts.takes_from_afar("W:WKa1:Bc3,g3,b8", "a1xf6"),
        draughts.lands_safely("W:WKa1:Bc3,e7,d8,f8", "a1xf6", "a1xg7"),
        draughts.shot("W:Wc5,b4,a3:Ba7,e7", "c5-b6", "a7xc5", 2, "c5-d6", "b4-a5"),
        draughts.blocks("W:Wa1,c1:Ba3", "b2", "c1-b2", "c1-d2"),
        draughts.two_kings_in_time(5, "W:WKg7,Kg1:BKa1 five=6", "g7-h8", "a1-d4", "g7-f6", "g1-b6"),
        question(
            DRAW,
            Text("White has two kings against one. What happens if the one is not caught?"),
            "W:WKc3,Ka1:BKh6",
            (
                Text("A draw after five moves each"),
                Text("Right: small endings like this one have five moves by each side."),
            ),
            (
                Text("They play on until it is"),
                Text("Games end: five moves by each side, then it is a draw."),
            ),
            (
                Text("White wins, having more"),
                Text("Having more is not enough: the last piece must be taken or blocked."),
            ),
            place=2,
        ),
    ),
)

PETROV = LessonStep(
    Text("Petrov's triangle"),
    Text(
        "Three kings win against one that lacks the long diagonal: they build a triangle. You have "
        "made nine moves of fifteen: come down the long diagonal to c3."
    ),
    "W:WKh8,Kd6,Kc5:BKg5 fifteen=18",
    (
        LessonGoal(
            Plays(("h8-c3",)),
            Text("Right: Black has hardly a safe square left. It fled to h4: close the triangle."),
            Text("Too slow for the fifteen moves. The king from h8 goes to c3."),
            ("h8-g7", "d6-e5", "c5-a7"),
            reply="g5-h4",
        ),
        LessonGoal(
            Plays(("d6-f4",)),
            Text("The triangle stands: Black is safe on d8, h4 and e1 alone. Now shut the door."),
            Text("Too slow for the fifteen moves. The king on d6 closes the triangle on f4."),
            ("d6-e5", "c5-e3"),
            reply="h4-e1",
        ),
        LessonGoal(
            Plays(("c3-a5", "f4-d2")),
            Text("Right: Black has hardly a move left, and a sacrifice or two will end it."),
            Text("That lets the time run out. Take the diagonal a5-e1, or offer a king on d2."),
            ("c3-e5", "c3-h8"),
        ),
    ),
)
"""A. D. Petrov published this way to win in 1827; each move is the only one in time, or one of two,
by the endgame tables."""

RUSSIAN = Lesson(
    "russian",
    (
        draughts.first_move("W:We3:Bb8", "e3", "f4", "e3-d2", "e3-e4"),
        draughts.takes("W:We3,a1:Bd4,h8", "a1-b2"),
        draughts.takes_backward("W:Wd6,a1:Bc5,h8", "d6-e7"),
        draughts.takes_two("W:We3:Bf4,f6,a7", "e3xg5", "e3-d4"),
        step(
            FREELY,
            Text(
                "You need not take the most: any capture will do, played to its end. Take so that "
                "Black cannot take back."
            ),
            "W:Wc3,g1:Bd4,d6,b4,d8",
            Both(Captures(1), Safe()),
            Text("Right: one taken and nothing lost. You are free to choose."),
            Text("That takes two, but then the man on d8 takes back."),
            "c3xe5xc7",
            "g1-f2",
        ),
        draughts.crowned("W:We7,b2:Ba7", "b2-c3"),
        step(
            LAST_ROW,
            Text(
                "A man that reaches the last row while taking becomes a king at once and goes on "
                "as one. Take two."
            ),
            "W:Wf6:Be7,b6,h8",
            Captures(2),
            Text("Right: from d8 on it flew as a king."),
            WELL_DONE,
            "f6xd8",
        ),
        draughts.flies("W:WKh8:Bb6", "a1", "h8-d4"),
        draughts.takes_from_afar("W:WKh2:Bf4,f8,b4", "h2xe5"),
        draughts.lands_safely("W:WKa1:Bc3,e7,d8,f8", "a1xf6", "a1xg7"),
        draughts.shot("W:Wh6,g5,c3:Be7,g3", "g5-f6", "e7xg5", 2, "h6-g7", "c3-d4", traps=False),
        draughts.blocks("W:Wa1,c1:Ba3", "b2", "c1-b2", "c1-d2"),
        PETROV,
        draughts.in_time(
            Text(
                "Three kings have fifteen moves to beat one; after that it is a draw. You have "
                "made thirteen: win with the two that are left."
            ),
            "W:WKd2,Kb6,Kb8:BKh2 fifteen=26",
            "b6-g1",
            "h2-e5",
            "b8-c7",
            "d2-e1",
        ),
        question(
            DRAW,
            Text("White has three kings against one. How long may White try to win?"),
            "W:WKc3,Kc1,Ke1:BKb8",
            (
                Text("Fifteen moves"),
                Text("Right: then it is a draw, and sooner where the one has the long diagonal."),
            ),
            (
                Text("As long as White likes"),
                Text("Games end: White has fifteen moves, then it is a draw."),
            ),
            (
                Text("Three moves"),
                Text("That would be hard. White has fifteen."),
            ),
        ),
    ),
)
