"""The lessons of Frisian draughts by both rules, and of Frysk!."""

from __future__ import annotations

from typing import Final

from engine.lessons import draughts
from engine.lessons.draughts import DRAW, KING_MOVES, KING_TAKES, WELL_DONE
from engine.lessons.lesson import (
    Captures,
    Legal,
    Lesson,
    LessonGoal,
    LessonStep,
    Plays,
    Reaches,
    Starts,
    Wins,
    question,
    step,
)
from engine.text import Text

_AHEAD: Final = step(
    Text("Straight ahead"),
    Text(
        "Here men take along columns as well: over the next dark square, which is two rows away. "
        "Take straight ahead."
    ),
    "W:W38,46:B28,9",
    Captures(1),
    Text("Right: 38 over 28 to 18, all in one column."),
    WELL_DONE,
    "38-32",
    "38x19",
)
_SIDEWAYS: Final = step(
    Text("Sideways"),
    Text("And along rows, over the next dark square. Take sideways."),
    "W:W28,46:B27,9",
    Captures(1),
    Text("Right: 28 over 27 to 26."),
    WELL_DONE,
    "28-22",
)
_BACKWARD: Final = step(
    draughts.BACKWARD,
    Text("Men move forward only, but they take in all eight directions. Find the man to take."),
    "W:W18,46:B28,4",
    Captures(1),
    Text("Right: straight back, from 18 over 28."),
    WELL_DONE,
    "18-13",
)
_TURNING: Final = step(
    draughts.TWO,
    Text(
        "A capture goes on as long as there is something to jump, with any change of direction. "
        "Take two with one man."
    ),
    "W:W38:B28,19,5",
    Captures(2),
    Text("Straight ahead, then sideways: two with one move."),
    WELL_DONE,
    "38x18",
    "38-33",
)
_RING: Final = step(
    Text("Round and home"),
    Text("Four men stand in a ring. Take them all: your man comes home to 38, so type `38x38`."),
    "W:W38:B28,19,30,39,4",
    Captures(4),
    Text("Four with one move, straight, sideways and back home."),
    WELL_DONE,
    "38x20",
    "38-32",
)
_MOST: Final = draughts.takes_most("W:W38,47:B28,19,41", "38", "47")
_CROWNED: Final = draughts.crowned("W:W7,33:B35", "33-28")
_LAST_ROW: Final = draughts.passes_last_row("W:W13:B8,7,35", "13x2x11")
_FLIES: Final = step(
    KING_MOVES,
    Text(
        "A king goes along a diagonal as far as the squares are empty; rows and columns are for "
        "taking only. Send it to 5."
    ),
    "W:WK46:B35",
    Reaches(("5",)),
    Text("Across the board in one move."),
    Text("A king may go there, but 5 is further along its diagonal."),
    "46-28",
    "46-36",
)
_KING_TAKES: Final = step(
    KING_TAKES,
    Text(
        "A king takes from afar in all eight directions, lands on any empty square behind, and may "
        "turn there and go on. Take two."
    ),
    "W:WK47:B33,22,5",
    Captures(2),
    Text("One along the diagonal, one along the row."),
    WELL_DONE,
    "47x29",
    "47-41",
)
_SHOT: Final = draughts.shot("W:W23,30:B9,27", "23-19", "9x29", 2, "23-18", "30-25", traps=False)
_BLOCK: Final = step(
    draughts.BLOCK,
    Text("If you cannot move on your turn, you lose. Leave Black no move with your king."),
    "W:WK6:B45",
    Plays(("6-50",)),
    Text("The man on 45 has nowhere to go: you win."),
    Text("Then Black moves on to 50, or takes your king. Stand on 50 yourself."),
    "6-44",
    "6-39",
)
_IN_TIME: Final = draughts.two_kings_in_time(
    7, "W:WK3,K32:BK46 two-kings=5", "32-5", "46-28", "32-46", "3-25"
)
_KINGS: Final = question(
    DRAW,
    Text("Two kings against one: Black has two. How long may Black try to catch the one?"),
    "W:WK28:BK6,K50",
    (
        Text("Seven moves"),
        Text("Right: then it is a draw. So is one king against one, if none is taken at once."),
    ),
    (Text("As long as Black likes"), Text("Games end: two kings have seven moves to win.")),
    (Text("Twenty-five moves"), Text("So long? Two kings have seven moves to win.")),
    place=1,
)

