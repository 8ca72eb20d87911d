"""The moves of Assaut as integers.

A move is its two places, the set of the captured soldiers, and marks. Where a capture may be
omitted, the marks say who omitted one: the officer that moves, the other, or both::

    bits 0-5  start      bits 6-11  end      bits 12-56  captured      bits 57-60  marks
"""

from __future__ import annotations

from typing import Final

from engine.games.assaut.board import CROSS, FORTRESS

PLACE: Final = 63
END: Final = 6
CAPTURED: Final = 12
"""The bits of a place, and how far the last place and the captured soldiers are shifted."""

_MARKS: Final = 57

MOVER: Final = 1 << _MARKS
"""The officer that moves omits a capture, or breaks off a chain."""
OTHER: Final = 2 << _MARKS
"""The other officer could have captured, and none does."""
CLAIM: Final = 4 << _MARKS
"""The officer on the place is lifted by a claim of the soldiers, and nothing else happens."""
SETTING: Final = 8 << _MARKS
"""The officers are placed on both places."""

OFFENDS: Final = MOVER | OTHER
"""The marks of a move that omits a capture."""

CAPTURES: Final = CROSS << CAPTURED
"""The bits of a move that captures."""


def start_of(move: int) -> int:
    """Return the place that a move starts from, or the officer that is huffed."""
    return move & PLACE


def end_of(move: int) -> int:
    """Return the place that a move ends on."""
    return move >> END & PLACE


def captured_by(move: int) -> int:
    """Return the places of the soldiers that a move captures."""
    return move >> CAPTURED & CROSS


def claim_on(officer: int) -> int:
    """Return the huff of the officer on a place."""
    return officer | officer << END | CLAIM


def setting_on(places: list[int]) -> int:
    """Return the move that places the officers on two places."""
    return min(places) | max(places) << END | SETTING


SETTINGS: Final = [
    setting_on([other, place])
    for place in range(FORTRESS.bit_length())
    for other in range(place)
    if FORTRESS >> place & FORTRESS >> other & 1
]
"""The ways to place the officers."""
