"""Positions of Frisian draughts as text: the field's FEN, then the counters.

``W:W28,K46:BK43 two-kings=3``: the side to move, the men and kings (``K``) of each side, singly or
as ranges, and ``key=value`` fields, which may all be missing:

``white-king=46:2``, ``black-king=5:3``
    the king that made that side's last moves, and how many in a row without capturing;
``two-kings=3``
    moves that the side with two kings against one has made since the material stands so;
``idle=12``
    turns since a man moved or a piece was captured;
``result=agreed``
    how the game ended, if the position does not show it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine import position_text
from engine.draughts import fen
from engine.duel import WHITE_AND_BLACK, noted_results
from engine.games.frisian.board import BITS, BLACK, BOARD, KING_ROWS, POINTS, WHITE
from engine.games.frisian.frisian_state import (
    IDLE_TURNS,
    KING_MOVES_ALLOWED,
    NOTHING_COUNTED,
    TWO_KINGS_MOVES,
    Counters,
    FrisianState,
)

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
"""The king that a side moved last, and its moves in a row without capturing; zeros if none."""


def write(state: FrisianState, result: str) -> str:
    """Return a state, and how the game ended if it does not show that, as text."""
    counters = state.counters
    mine = (counters.king, counters.in_a_row)
    theirs = (counters.enemy_king, counters.enemy_in_a_row)
    streaks = (mine, theirs) if state.side == WHITE else (theirs, mine)
    fields: dict[str, str | int] = {
        key: f"{BOARD.names[POINTS[king]]}:{moves}" if king else ""
        for key, (king, moves) in zip(_STREAKS, streaks, strict=True)
    }
    fields |= {"two-kings": counters.two_kings, "idle": counters.idle, "result": result}
    white, black = state.pieces(WHITE), state.pieces(BLACK)
    kings = state.kings
    pieces = fen.Pieces(
        state.side, (white & ~kings, black & ~kings), (white & kings, black & kings)
    )
    return fen.write_pieces(pieces, fields, _FORMAT)


def read(text: str, official: bool) -> tuple[FrisianState, str]:
    """Return the state and the result that ``write`` wrote. Raises InvalidPosition.

    ``official`` tells by which rules it is played, and so which counters it has.
    """
    keys = ("two-kings", "result", *(_STREAKS if official else ("idle",)))
    pieces, fields = fen.read_pieces(text, keys, _FORMAT)
    turn, men, kings = pieces
    if not fields:
        return FrisianState.of(turn, men, kings, NOTHING_COUNTED[official]), ""
    streaks = (_streak(fields, WHITE, pieces), _streak(fields, BLACK, pieces))
    two_kings = position_text.count(fields, "two-kings", TWO_KINGS_MOVES)
    idle = position_text.count(fields, "idle", IDLE_TURNS)
    result = position_text.chosen(fields, "result", _FORMAT.results)
    if "two-kings" in fields and (any(men) or sorted(map(int.bit_count, kings)) != [1, 2]):
        raise position_text.unfitting(fields, "two-kings")
    if "idle" in fields and not any(kings):
        raise position_text.unfitting(fields, "idle")
    counters = Counters(official, *streaks[turn], *streaks[1 - turn], two_kings, idle)
    return FrisianState.of(turn, men, kings, counters), result


def _streak(fields: Mapping[str, str], seat: int, pieces: fen.Pieces) -> Streak:
    """Return a king of a side with men, and its moves in a row. Raises InvalidPosition."""
    key = _STREAKS[seat]
    if key not in fields:
        return 0, 0
    match = _STREAK.fullmatch(fields[key])
    point, moves = (int(match[1]) - 1, int(match[2])) if match else (-1, 0)
    king = BITS[point] & pieces.kings[seat] if 0 <= point < len(BITS) else 0
    if not king or not pieces.men[seat] or not 1 <= moves <= KING_MOVES_ALLOWED:
        raise position_text.unfitting(fields, key)
    return king, moves
