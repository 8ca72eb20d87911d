"""The rules of Les Alliés for who has never seen it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine import position_text
from engine.games.allies.map.squares import BOARD, TEXT_ROWS
from engine.text import Text
from engine.values import Page


def _at(pieces: str, rest: str) -> str:
    """Return a position with such pieces as ``FM7 gN8``, and what follows them in its text."""
    by_point = {BOARD.point[piece[1:].lower()]: piece[0] for piece in pieces.split()}
    return position_text.write(TEXT_ROWS, by_point, rest, {})


_DUEL: Final = MappingProxyType({"field": "france-germany"})
_RUSSIA: Final = MappingProxyType({"field": "russia-austria"})
_WEST: Final = MappingProxyType({"field": "west"})

SUMMARY: Final = Text(
    "Draughts on the map of Europe of 1914, on its dark squares. Two alliances fight in the west "
    "and in the east, with a director for each side of each fight; or two play one zone, or two "
    "powers with twelve soldiers each (`france-germany`, `russia-germany`, `russia-austria`).\n"
    "You place your soldiers in secret: `K11 L12`, `auto mixed`, `clear DW`, `ready`. A soldier "
    "steps diagonally in any direction (`K7-L8`) and takes a neighbour by jumping over it, on and "
    "on (`N8xL10xJ12`). A soldier whose turn ends on an enemy fortress becomes a General, which "
    "moves and takes along whole lines.\n"
    "If you can take, you should. If you do not, your opponent may, before their move, lift a "
    "piece of yours that could have taken (`huff N8`), or have your move undone and make you take "
    "(`force`).\n"
    "You win a fight when the other side has no piece left, cannot move or surrenders. Then your "
    "partner directs your survivors, too, and the border of the zones opens. Two fights won win "
    "the battle, and so does one won and one undecided; a fight each is a draw.\n"
    "House rules, so that games end: a fight in which nothing happens for 40 turns by each side "
    "is decided by the pieces left, the last fight is undecided when a position stands for the "
    "third time, and the fortresses of a lost fight have fallen."
)

_START: Final = (
    "FI5 FI7 FJ6 FK5 FK7 FL4 FL6 FM5 FM7 FN6 FO7 FP8 "
    "GH10 GI11 GJ10 GJ12 GK11 GL10 GL12 GM11 GN12 GO13 GI13 GK13"
)

PAGES: Final[tuple[Page, ...]] = (
    Page(
        Text("The aim"),
        Text(
            "Armies of soldiers fight on the dark squares of a checkerboard over the Europe of "
            "1914. Beat the enemy in your zone, then help your partner in the other.\n"
            "In the battle four directors play: Entente West against Central West, and Entente "
            "East against Central East; one person may direct both sides of an alliance. Two can "
            "play one zone (`west`, `east`), or a duel of two powers with twelve soldiers each, "
            "as here France and Germany. Begin with a duel: it takes about fifty turns a player.\n"
            "House rules are those that the rules of 1916 do not have."
        ),
        _at(_START, "1"),
        options=_DUEL,
    ),
    Page(
        Text("The armies, and who begins"),
        Text(
            "Entente West directs 24 soldiers of France, Belgium and England (FR) and 12 of Italy "
            "(IT); Central West 24 of western Germany (DW) and 12 of western Austria (AW). "
            "Entente East directs 24 of Russia, Romania and Serbia (RU); Central East 12 of "
            "eastern Germany (DE) and 12 of Austria-Hungary, Bulgaria and Turkey (AE).\n"
            "The turns go Entente West, Central East, Central West, Entente East; with the option "
            "`attack=central-west` Central West, Entente East, Entente West, Central East. In "
            "`west` the Entente begins, in `east` the Central Powers; in a duel France, or else "
            "the enemy of Russia."
        ),
    ),
    Page(
        Text("Squares and frontiers"),
        Text(
            "A square is named by its row, A at the top to Y, and its column, 1 to 32: `K7`. Only "
            "the dark squares of the countries that take part are used.\n"
            "A frontier square touches an enemy country of the same zone. Belgium is no enemy "
            "country for Germans and Austrians here; Switzerland and Holland are enemies of "
            "nobody. In a duel only the border of the two powers counts, and all other countries "
            "are closed (France has Belgium, too)."
        ),
        _at(_START, "1"),
        options=_DUEL,
    ),
    Page(
        Text("Placing the armies"),
        Text(
            "Before the first move all place their soldiers in secret (house rule: all at the "
            "same time), one to a square, in the countries of their armies, on any square that is "
            "no frontier square. Nobody starts on the Channel.\n"
            "`K11 L12` places on squares; `auto front`, `auto mixed` or `auto deep` fills in "
            "what is left: near the enemy, anywhere with some chance, or far away. `clear DW` "
            "takes an army off the board again, `ready` ends it. There are buttons for all of "
            "these. Here a soldier comes to `L6`."
        ),
        _at("FJ6 FK7 FM7", "1 setup=1"),
        "@L6",
        options=_DUEL,
    ),
    Page(
        Text("Moving"),
        Text(
            "You move one piece a turn, and you may not pass. A soldier steps to an empty "
            "neighbouring square, diagonally in any direction. Here: `M7-L8`.\n"
            "Switzerland, Belgium and the Channel may be crossed. Holland is closed: nothing "
            "enters it or jumps over it. So is the border between west and east while both fights "
            "last."
        ),
        _at("FO7 FM7 GN12", "1"),
        "M7-L8",
        options=_WEST,
    ),
    Page(
        Text("Taking"),
        Text(
            "A soldier takes an enemy beside it by jumping over it onto the empty square right "
            "behind, backward too. If it can take again from there it must go on, in any "
            "direction: a stroke is played to its end. What is taken stays in the way until then "
            "and is not jumped twice. Among several strokes you choose freely.\n"
            "Type every square where the piece lands; first and last are enough where only one "
            "stroke fits. Here the soldier takes two, passing over Metz: `N8xL10xJ12`."
        ),
        _at("FN8 GM9 GK11 GE11", "1"),
        "N8xJ12",
        options=_WEST,
    ),
    Page(
        Text("Fortresses and Generals"),
        Text(
            "The white stars with red names are fortresses. A soldier whose turn ends on one of "
            "the enemy's becomes a General at once, shown as two stacked pawns. Passing over it "
            "in a stroke does nothing, and your own fortresses never promote you. Each serves any "
            "number of times. House rule: those of a side that has lost its fight have fallen and "
            "promote nobody.\n"
            "A General moves any number of empty squares along a line. It takes the first enemy "
            "on a line, if the square behind is empty, and lands on any empty square behind. Here "
            "the General takes from afar: `P6xJ12`."
        ),
        _at("fP6 FK9 GM9 GE11", "1"),
        "P6xJ12",
        options=_WEST,
    ),
    Page(
        Text("Huff and force"),
        Text(
            "If you can take, you should. If you play something else, the bot says so, and before "
            "moving your opponent may claim once: `huff N8` lifts one piece that could have "
            "taken, named by where it stands now (`huff N8 K5-L6` moves as well); or `force` "
            "undoes the move, and you must take at once, with a stroke of your choice. A forced "
            "stroke cannot be huffed. By simply moving your opponent lets it pass.\n"
            "With the option `strict` taking is compulsory and there are no claims. Here the "
            "soldier on M7 did not take: `huff M7` lifts it."
        ),
        _at("FM7 FL4 GN8 GF12", "2 claim-west=M3-L4:M7"),
        "huff M7",
        options=_WEST,
    ),
    Page(
        Text("The end of a fight"),
        Text(
            "You win a fight when the other side has no piece left (a huff may lift the last), "
            "cannot move, or surrenders; prisoners leave the board. Here `M7xO9` takes the last. "
            "A fight is undecided by agreement, or when no soldiers are left, one side has a "
            "single General, the other one or two, and the side to move cannot take.\n"
            "House rules, so that fights end: after 40 turns by each side (`quiet`: or 25) "
            "without a taking, a huff or a promotion, at least three Generals and at least three "
            "times as many pieces win; else the fight is undecided. So is the last fight when a "
            "position stands for the third time."
        ),
        _at("FM7 GN8", "1"),
        "M7xO9",
        options=_WEST,
    ),
    Page(
        Text("From the first fight to the battle"),
        Text(
            "A round has two halves; in each, one director of each fight moves. A result counts "
            "from the next half on: then the winner's partner directs the survivors, too, and the "
            "border opens, as here for `H14xF16`. The zone of an undecided fight stays closed.\n"
            "- Won and won: victory.\n"
            "- Won and lost: draw.\n"
            "- Won and undecided: victory.\n"
            "- Undecided twice: all may agree to place anew, else a draw.\n"
            "- Won by opposite sides in the same half: a decisive fight of the survivors."
        ),
        _at("FH14 RA25 DG15 DE21", "3 west=entente-taken"),
        "H14xF16",
    ),
    Page(
        Text("Duels"),
        Text(
            "In a duel each side has twelve soldiers, and only these fortresses promote:\n"
            "- `france-germany`: Metz and Strasbourg for France, Verdun and Belfort for Germany;\n"
            "- `russia-germany`: Königsberg and Posen for Russia, Novogeorgievsk for Germany;\n"
            "- `russia-austria`: Przemyśl for Russia, Kiev for Austria. Here a Russian soldier "
            "becomes a General: `J28-K27`."
        ),
        _at("RJ28 RI31 HL24 HN22", "1"),
        "J28-K27",
        options=_RUSSIA,
    ),
    Page(
        Text("Options"),
        Text(
            "`field`: `battle` (four sides), `west`, `east`, `france-germany`, `russia-germany`, "
            "`russia-austria`. `attack`: who begins in the battle. `neutral_start`: western "
            "armies may start in Switzerland, too. `majority`: only strokes that take the most "
            "are legal. `strict`: if you can take, you must. `quiet`: 40 or 25 turns until a "
            "quiet fight ends.\n"
            "To give up press *Resign*: all pieces that you direct become prisoners."
        ),
    ),
)
