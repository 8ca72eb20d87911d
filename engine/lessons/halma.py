"""The lessons of Halma and Chinese checkers."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.lessons.draughts import WELL_DONE
from engine.lessons.lesson import (
    Both,
    Legal,
    Lesson,
    LessonGoal,
    LessonStep,
    Plays,
    Reaches,
    Starts,
    Survives,
    Wins,
    WrongMove,
    question,
    step,
)
from engine.text import Text
from engine.values import NO_OPTIONS, Options

_SMALL: Final[Options] = MappingProxyType({"size": 8})

_STEP: Final = Text("A step")
_JUMP: Final = Text("A jump")
_ANYBODY: Final = Text("Anybody's pieces")
_LADDER: Final = Text("A ladder")
_MIX: Final = Text("Steps and jumps")
_HOME: Final = Text("Home is home")
_BUILD: Final = Text("Build a ladder")
_FURTHER: Final = Text("The longest way")
_BLOCKED: Final = Text("A camp that is blocked")
_END: Final = Text("The last piece")
_GAP: Final = Text("That only moves the gap: bring in the piece that is still outside.")


def _no_pass(position: str, circle: Text, options: Options = NO_OPTIONS) -> LessonStep:
    """Return the question of whether a player may pass."""
    return question(
        Text("No pass"),
        Text("You like how your pieces stand. May you pass?"),
        position,
        (Text("No, I must move"), Text("Right: if you can move you must, liked or not.")),
        (Text("Yes"), Text("Nobody passes here: you must move if you can.")),
        (Text("By jumping in a circle"), circle),
        options=options,
        place=1,
    )


HALMA = Lesson(
    "halma",
    (
        step(
            _STEP,
            Text(
                "All your pieces must get from your corner into the opposite one. Go one step, any "
                "way: pick where to, or use *Type the move*: `e4-d5`."
            ),
            "B7/8/8/8/4A3/8/8/8 A",
            Legal(),
            Text("Right: eight directions, one square."),
            WELL_DONE,
            "e4-c6",
            options=_SMALL,
        ),
        step(
            _JUMP,
            Text("A piece may jump over one beside it, onto the empty square behind. Jump."),
            "B7/8/8/8/4A3/5A2/8/8 A",
            Plays(("f3-d5",)),
            Text("Right: two squares in one turn, and nothing is taken."),
            Text("That is a step. Jump with the piece on f3."),
            "e4-d5",
            "f3-f4",
            options=_SMALL,
        ),
        step(
            _ANYBODY,
            Text("It does not matter whose piece you jump over, and it stays. Jump over theirs."),
            "8/8/8/3B4/4A3/5A2/8/8 A",
            Plays(("e4-c6",)),
            Text("Right: a road is a road, whoever built it."),
            Text("Jump over the piece on d5, which is the other player's."),
            "e4-e5",
            "f3-f4",
            options=_SMALL,
        ),
        step(
            _LADDER,
            Text(
                "From where it lands a piece may jump again, with any turn, and stop where it "
                "likes. Get the piece on g2 to c6."
            ),
            "B7/8/3A4/4B3/8/5A2/6A1/8 A",
            Both(Starts(("g2",)), Reaches(("c6",))),
            Text("Three jumps, one turn."),
            Text("The jumps go on: over f3, e5 and d6 the piece on g2 gets to c6."),
            "g2-e4",
            "d6-c6",
            options=_SMALL,
        ),
        question(
            _MIX,
            Text("Your piece jumps from f3 to d5. May it step on to c6 in the same turn?"),
            "B7/8/8/8/4A3/5A2/8/8 A",
            (Text("No"), Text("Right: a turn is one step, or only jumps.")),
            (Text("Yes"), Text("Jumps and steps do not mix: after a jump only jumps.")),
            options=_SMALL,
            place=1,
        ),
        _no_pass(
            "B7/8/8/8/4A3/5A2/8/8 A",
            Text("A turn may not end on the square it began on."),
            _SMALL,
        ),
        LessonStep(
            _BUILD,
            Text("Build a ladder: step with f4 so that your piece on g2 can then jump to c6."),
            "B7/8/8/3B4/5A2/8/6A1/8 A",
            (
                LessonGoal(
                    Plays(("f4-f3",)),
                    Text("The ladder stands, and it is your turn again. Jump."),
                    Text("From there it is no rung for g2. It must stand beside g2, on the way."),
                    ("f4-e4", "g2-f3"),
                    (WrongMove(Starts(("g2",)), Text("That piece is to jump. Step with f4.")),),
                    "a8-b8",
                ),
                LessonGoal(
                    Reaches(("c6",)),
                    Text("Two jumps, and far ahead. Good players build before they jump."),
                    Text("Jump with g2, over f3 and d5, to c6."),
                    ("g2-e4", "f3-e4"),
                ),
            ),
            options=_SMALL,
        ),
        step(
            _FURTHER,
            Text("A race is won by long ways. One of your pieces can get to b6 at once: do it."),
            "8/8/8/1B6/2A5/2B1A3/5A2/4A3 A",
            Reaches(("b6",)),
            Text("A good look is worth several steps."),
            Text("Another piece can go much further, all the way to b6."),
            "c4-a6",
            "f2-d4",
            wrong=(
                (
                    Starts(("f2",)),
                    Text("That piece can get to b6: over e3, c4 and b5."),
                ),
            ),
            options=_SMALL,
        ),
        step(
            _HOME,
            Text("A piece in the target camp may not leave it, but move inside. Make room on b7."),
            "2A5/AA6/1AAA4/4A3/3B1AAB/2B1BA2/5BBB/5BBB A",
            Starts(("b7",)),
            Text("Right: inside, then others can follow."),
            Text("That leaves b7 filled. Move the piece on b7 deeper into the camp."),
            "a7-a8",
            "b7-b5",
            options=_SMALL,
        ),
        step(
            Text("The straggler"),
            Text(
                "On this small board you lose if after your turn 30 a piece is still in your own "
                "camp. This is that turn."
            ),
            "B7/B7/8/3A4/8/8/5A2/8 A played=29,29",
            Survives(),
            Text("Out in time. Do not leave anybody behind."),
            Text("The piece on f2 would still be in your camp, and you would lose. Move it."),
            "d5-d6",
            "f2-g2",
            wrong=((Starts(("f2",)), Text("That is still inside your camp. Move it out of it.")),),
            options=_SMALL,
        ),
        question(
            _BLOCKED,
            Text(
                "One piece of the other player never leaves a8, in your target camp. Can you win?"
            ),
            "BA6/AAA5/AA6/A7/8/8/6BB/6BB A",
            (
                Text("Not while it stays"),
                Text("Right: that is a part of Halma; the deadline and `unblock` help against it."),
            ),
            (
                Text("Yes, the rest is enough"),
                Text("Only with `unblock`; usually all must be yours."),
            ),
            (Text("I can take it"), Text("Nothing is taken in Halma.")),
            options=_SMALL,
        ),
        step(
            _END,
            Text("Fill the camp opposite and you win. One piece is missing: bring it in."),
            "AAAA4/AAA5/A1A5/A7/3B3B/2B1B3/5BBB/5BBB A",
            Wins(),
            Text("All in: you win."),
            Text("Not full yet: b6 is empty, and the piece on c6 beside it."),
            "c6-d6",
            "c7-b6",
            wrong=((Reaches(("b6",)), _GAP),),
            options=_SMALL,
        ),
    ),
    "halma size=8",
)

STAR = Lesson(
    "chinese-checkers",
    (
        step(
            _STEP,
            Text(
                "All your pieces must get from your point of the star into the one opposite. Go "
                "one step, any way: pick where to, or use *Type the move*: `g5-h5`."
            ),
            "B/2/3/4/13/12/11/10/9/10/4A6/12/13/4/3/2/1 A",
            Legal(),
            Text("Right: six directions, one hole."),
            WELL_DONE,
            "g5-i5",
        ),
        step(
            _JUMP,
            Text("A piece may jump over one beside it, into the empty hole behind. Jump."),
            "B/2/3/4/13/12/11/10/9/10/4A6/4A7/13/4/3/2/1 A",
            Plays(("f5-h5",)),
            Text("Right: two holes in one turn, and nothing is taken."),
            Text("Jump with the piece on f5, over the other."),
            "g5-h5",
            "f5-f6",
        ),
        step(
            _ANYBODY,
            Text("It does not matter whose piece you jump over, and it stays. Jump over theirs."),
            "1/2/3/4/13/12/11/10/9/4B5/4A6/4A7/13/4/3/2/1 A",
            Plays(("g5-i5",)),
            Text("Right: a road is a road, whoever built it."),
            Text("Jump over the piece on h5, which is the other player's."),
            "g5-h4",
            "f5-f6",
        ),
        step(
            _LADDER,
            Text(
                "From where it lands a piece may jump again, with any turn, and stop where it "
                "likes. Get the piece on e5 to k5."
            ),
            "B/2/3/4/13/12/11/4B5/9/4B5/11/4A7/4A8/4/3/2/1 A",
            Reaches(("k5",)),
            Text("Three jumps, one turn."),
            Text("The jumps go on: over f5, h5 and j5 the piece on e5 gets to k5."),
            "e5-g5",
            "f5-f6",
        ),
        question(
            _MIX,
            Text("Your piece jumps from f5 to h5. May it step on to i5 in the same turn?"),
            "B/2/3/4/13/12/11/10/9/10/4A6/4A7/13/4/3/2/1 A",
            (Text("No"), Text("Right: a turn is one step, or only jumps.")),
            (Text("Yes"), Text("Jumps and steps do not mix: after a jump only jumps.")),
        ),
        _no_pass(
            "B/2/3/4/13/12/11/10/9/10/4A6/4A7/13/4/3/2/1 A",
            Text("A turn may not end in the hole it began in."),
        ),
        LessonStep(
            _BUILD,
            Text("Build a ladder: step with f6 so that your piece on e5 can then jump to i5."),
            "B/2/3/4/13/12/11/10/9/4B5/11/5A6/4A8/4/3/2/1 A",
            (
                LessonGoal(
                    Plays(("f6-f5",)),
                    Text("The ladder stands, and it is your turn again. Jump."),
                    Text("From there it is no rung for e5. It must stand beside e5, on the way."),
                    ("f6-g6", "e5-f5"),
                    (WrongMove(Starts(("e5",)), Text("That piece is to jump. Step with f6.")),),
                    "q1-p1",
                ),
                LessonGoal(
                    Reaches(("i5",)),
                    Text("Two jumps, and far ahead. Good players build before they jump."),
                    Text("Jump with e5, over f5 and h5, to i5."),
                    ("e5-g5", "f5-g5"),
                ),
            ),
        ),
        step(
            _FURTHER,
            Text("A race is won by long ways. The piece on c2 can get to m8 at once: do it."),
            "B/2/3/4/13/6B5/11/5B4/9/5A4/11/5A6/13/1A2/1A1/2/1 A",
            Reaches(("m8",)),
            Text("Five jumps: a good look is worth several steps."),
            Text("The piece on c2 can go much further: d2 and f6 are its first rungs."),
            "c2-e6",
            "h6-i6",
        ),
        step(
            _HOME,
            Text("A piece in the target camp may not leave it, but move inside. Make room on n2."),
            "1/2/3/1A2/6A6/12/11/10/9/10/11/12/13/4/3/2/B A",
            Starts(("n2",)),
            Text("Right: inside, then others can follow."),
            Text("n2 is still filled. Move the piece on n2 deeper into the camp."),
            "m7-l6",
            "n2-m6",
        ),
        step(
            _END,
            Text("Fill the point opposite and you win. One piece is missing: bring it in."),
            "A/AA/AAA/AAA1/7A5/12/11/10/9/10/11/12/13/4/3/2/B A",
            Wins(),
            Text("All in: you win."),
            Text("Not full yet: n4 is empty, and the piece on m8 beside it."),
            "m8-l8",
            "n3-n4",
            wrong=((Reaches(("n4",)), _GAP),),
        ),
        step(
            _BLOCKED,
            Text(
                "One piece of the other player has not left your target camp. Fill the rest: with "
                "one of yours in a full camp you win."
            ),
            "A/AA/AAB/AAA1/7A5/12/6A4/10/9/10/11/12/13/3B/3/2/1 A",
            Wins(),
            Text("The camp is full and you are in it: nobody can shut you out here."),
            Text("n4 is still empty. The piece on m8 is beside it."),
            "m8-l8",
            "n3-n4",
            wrong=((Reaches(("n4",)), _GAP),),
        ),
        question(
            Text("Camps of others"),
            Text("Three or more play. May you stop in a camp that is neither yours nor your goal?"),
            "1/2/3/4/B8C3/12/11/10/9/10/4A6/12/13/4/3/2/1 A",
            (Text("Yes"), Text("Right: pass and stop as you like, unless the challenge says not.")),
            (Text("No"), Text("You may: only an option of the challenge closes them.")),
            seats=3,
            place=1,
        ),
    ),
)
