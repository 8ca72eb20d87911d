"""Steps that the lessons of several draughts games share, each with positions of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.lessons.lesson import (
    Both,
    Captures,
    Condition,
    Legal,
    LessonGoal,
    LessonStep,
    Offers,
    Plays,
    Promotes,
    Reaches,
    Safe,
    Wins,
    WrongMove,
    question,
    step,
)
from engine.text import Text

FIRST_MOVE: Final = Text("The first move")
TAKING: Final = Text("Taking")
BACKWARD: Final = Text("Backward, too")
TWO: Final = Text("Two at once")
MOST: Final = Text("Take the most")
FREELY: Final = Text("Choose what you take")
KING: Final = Text("A king")
LAST_ROW: Final = Text("The last row")
KING_MOVES: Final = Text("How a king goes")
KING_TAKES: Final = Text("How a king takes")
LANDING: Final = Text("Where to land")
SHOT: Final = Text("Give to take")
BLOCK: Final = Text("No move left")
IN_TIME: Final = Text("In time")
DRAW: Final = Text("When it is a draw")

WELL_DONE: Final = Text("Well done.")
MUST_TAKE: Final = Text("Right. If you can take you must; other moves are refused.")


def first_move(position: str, start: str, end: str, *tries: str) -> LessonStep:
    """Return the step on how a man moves, and on how a move is typed."""
    return step(
        FIRST_MOVE,
        Text(
            "A man goes one square diagonally forward. Pick where to, or use *Type the move*: "
            "`{start}-{end}`.",
            start=start,
            end=end,
        ),
        position,
        Legal(),
        Text("Right: a move is typed as two squares, from and to, and nothing else."),
        WELL_DONE,
        *tries,
    )


def takes(position: str, *tries: str) -> LessonStep:
    """Return the step on a man's capture."""
    return step(
        TAKING,
        Text("Jump over the enemy man, onto the empty square right behind it."),
        position,
        Captures(1),
        MUST_TAKE,
        WELL_DONE,
        *tries,
    )


def takes_backward(position: str, *tries: str) -> LessonStep:
    """Return the step on men that capture backward."""
    return step(
        BACKWARD,
        Text("Men move forward only, but they take backward as well. Find the man to take."),
        position,
        Captures(1),
        Text("Right: forward to move, all ways to take."),
        WELL_DONE,
        *tries,
    )


def takes_two(position: str, *tries: str) -> LessonStep:
    """Return the step on a capture that goes on."""
    return step(
        TWO,
        Text(
            "A capture goes on as long as there is something to jump. Take two with one man: type "
            "its first and its last square."
        ),
        position,
        Captures(2),
        Text("Two with one move."),
        Text("That takes one; another way takes two."),
        *tries,
    )


def takes_most(position: str, start: str, other: str) -> LessonStep:
    """Return the question of which of two men must capture: one takes two pieces, the other one."""
    return question(
        MOST,
        Text("Two of your men can take. You must take with the one that takes more: which is it?"),
        position,
        (
            Text("The man on {square}", square=start),
            Text("Right: of several captures only those that take the most are legal."),
        ),
        (
            Text("The man on {square}", square=other),
            Text("It takes one. The man on {square} takes two, and so it must.", square=start),
        ),
        place=1,
    )


def crowned(position: str, *tries: str, wrong: Sequence[tuple[Condition, Text]] = ()) -> LessonStep:
    """Return the step on promotion."""
    return step(
        KING,
        Text("A man that reaches the last row becomes a king. Make one."),
        position,
        Promotes(),
        Text("A king: two discs and a crown."),
        Text("That is not the last row yet. Another man is nearer."),
        *tries,
        wrong=wrong,
    )


def passes_last_row(position: str, move: str) -> LessonStep:
    """Return the question on a man that passes the last row in a capture."""
    return question(
        LAST_ROW,
        Text(
            "White takes `{move}`, over the last row and back. What is the man afterwards?",
            move=move,
        ),
        position,
        (
            Text("Still a man"),
            Text("Right: only a man that stops on the last row becomes a king."),
        ),
        (
            Text("A king"),
            Text("It would be if it stopped there. It passes and goes on, so it stays a man."),
        ),
        place=1,
    )


