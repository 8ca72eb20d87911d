"""Positions of Frisian draughts as text: the field's FEN, then the counters.

``W:W28,K46:BK43 two-kings=3``: the side to move, the men and kings (``K``) of each side, singly
or as ranges, and ``key=value`` fields, which may all be missing:

``white-king=46:2``, ``black-king=5:3``
    the king that made that side's last moves, and how many in a row without capturing;
``two-kings=3``
    moves that the side with two kings against one has made since the material stands so;
``idle=12``
    turns since a man moved or a piece was captured;
``result=agreed``
    how the game ended, where the position does not show it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from engine import position_text
from engine.draughts import fen
from engine.duel import WHITE_AND_BLACK, noted_results
from engine.games.frisian.board import BITS, BLACK, BOARD, KING_ROWS, WHITE

KING_MOVES_ALLOWED: Final = 3
"""A player with kings and men may make three moves in a row with the same king."""

TWO_KINGS_MOVES: Final = 7
"""Two kings must win against one within seven moves."""

IDLE_TURNS: Final = 50
"""After 25 moves a side with kings only moving and nothing captured the game is drawn."""

_STREAK = re.compile(r"([0-9]{1,3}):([0-9]{1,3})")
_STREAKS = ("white-king", "black-king")

_FORMAT: Final = fen.Format(
    BOARD,
    ("W", "B"),
    KING_ROWS,
    len(BOARD),
    noted_results(WHITE_AND_BLACK).keys(),
    fen.example(BOARD, "W", 20),
    BITS,
)

Streak = tuple[int, int]
"""The point of the king that a side moved last, and its moves in a row without capturing."""

NO_STREAK: Final[Streak] = (-1, 0)


class Counters(NamedTuple):
    """What the rules count, and the result where the position does not show it."""

    streaks: tuple[Streak, Streak] = (NO_STREAK, NO_STREAK)
    two_kings: int = 0
    idle: int = 0
    result: str = ""


NOTHING_COUNTED: Final = Counters()


class State(NamedTuple):
    """All that a position is: the seat to move, men and kings by seat as bit sets, counters."""

    turn: int
    men: tuple[int, int]
    kings: tuple[int, int]
    counters: Counters


def write(state: State) -> str:
    """Return the state as text."""
    turn, men, kings, counters = state
    fields: dict[str, str | int] = {
        key: f"{BOARD.names[point]}:{moves}" if moves else ""
        for key, (point, moves) in zip(_STREAKS, counters.streaks, strict=True)
    }
    fields |= {"two-kings": counters.two_kings, "idle": counters.idle, "result": counters.result}
    return fen.write_pieces(fen.Pieces(turn, men, kings), fields, _FORMAT)


def read(text: str, official: bool) -> State:
    """Return the state that ``write`` wrote. Raises InvalidPosition.

    ``official`` tells which counters the game has.
    """
    keys = ("two-kings", "result", *(_STREAKS if official else ("idle",)))
    pieces, fields = fen.read_pieces(text, keys, _FORMAT)
    turn, men, kings = pieces
    if not fields:
        return State(turn, men, kings, NOTHING_COUNTED)
    counters = Counters(
        (_streak(fields, WHITE, pieces), _streak(fields, BLACK, pieces)),
        position_text.count(fields, "two-kings", TWO_KINGS_MOVES),
        position_text.count(fields, "idle", IDLE_TURNS),
        position_text.chosen(fields, "result", _FORMAT.results),
    )
    if "two-kings" in fields and (any(men) or sorted(map(int.bit_count, kings)) != [1, 2]):
        raise position_text.unfitting(fields, "two-kings")
    if "idle" in fields and not any(kings):
        raise position_text.unfitting(fields, "idle")
    return State(turn, men, kings, counters)


def _streak(fields: Mapping[str, str], seat: int, pieces: fen.Pieces) -> Streak:
    """Return a king of a side with men, and its moves in a row. Raises InvalidPosition."""
    key = _STREAKS[seat]
    if key not in fields:
        return NO_STREAK
    match = _STREAK.fullmatch(fields[key])
    point, moves = (int(match[1]) - 1, int(match[2])) if match else NO_STREAK
    stands = 0 <= point < len(BITS) and BITS[point] & pieces.kings[seat]
    if not stands or not pieces.men[seat] or not 1 <= moves <= KING_MOVES_ALLOWED:
        raise position_text.unfitting(fields, key)
    return point, moves
