"""The endgame tables of Frisian draughts, by the official rules and by the others.

By the official rules a king beside men may not make four moves in a row. So endings with a man
are stored four times, by the number of the king's moves in a row. With so few pieces a count of
another king does not matter.
"""

from __future__ import annotations

from typing import Final

from engine.capabilities.thinking import DECIDED, UNKNOWN
from engine.endings.following import may_begin_anew
from engine.endings.table import DRAWN, NOT_SURE, EndgameTables
from engine.games.frisian.board import BITS, PLACES, SQUARES_A_ROW
from engine.games.frisian.counters import IDLE_TURNS, TWO_KINGS_MOVES, Counters

MOST_PIECES: Final = 3
"""The most pieces of endings in the tables."""

NEAR: Final = MOST_PIECES + 8
"""The most pieces of positions from which endings with tables may be reached."""

_PLACES: Final = [PLACES[bit] for bit in BITS]

_TABLES: Final = [
    EndgameTables("frisian", MOST_PIECES, _PLACES, SQUARES_A_ROW),
    EndgameTables("frisian-official", MOST_PIECES, _PLACES, SQUARES_A_ROW),
]


def kept(side: int, own: int, enemy: int, kings: int, counters: Counters) -> int:
    """Return the result of a position in the tables, as ``State.known`` does."""
    layer = counters.in_a_row if counters.king else 0
    value = _TABLES[counters.official].value(
        side, own & ~kings, own & kings, enemy & ~kings, enemy & kings, layer
    )
    if value == DRAWN:
        return 0
    plies = value - 1
    # The side with two kings is to move, and makes the last move or the one before it.
    last = counters.two_kings + plies // 2 + 1
    if (
        value == NOT_SURE
        or (counters.two_kings and last > TWO_KINGS_MOVES)
        or (
            counters.idle
            and counters.idle + plies > IDLE_TURNS
            and not ((own | enemy) != kings and may_begin_anew(counters.idle, IDLE_TURNS))
        )
    ):
        return UNKNOWN
    return DECIDED - plies if plies & 1 else plies - DECIDED
