"""The lesson of Assaut."""

from __future__ import annotations

from engine.lessons.draughts import WELL_DONE
from engine.lessons.lesson import (
    Both,
    Captures,
    IsKind,
    Legal,
    Lesson,
    Reaches,
    Safe,
    Starts,
    Wins,
    question,
    step,
)
from engine.text import Text

_FORTRESS = ("c5", "d5", "e5", "c6", "d6", "e6", "c7", "d7", "e7")

ASSAUT = Lesson(
    "assaut",
    (
        step(
            Text("The first step"),
            Text(
                "You lead the soldiers. One goes one step along a line, always nearer to the "
                "fortress: pick one, or use *Type the move*: `d4-d5`."
            ),
            "3/O1O/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS s",
            Legal(),
            Text("Right: a move is typed as two points, from and to, and nothing else."),
            WELL_DONE,
            "d4-d3",
            "d4-e6",
        ),
        step(
            Text("The shortest way"),
            Text(
                "Outside the fortress a soldier takes the shortest way, never back. The one on a4 "
                "has a single step: find it."
            ),
            "1O1/3/4O2/S6/SSS1SSS/SSS/SSS s",
            Starts(("a4",)),
            Text("Right: from b4 the fortress is a step away."),
            Text("That is another soldier. Move the one on a4."),
            "a4-a5",
            "d2-d3",
        ),
        step(
            Text("Stand close"),
            Text(
                "Officers jump over a soldier if the point behind it is empty. Step into the "
                "fortress where no officer can jump."
            ),
            "O2/2O/SSS2SS/SSS1SSS/SSSSSSS/SSS/SSS s",
            Both(Reaches(_FORTRESS), Safe()),
            Text("Right: with the point behind it filled, a soldier is safe."),
            Text("An officer jumps there: a point behind a soldier is empty. Try another."),
            "c5-d6",
            "c4-d5",
            wrong=((Safe(), Text("Safe, but outside. Step into the fortress.")),),
        ),
        step(
            Text("Inside"),
            Text("Inside, a soldier may step any way, but never out. Move the one on d6, safely."),
            "O2/1S1/SSS1OSS/SS1SSSS/SSS1SSS/SSS/1SS s",
            Both(Starts(("d6",)), Safe()),
            Text("Right: inside, back and sideways are allowed."),
            Text("An officer takes a soldier then. Look for a step that leaves none open."),
            "d6-d7",
            "e3-d3",
            wrong=((Safe(), Text("That is another soldier. Move the one on d6.")),),
        ),
        step(
            Text("The officers"),
            Text("Now you lead the officers: choose two points of the fortress, as in `c6 e6`."),
            "3/3/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS o place=2",
            Legal(),
            Text("There they stand; then the soldiers begin."),
            WELL_DONE,
            "@c4,e6",
        ),
        step(
            Text("An officer takes"),
            Text("An officer jumps over a soldier beside it, along a line. Take one."),
            "O2/1O1/3S3/7/S1S1S1S/SSS/SSS o",
            Captures(1),
            Text("Right: lines lead across the border, too."),
            Text("That is a step. An officer that can take must, or it may be taken off."),
            "c7-c6",
            "d6xf4",
        ),
        step(
            Text("To the end"),
            Text("An officer goes on jumping as long as it can, with any turn. Take all you can."),
            "O2/1O1/3S3/4S2/S1S1S1S/SSS/SSS o",
            Captures(2),
            Text("Two, and nothing left to jump: nobody can huff you."),
            Text("That is a step. The officer on d6 can take two."),
            "d6xd4",
            "c7-c6",
            wrong=(
                (
                    Captures(1),
                    Text(
                        "Another jump is left: for stopping too soon the soldiers may huff the "
                        "officer."
                    ),
                ),
            ),
        ),
        step(
            Text("The huff"),
            Text(
                "The officer now on e6 stepped from e5, where it could have taken d5. Before you "
                "move, have it taken off: type `huff`."
            ),
            "O2/3/SS1SOSS/SSS1S1S/SSSSSSS/SSS/SSS o",
            IsKind("huff"),
            Text("It is gone, and you still move. In a match nobody tells you: look for it."),
            Text("By moving you let it pass. Type `huff` first."),
            "f5-e5",
            "huff c7",
            led="e5-e6",
            omitted="e5xc5",
        ),
        question(
            Text("Who may be huffed?"),
            Text(
                "Both officers could take. One took e5, to the end. May the other, which could "
                "have taken c6, be huffed?"
            ),
            "O2/S1O/SS2SSS/SSS3S/SSSSSSS/SSS/SSS o",
            (
                Text("No"),
                Text("Right: one capture to the end is all that is owed, and it spares both."),
            ),
            (
                Text("Yes"),
                Text("One officer moves a turn: if it takes to the end, nothing is owed."),
            ),
            place=1,
            led="e6xe4",
            omitted="c7xc5",
        ),
        step(
            Text("Storm the fortress"),
            Text("Eight soldiers are in. Bring in the ninth, and the fortress is yours."),
            "SSS/SSS/S1SS2S/1O2S1O/2S4/3/3 s",
            Wins(),
            Text("The fortress is full: you win."),
            Text("Not yet full: a soldier outside, beside the last empty point, can step in."),
            "c3-c4",
            "d5-e5",
        ),
        step(
            Text("Shut in"),
            Text("You win, too, when no officer can move or jump. Shut them in."),
            "OSO/SSS/2SS3/4S2/2SSS2/3/3 s",
            Wins(),
            Text("No step and no jump is left for them: you win."),
            Text("They can still jump onto e5. Fill it."),
            "c3-b4",
            "d6-e5",
            wrong=(
                (
                    Reaches(("e5",)),
                    Text("e5 is filled, but that opens another point. Use another soldier."),
                ),
            ),
        ),
        step(
            Text("Sixteen"),
            Text("Nine soldiers are left. Take one more: eight cannot fill the fortress."),
            "1O1/3/1S1S1S1/2O4/2S1S2/1S1/SSS o",
            Wins(),
            Text("Sixteen taken: the officers win."),
            Text("One more capture wins. Look along the lines."),
            "d7-d6",
        ),
    ),
)
