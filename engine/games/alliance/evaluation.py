"""What a position of Dames-Alliance is worth: terms that are counted, and their weights.

The weights are those under which the terms of quiet positions tell best how games of the computer
against itself ended; ``tests.fitting`` finds them.
"""

from __future__ import annotations

from typing import Final

from engine.games.alliance.board import BITS, BOARD, LAST_RANKS, RANKS, SQUARES

_RANK: Final = 9
"""The bits of a rank, the unused one included."""


def _where(wanted: list[bool]) -> int:
    return sum(bit for bit, is_wanted in zip(BITS, wanted, strict=True) if is_wanted)


_ROWS: Final = [
    _where([point // RANKS == row for point in range(len(BOARD))]) for row in range(RANKS)
]
_ADVANCE: Final = [
    [
        sum(_ROWS[row] for row in range(RANKS) if (RANKS - 1 - row if seat == 0 else row) & digit)
        for digit in (1, 2, 4)
    ]
    for seat in (0, 1)
]
_SIXTH: Final = [_ROWS[2], _ROWS[5]]
_SEVENTH: Final = [_ROWS[1], _ROWS[6]]
_HOME: Final = [_ROWS[7], _ROWS[0]]
_EDGE: Final = _where([point % RANKS in {0, RANKS - 1} for point in range(len(BOARD))])
_CENTRE: Final = _where(
    [2 <= point % RANKS <= 5 and 2 <= point // RANKS <= 5 for point in range(len(BOARD))]
)

TERMS: Final = (
    "men",
    "orthogonal",
    "kings",
    "only kings",
    "advance",
    "sixth",
    "seventh",
    "ready",
    "home",
    "edge",
    "steps",
    "centre",
    "hanging",
    "lead",
    "tempo",
)
WEIGHTS: Final = [100, 0, 350, 100, 5, 10, 40, 60, 5, 3, 2, 5, -40, 100, 5]


def _side(
    diagonal: int, orthogonal: int, kings: int, foe_kings: int, empty: int, seat: int
) -> list[int]:
    men = diagonal | orthogonal
    ones, twos, fours = _ADVANCE[seat]
    last = LAST_RANKS[seat] & empty
    steps = (diagonal << 1 & empty).bit_count() + (diagonal >> 1 & empty).bit_count()
    if seat == 0:
        steps += (diagonal >> _RANK & empty).bit_count()
        steps += (orthogonal >> _RANK - 1 & empty).bit_count()
        steps += (orthogonal >> _RANK + 1 & empty).bit_count()
        ready = diagonal & last << _RANK | orthogonal & (last << _RANK - 1 | last << _RANK + 1)
    else:
        steps += (diagonal << _RANK & empty).bit_count()
        steps += (orthogonal << _RANK - 1 & empty).bit_count()
        steps += (orthogonal << _RANK + 1 & empty).bit_count()
        ready = diagonal & last >> _RANK | orthogonal & (last >> _RANK - 1 | last >> _RANK + 1)
    return [
        men.bit_count(),
        orthogonal.bit_count(),
        kings.bit_count(),
        1 if kings and not foe_kings else 0,
        (men & ones).bit_count() + 2 * (men & twos).bit_count() + 4 * (men & fours).bit_count(),
        (men & _SIXTH[seat]).bit_count(),
        (men & _SEVENTH[seat]).bit_count(),
        ready.bit_count(),
        (men & _HOME[seat]).bit_count(),
        (men & _EDGE).bit_count(),
        steps,
        (kings & _CENTRE).bit_count(),
        0,
        0,
        0,
    ]


def _attacked(victims: int, attackers: int, empty: int, step: int) -> int:
    """Return what attackers can jump along one line, either way."""
    up = attackers << step & empty >> step
    down = attackers >> step & empty << step
    return victims & (up | down)


def terms(
    diagonal: int,
    orthogonal: int,
    kings: int,
    foe_diagonal: int,
    foe_orthogonal: int,
    foe_kings: int,
    seat: int,
) -> list[int]:
    """Return what is counted for who moves, less the same for the enemy."""
    men, foes = diagonal | orthogonal, foe_diagonal | foe_orthogonal
    empty = SQUARES ^ (men | kings | foes | foe_kings)
    own = _side(diagonal, orthogonal, kings, foe_kings, empty, seat)
    enemy = _side(foe_diagonal, foe_orthogonal, foe_kings, kings, empty, 1 - seat)
    counted = [own[i] - enemy[i] for i in range(len(own))]
    slanting, straight = foe_diagonal | foe_kings, foe_orthogonal | foe_kings
    hanging = _attacked(men, slanting, empty, _RANK - 1) | _attacked(
        men, slanting, empty, _RANK + 1
    )
    hanging |= _attacked(men, straight, empty, 1) | _attacked(men, straight, empty, _RANK)
    counted[12] = hanging.bit_count()
    ours = own[0] + 3 * own[2]
    theirs = enemy[0] + 3 * enemy[2]
    counted[13] = 2 * (ours - theirs) // (ours + theirs) if ours + theirs else 0
    counted[14] = 1
    return counted


def evaluate(
    diagonal: int,
    orthogonal: int,
    kings: int,
    foe_diagonal: int,
    foe_orthogonal: int,
    foe_kings: int,
    seat: int,
) -> int:
    """Return the value for who moves, in points."""
    counted = terms(diagonal, orthogonal, kings, foe_diagonal, foe_orthogonal, foe_kings, seat)
    value = 0
    for number, count in enumerate(counted):
        value += WEIGHTS[number] * count
    return value
