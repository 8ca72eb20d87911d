"""The rules of Halma and Chinese checkers for who has never seen them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.text import Text
from engine.values import Options, Page

HALMA_SUMMARY: Final = Text(
    "Bring all your pieces from your camp into the camp in the opposite corner; fill it first, "
    "and you win. Nothing is ever captured.\n"
    "On your turn you move one piece: a step to one of the eight squares around it, or any number "
    "of jumps, each over one piece beside it, your own or another's, onto the empty square right "
    "behind. Steps and jumps do not mix. A piece that stands in its target camp may not leave "
    "it.\n"
    "Two play on 16×16, 10×10 or 8×8 squares, four on 16×16, each alone or as two teams. On 8×8 "
    "you lose if after your turn 30 a piece is still in your own camp; on 10×10, after turn 50.\n"
    "House rules, so that games end: a turn may not end where it began, and it is a draw when a "
    "position stands for the third time, after 60 rounds (100 on 16×16) in which no piece enters "
    "its target camp, and when nobody can move.\n"
    "Type the first and the last square of a turn, `e4-f5`, with the squares between if you like: "
    "`e4-g4-g6`."
)

STAR_SUMMARY: Final = Text(
    "Bring all your pieces from your point of the star into the point opposite; fill it first, "
    "and you win. Nothing is ever captured.\n"
    "On your turn you move one piece: a step to one of the six holes around it, or any number of "
    "jumps, each over one piece beside it, your own or another's, into the empty hole right "
    "behind. Steps and jumps do not mix. A piece that stands in its target camp may not leave "
    "it.\n"
    "Two to six play, four and six also in teams of partners sitting opposite.\n"
    "House rules, so that nobody is shut out and games end: you also win when your target camp is "
    "full and a piece of yours is in it (unless the challenge says `no-unblock`); a turn may not "
    "end where it began; and it is a draw when a position stands for the third time, after 60 "
    "rounds in which no piece enters its target camp, and when nobody can move.\n"
    "Holes have a letter for the row, `a` in the south, and a number from the left. Type the "
    "first and the last hole of a turn, `d1-e5`, with those between if you like: `c2-e6-g6`."
)

_SMALL: Final[Options] = MappingProxyType({"size": 8})

HALMA: Final = (
    Page(
        Text("The aim"),
        Text(
            "Every player has a camp in a corner and must bring all pieces into the camp in the "
            "opposite corner. Fill it first, and you win.\n"
            "It is a race: nothing is captured, and you may jump over anybody's pieces as over "
            "your own. Two play on 16×16 squares with 19 pieces each, on 10×10 with 15 or, as "
            "here, on 8×8 with 10; four play on 16×16 with 13. Who begins is drawn by lot."
        ),
        "BBBB4/BBB5/BB6/B7/7A/6AA/5AAA/4AAAA A",
        options=_SMALL,
    ),
    Page(
        Text("A step"),
        Text(
            "On your turn you move one piece. The simplest move is a step to one of the eight "
            "squares around it, if that square is empty. Here: `f3-e4`.\n"
            "You may not pass. If you cannot move at all, you are skipped."
        ),
        "BB6/B1BB4/BBB5/3BA3/1B6/5AAA/4A1AA/5AAA A",
        "f3-e4",
        options=_SMALL,
    ),
    Page(
        Text("Jumps"),
        Text(
            "Instead of a step a piece may jump: over a piece right beside it, no matter whose, "
            "onto the empty square behind. From there it may jump again, in any direction, and "
            "you may stop after any jump. A ladder of pieces carries you across the whole board. "
            "Here one piece jumps three times: `g2-e4-e6-c6`.\n"
            "Jumps and steps do not mix in one turn. House rule: a turn may not end where it "
            "began, for that would be a pass."
        ),
        "BBB5/BBAB4/B2B4/B3B3/3A4/5A1A/4A1AA/5AAA A",
        "g2-e4-e6-c6",
        options=_SMALL,
    ),
    Page(
        Text("The camps"),
        Text(
            "A piece that stands in its target camp at the start of a turn must stand in it at "
            "the end. It may move inside, and jump out and in again. Here it moves inside: "
            "`b7-a8`.\n"
            "Your pieces may come back into your own camp, and stop in the camps of others. A "
            "piece left at home keeps your opponent from filling that camp: blockade is a part of "
            "the game (with `unblock` it does not help).\n"
            "The smaller boards have a deadline, a variant that some sites play: if a piece of "
            "yours is in your own camp after your turn 30 on 8×8, 50 on 10×10, or any later one, "
            "you lose. `deadline=0` plays without."
        ),
        "2A5/AA6/1AAA4/4A3/3B1AAB/2B1BA2/5BBB/5BBB A",
        "b7-a8",
        options=_SMALL,
    ),
    Page(
        Text("The end"),
        Text(
            "You win when after your own turn your pieces fill the opposite camp. Here `c6-b6` "
            "does it.\n"
            "House rules (not in the old rules), so that games end: it is a draw when a position "
            "stands for the third time; after 60 rounds (100 on 16×16) in which no piece enters "
            "its target camp; and when nobody can move. You can agree on a draw at any time."
        ),
        "AAAA4/AAA5/A1A5/A7/3B3B/2B1B3/5BBB/5BBB A",
        "c6-b6",
        options=_SMALL,
    ),
    Page(
        Text("How to type a turn"),
        Text(
            "Squares have a letter from the left and a number from below. Type the first and the "
            "last square: `e4-f5`. These two are always enough, whichever way the jumps go; you "
            "may name the squares between, too: `e4-g4-g6`."
        ),
    ),
    Page(
        Text("Four players"),
        Text(
            "On 16×16 four can play with 13 pieces each, clockwise, each towards the corner "
            "opposite. Whoever fills it first wins; with `play_on` the others go on for places. "
            "If you give up, your pieces are taken off.\n"
            "With `teams` partners sit opposite. A team must bring both sets home; whoever is "
            "home is skipped while their partner goes on."
        ),
        "BBBB8CCCC/BBBB8CCCC/BBB10CCC/BB12CC/16/16/16/16/16/16/16/16/AA12DD/AAA10DDD/AAAA8DDDD/"
        "AAAA8DDDD A",
        seats=4,
    ),
    Page(
        Text("Options"),
        Text(
            "`size`: 16, 10 or 8. `teams`: four in two teams. `first`: the number of the seat "
            "that begins. `lock`: `hop` keeps a piece in its target camp with every hop. "
            "`no_return`: a piece that has left its own camp may not stop there again. `foreign`: "
            "you may stop in the camps of others (`stop`), only jump through them (`pass`), or "
            "not enter them (`closed`). `deadline`: 0 for none on the smaller boards. `unblock`: "
            "your target camp also counts as filled when it is full and one of the pieces is "
            "yours. `play_on`: four play for places."
        ),
    ),
)

STAR: Final = (
    Page(
        Text("The aim"),
        Text(
            "Every player starts in a point of the star and must bring all ten pieces into the "
            "point opposite. Fill it first, and you win.\n"
            "It is a race: nothing is captured, and you may jump over anybody's pieces as over "
            "your own. Who begins is drawn by lot."
        ),
        "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A",
    ),
    Page(
        Text("A step"),
        Text(
            "On your turn you move one piece. The simplest move is a step to one of the six holes "
            "around it, if that hole is empty. Here: `d2-e6`.\n"
            "You may not pass. If you cannot move at all, you are skipped."
        ),
        "B/BB/BBB/BBB1/5B7/12/11/10/9/10/11/6A5/13/AAA1/AAA/AA/A A",
        "d2-e6",
    ),
    Page(
        Text("Jumps"),
        Text(
            "Instead of a step a piece may jump: over a piece right beside it, no matter whose, "
            "into the empty hole behind. From there it may jump again, in any direction, and you "
            "may stop after any jump. A ladder of pieces carries you across the whole star. Here "
            "one piece jumps five times: `c2-e6-g6-i6-k6-m8`.\n"
            "Jumps and steps do not mix in one turn. House rule: a turn may not end where it "
            "began, for that would be a pass."
        ),
        "B/BB/BBB/B1B1/13/6B5/11/5B4/9/5A4/11/5A6/13/1AA1/AAA/AA/A A",
        "c2-e6-g6-i6-k6-m8",
    ),
    Page(
        Text("The end"),
        Text(
            "A piece in its target camp may move inside it, not out of it. You win when your "
            "pieces fill it.\n"
            "House rules (not in the old rules). So that nobody shuts you out by staying at home, "
            "you also win when after any turn your target camp is full and at least one of the "
            "pieces is yours (not with `no-unblock`). Here `m8-n4` is such a turn. So that "
            "games end, it is a draw when a position stands for the third time; after 60 rounds "
            "in which no piece enters its target camp; and when nobody can move. You can agree on "
            "a draw at any time."
        ),
        "A/AA/AAB/AAA1/7A5/12/6A4/10/9/10/11/5B6/4B8/BB2/BB1/BB/B A",
        "m8-n4",
    ),
    Page(
        Text("How to type a turn"),
        Text(
            "Holes have a letter for the row, from `a` in the south to `q` in the north, and a "
            "number in the row, from the left. Type the first and the last hole: `d1-e5`. These "
            "two are always enough, whichever way the jumps go; you may name the holes between, "
            "too: `c2-e6-g6`."
        ),
    ),
    Page(
        Text("Two to six players"),
        Text(
            "Play goes clockwise. With three, every second point stays empty; with four, south "
            "and north; five is possible and not quite fair, as one has nobody opposite. With 15 "
            "`pieces` two play the long game.\n"
            "Whoever arrives first wins; with `play_on` the others go on for places. If you give "
            "up, your pieces are taken off. With `teams`, four or six, partners sit opposite: "
            "both sets must get home, and whoever is home is skipped while their partner goes on."
        ),
        "D/DD/DDD/DDDD/CCCC5EEEE/CCC6EEE/CC7EE/C8E/9/B8F/BB7FF/BBB6FFF/BBBB5FFFF/AAAA/AAA/AA/A A",
        seats=6,
    ),
    Page(
        Text("Options"),
        Text(
            "`long_jump`: a jump may go over a distant piece if as many holes are empty behind it "
            "as before it. `swap`: a step onto another's piece in your target camp changes their "
            "places. `lock`: `hop` keeps a piece in its target camp with every hop. `no_return`: "
            "a piece that has left its own camp may not stop there again. `foreign`: you may stop "
            "in the camps of others (`stop`), only jump through them (`pass`), or not enter them "
            "(`closed`). `no-unblock`: only your own pieces fill a camp. `first`: the number of "
            "the seat that begins."
        ),
    ),
)
