"""A second, plain and slow implementation of Fox and Geese.

``python -m tests.oracles.fox_and_geese [DEPTH]`` counts sequences of moves. It works on a set of
coordinates, and shares nothing with the engine.
"""

from __future__ import annotations

import sys

Point = tuple[int, int]
Effect = tuple[Point, Point, frozenset[Point]]
"""The start and the end of a move, and the geese taken."""

CROSS = {(x, y) for x in range(-3, 4) for y in range(-3, 4) if abs(x) < 2 or abs(y) < 2}
ROUND = ((0, 1), (0, -1), (1, 0), (-1, 0))
START = frozenset(point for point in CROSS if point[1] < 0)
MIDDLE = (0, 0)


def onto(point: Point, way: Point, steps: int) -> Point:
    return point[0] + steps * way[0], point[1] + steps * way[1]


def goose_moves(geese: frozenset[Point], fox: Point) -> set[Effect]:
    """Return the geese's steps: up, to the left and to the right."""
    ends = ((goose, onto(goose, way, 1)) for goose in geese for way in ROUND if way != (0, -1))
    free = CROSS - geese - {fox}
    return {(goose, end, frozenset[Point]()) for goose, end in ends if end in free}


def fox_moves(geese: frozenset[Point], fox: Point) -> set[Effect]:
    """Return the fox's moves: its complete captures or, if it has none, its steps."""
    jumps = {(fox, end, taken) for end, taken in jumped(geese, fox) if taken}
    if jumps:
        return jumps
    free = CROSS - geese
    return {(fox, end, frozenset()) for way in ROUND if (end := onto(fox, way, 1)) in free}


def jumped(geese: frozenset[Point], fox: Point) -> set[tuple[Point, frozenset[Point]]]:
    """Return the ends of the fox's complete captures, each with the geese taken.

    If no goose can be taken, it is the fox's own point with none.
    """
    found = set()
    for way in ROUND:
        over, end = onto(fox, way, 1), onto(fox, way, 2)
        if over in geese and end in CROSS - geese:
            found |= {(last, taken | {over}) for last, taken in jumped(geese - {over}, end)}
    return found or {(fox, frozenset())}


def count(geese: frozenset[Point], fox: Point, depth: int, *, foxs_turn: bool = False) -> int:
    """Return the number of sequences of ``depth`` moves; finished games are played on."""
    moves = fox_moves(geese, fox) if foxs_turn else goose_moves(geese, fox)
    if depth == 1:
        return len(moves)
    total = 0
    for start, end, taken in moves:
        after = geese - taken if foxs_turn else geese - {start} | {end}
        total += count(after, end if foxs_turn else fox, depth - 1, foxs_turn=not foxs_turn)
    return total


if __name__ == "__main__":
    for plies in range(1, int(*sys.argv[1:] or "6") + 1):
        sys.stdout.write(f"{plies} {count(START, MIDDLE, plies)}\n")
