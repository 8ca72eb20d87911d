"""The board of Assaut as the search has it: lines as shifts of sets.

The cross lies in a grid seven points wide, so that a step in one direction adds the same number
to a **place** wherever it is made: c1 is place 0 and e7 place 44. A set of places is an integer
with bit ``place`` set. Where a step may start is a set for each direction, which keeps diagonals
to their lines and steps from running over the edge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.games.assaut import board
from engine.games.assaut.board import MANNERS, NAMES, NEIGHBOURS, SOLDIER_STEPS, bits

_WIDTH: Final = len(board.FILES)

PLACES: Final = tuple(
    _WIDTH * (rank - 1) + board.FILES.index(name[0]) - board.FILES.index("c")
    for name, rank in zip(NAMES, board.RANK, strict=True)
)
"""The place of every point of the board."""

PLACES_IN_ALL: Final = max(PLACES) + 1

POINTS: Final = tuple(
    PLACES.index(place) if place in PLACES else -1 for place in range(PLACES_IN_ALL)
)
"""The point of every place, -1 where the grid has none."""


def places(points: int) -> int:
    """Return a set of points of the board as a set of places."""
    return sum(1 << PLACES[point] for point in bits(points))


CROSS: Final = places(board.POINTS)
FORTRESS: Final = places(board.FORTRESS)

FORWARD: Final = (_WIDTH, _WIDTH - 1, _WIDTH + 1, 1)
"""What a step adds to a place: up, up to the left and to the right, to the right. A step back, or
to the left, takes it away."""


def _starts(step: int, may: Callable[[int, int], bool]) -> int:
    """Return the places from which a step that adds so much follows a line, and may be made."""
    return sum(
        1 << PLACES[point]
        for point, others in enumerate(NEIGHBOURS)
        for other in others
        if PLACES[other] - PLACES[point] == step and may(point, other)
    )


def _soldiers_may(manner: str) -> Callable[[int, int], bool]:
    table = SOLDIER_STEPS[manner]
    return lambda start, end: any(move.path[1] == end for _, move in table[start])


SOLDIERS_FORWARD: Final = {
    manner: [(step, _starts(step, _soldiers_may(manner))) for step in FORWARD] for manner in MANNERS
}
SOLDIERS_BACK: Final = {
    manner: [(step, _starts(-step, _soldiers_may(manner))) for step in FORWARD]
    for manner in MANNERS
}
"""By manner, the steps of soldiers: how much each adds, or takes away, and where it may start."""

NEAR: Final = [
    sum(1 << PLACES[other] for other in NEIGHBOURS[point]) if point >= 0 else 0 for point in POINTS
]
"""For every place those that a line joins to it."""

JUMPS: Final = [
    [(1 << PLACES[jump.passed], 1 << PLACES[jump.end], PLACES[jump.end]) for jump in jumps]
    for jumps in ([] if point < 0 else board.JUMPS[point] for point in POINTS)
]
"""For every place the jumps from it: the place passed and that of the landing as sets, and the
latter as a number."""

BETWEEN: Final = [
    (
        step,
        sum(
            over
            for place, jumps in enumerate(JUMPS)
            for over, _, end in jumps
            if end - place == 2 * step
        ),
    )
    for step in FORWARD
]
"""For every direction of a line the places with a neighbour on both sides along it."""
