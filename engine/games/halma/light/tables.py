"""What the light states of one table of players share: points, steps, jumps, camps and values.

Everything is by seat or by point and made once; points are small integers, sets of points are
bytes with a 1 at each of their points.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from engine.board import points_of
from engine.games.halma.light.evaluation import Values, Weights, weights_of
from engine.games.halma.rules import Rules

KEY_BITS: Final = 60

Jump = tuple[int, int, bytes]
"""The point that is jumped over, the landing, and the points between that must be empty."""


class Tables:
    """The rules of a table of players, and the values of its points, as the search needs them."""

    __slots__ = (
        "around",
        "arriving",
        "codes",
        "count",
        "deadline",
        "ends",
        "home_keys",
        "homes",
        "in_target",
        "jumps",
        "landings",
        "long_jumps",
        "play_on",
        "point_keys",
        "rounds",
        "sides",
        "size",
        "steps",
        "swap",
        "targets",
        "team",
        "turn_keys",
        "unblock",
        "values",
    )

    count: int
    """How many seats there are, and in how many sides."""
    sides: int
    team: tuple[int, ...]
    """The side of each seat."""
    size: int
    """How many points the board has."""

    around: tuple[bytes, ...]
    """By point: its neighbours."""
    steps: tuple[tuple[tuple[int, ...], ...], ...]
    """By seat and point: where a step from there may end."""
    ends: tuple[tuple[bytes, ...], ...]
    landings: tuple[tuple[bytes, ...], ...]
    """By seat and point where the turn starts: where it may end, and where its jumps may land."""
    jumps: tuple[tuple[Jump, ...], ...]
    long_jumps: bool
    """By point; only long ones have points between."""

    homes: tuple[tuple[int, ...], ...]
    targets: tuple[tuple[int, ...], ...]
    in_target: tuple[bytes, ...]
    arriving: bytes
    """All targets in one set: only a turn that ends there can bring somebody home."""

    deadline: int
    rounds: int
    unblock: bool
    play_on: bool
    swap: bool

    values: Values
    codes: tuple[tuple[int, ...], ...]
    """By seat and point: its value above the point itself, the lower half of a ranked move."""

    point_keys: tuple[tuple[int, ...], ...]
    turn_keys: tuple[int, ...]
    home_keys: tuple[tuple[int, ...], ...]
    """Zobrist keys: of a seat's piece on a point, of the turn, of a seat by place of arrival."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        seats = range(rules.count)
        size = len(rules.ground.board)
        self.count = rules.count
        self.sides = len(rules.sides)
        self.team = tuple(seat.team for seat in rules.seats)
        self.size = size
        bounds = [[rules.bounds_of(seat, 1 << point) for point in range(size)] for seat in seats]
        self.ends = tuple(_sets([bound.ends for bound in row], size) for row in bounds)
        self.landings = tuple(_sets([bound.landings for bound in row], size) for row in bounds)
        self.around = tuple(bytes(points_of(points)) for points in rules.ground.around)
        self.steps = tuple(
            tuple(
                tuple(end for end in points_of(rules.ground.around[point] & bound.ends))
                for point, bound in enumerate(row)
            )
            for row in bounds
        )
        self.jumps = tuple(
            tuple(
                (over.bit_length() - 1, landing, bytes(points_of(touched & ~(over | bit))))
                for touched, over, landing, bit in jumps
            )
            for jumps in rules.jumps
        )
        self.long_jumps = rules.jumps is rules.ground.long_jumps
        self.homes = tuple(tuple(points_of(home)) for home in rules.homes)
        self.targets = tuple(tuple(points_of(target)) for target in rules.targets)
        self.in_target = _sets(rules.targets, size)
        self.arriving = bytes(
            any(target >> point & 1 for target in rules.targets) for point in range(size)
        )
        self.deadline = rules.deadline
        self.rounds = rules.rounds
        self.unblock = rules.unblock
        self.play_on = rules.play_on
        self.swap = rules.swap
        self.values = Values(rules, weights)
        self.codes = tuple(
            tuple((value << 16) + point for point, value in enumerate(values))
            for values in self.values.points
        )
        chance = Random("Zobrist")
        self.point_keys = tuple(
            tuple(chance.getrandbits(KEY_BITS) for _ in range(size)) for _ in seats
        )
        self.turn_keys = tuple(chance.getrandbits(KEY_BITS) for _ in seats)
        self.home_keys = tuple(tuple(chance.getrandbits(KEY_BITS) for _ in seats) for _ in seats)


@lru_cache(maxsize=32)
def tables_of(rules: Rules) -> Tables:
    """Return the tables, made once."""
    return Tables(rules, weights_of(rules))


def _sets(sets: list[int] | tuple[int, ...], size: int) -> tuple[bytes, ...]:
    """Return sets of points as bytes; equal ones are one object."""
    made: dict[int, bytes] = {}
    for points in sets:
        if points not in made:
            made[points] = bytes(points >> point & 1 for point in range(size))
    return tuple(made[points] for points in sets)