def flies(position: str, corner: str, *tries: str) -> LessonStep:
    """Return the step on how far a king goes."""
    return step(
        KING_MOVES,
        Text(
            "A king goes along a diagonal as far as the squares are empty. Send it to {corner}.",
            corner=corner,
        ),
        position,
        Reaches((corner,)),
        Text("Across the board in one move."),
        Text("A king may go there, but {corner} is further along its diagonal.", corner=corner),
        *tries,
    )


def takes_from_afar(position: str, *tries: str) -> LessonStep:
    """Return the step on a king that captures, turns, and captures again."""
    return step(
        KING_TAKES,
        Text(
            "A king takes from afar, lands on any empty square behind, and may turn there and go "
            "on. Take two."
        ),
        position,
        Captures(2),
        Text("Two, from far away."),
        Text("That takes one. Land where your king can turn and take again."),
        *tries,
    )


def lands_safely(position: str, *tries: str) -> LessonStep:
    """Return the step on the squares where a king may land."""
    return step(
        LANDING,
        Text("Take with the king, and choose a square where Black cannot take it."),
        position,
        Both(Captures(1), Safe()),
        Text("Right: taking is half of it, landing well the other half."),
        Text("There a black man beside your king can jump over it. Land elsewhere."),
        *tries,
    )


def shot(
    position: str, give: str, reply: str, take: int, *tries: str, traps: bool = True
) -> LessonStep:
    """Return the step on giving up a man to capture more; ``traps`` if others can be given up."""
    trap = WrongMove(
        Offers(),
        Text("It must be taken, but you do not take {number} for it. Look again.", number=take),
    )
    goals = (
        LessonGoal(
            Plays((give,)),
            Text("It must be taken. Now it is your turn to jump."),
            Text("That forces nothing. Put a man where it must be taken and you take more."),
            tries,
            (trap,) if traps else (),
            reply,
        ),
        LessonGoal(
            Captures(take),
            Text("A shot: one given, {number} taken.", number=take),
            Text("There is more to take."),
            (give,),
        ),
    )
    task = Text("Offer a man that must be taken; then take {number}.", number=take)
    return LessonStep(SHOT, task, position, goals)


def blocks(position: str, square: str, *tries: str) -> LessonStep:
    """Return the step on a man that cannot move once another stands on the ``square`` before it."""
    uncovered = Text("Black jumps over that man, for nothing stands behind it. Use the other one.")
    return step(
        BLOCK,
        Text("If you cannot move on your turn, you lose. Leave Black no move."),
        position,
        Wins(),
        Text("Black has a man and no move: you win."),
        Text("Black can still go to {square}. Put a man there, with one behind.", square=square),
        *tries,
        wrong=((Reaches((square,)), uncovered),),
    )


def in_time(task: Text, position: str, first: str, reply: str, *tries: str) -> LessonStep:
    """Return the step on the number of moves for a win, of which two are left."""
    goals = (
        LessonGoal(
            Plays((first,)),
            Text("Wherever it goes, you can take it now. One move is left: take it."),
            Text("Then that king can get away, and you have only one move left."),
            tries,
            reply=reply,
        ),
        LessonGoal(
            Wins(),
            Text("In time. One move later it would have been a draw."),
            Text("Then it is a draw."),
            (first,),
        ),
    )
    return LessonStep(IN_TIME, task, position, goals)


def two_kings_in_time(number: int, *rest: str) -> LessonStep:
    """Return that step for two kings against one; ``rest`` is what ``in_time`` takes."""
    task = Text(
        "Two kings have {number} moves to beat one; after that it is a draw. You have made {made}: "
        "win with the two that are left.",
        number=number,
        made=number - 2,
    )
    return in_time(task, *rest)
