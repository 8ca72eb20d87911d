"""Moves of Frisian draughts as integers, for the search.

Squares are told by the places of their bits. A move without capture is ``start | end << 6``; a
capture has above that, from ``CAPTURE`` on, its number among the captures of its position.
"""

from __future__ import annotations

from typing import Final

from engine.captures import Jump
from engine.games.frisian import board
from engine.games.frisian.board import (
    BITS,
    BLACK,
    KING_MOVES,
    MAN_MOVES,
    SOUTH_EAST,
    SOUTH_WEST,
    SQUARES,
    WHITE,
)
from engine.values import Move

CAPTURE: Final = 1 << 12
"""Captures are the codes from here on."""

_PLACE: Final = 63
"""The bits of a code that tell one place."""

PLACES: Final = {bit: bit.bit_length() - 1 for bit in BITS}
"""The place of each bit."""


def start_of(code: int) -> int:
    """Return the square on which a move starts, as a bit."""
    return 1 << (code & _PLACE)


def end_of(code: int) -> int:
    """Return the square on which a move ends, as a bit."""
    return 1 << (code >> 6 & _PLACE)


def _quiet(move: Move) -> int:
    return PLACES[BITS[move.path[0]]] | PLACES[BITS[move.path[-1]]] << 6


def _both() -> list[int]:
    codes = [0] * CAPTURE
    for start, place in PLACES.items():
        for end, other in PLACES.items():
            codes[place | other << 6] = start | end
    return codes


BOTH: Final = _both()
"""The squares on which a move without capture starts and ends, as a set, by its code."""

# Men's moves by two rows of the board at once: these are eleven bits, the last of them unused.

_BITS_OF_TWO_ROWS: Final = 11

TWO_ROWS: Final = (1 << _BITS_OF_TWO_ROWS - 1) - 1
"""The squares of the first two rows."""


def _two_rows(codes: dict[int, int], first: int) -> list[list[int]]:
    """Return the codes of moves to each set of squares in the two rows from a place on."""
    table: list[list[int]] = [[]]
    for ends in range(1, TWO_ROWS + 1):
        end = 1 << ends.bit_length() - 1
        more = [codes[end << first]] if end << first in codes else []
        table.append(table[ends ^ end] + more)
    return table


def _man_codes(seat: int, direction: int) -> list[list[list[int]]]:
    """Return the codes of men's moves in one direction: for each two rows, by where they end."""
    codes = {}
    for _, by_empty in MAN_MOVES[seat].values():
        for move in by_empty[max(by_empty)]:
            start, end = BITS[move.path[0]], BITS[move.path[-1]]
            if max(start, end) >> direction == min(start, end):
                codes[end] = _quiet(move)
    return [_two_rows(codes, first) for first in range(0, SQUARES.bit_length(), _BITS_OF_TWO_ROWS)]


class _Diagonal(dict[int, list[int]]):
    """The codes of a king's moves by which squares of a diagonal are empty, filled when asked."""

    def __init__(self, moves: dict[int, tuple[Move, ...]]) -> None:
        super().__init__()
        self._moves = moves

    def __missing__(self, empty: int) -> list[int]:
        self[empty] = [_quiet(move) for move in self._moves[empty]]
        return self[empty]


class _Jumps(dict[int, list[int]]):
    """What a man's jumps change, by which squares beside it hold enemies, filled when asked."""

    def __init__(self, jumps: tuple[Jump, ...]) -> None:
        super().__init__()
        self._jumps = jumps

    def __missing__(self, enemies: int) -> list[int]:
        self[enemies] = [change for _, over, change in self._jumps if over & enemies]
        return self[enemies]


MAN_JUMPS: Final = {
    start: (sum(over for _, over, _ in jumps), _Jumps(jumps))
    for start, jumps in board.MAN_JUMPS.items()
}
"""The squares over which a man jumps from each square, and its jumps."""

MAN_CODES: Final = [
    [_man_codes(seat, SOUTH_WEST), _man_codes(seat, SOUTH_EAST)] for seat in (WHITE, BLACK)
]
"""Tables of men's moves of each seat, along each diagonal."""

KING_CODES: Final = {
    start: [(mask, _Diagonal(moves)) for mask, moves in diagonals]
    for start, diagonals in KING_MOVES.items()
}
