"""The moves of soldiers and Generals, on sets of squares: moves as numbers, and strokes.

A move is an integer, valid in one state::

    bits 0-8  start      bits 9-17  end      bits 18-  the pieces taken, as a set of squares

The piece on a square is huffed by a move from that square to itself that takes nothing; ``FORCE``
is the force. While soldiers are placed, the end is the army of the soldier.

Only the taking piece moves during a stroke: taken pieces stay, and block, until its end, and the
square where the stroke began counts as empty.
"""

from __future__ import annotations

from typing import Final

from engine.capabilities.captures import Captures, Listing, capture
from engine.games.allies.map.squares import (
    JUMPS,
    LEFT,
    POINT,
    RAYS_DOWN,
    RAYS_UP,
    RIGHT,
    SETS,
    SQUARE,
)
from engine.values import Move

PLACE: Final = 511
END: Final = 9
CAPTURED: Final = 18
"""The mask of a square, and the first bits of the end and of the pieces taken."""

_STAY: Final = 1 << END | 1
"""The difference to the number of the move that starts and ends one square later."""
FORCE: Final = PLACE
"""The move that stands for the force: it starts on no square."""

WIDTH: Final = 500
"""The most states of one length that the search follows, for all pieces together. Strokes in play
seldom have a thousand states.
"""


def code(start: int, end: int, taken: int = 0) -> int:
    """Return the move from one square to another that takes the pieces ``taken``."""
    return start | end << END | taken << CAPTURED


def huff(square: int) -> int:
    """Return the move that huffs the piece on a square."""
    return code(square, square)


def start_of(move: int) -> int:
    """Return the square where a move starts."""
    return move & PLACE


def end_of(move: int) -> int:
    """Return the square where a move ends, or the army of a soldier that is placed."""
    return move >> END & PLACE


def taken_by(move: int) -> int:
    """Return the set of pieces that a move takes."""
    return move >> CAPTURED


def is_claim(move: int) -> bool:
    """Return whether a move is a huff or the force."""
    return move == FORCE or (move >> CAPTURED == 0 and move & PLACE == move >> END)


def able(own: int, enemy: int, empty: int, generals: int) -> int:
    """Return the pieces of one side that can take."""
    found = own & (
        enemy >> LEFT & empty >> 2 * LEFT
        | enemy >> RIGHT & empty >> 2 * RIGHT
        | enemy << LEFT & empty << 2 * LEFT
        | enemy << RIGHT & empty << 2 * RIGHT
    )
    flying = own & generals & ~found
    while flying:
        piece = flying & -flying
        flying ^= piece
        if _flights(piece.bit_length() - 1, enemy, empty):
            found |= piece
    return found


def can_step(own: int, empty: int) -> bool:
    """Return whether one of a side's pieces has an empty square beside it."""
    return bool(own << LEFT & empty) or bool(
        (own << RIGHT | own >> LEFT | own >> RIGHT) & empty,
    )


def _flights(square: int, enemy: int, free: int) -> list[tuple[int, int]]:
    """Return the pieces that a General on a square can take, each with its landing squares.

    ``free`` are the empty squares and the square where the General started.
    """
    found = []
    for ray in RAYS_DOWN[square]:
        blocked = ray & ~free
        met = blocked & -blocked
        if met & enemy:
            beyond = ray & ~(2 * met - 1)
            blocked = beyond & ~free
            if blocked:
                beyond &= (blocked & -blocked) - 1
            if beyond:
                found.append((met, beyond))
    for ray in RAYS_UP[square]:
        blocked = ray & ~free
        if blocked:
            met = 1 << (blocked.bit_length() - 1)
            if met & enemy:
                beyond = ray & (met - 1)
                blocked = beyond & ~free
                if blocked:
                    beyond &= -(1 << blocked.bit_length())
                if beyond:
                    found.append((met, beyond))
    return found


def jumps(square: int, general: bool, enemy: int, free: int) -> list[tuple[int, int]]:
    """Return the landing squares of a piece's single takings, with the taken pieces, as bits.

    ``enemy`` are the pieces not taken yet, ``free`` the empty squares and the square where the
    piece started.
    """
    found = []
    if not general:
        for jump in JUMPS[square]:
            landing, over = jump
            if over & enemy and landing & free:
                found.append(jump)
        return found
    for met, reached in _flights(square, enemy, free):
        landings = reached
        while landings:
            landing = landings & -landings
            landings ^= landing
            found.append((landing, met))
    return found


