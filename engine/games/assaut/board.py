"""The board of Assaut, and its lines as shifts of sets.

A cross of 33 points: files c, d and e on ranks 1 to 7, files a to g on ranks 3 to 5. The nine
points at the top are the fortress. Points are numbered in the order of their names, so that paths
compare as their texts do.

The cross lies in a grid seven points wide, so that a step in one direction always adds the same
number to a **place**: c1 is place 0 and e7 place 44. A set of points is an integer with the bit
``place`` set for each point. For each direction there is a set of possible starts, which keeps
diagonal steps to the lines and all steps from running over the edge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import position_text
from engine.board import COMPASS, NOWHERE, Board, PointSets

SOLDIERS: Final = 0
OFFICERS: Final = 1

ALL_SOLDIERS: Final = 24
ALL_OFFICERS: Final = 2

FILES: Final = "abcdefg"
RANKS: Final = range(1, 8)
_LONG_FILES: Final = "cde"
_LONG_RANKS: Final = (3, 4, 5)
_FORTRESS_RANKS: Final = (5, 6, 7)

NAMES: Final = tuple(
    f"{file}{rank}"
    for file in FILES
    for rank in RANKS
    if file in _LONG_FILES or rank in _LONG_RANKS
)
RANK: Final = tuple(int(name[1]) for name in NAMES)
_FILE: Final = tuple(FILES.index(name[0]) + 1 for name in NAMES)


def _board() -> Board:
    points = {place: point for point, place in enumerate(zip(_FILE, RANK, strict=True))}

    def step(file: int, rank: int, x: int, y: int) -> int:
        """Return the point that a line joins in a direction, NOWHERE if there is none.

        Diagonal lines start on points with an even sum of file and rank.
        """
        if x and y and (file + rank) % 2:
            return NOWHERE
        return points.get((file + x, rank - y), NOWHERE)

    return Board(
        names=NAMES,
        xy=tuple((file - 0.5, RANKS[-1] - rank + 0.5) for file, rank in points),
        size=(len(FILES), len(RANKS)),
        steps=tuple(tuple(step(*place, *direction) for place in points) for direction in COMPASS),
        style="lines",
        labels="edges",
    )


BOARD: Final = _board()
ROWS: Final = position_text.rows(BOARD)

NEIGHBOURS: Final = tuple(
    tuple(sorted(steps[point] for steps in BOARD.steps if steps[point] != NOWHERE))
    for point in range(len(NAMES))
)

OVER: Final = {
    (start, ray[1]): ray[0]
    for start in range(len(NAMES))
    for direction in range(len(COMPASS))
    if len(ray := BOARD.ray(start, direction)) > 1
}
"""For the first and last point of every jump, the point it passes over."""

# Sets of points

PLACES: Final = tuple(
    len(FILES) * (rank - 1) + file - 1 - FILES.index("c")
    for file, rank in zip(_FILE, RANK, strict=True)
)
"""The place of every point of the board."""

PLACES_IN_ALL: Final = max(PLACES) + 1

POINTS: Final = tuple(
    PLACES.index(place) if place in PLACES else -1 for place in range(PLACES_IN_ALL)
)
"""The point of every place, -1 for a place of the grid that is not a point."""

SETS: Final = PointSets(BOARD, PLACES)

CROSS: Final = SETS.all
FORTRESS: Final = SETS.of(
    p for p, name in enumerate(NAMES) if name[0] in _LONG_FILES and RANK[p] in _FORTRESS_RANKS
)

BEGINNING: Final = CROSS & ~FORTRESS
"""The points on which soldiers stand before the first move."""

# The steps of soldiers


def _distances() -> tuple[int, ...]:
    """Return, for every point, the least number of steps to the fortress on an empty board."""
    distance = dict.fromkeys(SETS.points_in(FORTRESS), 0)
    for point in (waiting := list(distance)):
        for other in NEIGHBOURS[point]:
            if other not in distance:
                distance[other] = distance[point] + 1
                waiting.append(other)
    return tuple(distance[point] for point in range(len(NAMES)))


DISTANCE: Final = _distances()

MANNERS: Final = ("shortest", "forward", "free")
"""The manners in which soldiers outside the fortress may move."""


def soldier_may(manner: str, start: int, end: int) -> bool:
    """Return whether a soldier may step from a point to a neighbour."""
    if SETS.has(FORTRESS, start):
        return SETS.has(FORTRESS, end)
    nearer = DISTANCE[end] < DISTANCE[start]
    climbs = RANK[end] - RANK[start]
    if manner == "shortest":
        return nearer and climbs >= 0
    if manner == "forward":
        return climbs > 0 or (climbs == 0 and RANK[start] == _FORTRESS_RANKS[0] and nearer)
    return climbs >= 0


FORWARD: Final = (len(FILES), len(FILES) - 1, len(FILES) + 1, 1)
"""The number that a step adds to a place: up, up to the left and to the right, to the right. A step
back, or to the left, subtracts it.
"""


def _starts(step: int, may: Callable[[int, int], bool]) -> int:
    """Return the places from which a step that adds ``step`` follows a line and is allowed."""
    return sum(
        1 << PLACES[point]
        for point, others in enumerate(NEIGHBOURS)
        for other in others
        if PLACES[other] - PLACES[point] == step and may(point, other)
    )


def _soldiers_may(manner: str) -> Callable[[int, int], bool]:
    return lambda start, end: soldier_may(manner, start, end)


SOLDIERS_FORWARD: Final = {
    manner: [(step, _starts(step, _soldiers_may(manner))) for step in FORWARD] for manner in MANNERS
}
SOLDIERS_BACK: Final = {
    manner: [(step, _starts(-step, _soldiers_may(manner))) for step in FORWARD]
    for manner in MANNERS
}
"""By manner, the steps of soldiers: the number that a step adds or subtracts, and its starts."""

# The steps and jumps of officers

NEAR: Final = [SETS.of(NEIGHBOURS[point]) if point >= 0 else 0 for point in POINTS]
"""For every place, the places joined to it by a line."""

JUMPS: Final = [
    sorted(
        (
            (1 << PLACES[over], 1 << PLACES[end], PLACES[end])
            for (start, end), over in OVER.items()
            if start == point
        ),
        key=lambda jump: POINTS[jump[2]],
    )
    for point in POINTS
]
"""For every place, the jumps from it in the alphabetical order of their landings: the place passed
and the landing as sets, and the landing as a number.
"""

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
"""For every direction of a line, the places with a neighbour on both sides along it."""
