"""What a piece can do in one turn: a step, or jumps as long as it likes.

A turn is known by its first and last point, so jumps are followed over points, never over
paths: each point is reached once, by the way that is shortest and then first in alphabetical
order. Jumps go an even number of points in every direction, so they never lead where a step does.
"""

from __future__ import annotations

from engine.board import points_of
from engine.games.halma.rules import Bounds, Rules, State
from engine.values import Move


def moves_of(rules: Rules, state: State, seat: int, start: int) -> list[Move]:
    """Return the turns of the piece of a seat on a point."""
    occupied = sum(state.pieces)
    here = 1 << start
    bounds = rules.bounds_of(seat, here)
    swaps = 0
    if rules.swap:
        swaps = rules.targets[seat] & occupied & ~state.pieces[seat]
    moves = []
    ends = bounds.ends & ~occupied
    for bit, move in rules.ground.steps[start]:
        if bit & ends:
            moves.append(move)
        elif bit & swaps:
            # A piece of another seat in the target camp changes places with the one that enters.
            moves.append(Move("swap", move.path))
    # The piece's own starting point counts as empty during its turn.
    others = occupied ^ here
    free = bounds.landings & ~occupied
    jumps = rules.jumps
    paths: list[tuple[int, ...]] = [(start,)]
    for path in paths:
        for touched, over, landing, bit in jumps[path[-1]]:
            if others & touched == over and bit & free:
                free ^= bit
                longer = (*path, landing)
                paths.append(longer)
                if bit & ends:
                    moves.append(Move("move", longer))
    return moves


def moves_of_seat(rules: Rules, state: State, seat: int) -> list[Move]:
    """Return the turns of a seat."""
    moves: list[Move] = []
    for start in points_of(state.pieces[seat]):
        moves += moves_of(rules, state, seat, start)
    return moves


def reached(rules: Rules, state: State, start: int, landings: int) -> int:
    """Return the points that a piece comes to by jumps, landing on these only; its own, too."""
    occupied = sum(state.pieces)
    others = occupied & ~(1 << start)
    free = landings & ~occupied
    points = [start]
    for point in points:
        for touched, over, landing, bit in rules.jumps[point]:
            if others & touched == over and bit & free:
                free ^= bit
                points.append(landing)
    return sum(1 << point for point in points)


def can_move(rules: Rules, state: State, seat: int) -> bool:
    """Return whether a seat has a turn at all."""
    empty = rules.ground.everywhere & ~sum(state.pieces)
    around = rules.ground.around
    for start in points_of(state.pieces[seat]):
        ends: Bounds = rules.bounds_of(seat, 1 << start)
        if around[start] & empty & ends.ends:
            return True
    return any(moves_of(rules, state, seat, start) for start in points_of(state.pieces[seat]))


def next_turn(rules: Rules, state: State, seat: int) -> tuple[int, int, bool]:
    """Return whose turn it is from ``seat`` on, how many are skipped, and if nobody can move.

    Skipped are who has arrived or given up, and who has no legal turn; only the latter count.
    """
    skipped = 0
    for number in range(seat, seat + rules.count):
        turn = number % rules.count
        if rules.is_playing(state, turn):
            if can_move(rules, state, turn):
                return turn, skipped, False
            skipped += 1
    return seat, 0, True
