"""The lesson of Les Alliés."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.lessons.draughts import FIRST_MOVE, TAKING, TWO, WELL_DONE
from engine.lessons.lesson import (
    Both,
    Captures,
    IsKind,
    Legal,
    Lesson,
    Promotes,
    Reaches,
    Safe,
    Wins,
    question,
    step,
)
from engine.text import Text
from engine.values import Options

_WEST: Final[Options] = MappingProxyType({"field": "west"})
_DUEL: Final[Options] = MappingProxyType({"field": "france-germany"})

_BEFORE_IT: Final = "3/2/5/9/10/3G10/13/15/15/15/15/16/1F1F12/3G12/15/15/15/15/14/13/11/8/3/3/2 1"
_LED: Final = "M3-L4"
_OMITTED: Final = "M7xO9"

ALLIES = Lesson(
    "allies",
    (
        step(
            FIRST_MOVE,
            Text(
                "Armies stand on the dark squares of the map. A soldier steps diagonally, any way: "
                "pick where to, or use *Type the move*: `L6-K7`."
            ),
            "3/2/5/9/10/14/13/4G10/15/15/15/2F13/16/16/15/15/15/15/14/13/11/8/3/3/2 1",
            Legal(),
            Text("Right: forward and backward are the same to a soldier."),
            WELL_DONE,
            "L6-L8",
            options=_WEST,
        ),
        step(
            TAKING,
            Text("A soldier takes a neighbour by jumping over it onto the empty square behind."),
            "3/2/5/9/10/14/13/4G10/15/15/3G11/3F12/16/1F14/15/15/15/15/14/13/11/8/3/3/2 1",
            Captures(1),
            Text("Right: L8 over K9 to J10."),
            Text("Allowed, but if you can take and do not, your opponent may punish it. Take."),
            "N4-M5",
            "L8xJ8",
            options=_WEST,
        ),
        step(
            TWO,
            Text("A stroke goes on to its end, with any turn, and passes over Metz. Take two."),
            "3/2/5/9/1G8/14/13/15/15/15/4G10/16/4G11/3F12/15/15/15/15/14/13/11/8/3/3/2 1",
            Captures(2),
            Text("Two taken. Passing Metz has not promoted you: a turn must end there."),
            Text("Two soldiers can be taken from N8, one after the other."),
            "N8-M7",
            "N8xL10",
            options=_WEST,
        ),
        step(
            Text("A General"),
            Text(
                "The stars are fortresses. A soldier whose turn ends on an enemy one becomes a "
                "General. Make one."
            ),
            "3/2/5/9/1G8/14/13/15/15/15/3F11/16/16/2F13/15/15/15/15/14/13/11/8/3/3/2 1",
            Promotes(),
            Text("Metz is German: your soldier is a General now, two pawns high."),
            Text("No General yet. Metz, on L10, is a step from K9."),
            "N6-M7",
            "K9-K11",
            wrong=(
                (Reaches(("M7",)), Text("Verdun is yours; only an enemy's fortress promotes.")),
            ),
            options=_WEST,
        ),
        step(
            Text("How a General goes"),
            Text("A General goes along a whole line of empty squares. Send it to J12 in one move."),
            "3/2/5/9/1G8/14/13/15/15/15/15/16/16/16/15/2f12/15/15/14/13/11/8/3/3/2 1",
            Reaches(("J12",)),
            Text("Right across the front."),
            Text("A General may go there; J12 lies on the line to the upper right."),
            "P6-L10",
            "P6-P8",
            options=_WEST,
        ),
        step(
            Text("How a General takes"),
            Text("It takes from afar, too, and lands on any empty square behind. Take."),
            "3/2/5/9/1G8/14/13/15/15/15/1F13/16/4G11/16/15/2f12/15/15/14/13/11/8/3/3/2 1",
            Captures(1),
            Text("Well shot: the first enemy on a line, if the square behind it is empty."),
            Text("That takes nothing. An enemy stands on M9, on your General's line."),
            "K5-J6",
            "P6-O5",
            options=_WEST,
        ),
        step(
            Text("Huff"),
            Text(
                "Now you are Germany. The soldier on M7 could have taken N8, and France moved "
                "another, to L4. Before moving, huff it: `huff M7`."
            ),
            _BEFORE_IT,
            IsKind("huff"),
            Text("It is taken off, and you still have your move."),
            Text("That lets it pass. Say `huff M7` first."),
            "F12-E11",
            wrong=(
                (IsKind("force"), Text("That makes France take instead. Here, huff: `huff M7`.")),
            ),
            options=_WEST,
            led=_LED,
            omitted=_OMITTED,
        ),
        step(
            Text("Force"),
            Text("The same again. This time have the move undone and make France take: `force`."),
            _BEFORE_IT,
            IsKind("force"),
            Text("France must take now. Choose what hurts more: huff or force."),
            Text("Not that. Say `force`."),
            "huff M7",
            "F12-E11",
            "huff L4",
            options=_WEST,
            led=_LED,
            omitted=_OMITTED,
        ),
        step(
            Text("Close the border"),
            Text(
                "You are France again. A German on I9 wants to march through Belgium. Close its "
                "way on J8, so that nothing can be taken."
            ),
            "3/2/5/9/10/14/13/4G10/2FG11/15/2F12/16/16/16/15/15/15/15/14/13/11/8/3/3/2 1",
            Both(Reaches(("J8",)), Safe()),
            Text("Belgium is closed: K7 stands behind J8, so it cannot be jumped."),
            Text("J8 is still open, and Antwerp behind it."),
            "K7-J8",
            "I7-J6",
            wrong=((Reaches(("J8",)), Text("I9 jumps over J8 then, for K7 behind it is empty.")),),
            options=_WEST,
        ),
        step(
            Text("Holland"),
            Text("Now as Germany: into Belgium! Holland, west of I9, is closed. Find the way in."),
            "3/2/5/9/10/14/13/15/3G11/15/15/F15/16/1F14/15/15/15/15/14/13/11/8/3/3/2 2",
            Reaches(("J8",)),
            Text("Belgium and Switzerland may be crossed; Holland never."),
            Text("That is still Germany. Belgium lies south-west of I9."),
            "I9-H8",
            "I9-H10",
            options=_WEST,
        ),
        step(
            Text("Placing in secret"),
            Text(
                "Before the first move all place their soldiers unseen, not on the frontier. Place "
                "one for France: `L6`, or where you like."
            ),
            "3/2/5/9/10/14/13/15/15/1F13/2F12/16/3F12/16/15/15/15/15/14/13/11/8/3/3/2 1 setup=1",
            Legal(),
            Text("Right. In a match `auto mixed` places all that are left."),
            WELL_DONE,
            "@L8",
            "@K9",
            options=_DUEL,
        ),
        step(
            Text("The end of a fight"),
            Text("A fight is won when the enemy has no piece left, or no move. Win it."),
            "3/2/5/9/10/14/13/15/15/15/15/16/3F12/3G12/15/15/15/15/14/13/11/8/3/3/2 1",
            Wins(),
            Text("The last one is taken: the west is yours."),
            Text("The last German stands beside you on N8, and O9 behind it is empty."),
            "M7-L6",
            options=_WEST,
        ),
        step(
            Text("Over the border"),
            Text(
                "In the battle of four the west is won: as Russia you lead its survivors, too, and "
                "the border is open. Take over it."
            ),
            "1R1/2/5/9/6D3/14/4D8/5F9/15/15/15/16/16/16/15/15/15/15/14/13/11/8/3/3/2 "
            "3 west=entente-taken",
            Captures(1),
            Text("A French soldier strikes in the east: that is what partners are for."),
            Text("The soldier on H14 can take G15 over the border."),
            "A25-B26",
            "H14-G13",
        ),
        question(
            Text("Two fights"),
            Text("Your side wins in the west and loses in the east. How does the battle end?"),
            "1R1/2/5/9/6D3/14/4D8/5F9/15/15/15/16/16/16/15/15/15/15/14/13/11/8/3/3/2 "
            "3 west=entente-taken",
            (
                Text("A draw"),
                Text("Right: one each is a draw; one won and one undecided would be a victory."),
            ),
            (Text("The west decides"), Text("Both fights count the same: one each is a draw.")),
            (
                Text("The last fight decides"),
                Text("Both fights count the same: one each is a draw."),
            ),
            place=1,
        ),
    ),
    "allies field=france-germany",
)
