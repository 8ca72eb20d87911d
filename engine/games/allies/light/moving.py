"""What soldiers and Generals can do, on sets of squares.

A move is an integer, which means a move in the state that it belongs to::

    bits 0-8  start      bits 9-17  end      bits 18-  the pieces taken, as a set of squares

The piece on a square is huffed by a move from that square to itself that takes nothing; ``FORCE``
is the force.
"""

from __future__ import annotations

from typing import Final

from engine.games.allies.light.squares import LEFT, RAYS_DOWN, RAYS_UP, RIGHT

_SQUARE: Final = 511
FORCE: Final = _SQUARE
"""The move that stands for the force: it starts on no square."""

_MOST: Final = 3_000
"""As many states of strokes are visited in one list of moves; only problems have more."""


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
    """Return the square where a move ends."""
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
    """Return what a General on a square can take, with the set of squares where it lands.

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


def strokes(pieces: int, enemy: int, empty: int, generals: int) -> list[int]:
    """Return the strokes of some pieces that can take, each effect once, played to their end."""
    moves: list[int] = []
    left = _MOST
    while pieces and left > 0:
        piece = pieces & -pieces
        pieces ^= piece
        if piece & generals:
            left = _strokes_of_general(piece, enemy, empty | piece, moves, left)
        else:
            left = _strokes_of_soldier(piece, enemy, empty | piece, moves, left)
    return moves


def _strokes_of_soldier(piece: int, enemy: int, free: int, moves: list[int], left: int) -> int:
    """Add the strokes of a soldier to a list; return how many states may still be visited."""
    start = piece.bit_length() - 1
    waiting = [(piece, 0)]
    seen: set[int] = set()
    while waiting and left > 0:
        here, taken = waiting.pop()
        left -= 1
        enemies = enemy & ~taken
        ended = True
        for over, landing in (
            (here << LEFT & enemies, here << 2 * LEFT & free),
            (here << RIGHT & enemies, here << 2 * RIGHT & free),
            (here >> LEFT & enemies, here >> 2 * LEFT & free),
            (here >> RIGHT & enemies, here >> 2 * RIGHT & free),
        ):
            if over and landing:
                ended = False
                after = taken | over
                # The square it has come to and what it has taken are never the same squares.
                if landing | after not in seen:
                    seen.add(landing | after)
                    waiting.append((landing, after))
        if ended:
            moves.append(start | (here.bit_length() - 1) << 9 | taken << 18)
    return left


def _strokes_of_general(piece: int, enemy: int, free: int, moves: list[int], left: int) -> int:
    """Add the strokes of a General to a list; return how many states may still be visited."""
    start = piece.bit_length() - 1
    waiting = [(start, 0)]
    seen: set[int] = set()
    while waiting and left > 0:
        here, taken = waiting.pop()
        left -= 1
        found = _flights(here, enemy & ~taken, free)
        for met, reached in found:
            after = taken | met
            landings = reached
            while landings:
                landing = landings & -landings
                landings ^= landing
                if landing | after not in seen:
                    seen.add(landing | after)
                    waiting.append((landing.bit_length() - 1, after))
        if not found:
            moves.append(start | here << 9 | taken << 18)
    return left


def quiet_moves(own: int, empty: int, generals: int) -> list[int]:
    """Return the moves that take nothing: a soldier's steps, a General's flights."""
    moves: list[int] = []
    soldiers = own & ~generals
    for step in (LEFT, RIGHT):
        ends = soldiers << step & empty
        while ends:
            end = ends & -ends
            ends ^= end
            square = end.bit_length() - 1
            moves.append(square - step | square << 9)
        ends = soldiers >> step & empty
        while ends:
            end = ends & -ends
            ends ^= end
            square = end.bit_length() - 1
            moves.append(square + step | square << 9)
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
