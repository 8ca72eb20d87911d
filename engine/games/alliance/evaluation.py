"""The value of a position of Dames-Alliance: its terms and their weights.

The weights are set by hand after a logistic fit to the results of 600 games of the computer against
itself, which was only a rough guide: ``python -m tools.fitting alliance`` fits them again. If only
kings are left, a value from the theory of that ending replaces them. The weight of a man that can
become a king is small: at 30 points men waited twice as long to do so, and won no more games.
"""

from __future__ import annotations

from typing import Final, Protocol

from engine.games.alliance.board import BITS, LAST_RANKS, RANKS, SQUARES

NAMES: Final = (
    "man",
    "rank that a man has come forward",
    "man that can become a king now",
    "king",
    "king where the enemy has none",
    "man that hangs",
    "move",
    "share of the pieces ahead",
)
WEIGHTS: Final = [100, 8, 8, 170, 200, -30, 5, 3]
"""The value of each term, in points."""

_RANK: Final = 9
"""The bits of a rank, the unused one included."""

_SHARE: Final = 100
"""The term ``share of the pieces ahead`` of a side that is ahead by all pieces on the board."""

_ROWS: Final = [sum(BITS[RANKS * row : RANKS * (row + 1)]) for row in range(RANKS)]


def _forward(seat: int, digit: int) -> int:
    """Return the squares whose number of ranks from a seat's own side has a given binary digit."""
    return sum(_ROWS[row] for row in range(RANKS) if (row if seat else RANKS - 1 - row) & digit)


_FORWARD: Final = [[_forward(seat, digit) for digit in (1, 2, 4)] for seat in (0, 1)]


def _ranks(men: int, seat: int) -> int:
    """Return the total number of ranks that all men have advanced."""
    ones, twos, fours = _FORWARD[seat]
    return (men & ones).bit_count() + 2 * (men & twos).bit_count() + 4 * (men & fours).bit_count()


def _ready(diagonal: int, orthogonal: int, empty: int, seat: int) -> int:
    """Return the number of men that can step onto an empty square of the last rank."""
    last = LAST_RANKS[seat] & empty
    if seat:
        return (diagonal & last >> 9 | orthogonal & (last >> 8 | last >> 10)).bit_count()
    return (diagonal & last << 9 | orthogonal & (last << 8 | last << 10)).bit_count()


def _along(pieces: int, enemies: int, empty: int, step: int) -> int:
    """Return the pieces that adjacent enemies can jump over along one line."""
    before, after = enemies << step & empty >> step, enemies >> step & empty << step
    return pieces & (before | after)


def terms_of(
    diagonal: int,
    orthogonal: int,
    kings: int,
    foe_diagonal: int,
    foe_orthogonal: int,
    foe_kings: int,
    side: int,
) -> list[int]:
    """Return the terms of the side to move minus those of the enemy, in the order of ``NAMES``.

    Men that hang, and the move, are counted for the side to move alone.
    """
    men, foe_men = diagonal | orthogonal, foe_diagonal | foe_orthogonal
    empty = SQUARES ^ (men | kings | foe_men | foe_kings)
    slanting, straight = foe_diagonal | foe_kings, foe_orthogonal | foe_kings
    hanging = _along(men, slanting, empty, 8) | _along(men, slanting, empty, 10)
    hanging |= _along(men, straight, empty, 1) | _along(men, straight, empty, 9)
    more_men = men.bit_count() - foe_men.bit_count()
    more_kings = kings.bit_count() - foe_kings.bit_count()
    pieces = (men | kings | foe_men | foe_kings).bit_count()
    return [
        more_men,
        _ranks(men, side) - _ranks(foe_men, 1 - side),
        _ready(diagonal, orthogonal, empty, side)
        - _ready(foe_diagonal, foe_orthogonal, empty, 1 - side),
        more_kings,
        (0 if foe_kings else 1) - (0 if kings else 1),
        hanging.bit_count(),
        1,
        _SHARE * (more_men + more_kings) // pieces,
    ]


