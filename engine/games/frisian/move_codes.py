"""Moves of Frisian draughts as integers, and tables of moves without capture.

Squares are given by the places of their bits. A move without capture is ``start << 6 | end``. The
code of a capture has the number of the capture, from 1, in the bits above, from ``CAPTURE_BIT``
on.
"""

from __future__ import annotations

from typing import Final

from engine.games.frisian.board import (
    BITS,
    BLACK,
    BOARD,
    DIAGONAL_AXES,
    PLACES,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    WHITE,
    by_slot,
    line_mask,
)
from engine.values import Move

CAPTURE_BIT: Final = 12
CAPTURE: Final = 1 << CAPTURE_BIT
"""The limit of codes: below it are moves without capture, from it on captures."""

PLACE_OF: Final = [PLACES[bit] for bit in BITS]
"""The place of the bit of each point."""

_PLACE: Final = 63
"""The mask of one place in a code."""


def code_of(start: int, end: int) -> int:
    """Return the code of a move without capture between two points."""
    return PLACE_OF[start] << 6 | PLACE_OF[end]


def start_of(code: int) -> int:
    """Return the square on which a move starts, as a bit."""
    return 1 << (code >> 6 & _PLACE)


def end_of(code: int) -> int:
    """Return the square on which a move ends, as a bit."""
    return 1 << (code & _PLACE)


def _quiet_moves() -> dict[int, Move]:
    ends = {
        (point, end)
        for axis in DIAGONAL_AXES
        for point in range(len(BITS))
        for direction in (axis, axis + 4)
        for end in BOARD.ray(point, direction)
    }
    return {code_of(start, end): Move("move", (start, end)) for start, end in sorted(ends)}


QUIET_MOVES: Final = _quiet_moves()
"""The moves without capture by their codes."""


def _starts_and_ends() -> list[int]:
    codes = [0] * CAPTURE
    for start, place in PLACES.items():
        for end, other in PLACES.items():
            codes[place << 6 | other] = start | end
    return codes


START_AND_END: Final = _starts_and_ends()
"""The start and end squares of a move without capture, as a set, by its code."""

# Men's moves by two rows of the board at once: these are eleven bits, the last of them unused.

_BITS_OF_TWO_ROWS: Final = 11

TWO_ROWS: Final = (1 << _BITS_OF_TWO_ROWS - 1) - 1
"""The squares of the first two rows."""


def _two_rows(codes: dict[int, int], first: int) -> list[list[int]]:
    """Return the codes of moves by the set of their ends, in the two rows from a place on."""
    table: list[list[int]] = [[]]
    for ends in range(1, TWO_ROWS + 1):
        end = 1 << ends.bit_length() - 1
        more = [codes[end << first]] if end << first in codes else []
        table.append(table[ends ^ end] + more)
    return table


def _man_codes(seat: int, shift: int) -> list[list[list[int]]]:
    """Return the codes of men's moves in one direction: for every two rows, by the set of ends.

    A man moves one square diagonally forward.
    """
    codes = {}
    for start in BITS:
        end = start >> shift if seat == WHITE else start << shift
        if end & SQUARES:
            codes[end] = PLACES[start] << 6 | PLACES[end]
    return [_two_rows(codes, first) for first in range(0, SQUARES.bit_length(), _BITS_OF_TWO_ROWS)]


MAN_CODES: Final = [
    [_man_codes(seat, SOUTH_WEST), _man_codes(seat, SOUTH_EAST)] for seat in (WHITE, BLACK)
]
"""By seat and direction: the codes of men's moves, for every two rows by the set of ends."""


class _Diagonal(dict[int, list[int]]):
    """The codes of a king's moves by the empty squares of a diagonal, computed on first use.

    A king moves any distance over empty squares.
    """

    def __init__(self, point: int, axis: int) -> None:
        super().__init__()
        self._point = point
        self._rays = (BOARD.ray(point, axis + 4), BOARD.ray(point, axis))

    def __missing__(self, empty: int) -> list[int]:
        codes = []
        for ray in self._rays:
            for end in ray:
                if not BITS[end] & empty:
                    break
                codes.append(code_of(self._point, end))
        self[empty] = codes
        return codes


KING_CODES: Final = by_slot(
    {
        bit: [(line_mask(point, axis), _Diagonal(point, axis)) for axis in DIAGONAL_AXES]
        for point, bit in enumerate(BITS)
    },
    [],
)
"""By the slot of a king's square: the squares of each of its diagonals, and the moves along it."""
