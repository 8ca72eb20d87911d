"""Turns and their effects: moves, the next seat, arrivals and ends.

A board is bytes: at each point a seat, counted from 1, or 0. The pieces of a seat are bytes with
their points. A move is ``start << 8 | end``: any way between these points is the same turn. A
*ranked* move has its gain in value in the bits above, so that sorting arranges moves by their gain.
"""

from __future__ import annotations

from typing import Final

from engine.games.halma.rules import HalmaRules

MOVE: Final = 0xFFFF
"""The mask of the move in a ranked move."""

NOBODY: Final = -1
"""The result if no seat can move, or no seat is late."""

GOES_ON: Final = 0
TOO_LATE: Final = 1
NOBODY_CAN_MOVE: Final = 2
NOBODY_ENTERS: Final = 3
PLACES_DECIDED: Final = 4
AGREED_DRAW: Final = 5
REPEATED: Final = 6
"""The end of a game: it goes on, a seat stayed in its camp too long, it is drawn because nobody can
move or no piece enters a camp, all places are decided, or it is drawn by agreement or repetition.

The last three remain, whatever is played after them.
"""


# A piece's turn: a step, or jumps as long as it likes

Known = list[list[int] | None]
"""By point, the jumps that start there as ``over << 8 | landing``, or None until they are found."""


def moves_of(
    rules: HalmaRules,
    board: bytes,
    pieces: bytes,
    seat: int,
    points: tuple[int, ...],
    jumps: dict[int, dict[int, int]] | None = None,
) -> list[int]:
    """Return the moves of pieces of a seat on a board, ranked by the values in ``points``.

    The steps of a piece come first, in alphabetical order, then its jumps, the shortest ways
    first. Jumps go an even number of points in every direction, so they never end where a step
    does. ``jumps`` receives by piece what ``jumps_from`` returns, unless nothing is reached.
    """
    found: list[int] = []
    steps = rules.steps[seat]
    ends = rules.ends[seat]
    landings = rules.landings[seat]
    own = seat + 1
    target = rules.in_target[seat]
    known: Known = [None] * len(board)
    for start in pieces:
        base = (start << 8) - (points[start] >> 16 << 16)
        if rules.swap:
            # A piece of another seat in the target camp changes places with the one that enters.
            found += [
                points[end] + base
                for end in steps[start]
                if not board[end] or (board[end] != own and target[end])
            ]
        else:
            found += [points[end] + base for end in steps[start] if not board[end]]
        reached = jumps_from(rules, board, start, landings[start], known)
        if reached:
            allowed = ends[start]
            found += [points[end] + base for end in list(reached) if allowed[end]]
            if jumps is not None:
                jumps[start] = reached
    return found


def jumps_from(
    rules: HalmaRules, board: bytes, start: int, landings: bytes, known: Known
) -> dict[int, int]:
    """Return the points that jumps of a piece reach, and for each the point before it.

    Jumps are followed over points, never over paths: each point is reached once, by the way that
    is shortest and then first in alphabetical order. ``landings`` are the points where jumps may
    land; ``known`` is a cache of the jumps from each point, the same for all pieces of a board.
    """
    jumps = rules.jumps
    far = rules.long_jumps
    if far:
        known = [None] * len(board)  # a point between may be the one that this piece has left
    before: dict[int, int] = {}
    reached: list[int] = []
    point = start
    done = 0
    while True:
        # The jumps from a point are the same for all pieces, except jumps over the moving piece.
        further = known[point]
        if further is None:
            further = []
            for over, landing, between in jumps[point]:
                if board[over] and not board[landing]:
                    if far and not _empty(board, between, start):
                        continue
                    further.append(over << 8 | landing)
            known[point] = further
        for jump in further:
            landing = jump & 255
            if landing not in before and jump >> 8 != start and landings[landing]:
                before[landing] = point
                reached.append(landing)
        if done == len(reached):
            return before
        point = reached[done]
        done += 1


