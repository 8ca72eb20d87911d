"""The rules of Assaut for people: in short, and page by page."""

from __future__ import annotations

from typing import Final

from engine.text import Text, joined
from engine.values import Page

SUMMARY: Final = joined(
    [
        Text(
            "Twenty-four soldiers storm a fortress of nine points, c5 to e7, that two officers "
            "hold. First the officers are placed in it; then the soldiers move."
        ),
        Text(
            "Soldiers go one step along a line: outside the fortress by the shortest way to it "
            "and never back, inside in any direction and never out. Officers go one step along "
            "any line, or jump over a soldier beside them onto the empty point behind it, on and "
            "on as long as they can. An officer that can capture must; if it does not, or stops "
            "too soon, the soldiers may huff it before their move: it is lifted, and they move as "
            "well."
        ),
        Text(
            "The soldiers win by filling the fortress, by huffing both officers, or when the "
            "officers cannot move; the officers win by capturing sixteen soldiers, or when the "
            "soldiers cannot move. House rules, so that games end: it is a draw when a position "
            "stands for the third time, and after 100 turns, 50 for each side, without a capture, "
            "a huff or a soldier getting ahead."
        ),
        Text(
            "Type `c6 e6` to place the officers, `d4-d5` for a step, `d6xd4xf4` for a capture, "
            "`huff` or `huff c6` to huff, `huff c6 d4-d5` to huff and move."
        ),
    ]
)

_SET_UP: Final = "3/3/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS o place=2"
_PLACED: Final = "3/O1O/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS s"
_INSIDE: Final = "O2/2O/SSS2SS/SSS1SSS/SSSSSSS/SSS/SSS s"
_CAPTURE: Final = "O2/1O1/SS1S1SS/SSS1S1S/SSSSSSS/SSS/SSS o"
_OMITTED: Final = "O2/2O/SS1S1SS/SSS1S1S/SSSSSSS/SSS/SSS s offence=e6"
_LAST_STEP: Final = "SSS/SSS/S1SS2S/1O2S1O/2S4/3/3 s"

PAGES: Final = (
    Page(
        Text("The aim"),
        Text(
            "Two unequal sides. Twenty-four soldiers surround a fortress, the nine points from c5 "
            "to e7, which two officers defend. The soldiers are slow and many; the officers are "
            "few, and they capture. The soldiers want to stand on all nine points of the "
            "fortress; the officers want to capture sixteen of them, for the eight that are left "
            "cannot fill it. Pieces stand on points and move along the lines that are drawn, "
            "nowhere else."
        ),
        _PLACED,
    ),
    Page(
        Text("The start"),
        Text(
            "The soldiers stand on all points outside the fortress. The officers' player chooses "
            "two points of the fortress for the officers, both in one move: `c6 e6`. Then the "
            "soldiers move first, and the sides take turns."
        ),
        _SET_UP,
        "@c6,e6",
    ),
    Page(
        Text("How soldiers move"),
        Text(
            "A soldier goes one step along a line to an empty point. Outside the fortress each "
            "step brings it nearer by the shortest way, and never down the board. Inside it may "
            "step in any direction, but it never leaves. Soldiers do not capture: they crowd the "
            "officers and stand close, so that no point behind them is empty.\n"
            "Here the soldier steps up to the officer on e6, `f5-e5`; e4 behind it is filled, so "
            "it cannot be jumped. Inside, `c5-d5` is a step."
        ),
        _INSIDE,
        "f5-e5",
    ),
    Page(
        Text("How officers move and capture"),
        Text(
            "An officer goes one step along any line, in the fortress or outside. Or it captures: "
            "it jumps over a soldier beside it, straight along a line, onto the empty point "
            "behind, and goes on from there, in any direction, as long as there is a jump. The "
            "captured soldiers are taken off at the end of the turn; until then they stand in the "
            "way and cannot be jumped again. An officer never jumps over the other.\n"
            "You may choose any capture; it need not be the longest. Here the officer takes two: "
            "`d6xd4xf4`."
        ),
        _CAPTURE,
        "d6xd4xf4",
    ),
    Page(
        Text("Omitted captures: the huff"),
        Text(
            "An officer that can capture must, and to the end. The board does not stop it from "
            "stepping instead, or from breaking off; but then, forgotten or not wanted, it may be "
            "huffed: before moving, the soldiers' player says `huff`, the officer is lifted, and "
            "the soldiers move as usual. Only one is lifted at a time: if both could capture and "
            "neither did, name one, `huff c6`. An officer that captures to the end spares both.\n"
            "The bot does not tell you of an omitted capture: look for it. After your next move "
            "it is too late; a claim in vain costs nothing. Here the officer on e6 stepped and "
            "did not capture."
        ),
        _OMITTED,
        "huff e6",
    ),
    Page(
        Text("The end"),
        Text(
            "The soldiers win with nine soldiers in the fortress, when both officers have been "
            "huffed, or when the officers cannot move. The officers win with sixteen soldiers "
            "captured, or when the soldiers cannot move and have nobody to huff. Here the last "
            "soldier comes in.\n"
            "House rules (not in the source), so that every game ends: it is a draw when a "
            "position stands for the third time, and after 100 turns, 50 for each side, without a "
            "capture, a huff, or a soldier outside that goes up the board or enters the fortress."
        ),
        _LAST_STEP,
        "e4-e5",
    ),
    Page(
        Text("How to type moves"),
        Text(
            "`c6 e6` places the officers. `d4-d5` is a step, from where to where. `d6xd4xf4` is "
            "a capture with the points it lands on; first and last are enough (`d6xf4`) where "
            "only one capture fits. `huff` lifts the officer that omitted a capture, `huff c6` "
            "names it by where it stands now, and `huff c6 d4-d5` claims and moves in one "
            "message. Capital letters are fine, and spaces or `x` or `-` between the points. A "
            "point is named by its column, a to g from the left, and its row, 1 to 7 from below."
        ),
        _PLACED,
        "d4-d5",
    ),
    Page(
        Text("Options"),
        Text(
            "`soldiers`: `shortest` is usual; `free`, a variant of the source, allows any step "
            "that is not back; `forward`, a house rule, any step up the board, and sideways "
            "beside the fortress towards it. `first`: the `officers` may move first. `capture`: "
            "`huff`, the usual, leaves omitted captures to the soldiers; `forced` makes omitting "
            "impossible; `auto` huffs at once (the officer that moved if it is to blame, or else "
            "the first of them in the order a1, b1 to g7). `no_block`, a variant of the source: a "
            "soldier's move that leaves the officers no move loses; you are warned before it "
            "counts."
        ),
    ),
)