def evaluate(
    diagonal: int,
    orthogonal: int,
    kings: int,
    foe_diagonal: int,
    foe_orthogonal: int,
    foe_kings: int,
    side: int,
) -> int:
    """Return the value for the side to move, in points."""
    if not (diagonal or orthogonal or foe_diagonal or foe_orthogonal):
        return _kings_only(kings, foe_kings)
    terms = terms_of(diagonal, orthogonal, kings, foe_diagonal, foe_orthogonal, foe_kings, side)
    value = 0
    for number, term in enumerate(terms):
        value += WEIGHTS[number] * term
    return value


# Kings only

_LEADING: Final = 60
"""The value of one extra king: two against one is a draw in nine positions of ten."""

_WINNING: Final = 400
"""The value of each extra king if there are at least two: three kings beat one from nearly every
position, in 36 plies at most (by retrograde analysis of all positions).
"""

_ALL_TAKEN: Final = 4000
"""The value if the enemy has no piece left."""

_STEP_APART: Final = 20
_INSIDE: Final = 26
"""The stronger side's loss for each step between one of its kings and an enemy king, and for each
rank or file between an enemy king and the edges. By the analysis, each of these delays the end by
about a ply. The values are large, so that even careless levels of the computer see where to go.
"""

_DRAWN: Final = 20
"""The divisor of the distances if one extra king does not win."""

_INDEX: Final = [bit.bit_length() - 1 for bit in BITS]


def _from_edges(point: int) -> int:
    column, row = point % RANKS, point // RANKS
    return min(column, RANKS - 1 - column) + min(row, RANKS - 1 - row)


def _apart(one: int, other: int) -> int:
    return max(abs(one % RANKS - other % RANKS), abs(one // RANKS - other // RANKS))


_FROM_EDGES: Final = [0] * (_RANK * RANKS)
_APART: Final = [[0] * (_RANK * RANKS) for _ in range(_RANK * RANKS)]


def _measure() -> None:
    for one, index in enumerate(_INDEX):
        _FROM_EDGES[index] = _from_edges(one)
        for other, at in enumerate(_INDEX):
            _APART[index][at] = _apart(one, other)


_measure()


def _kings_only(kings: int, foe_kings: int) -> int:
    """Return the value of ``kings`` against ``foe_kings``, for the side with ``kings``."""
    more = kings.bit_count() - foe_kings.bit_count()
    if more < 0:
        return -_kings_only(foe_kings, kings)
    if more == 0:
        return 0
    if not foe_kings:
        return _ALL_TAKEN
    lacking = _lacking(kings, foe_kings) // foe_kings.bit_count()
    return _LEADING - lacking // _DRAWN if more == 1 else _WINNING * more - lacking


def _lacking(hunters: int, hunted: int) -> int:
    """Return the loss by distances, in points: hunters to hunted kings, and these to the edges."""
    lacking = 0
    while hunted:
        one = hunted & -hunted
        hunted ^= one
        index = one.bit_length() - 1
        lacking += _INSIDE * _FROM_EDGES[index]
        apart = _APART[index]
        rest = hunters
        while rest:
            hunter = rest & -rest
            rest ^= hunter
            lacking += _STEP_APART * apart[hunter.bit_length() - 1]
    return lacking


# For the fitting


class Pieces(Protocol):
    """The part of a state read by the evaluation."""

    side: int
    diagonal: int
    orthogonal: int
    kings: int
    foe_diagonal: int
    foe_orthogonal: int
    foe_kings: int


def terms(state: Pieces) -> list[int]:
    """Return the terms of White minus those of Black; no terms if only kings are left."""
    men = (state.diagonal, state.orthogonal, state.foe_diagonal, state.foe_orthogonal)
    if not any(men):
        return [0] * len(NAMES)
    counted = terms_of(
        state.diagonal,
        state.orthogonal,
        state.kings,
        state.foe_diagonal,
        state.foe_orthogonal,
        state.foe_kings,
        state.side,
    )
    return [-term for term in counted] if state.side else counted