def _empty(board: bytes, points: bytes, start: int) -> bool:
    """Return whether the points are empty but for the moving piece."""
    for point in points:
        if board[point] and point != start:
            return False
    return True


# Whose turn it is, who has arrived, and how the game stands


def can_move(rules: HalmaRules, board: bytes, pieces: bytes, seat: int) -> bool:
    """Return whether a seat has a legal move; nearly always one of the first steps is legal."""
    steps = rules.steps[seat]
    for start in pieces:
        for end in steps[start]:
            if not board[end]:
                return True
    return bool(moves_of(rules, board, pieces, seat, rules.ranked_points[seat]))


def next_seat(
    rules: HalmaRules,
    board: bytes,
    pieces: list[bytes],
    home: list[int],
    out: list[int],
    first: int,
) -> int:
    """Return ``skipped << 8 | seat`` for the next seat with a move, or ``NOBODY``.

    The search begins with ``first``. Seats that have arrived or given up have no more turns;
    ``skipped`` counts only the other seats passed over, which have no legal move.
    """
    skipped = 0
    seat = first
    while True:
        if seat not in home and seat not in out:
            if can_move(rules, board, pieces[seat], seat):
                return skipped << 8 | seat
            skipped += 1
        seat += 1
        if seat == rules.count:
            seat = 0
        if seat == first:
            return NOBODY


def arrived(
    rules: HalmaRules, board: bytes, home: list[int], out: list[int], first: int
) -> list[int]:
    """Return ``home`` with the seats that have now arrived, in order of play from ``first`` on.

    A seat has arrived when its pieces fill its target camp; by Parlett's rule also when the camp
    is full and one of the pieces is its own.
    """
    for number in range(first, first + rules.count):
        seat = number % rules.count
        if seat in home or seat in out:
            continue
        own = 0
        others = 0
        for point in rules.targets[seat]:
            owner = board[point]
            if owner == seat + 1:
                own += 1
            elif owner:
                others += 1
            else:
                own = -len(board)
        if own > 0 and (not others or rules.unblock):
            home = [*home, seat]
    return home


def sides_home(rules: HalmaRules, home: list[int]) -> list[int]:
    """Return the sides whose seats have all arrived, in the order of their last arrivals."""
    missing = [len(rules.sides[0])] * len(rules.sides)
    order: list[int] = []
    for seat in home:
        side = rules.team[seat]
        missing[side] -= 1
        if not missing[side]:
            order.append(side)
    return order


def sides_out(rules: HalmaRules, out: list[int]) -> int:
    """Return the number of sides that have given up; the seats of a side do so together."""
    return len(out) * len(rules.sides) // rules.count


def all_places(rules: HalmaRules, home: list[int], out: list[int]) -> bool:
    """Return whether all places that the game goes on for are decided."""
    order = sides_home(rules, home)
    if order and not rules.play_on:
        return True
    return len(rules.sides) - len(order) - sides_out(rules, out) <= 1


def undecided(rules: HalmaRules, board: bytes, played: list[int], stuck: bool, idle: bool) -> int:
    """Return the end of a game whose places are not all decided, or ``GOES_ON``.

    ``stuck`` means that nobody can move, ``idle`` that no piece has entered a camp for too long.
    """
    if rules.deadline and late_seat(rules, board, played) != NOBODY:
        return TOO_LATE
    if stuck:
        return NOBODY_CAN_MOVE
    return NOBODY_ENTERS if idle else GOES_ON


def late_seat(rules: HalmaRules, board: bytes, played: list[int]) -> int:
    """Return the seat with a piece in its own camp after the deadline, or ``NOBODY``."""
    for seat in range(rules.count):
        if played[seat] >= rules.deadline:
            for point in rules.homes[seat]:
                if board[point] == seat + 1:
                    return seat
    return NOBODY


def idle_limit(rules: HalmaRules, home: list[int], out: list[int]) -> int:
    """Return the number of turns without a piece entering its target camp that make a draw."""
    return rules.rounds * max(rules.count - len(home) - len(out), 1)
