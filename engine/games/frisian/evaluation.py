"""The values of positions of Frisian draughts, in points.

- **Men** by their row and by their distance from the side edges. A man that has left its own
  half is a target for captures from eight sides: it counts less, until it is near the last row.
- **Kings**: the first one decides most games, as long as the enemy has none. Beside men a king
  counts less, since it must not make four moves in a row.
- Being on the move is worth little.
- The side that is ahead does well to **exchange**: a position's value grows as pieces leave the
  board.
- **Hard endings**: two kings catch one from most positions, but only with knowledge that no search
  of so few nodes has (the endgame tables have it). So a lead is worth little here once only two
  pieces are left and the enemy has a king.

The weights are those of a logistic model of the results of 700 games of self-play with 300 nodes a
move; ``python -m tools.fitting frisian-official`` fits them again.
"""

from __future__ import annotations

from typing import Final, Protocol

from mypy_extensions import i64

from engine.capabilities.thinking import DECIDED
from engine.games.frisian.board import (
    BITS,
    BLACK,
    KING_ROWS,
    PLACES,
    SLOTS,
    SQUARES_A_ROW,
    WHITE,
    by_slot,
    count,
)
from engine.games.frisian.move_codes import CAPTURE

_MAN_ROWS: Final = 9
_COLUMNS: Final = 5

NAMES: Final = (
    "man",
    "king",
    "only side with kings",
    "king beside men",
    "to move",
    *(f"man on row {row + 1}" for row in range(_MAN_ROWS)),
    *(f"man {column} from the edge" for column in range(_COLUMNS)),
)
"""The meaning of each weight. Rows are counted from a side's own first row."""

WEIGHTS: Final = (
    *(100, 238, 182, -86, 6),
    *(34, 15, 0, -5, -14, -1, 19, 73, 174),
    *(15, 0, 14, -7, 0),
)

_MAN: Final = WEIGHTS[0]
_KING: Final = WEIGHTS[1]
_ONLY_KINGS: Final = WEIGHTS[2]
_KING_BESIDE_MEN: Final = WEIGHTS[3]
_TO_MOVE: Final = WEIGHTS[4]
_ROWS: Final = WEIGHTS[5 : 5 + _MAN_ROWS]
_EDGES: Final = WEIGHTS[5 + _MAN_ROWS :]

_PIECES: Final = 40
_EXCHANGED: Final = 80
"""A lead grows by one part in this many for each of the ``_PIECES`` that is missing."""

_TOO_FEW: Final = 2
"""This many pieces or fewer do not beat a king."""

_DRAWISH: Final = 8
"""The divisor of a lead that hardly ever wins."""

_HIGHEST_VALUE: Final = DECIDED // 2
"""The largest value of a lead, even in positions full of kings."""


def _row(seat: int, point: int) -> int:
    """Return a square's row from a seat's own side of the board."""
    row = point // SQUARES_A_ROW
    return row if seat == BLACK else 9 - row


def _edge(point: int) -> int:
    """Return the number of columns between a square and the nearer side edge."""
    row, place = divmod(point, SQUARES_A_ROW)
    column = 2 * place + 1 - row % 2
    return min(column, 9 - column)


def _worths(seat: int) -> list[int]:
    """Return the worth of a seat's man by the slot of its square: a king's on the last row."""
    worths = {}
    for point, bit in enumerate(BITS):
        if bit & KING_ROWS[seat]:
            worths[bit] = _KING
        else:
            worths[bit] = _MAN + _ROWS[_row(seat, point)] + _EDGES[_edge(point)]
    return by_slot(worths, 0)


_WORTHS: Final = [_worths(WHITE), _worths(BLACK)]
"""The worth of men by seat and slot: a list, because compiled code builds a tuple again for each
lookup.
"""


def worth(seat: int, pieces: i64, kings: i64) -> i64:
    """Return the total worth of a seat's pieces; those among ``kings`` are kings."""
    worths = _WORTHS[seat]
    total: i64 = 0
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        total += _KING if piece & kings else worths[piece % SLOTS]
    return total


def _gains(seat: int) -> list[int]:
    """Return a list, indexed by the codes of moves: how much worth a seat's man gains by each."""
    worths = _WORTHS[seat]
    gains = [0] * CAPTURE
    for start, place in PLACES.items():
        for end, other in PLACES.items():
            gains[place << 6 | other] = worths[end % SLOTS] - worths[start % SLOTS]
    return gains


GAINS: Final = [_gains(WHITE), _gains(BLACK)]


def evaluate(own: i64, enemy: i64, kings: i64, balance: i64, pieces: i64) -> i64:
    """Return the value of a position to the side to move.

    ``balance`` is the worth of this side's pieces minus that of the enemy's, ``pieces`` the number
    of all pieces.
    """
    value = balance + _TO_MOVE
    own_kings = own & kings
    enemy_kings = enemy & kings
    if kings:
        if not enemy_kings:
            value += _ONLY_KINGS
        elif not own_kings:
            value -= _ONLY_KINGS
        if own_kings and own != own_kings:
            value += _KING_BESIDE_MEN * count(own_kings)
        if enemy_kings and enemy != enemy_kings:
            value -= _KING_BESIDE_MEN * count(enemy_kings)
    value += value * (_PIECES - pieces) // _EXCHANGED
    if kings:
        value = min(max(value, -_HIGHEST_VALUE), _HIGHEST_VALUE)
        ahead = own if value > 0 else enemy
        for _ in range(_TOO_FEW):
            ahead &= ahead - 1
        if not ahead and (enemy_kings if value > 0 else own_kings):
            return value // _DRAWISH if value > 0 else -(-value // _DRAWISH)
    return value


class Pieces(Protocol):
    """The fields of a state read by ``terms``."""

    side: int
    own: int
    enemy: int
    kings: int


def terms(state: Pieces) -> list[int]:
    """Return the count of each weight for White minus its count for Black."""
    white, black = state.own, state.enemy
    if state.side == BLACK:
        white, black = black, white
    sides = []
    for seat, own, enemy in ((WHITE, white, black), (BLACK, black, white)):
        king, men = own & state.kings, own & ~state.kings
        counted = dict.fromkeys(NAMES, 0)
        counted["man"] = men.bit_count()
        counted["king"] = king.bit_count()
        counted["only side with kings"] = int(king != 0 and not enemy & state.kings)
        counted["king beside men"] = king.bit_count() if men else 0
        counted["to move"] = int(seat == state.side)
        for point, bit in enumerate(BITS):
            if bit & men:
                counted[f"man on row {_row(seat, point) + 1}"] += 1
                counted[f"man {_edge(point)} from the edge"] += 1
        sides.append(counted)
    return [sides[WHITE][name] - sides[BLACK][name] for name in NAMES]