_VALUE: Final = step(
    Text("Take the most valuable"),
    Text(
        "You must take what is worth most: a king counts a little less than two men. You can take "
        "a king and a man, or two men. Choose."
    ),
    "W:W32,40:BK28,34,24",
    Plays(("32x25", "40x27")),
    Text("Right: a king and a man are worth more than two men."),
    WELL_DONE,
    "40x20",
)
_KING_FIRST: Final = question(
    Text("The king goes first"),
    Text("Your king and your man can each take one man. Which of them must?"),
    "W:WK46,31:B27,14,24",
    (Text("The king"), Text("Right: where both take the same value, the king must do it.")),
    (Text("The man"), Text("Where both take the same value, it is the king that must.")),
    (Text("Either, as I like"), Text("Not between king and man: here the king must take.")),
    place=1,
)
_TIRED: Final = LessonStep(
    Text("Three king moves"),
    Text(
        "While you have men, a king may make three moves in a row without taking, no more. The "
        "king on 48 has made two. Move it once more, then go on."
    ),
    "W:WK48,34:B1,5,15 white-king=48:2",
    (
        LessonGoal(
            Starts(("48",)),
            Text("That was its third. Until another piece of yours moves it may only take. Go on."),
            Text("That is the man. First move the king on 48 once more."),
            ("34-30", "48-47"),
            reply="1-6",
        ),
        LessonGoal(
            Legal(),
            Text("Right: now that a man has moved, the king may move again."),
            WELL_DONE,
            ("34-39", "42-38"),
        ),
    ),
)
_WHEN: Final = question(
    Text("A king at rest"),
    Text("The king on 42 has made its three moves. What may it still do?"),
    "W:WK42,34:B6,9,2 white-king=42:3",
    (Text("Take, if it can"), Text("Right: taking is always allowed, and begins the count anew.")),
    (
        Text("Nothing until the end"),
        Text("It is not so strict: it may take, and move again later."),
    ),
    (Text("Move one square"), Text("No move at all, however short; but it may take.")),
    place=2,
)
_TWO_KINGS: Final = LessonStep(
    Text("Two kings against one"),
    Text(
        "Two kings win against one, if they are quick: within seven moves, of which you have made "
        "four. From the last row they shut Black in: go there with the second."
    ),
    "W:WK6,K12:BK41 two-kings=4",
    (
        LessonGoal(
            Plays(("12-3",)),
            Text("Right: both kings are on the last row. Black fled to 5; now offer a king."),
            Text("Too slow: you have three moves. The king on 12 goes up to the last row, to 3."),
            ("12-34", "6-39", "12-1"),
            reply="41-5",
        ),
        LessonGoal(
            Plays(("6-1",)),
            Text("Right: Black must take the king on 3, and lands beside the other."),
            Text("The time runs out. Stand so that Black must take one king, and you take back."),
            ("3-21", "6-50"),
            reply="5x2",
        ),
        LessonGoal(
            Wins(),
            Text("Won in the seventh move. From nearly everywhere two kings win in time."),
            WELL_DONE,
            ("1-6",),
        ),
    ),
)
"""Each move is the only one in time by the endgame tables."""
_FIVE: Final = step(
    draughts.FIRST_MOVE,
    Text(
        "Frysk! has five men a side. A man goes one square diagonally forward: pick one, or use "
        "*Type the move*: `48-43`."
    ),
    "W:W46-50:B1-5",
    Legal(),
    Text("Right: a move is typed as two squares, from and to, and nothing else."),
    WELL_DONE,
    "48-38",
    "48-47",
)
_RACE: Final = step(
    Text("A race"),
    Text("With five men, kings come soon. Black is a step from one; be a king first."),
    "W:W8,38:B41",
    Plays(("8-2", "8-3")),
    Text("A king: two discs and a crown. It now looks far over the board."),
    Text("Too slow: Black becomes a king and you do not. The man on 8 is a step away."),
    "38-33",
)

_BEGINNING: Final = (
    draughts.first_move("W:W32:B9", "32", "28", "32-38", "32-22"),
    draughts.takes("W:W32,46:B28,9", "46-41"),
    _AHEAD,
    _SIDEWAYS,
    _BACKWARD,
    _TURNING,
    _RING,
)
_END: Final[tuple[LessonStep, ...]] = (_SHOT, _BLOCK, _TWO_KINGS, _IN_TIME, _KINGS)

FRISIAN = Lesson("frisian", (*_BEGINNING, _MOST, _CROWNED, _LAST_ROW, _FLIES, _KING_TAKES, *_END))

OFFICIAL = Lesson(
    "frisian-official",
    (
        *_BEGINNING,
        _VALUE,
        _KING_FIRST,
        _CROWNED,
        _LAST_ROW,
        _FLIES,
        _KING_TAKES,
        _TIRED,
        _WHEN,
        *_END,
    ),
)

FRYSK = Lesson(
    "frysk",
    (
        _FIVE,
        *_BEGINNING[1:],
        _RACE,
        _FLIES,
        _KING_TAKES,
        _VALUE,
        _KING_FIRST,
        _TIRED,
        _WHEN,
        *_END,
    ),
)
