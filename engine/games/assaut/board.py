"""The board of Assaut, and its lines as bit sets and tables.

A cross of 33 points: files c, d and e on ranks 1 to 7, files a to g on ranks 3 to 5. The nine
points at the top are the fortress. A set of points is an integer with bit ``point`` set. Points
are numbered in the order of their names, so that paths compare as their texts do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine import position_text
from engine.board import COMPASS, NOWHERE, Board
from engine.values import Move

SOLDIERS: Final = 0
OFFICERS: Final = 1

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
        """Return the board: lines join neighbours, diagonal ones where file + rank is even."""
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
POINTS: Final = (1 << len(NAMES)) - 1

ROWS: Final = position_text.rows(BOARD)

IN_ORDER: Final = tuple(sorted(range(len(NAMES)), key=lambda point: (RANK[point], _FILE[point])))
"""The points in the order a1, b1 ... g7, in which officers are huffed who both could be."""

NEIGHBOURS: Final = tuple(
    tuple(sorted(steps[point] for steps in BOARD.steps if steps[point] != NOWHERE))
    for point in range(len(NAMES))
)


def bits(points: int) -> Iterator[int]:
    """Return the points of a set, in the order of their names."""
    while points:
        bit = points & -points
        points ^= bit
        yield bit.bit_length() - 1


def mask(points: tuple[int, ...]) -> int:
    """Return the set of those points."""
    return sum(1 << point for point in set(points))


FORTRESS: Final = mask(
    tuple(
        p for p, name in enumerate(NAMES) if name[0] in _LONG_FILES and RANK[p] in _FORTRESS_RANKS
    )
)


def _distances() -> tuple[int, ...]:
    """Return for every point the least number of steps to the fortress, were nothing in the way."""
    distance = dict.fromkeys(bits(FORTRESS), 0)
    for point in (waiting := list(distance)):
        for other in NEIGHBOURS[point]:
            if other not in distance:
                distance[other] = distance[point] + 1
                waiting.append(other)
    return tuple(distance[point] for point in range(len(NAMES)))


DISTANCE: Final = _distances()


def _goes_on(manner: str, start: int, end: int) -> bool:
    """Return whether a soldier who stands outside the fortress may make that step along a line."""
    nearer = DISTANCE[end] < DISTANCE[start]
    climbs = RANK[end] - RANK[start]
    if manner == "shortest":
        return nearer and climbs >= 0
    if manner == "forward":
        return climbs > 0 or (climbs == 0 and RANK[start] == _FORTRESS_RANKS[0] and nearer)
    return climbs >= 0


STEPS: Final = {
    (start, end): Move("move", (start, end))
    for start, ends in enumerate(NEIGHBOURS)
    for end in ends
}
"""The move from a point to its neighbour."""


def _steps_of(manner: str, start: int) -> tuple[tuple[int, Move], ...]:
    inside = FORTRESS >> start & 1
    return tuple(
        (1 << end, STEPS[start, end])
        for end in NEIGHBOURS[start]
        if (FORTRESS >> end & 1 if inside else _goes_on(manner, start, end))
    )


MANNERS: Final = ("shortest", "forward", "free")
"""How soldiers outside the fortress may move."""

SOLDIER_STEPS: Final = {
    manner: tuple(_steps_of(manner, start) for start in range(len(NAMES))) for manner in MANNERS
}
"""By manner, for every point of a soldier, its steps: the point it comes to as a bit, the move."""

OFFICER_STEPS: Final = tuple(
    tuple((1 << end, STEPS[start, end]) for end in ends) for start, ends in enumerate(NEIGHBOURS)
)

ADVANCES: Final = frozenset(
    move
    for (start, end), move in STEPS.items()
    if not FORTRESS >> start & 1 and (RANK[end] > RANK[start] or FORTRESS >> end & 1)
)
"""The steps from outside the fortress that raise the rank or enter: they cannot be undone."""


class Jump(NamedTuple):
    """An officer's jump along a line: over the next point onto the one beyond, as bits."""

    over: int
    landing: int
    end: int
    """The point of ``landing``."""
    passed: int
    """The point of ``over``."""


def _jumps(point: int) -> tuple[Jump, ...]:
    rays = (BOARD.ray(point, direction)[:2] for direction in range(len(COMPASS)))
    jumps = (Jump(1 << ray[0], 1 << ray[1], ray[1], ray[0]) for ray in rays if len(ray) == 2)
    return tuple(sorted(jumps, key=lambda jump: jump.end))


JUMPS: Final = tuple(_jumps(point) for point in range(len(NAMES)))
"""For every point the jumps from it, in the alphabetical order of where they land."""
