"""What positions of Frisian draughts are worth, in points."""

from __future__ import annotations

from typing import Final

from engine.capabilities.thinking import MAN
from engine.games.frisian.board import BITS, BLACK, KING_ROWS, SQUARES_A_ROW, WHITE
from engine.games.frisian.codes import CAPTURE, PLACES

KING: Final = 280

_ADVANCED: Final = (4, 0, 0, 1, 3, 6, 10, 15, 24, 0)
"""What a man gains by standing on a row, counted from its own side of the board."""

_MEN: Final = [
    {bit: MAN + _ADVANCED[9 - point // SQUARES_A_ROW] for point, bit in enumerate(BITS)},
    {bit: MAN + _ADVANCED[point // SQUARES_A_ROW] for point, bit in enumerate(BITS)},
]

_PLACES: Final = 54

_WORTH: Final = [[0] * _PLACES, [0] * _PLACES]
"""What a piece of a seat is worth that a man of it becomes on a place: it may be promoted."""

for _seat in (WHITE, BLACK):
    for _bit, _place in PLACES.items():
        _WORTH[_seat][_place] = KING if _bit & KING_ROWS[_seat] else _MEN[_seat][_bit]


def worth(seat: int, pieces: int, kings: int) -> int:
    """Return what pieces of a seat are worth, of which some may be kings."""
    worths = _WORTH[seat]
    total = 0
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        total += KING if piece & kings else worths[piece.bit_length() - 1]
    return total


def _gains() -> list[list[int]]:
    """Return what each move of a man gains, by its code, for either seat."""
    table = []
    for seat in (WHITE, BLACK):
        worths = _WORTH[seat]
        gains = [0] * CAPTURE
        for start in PLACES.values():
            for end in PLACES.values():
                gains[start | end << 6] = worths[end] - worths[start]
        table.append(gains)
    return table


GAINS: Final = _gains()


def evaluate(own: int, enemy: int, balance: int) -> int:
    """Return what a position is worth to the side to move: more of it, the fewer pieces are left.

    Who is ahead does well to exchange.
    """
    return balance + balance * (40 - (own | enemy).bit_count()) // 80
