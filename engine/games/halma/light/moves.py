"""The moves of a seat as ranked integers.

A move is ``start << 8 | end``. A ranked one has what the end is worth more than the start above
that, so that sorting brings to the top those that come nearest to the target.
"""

from __future__ import annotations

from typing import Final

from engine.games.halma.light.tables import Jump, Tables

MOVE: Final = 0xFFFF
"""The move in a ranked one."""


def ranked_moves(tables: Tables, board: bytes, pieces: bytes, seat: int) -> list[int]:
    """Return the moves of a seat with its pieces on a board, ranked."""
    found: list[int] = []
    codes = tables.codes[seat]
    steps = tables.steps[seat]
    ends = tables.ends[seat]
    landings = tables.landings[seat]
    own = seat + 1
    target = tables.in_target[seat]
    # Where jumps lead from a point is the same for all pieces, but for jumps over the one that
    # moves.
    known: dict[int, list[int]] = {}
    for start in pieces:
        base = (start << 8) - (codes[start] >> 16 << 16)
        found += [codes[end] + base for end in steps[start] if not board[end]]
        if tables.swap:
            found += [
                codes[end] + base
                for end in steps[start]
                if board[end] and board[end] != own and target[end]
            ]
        if tables.long_jumps:
            reached = _long_jumps(tables.jumps, board, start, landings[start])
        else:
            reached = _jumps(tables.jumps, board, start, landings[start], known)
        allowed = ends[start]
        found += [codes[end] + base for end in reached if allowed[end]]
    return found


def _jumps(
    jumps: tuple[tuple[Jump, ...], ...],
    board: bytes,
    start: int,
    landings: bytes,
    known: dict[int, list[int]],
) -> list[int]:
    """Return the points that jumps over adjacent pieces reach."""
    reached: list[int] = []
    seen: set[int] = set()
    point = start
    done = 0
    while True:
        further = known.get(point)
        if further is None:
            further = []
            for over, landing, _ in jumps[point]:
                if board[over] and not board[landing]:
                    further.append(over << 8 | landing)
            known[point] = further
        for jump in further:
            landing = jump & 255
            if landing not in seen and jump >> 8 != start and landings[landing]:
                seen.add(landing)
                reached.append(landing)
        if done == len(reached):
            return reached
        point = reached[done]
        done += 1


def _long_jumps(
    jumps: tuple[tuple[Jump, ...], ...], board: bytes, start: int, landings: bytes
) -> list[int]:
    """Return the points that jumps over adjacent and distant pieces reach."""
    reached: list[int] = []
    seen: set[int] = set()
    point = start
    done = 0
    while True:
        for over, landing, between in jumps[point]:
            if (
                board[over]
                and over != start
                and not board[landing]
                and landing not in seen
                and landings[landing]
                and _empty(board, between, start)
            ):
                seen.add(landing)
                reached.append(landing)
        if done == len(reached):
            return reached
        point = reached[done]
        done += 1


def _empty(board: bytes, points: bytes, start: int) -> bool:
    """Return whether nothing stands on the points but the piece that moves."""
    return all(not board[point] or point == start for point in points)


def can_move(tables: Tables, board: bytes, pieces: bytes, seat: int) -> bool:
    """Return whether a seat has a move at all; nearly always one of its first steps is one."""
    steps = tables.steps[seat]
    for start in pieces:
        for end in steps[start]:
            if not board[end]:
                return True
    return bool(ranked_moves(tables, board, pieces, seat))
