"""The lesson of Dames-Alliance."""

from __future__ import annotations

from engine.lessons import draughts
from engine.lessons.draughts import BACKWARD, TAKING, TWO, WELL_DONE
from engine.lessons.lesson import (
    Both,
    Captures,
    Legal,
    Lesson,
    Plays,
    Promotes,
    Reaches,
    Switches,
    Wins,
    question,
    step,
)
from engine.text import Text

ALLIANCE = Lesson(
    "alliance",
    (
        step(
            draughts.FIRST_MOVE,
            Text(
                "A man walks where no arm of its cross points. This one is an x: pick it and the "
                "square straight ahead, or use *Type the move*: `c3-c4`."
            ),
            "8/5x2/8/8/8/2X5/8/8 w",
            Reaches(("c4",)),
            Text("Right: an x man walks straight, never along its arms."),
            Text("Sideways is allowed, too. Now go straight ahead, to c4."),
            "c3-d4",
            "c3-b3",
        ),
        step(
            Text("The other cross"),
            Text("A man with an upright cross, a +, walks slantwise ahead. Move yours."),
            "8/1x6/8/8/8/5T2/8/8 w",
            Legal(),
            Text("Right: a + man walks like a man in ordinary draughts."),
            WELL_DONE,
            "f3-f4",
            "f3-g2",
        ),
        step(
            TAKING,
            Text("A man takes where its arms point, by jumping. Take with the x man, diagonally."),
            "8/5x2/8/8/3x4/2X5/6X1/8 w",
            Captures(1),
            draughts.MUST_TAKE,
            WELL_DONE,
            "c3-c4",
        ),
        step(
            Text("Where the arms point"),
            Text("Your man is a +. Two enemies stand beside it; take the one an arm points at."),
            "8/8/8/3xx3/3T4/8/8/8 w",
            Captures(1),
            Text("Right: + takes along rows and columns; e5 was out of its reach."),
            WELL_DONE,
            "d4xf6",
        ),
        step(
            BACKWARD,
            Text("Men walk forward or sideways, but take backward, too. Find the man to take."),
            "8/5x2/8/3T4/3x4/8/6X1/8 w",
            Captures(1),
            Text("Right: all four arms take."),
            WELL_DONE,
            "d5-c6",
        ),
        step(
            TWO,
            Text(
                "A capture goes on as long as an arm points at a man to jump. Take two with one "
                "man: type its first and its last square."
            ),
            "8/6x1/8/8/3x4/8/3x4/2X5 w",
            Captures(2),
            Text("Two with one move; the cross stays as it is on the way."),
            WELL_DONE,
            "c1xe3",
        ),
        draughts.takes_most("7t/8/8/8/5x2/2x3t1/1X4T1/8 w", "g2", "b2"),
        step(
            Text("Switching the cross"),
            Text(
                "After its move a man may switch its cross. Move, and make your x a +: add `=+`, "
                "as in `c3-c4=+`."
            ),
            "8/5x2/8/8/8/2X5/8/8 w",
            Switches(),
            Text("Right: from now on it takes straight and walks slantwise."),
            Text("A move, but the cross is still an x. Add `=+` to switch it."),
            "c3-c4",
        ),
        step(
            Text("A threat"),
            Text("Stand before the black man and switch, so that an arm of yours points at it."),
            "8/5x2/8/3x4/8/3X4/8/8 w",
            Plays(("d3-d4=+",)),
            Text("Now you threaten d5, and its own x arms do not reach you."),
            Text("No arm of yours points at d5 then. Go to d4, and switch to +."),
            "d3-d4",
            "d3-c3=+",
        ),
        step(
            Text("After a capture, too"),
            Text("Take, and switch your cross, so that the next man is before an arm as well."),
            "8/8/4x3/8/3x4/2X5/8/8 w",
            Both(Captures(1), Switches()),
            Text("Right: `=+` goes with captures as well."),
            Text("Taken, but your arms still point past the next man. Add `=+`."),
            "c3xe5",
        ),
        step(
            Text("The last row"),
            Text("A man that ends on the last row becomes a king. Make one."),
            "8/2X5/8/7x/8/8/5X2/8 w",
            Promotes(),
            Text("A king has no cross: it goes one square in all eight directions."),
            Text("That is not the last row yet. The man on c7 goes straight ahead."),
            "f2-f3",
            "c7-d8",
        ),
        step(
            Text("A wall"),
            Text("No man can take a king. Yours stands before one, on e5: move it another way."),
            "8/8/8/4k3/3X4/8/8/8 w",
            Legal(),
            Text("Right: to a man a king is a wall. Only a king takes a king."),
            WELL_DONE,
            "d4xf6",
        ),
        step(
            Text("Kings"),
            Text("A king takes beside it in all eight directions, kings too. Take both."),
            "8/8/7x/2k5/8/1x4X1/1K6/8 w",
            Captures(2),
            Text("A man and a king in one go."),
            WELL_DONE,
            "b2xb4",
        ),
        step(
            Text("The end"),
            Text("A side with no piece left, or with no move, loses. Take Black's last piece."),
            "8/8/8/8/8/2x5/3X4/8 w",
            Wins(),
            Text("Nothing left: you win."),
            WELL_DONE,
            "d2-d3",
        ),
        question(
            Text("Only kings"),
            Text("Only kings are left, three to two. Who wins?"),
            "8/1k6/8/4K3/8/8/2K5/5K1k w",
            (
                Text("White, if both agree to count"),
                Text("Right: then more kings win. If they do not agree, they play on."),
            ),
            (Text("Nobody, it is a draw"), Text("Equal numbers would draw; here White has more.")),
            (
                Text("Whoever takes the last piece"),
                Text("That would end it, too; but the players may agree to count sooner."),
            ),
        ),
    ),
)