def _landing_point(jump: tuple[int, int]) -> int:
    return POINT[jump[0].bit_length() - 1]


_START: Final = 416
"""The first bit above all squares: a stroke's state has its starting square from there on."""


class StrokeCaptures(Captures):
    """The search of strokes; if ``ordered``, jumps are in the order of their landing points.

    A state is the starting square of a stroke (from bit ``_START`` on), the square the piece has
    reached and the pieces it has taken.
    """

    __slots__ = ("_empty", "_enemy", "_generals", "_ordered")

    def __init__(self, enemy: int, empty: int, generals: int, ordered: bool = False) -> None:
        self._enemy = enemy
        self._empty = empty
        self._generals = generals
        self._ordered = ordered

    def first(self, square: int) -> int:
        """Return the state of the piece on a square."""
        return square << _START | 1 << square

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump."""
        piece = 1 << (state >> _START)
        free = self._empty | piece
        here = state & free
        general = piece & self._generals != 0
        found = jumps(here.bit_length() - 1, general, self._enemy & ~state, free)
        if general and self._ordered:
            found.sort(key=_landing_point)
        left = state ^ here
        return [left | landing | over for landing, over in found]

    def place(self, state: int) -> int:
        """Return the square of the piece in a state."""
        return (state & (self._empty | 1 << (state >> _START))).bit_length() - 1


class Strokes:
    """The complete strokes of some pieces, each effect once."""

    __slots__ = ("_empty", "_search", "codes", "complete")

    codes: list[int]
    """The strokes, as moves."""
    complete: bool
    """Whether ``codes`` are all strokes; otherwise they are a sample."""
    _empty: int
    _search: StrokeCaptures

    def __init__(
        self, pieces: int, enemy: int, empty: int, generals: int, listing: Listing | None
    ) -> None:
        """Search the strokes; with a ``listing``, in the order of points."""
        self._search = search = StrokeCaptures(enemy, empty, generals, listing is not None)
        first = [search.first(SQUARE[point]) for point in SETS.points_in(pieces)] if pieces else []
        search.search(dict.fromkeys(first, 0), WIDTH, listing)
        self._empty = empty
        self.complete = listing is None or listing.complete
        self.codes = [
            code(state >> _START, search.place(state), state & enemy) for state in search.ended
        ]

    def move(self, code: int) -> Move:
        """Return the stroke for a code; with a listing, by its first path in the order of points.

        Raises LookupError for a stroke that was not found.
        """
        start, taken = code & PLACE, code >> CAPTURED
        state = start << _START | 1 << (code >> END & PLACE) | taken
        return capture(SETS, self._search.path(state, taken.bit_count()), self._empty | 1 << start)


def quiet_moves(own: int, empty: int, generals: int) -> list[int]:
    """Return the moves that take nothing: the steps of soldiers, the flights of Generals."""
    moves: list[int] = []
    soldiers = own & ~generals
    for step in (LEFT, RIGHT):
        # Written out for speed, since most moves of a search are made here: the number of a move is
        # computed from the bit length of its end.
        ends = soldiers << step & empty
        while ends:
            end = ends & -ends
            ends ^= end
            moves.append(end.bit_length() * _STAY - _STAY - step)
        ends = soldiers >> step & empty
        while ends:
            end = ends & -ends
            ends ^= end
            moves.append(end.bit_length() * _STAY - _STAY + step)
    flying = own & generals
    while flying:
        piece = flying & -flying
        flying ^= piece
        start = piece.bit_length() - 1
        ends = flights(start, empty)
        while ends:
            end = ends & -ends
            ends ^= end
            moves.append(start | (end.bit_length() - 1) << END)
    return moves


def flights(square: int, empty: int) -> int:
    """Return the squares to which a General can fly without taking."""
    ends = 0
    for ray in RAYS_DOWN[square]:
        blocked = ray & ~empty
        ends |= ray & (blocked & -blocked) - 1 if blocked else ray
    for ray in RAYS_UP[square]:
        blocked = ray & ~empty
        ends |= ray & -(1 << blocked.bit_length()) if blocked else ray
    return ends
