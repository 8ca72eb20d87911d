"""What soldiers and Generals can do, on sets of squares: their moves as numbers, and their strokes.

A move is an integer, which means a move in the state that it belongs to::

    bits 0-8  start      bits 9-17  end      bits 18-  the pieces taken, as a set of squares

The piece on a square is huffed by a move from that square to itself that takes nothing; ``FORCE``
is the force. While soldiers are placed, the end is the army of the soldier.

Nothing moves during a stroke but the piece that takes: what it has taken stays, and blocks,
until the end, and its own square counts as empty. So what matters of a stroke is where it began,
the square it has come to and the pieces it has taken. Different ways to the same state are walked
once. A General among many enemies has millions of ways and far fewer states.
"""

from __future__ import annotations

from typing import Final

from engine.capabilities.capture_limits import sample
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

_SQUARE: Final = 511
_STAY: Final = 1 << 9 | 1
"""So much more is the number of a move that starts and ends one square later."""
FORCE: Final = _SQUARE
"""The move that stands for the force: it starts on no square."""

WIDTH: Final = 3_000
"""The states of one length that a list of moves follows, of all pieces together. Play
seldom has a thousand; only positions made up to defeat the search have more."""

NARROW: Final = 500
"""As many are followed by the search, which looks at a hundred thousand positions."""


def code(start: int, end: int, taken: int = 0) -> int:
    """Return the move from one square to another that takes those pieces."""
    return start | end << 9 | taken << 18


def huff(square: int) -> int:
    """Return the huff of the piece on a square."""
    return code(square, square)


def start_of(move: int) -> int:
    """Return the square where a move starts."""
    return move & _SQUARE


def end_of(move: int) -> int:
    """Return the square where a move ends, or the army of a soldier that is placed."""
    return move >> 9 & _SQUARE


def taken_by(move: int) -> int:
    """Return the set of pieces that a move takes."""
    return move >> 18


def is_claim(move: int) -> bool:
    """Return whether a move is a huff or the force."""
    return move == FORCE or (move >> 18 == 0 and move & _SQUARE == move >> 9)


def able(own: int, enemy: int, empty: int, generals: int) -> int:
    """Return those of one side's pieces that can take."""
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

    ``free`` are the squares where nothing stands, and the one it began on.
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
    """Return where a piece on a square can land that takes once, and what it takes there, as bits.

    ``enemy`` are the pieces that it has not taken yet, ``free`` the squares where nothing stands,
    and the one it began on.
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
"""The bit above all squares: from there on a state of a stroke says where it began."""


class Strokes:
    """The strokes of some pieces that can take, each effect once, played to their end.

    They are searched over states: where a stroke began (from bit ``_START`` on), the square it has
    come to and the pieces it has taken.
    """

    __slots__ = ("_empty", "_enemy", "_levels", "codes", "complete")

    codes: list[int]
    """The strokes, as moves."""
    complete: bool
    """Whether they are all there are; if not, they are a sample."""
    _enemy: int
    _empty: int
    _levels: list[dict[int, int]]
    """The states after 0, 1, 2... jumps, each with the one before it on its first path."""

    def __init__(self, pieces: int, enemy: int, empty: int, generals: int, listed: bool) -> None:
        """Search them for a list: more of them, and along the lines in the order of points."""
        self.complete = True
        self._enemy = enemy
        self._empty = empty
        self.codes = codes = []
        level: dict[int, int] = {}
        if pieces & pieces - 1:
            for point in SETS.points_in(pieces):
                square = SQUARE[point]
                level[square << _START | 1 << square] = 0
        elif pieces:
            level[pieces.bit_length() - 1 << _START | pieces] = 0
        self._levels = levels = []
        width = WIDTH if listed else NARROW
        while level:
            levels.append(level)
            following: dict[int, int] = {}
            for state in level:
                start = state >> _START
                piece = 1 << start
                free = empty | piece
                here = state & free
                square = here.bit_length() - 1
                general = piece & generals != 0
                onward = jumps(square, general, enemy & ~state, free)
                if not onward:
                    codes.append(start | square << 9 | (state & enemy) << 18)
                elif listed and general:
                    onward.sort(key=_landing_point)
                for landing, over in onward:
                    after = state ^ here | landing | over
                    if after not in following:
                        following[after] = state
            if len(following) > width:
                self.complete = False
                following = sample(following, width)
            level = following

    def path(self, move: int) -> tuple[list[int], list[int]]:
        """Return the squares of one of the strokes from first to last, and the pieces it takes.

        Of those that are listed, and complete, it is the first path in the order of points. Raises
        LookupError for a stroke that is not among them.
        """
        start, taken = move & _SQUARE, move >> 18
        state = start << _START | 1 << (move >> 9 & _SQUARE) | taken
        free = self._empty | 1 << start
        squares = [move >> 9 & _SQUARE]
        captured: list[int] = []
        for jump in range(taken.bit_count(), 0, -1):
            before = self._levels[jump][state]
            captured.append(((state ^ before) & self._enemy).bit_length() - 1)
            squares.append((before & free).bit_length() - 1)
            state = before
        squares.reverse()
        captured.reverse()
        return squares, captured


def quiet_moves(own: int, empty: int, generals: int) -> list[int]:
    """Return the moves that take nothing: a soldier's steps, a General's flights."""
    moves: list[int] = []
    soldiers = own & ~generals
    for step in (LEFT, RIGHT):
        # Written out, since most of what is searched is this: the number of a move from one square
        # to the other, from the number of squares up to its end.
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
            moves.append(start | (end.bit_length() - 1) << 9)
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
