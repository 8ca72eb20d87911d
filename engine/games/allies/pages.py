"""The rules of Les Alliés for who has never seen it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine import position_text
from engine.games.allies.map.ground import BOARD, TEXT_ROWS
from engine.text import Text
from engine.values import Page


def _at(pieces: str, rest: str) -> str:
    """Return a position with such pieces as ``FM7 gN8``, and what follows them in its text."""
    by_point = {BOARD.point[piece[1:].lower()]: piece[0] for piece in pieces.split()}
    return position_text.write(TEXT_ROWS, by_point, rest, {})


_DUEL: Final = MappingProxyType({"field": "france-germany"})
_WEST: Final = MappingProxyType({"field": "west"})

SUMMARY: Final = Text(
    "Draughts on the map of Europe of 1914, on its dark squares. Two alliances fight in the west "
    "and in the east, each fight with a director a side; or two play one zone, or two powers with "
    "twelve men each (`france-germany`, `russia-germany`, `russia-austria`).\n"
    "Soldiers are placed in secret: `@K11 L12`, `auto mixed`, `clear DW`, `ready`. A soldier "
    "steps diagonally in any direction (`K7-L8`) and takes a neighbour by jumping over it, on and "
    "on (`N8xL10xJ12`). A soldier whose turn ends on an enemy fortress becomes a General, which "
    "moves and takes along whole lines.\n"
    "Taking is a duty: if it was omitted, the opponent may lift a piece that could have taken "
    "(`huff N8`) or have the move undone and a stroke played (`force`) before they move.\n"
    "A fight is won when the other side has no piece left, cannot move or surrenders. Then the "
    "winner's ally directs the survivors, too, and the border of the zones opens. Who wins both "
    "fights wins; a fight each is a draw; one won and one undecided is enough.\n"
    "Added here, so that games end: a fight in which nothing happens for 40 turns by each side is "
    "counted, the third repetition leaves the last fight undecided, and fortresses of a lost "
    "fight have fallen."
)

_START: Final = (
    "FI5 FI7 FJ6 FK5 FK7 FL4 FL6 FM5 FM7 FN6 FO7 FP8 "
    "GH10 GI11 GJ10 GJ12 GK11 GL10 GL12 GM11 GN12 GO13 GI13 GK13"
)

PAGES: Final[tuple[Page, ...]] = (
    Page(
        Text("The aim"),
        Text(
            "Armies of soldiers fight on the dark squares of a checkerboard over Europe. Defeat "
            "the enemy in your zone, then help your ally.\n"
            "In the battle four directors play: Entente West against Central West, Entente East "
            "against Central East; one person may hold both seats of an alliance. Two can play "
            "one zone, or a duel of two powers with twelve soldiers each, as here France and "
            "Germany. Begin with a duel: it takes about fifty turns a player."
        ),
        _at(_START, "1"),
        options=_DUEL,
    ),
    Page(
        Text("Placing the armies"),
        Text(
            "Before the first move everybody places their soldiers in secret (added here: all at "
            "the same time), one a square, in their armies' own countries, but not on a frontier "
            "square, which touches an enemy country.\n"
            "`@K11 L12` places, `auto front`, `auto mixed` or `auto deep` fills in what is left "
            "near to the enemy, anyhow or far from it, `clear DW` starts an army again, `ready` "
            "ends it. The codes of the armies are FR, IT, DW, AW, RU, DE and AE."
        ),
        _at("FJ6 FK7 FM7", "1 setup=1"),
        "@L6",
        options=_DUEL,
    ),
    Page(
        Text("Moving"),
        Text(
            "You move one piece a turn and may not pass. A soldier steps to a neighbouring empty "
            "square, diagonally in any direction.\n"
            "Switzerland, Belgium and the Channel may be crossed. Holland is closed: nothing "
            "enters it or jumps over it. The border between west and east is closed, too, while "
            "both fights last."
        ),
        _at("FO7 FM7 GN12", "1"),
        "M7-L8",
        options=_WEST,
    ),
    Page(
        Text("Taking"),
        Text(
            "A soldier takes an enemy beside it by jumping onto the empty square behind, also "
            "backward. If it can take again from there it must go on, in any direction: a stroke "
            "is played to its end. What is taken stays in the way until then and is not jumped "
            "twice. Of several strokes you choose freely.\n"
            "Type every square where the piece lands: `N8xL10xJ12`. First and last are enough "
            "where only one stroke fits."
        ),
        _at("FN8 GM9 GK11 GE11", "1"),
        "N8xJ12",
        options=_WEST,
    ),
    Page(
        Text("Generals"),
        Text(
            "A soldier whose turn ends on an enemy fortress becomes a General at once, shown as "
            "two stacked pawns; passing over it in a stroke does nothing. A fortress serves any "
            "number of times.\n"
            "A General moves over any number of empty squares of a line. It takes the first enemy "
            "on that line, if the square behind is empty, and lands on any empty square behind. "
            "Added here: fortresses of a side that has lost its fight have fallen."
        ),
        _at("fP6 FK9 GM9 GE11", "1"),
        "P6xJ12",
        options=_WEST,
    ),
    Page(
        Text("Huff and force"),
        Text(
            "Who can take should. After another move the bot says so, and the opponent may claim "
            "once before moving: `huff N8` lifts one piece that could have taken, named by where "
            "it stands now (`huff N8 K5-L6` moves as well); or `force` undoes the move, and the "
            "offender must take at once. Who just moves lets it pass.\n"
            "With the option `strict` taking is compulsory and there are no claims."
        ),
        _at("FM7 FL4 GN8 GF12", "2 claim-west=M3-L4:M7"),
        "huff M7",
        options=_WEST,
    ),
    Page(
        Text("The end of a fight"),
        Text(
            "A fight is won when the other side has no piece left, cannot move, or surrenders. "
            "It is undecided with one General against one or two who cannot be taken at once, or "
            "by agreement.\n"
            "Added here, so that fights end: after 40 turns by each side (or 25, option `quiet`) "
            "without a taking, a huff or a promotion, three Generals and three times as many "
            "pieces win, anything less is undecided; so is the last fight at the third "
            "repetition."
        ),
        _at("FM7 GN8", "1"),
        "M7xO9",
        options=_WEST,
    ),
    Page(
        Text("From the first fight to the battle"),
        Text(
            "In a half-round one director moves in either fight. After a first fight is won the "
            "winner's ally directs the survivors, too, and the border opens; a zone left "
            "undecided stays closed. Both fights won win the battle, one won and one undecided "
            "as well; a fight each is a draw. If opposite sides win in the same half-round, the "
            "survivors fight a decisive fight. After two undecided fights all may agree to place "
            "anew."
        ),
        _at("FH14 RA25 DG15 DE21", "3 west=entente-taken"),
        "H14xF16",
    ),
    Page(
        Text("Options"),
        Text(
            "`field`: `battle` (four seats), `west`, `east`, `france-germany`, `russia-germany`, "
            "`russia-austria`. `attack`: who begins in the battle. `neutral_start`: western "
            "armies may start in Switzerland, too. `majority`: only strokes that take the most. "
            "`strict`: who can take must. `quiet`: 40 or 25 turns until a quiet fight ends.\n"
            "To give up type or press *Resign*: all pieces that you direct are prisoners."
        ),
    ),
)
