"""Steps and jumps of the pieces of Dames-Alliance, and its moves as integers.

A move is an integer: its start square, its end square, the kind of the piece at its end, and the
set of the pieces it takes, which tells captures apart::

    bits 0-6  start      bits 7-13  end      bits 14-15  what it becomes      bits 16-  taken

While the crosses are set, a move gives a man its cross: it starts and ends on the man's square.
"""

from __future__ import annotations

from typing import Final

from engine.board import NOWHERE
from engine.capabilities.captures import STATES, Captures
from engine.games.alliance.board import (
    BITS,
    BOARD,
    CAPTURES_ALONG,
    DIAGONAL,
    LAST_RANKS,
    MOVES_ALONG,
    ORTHOGONAL,
)

PLACE: Final = 127
END: Final = 7
BECOMES: Final = 14
CAPTURED: Final = 16
"""The mask of a place, and the first bits of the end, the new kind and the pieces taken."""

KIND: Final = 3
"""The mask of a kind."""

X: Final = 0
PLUS: Final = 1
KING: Final = 2
"""The kinds of a piece: a man with a diagonal or an orthogonal cross, or a king."""

FORMS: Final = ((X, PLUS), (PLUS, X), (KING,))
"""By kind, the possible kinds of a piece after its move: as before, or turned."""


def code(start: int, end: int, becomes: int, taken: int) -> int:
    """Return the code of a move; ``start``, ``end`` and ``taken`` are given as bits."""
    return (
        start.bit_length() - 1
        | end.bit_length() - 1 << END
        | becomes << BECOMES
        | taken << CAPTURED
    )


def start_of(move: int) -> int:
    """Return the square where a move starts, as a bit."""
    return 1 << (move & PLACE)


def end_of(move: int) -> int:
    """Return the square where a move ends, as a bit."""
    return 1 << (move >> END & PLACE)


def becomes_of(move: int) -> int:
    """Return the kind of the piece after a move."""
    return move >> BECOMES & KIND


def taken_by(move: int) -> int:
    """Return the pieces that a move takes, as bits."""
    return move >> CAPTURED


class Steps:
    """The steps of a piece from one square; a man steps in the directions its cross lacks."""

    __slots__ = ("around", "moves", "squares")

    squares: list[int]
    """The squares to which the piece steps; for a man, those ahead first."""
    around: int
    """The same squares as a set."""
    moves: dict[int, list[int]]
    """The moves by the set of ``squares`` that are empty, computed on first use."""

    def __init__(self, squares: list[int]) -> None:
        self.squares = squares
        self.around = sum(squares)
        self.moves = {}


def _steps(seat: int, kind: int) -> dict[int, Steps]:
    directions: tuple[int, ...] = DIAGONAL + ORTHOGONAL
    if kind != KING:
        directions = MOVES_ALONG[seat]["x" if kind == X else "+"]
    table = {}
    for point, bit in enumerate(BITS):
        ends = [BOARD.steps[direction][point] for direction in directions]
        table[bit] = Steps([BITS[end] for end in ends if end != NOWHERE])
    return table


def _jumps(directions: tuple[int, ...]) -> dict[int, list[tuple[int, int, int]]]:
    """Return the jumps from every square: passed piece, landing, and both with the start.

    Jumps are in the alphabetical order of their landing squares.
    """
    table = {}
    for point, bit in enumerate(BITS):
        rays = [BOARD.ray(point, direction) for direction in directions]
        landings = sorted([(BOARD.names[ray[1]], ray) for ray in rays if len(ray) > 1])
        squares = [(BITS[ray[0]], BITS[ray[1]]) for _, ray in landings]
        table[bit] = [(over, landing, bit | over | landing) for over, landing in squares]
    return table


STEPS: Final = [[_steps(seat, kind) for kind in (X, PLUS, KING)] for seat in (0, 1)]
JUMPS: Final = [
    _jumps(CAPTURES_ALONG["x"]),
    _jumps(CAPTURES_ALONG["+"]),
    _jumps(DIAGONAL + ORTHOGONAL),
]


def steps_onto(seat: int, kind: int, start: int, free: int) -> list[int]:
    """Return the moves of a piece without a capture, onto squares in ``free``."""
    moves: list[int] = []
    for end in STEPS[seat][kind][start].squares:
        if end & free:
            forms = FORMS[KING if end & LAST_RANKS[seat] else kind]
            moves += [code(start, end, becomes, 0) for becomes in forms]
    return moves


class Chains(Captures):
    """A piece's captures, in the alphabetical order of their landing squares.

    A state is the square of the piece with the pieces it has taken, which stay on the board until
    the end of the capture. Squares are given as bits.
    """

    __slots__ = ("_enemies", "_free", "_jumps")

    def __init__(self, start: int, kind: int, enemies: int, empty: int) -> None:
        self._jumps = JUMPS[kind]
        self._enemies = enemies
        self._free = empty | start

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump."""
        free = self._free
        left = self._enemies & ~state
        found: list[int] = []
        for over, landing, change in self._jumps[state & free]:
            if over & left and landing & free:
                found.append(state ^ change)
        return found

    def place(self, state: int) -> int:
        """Return the square of the piece in a state."""
        return state & self._free


def chains(start: int, kind: int, enemies: int, empty: int) -> Chains:
    """Return the search of all captures of a piece.

    Twelve pieces a side make at most a thousand states, so no limit is needed.
    """
    search = Chains(start, kind, enemies, empty)
    search.search({start: 0}, STATES)
    return search


def longest_chains(start: int, kind: int, enemies: int, empty: int) -> list[int]:
    """Return the states of a piece's largest captures.

    If no capture takes more than one piece, as is usual, no search is needed.
    """
    free = empty | start
    jumps = JUMPS[kind]
    states: list[int] = []
    for over, landing, change in jumps[start]:
        if over & enemies and landing & empty:
            state = start ^ change
            left = enemies ^ over
            for other, onto, _ in jumps[landing]:
                if other & left and onto & free:
                    return list(chains(start, kind, enemies, empty).levels[-1])
            states.append(state)
    return states
