"""A second, slow and simple implementation of Assaut, on files and ranks.

It follows every path of every capture, and shares only the names of the points with the engine.
"""

from __future__ import annotations

from itertools import product

Place = tuple[int, int]
"""File and rank, from 1."""

Effect = tuple[str, str, frozenset[str]]
"""The first and the last point of a move, and the points of the captured soldiers."""

CROSS = {
    (file, rank)
    for file, rank in product(range(1, 8), repeat=2)
    if file in {3, 4, 5} or rank in {3, 4, 5}
}
FORTRESS = set(product((3, 4, 5), (5, 6, 7)))
CENTRES = [(4, 2), (2, 4), (4, 4), (6, 4), (4, 6)]
"""The centres of the five squares of nine points that have diagonals."""

SHORTEST = """
c1:c2,d2 d1:d2 e1:d2,e2 c2:c3 d2:c3,d3,e3 e2:e3 a3:b4 b3:b4 c3:b4,c4,d4 d3:d4 e3:d4,e4,f4 f3:f4
g3:f4 a4:b4 g4:f4 b4:c5 c4:c5 d4:c5,d5,e5 e4:e5 f4:e5 a5:b5 g5:f5 b5:c5 f5:e5
"""
"""All steps on shortest ways to the fortress, by a soldier's point outside it."""


class TooManyPaths(Exception):
    """The position has too many paths for an oracle that follows each of them."""


def name(at: Place) -> str:
    return f"{'abcdefg'[at[0] - 1]}{at[1]}"


def place(text: str) -> Place:
    return ("abcdefg".index(text[0]) + 1, int(text[1]))


def lines() -> set[frozenset[Place]]:
    """Return the pairs of neighbouring points that a line joins."""
    found = set()
    for file, rank in CROSS:
        for other in ((file + 1, rank), (file, rank + 1)):
            if other in CROSS:
                found.add(frozenset({(file, rank), other}))
    for file, rank in CENTRES:
        for dx, dy in product((-1, 1), repeat=2):
            found.add(frozenset({(file, rank), (file + dx, rank + dy)}))
    return found


LINES = lines()


def neighbours(at: Place) -> list[Place]:
    around = [(at[0] + dx, at[1] + dy) for dx, dy in product((-1, 0, 1), repeat=2)]
    return [other for other in around if frozenset({at, other}) in LINES]


def soldier_may(manner: str, at: Place, to: Place) -> bool:
    """Return whether a soldier may step to a neighbouring point on an empty board."""
    if at in FORTRESS:
        return to in FORTRESS
    if manner == "shortest":
        steps = dict(entry.split(":") for entry in SHORTEST.split())
        return name(to) in steps[name(at)].split(",")
    if manner == "forward" and at[1] == to[1]:
        return at[1] == 5 and abs(to[0] - 4) < abs(at[0] - 4)
    return to[1] >= at[1]


def soldier_steps(manner: str, soldiers: set[Place], officers: set[Place]) -> set[Effect]:
    return {
        (name(at), name(to), frozenset())
        for at in soldiers
        for to in neighbours(at)
        if to not in soldiers | officers and soldier_may(manner, at, to)
    }


def officer_steps(soldiers: set[Place], officers: set[Place]) -> set[Effect]:
    return {
        (name(at), name(to), frozenset())
        for at in officers
        for to in neighbours(at)
        if to not in soldiers | officers
    }


def jumps(
    soldiers: set[Place], others: set[Place], at: Place, taken: frozenset[Place]
) -> list[tuple[Place, Place]]:
    """Return the soldiers that an officer can jump from a point, each with its landing point.

    ``others`` are the other officers. Soldiers already ``taken`` still stand, but cannot be jumped.
    """
    found = []
    for over in neighbours(at):
        beyond = (2 * over[0] - at[0], 2 * over[1] - at[1])
        joined = frozenset({over, beyond}) in LINES
        if joined and over in soldiers - taken and beyond not in soldiers | others:
            found.append((over, beyond))
    return found


def captures(
    soldiers: set[Place], officers: set[Place], limit: int
) -> dict[Effect, tuple[str, bool]]:
    """Return the text of each capture, those ended early too, and whether it is complete.

    Raises TooManyPaths for more than ``limit`` paths.
    """
    found: dict[Effect, tuple[str, bool]] = {}
    paths = 0

    def follow(path: tuple[Place, ...], taken: frozenset[Place]) -> None:
        nonlocal paths
        paths += 1
        if paths > limit:
            raise TooManyPaths
        further = jumps(soldiers, officers - {path[0]}, path[-1], taken)
        if taken:
            effect = (name(path[0]), name(path[-1]), frozenset(map(name, taken)))
            text = "x".join(map(name, path))
            found[effect] = (min(text, found.get(effect, (text, True))[0]), not further)
        for over, beyond in further:
            follow((*path, beyond), taken | {over})

    for officer in officers:
        follow((officer,), frozenset())
    return found


def offenders(soldiers: set[Place], officers: set[Place], move: Effect) -> set[str]:
    """Return the points, after a move, of the officers who omitted a capture by it."""
    start, end, taken = place(move[0]), place(move[1]), frozenset(map(place, move[2]))
    others = officers - {start}
    if taken:
        return {name(end)} if jumps(soldiers, others, end, taken) else set()
    able = {at for at in officers if jumps(soldiers, officers, at, frozenset())}
    return {name(end if at == start else at) for at in able}


def moves(
    soldiers: set[Place], officers: set[Place], turn: str, manner: str, capture: str
) -> set[Effect]:
    """Return the moves of the side to move, ``"s"`` or ``"o"``, without claims.

    Raises TooManyPaths.
    """
    if turn == "s":
        return soldier_steps(manner, soldiers, officers)
    found = captures(soldiers, officers, limit=3_000)
    steps = officer_steps(soldiers, officers)
    complete = {effect for effect, (_, ended) in found.items() if ended}
    return complete or steps if capture == "forced" else found.keys() | steps


def is_progress(turn: str, move: Effect) -> bool:
    """Return whether a move captures, or is a soldier's step that cannot be undone."""
    start, end = place(move[0]), place(move[1])
    climbs = end[1] > start[1] or end in FORTRESS
    return bool(move[2]) or (turn == "s" and start not in FORTRESS and climbs)


def winner(
    soldiers: set[Place], officers: set[Place], turn: str, *, can_move: bool, no_block: bool
) -> str:
    """Return the side that has won, ``""`` while the game goes on."""
    if not officers or soldiers >= FORTRESS:
        return "s"
    if len(soldiers) <= 8:
        return "o"
    if can_move:
        return ""
    return "o" if turn == "s" or no_block else "s"
