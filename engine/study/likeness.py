"""Boards as numbers, to find out whether two positions look alike, even if turned round.

The side to move and the counters are left out. Boards are turned and reflected, and sides change
places: two positions look alike if one is the other seen from another side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from typing import Final, NamedTuple

from engine.board import Board
from engine.game import Position

MOST_MOVED: Final = 2
"""The most pieces that come to another point in one turn."""

_TURNS: Final = sorted({*range(0, 360, 60), *range(0, 360, 90)})
"""The angles, in degrees, by which a square or a star can be turned and look the same."""

TURNED_KEPT: Final = 512
"""The number of positions whose turned boards are cached. The turns of a match are compared several
at a time, each with the earlier ones.
"""

Points = tuple[int, ...]
"""The image of each point, or of each seat."""


class BoardKind(NamedTuple):
    """A kind of boards that can be compared: the places of the points, and the number of seats."""

    places: tuple[tuple[float, float], ...]
    seats: int


def kind(position: Position) -> BoardKind:
    """Return the kind of a position's board: boards of one kind can be compared."""
    return BoardKind(position.board.xy, len(position.seats))


def shown(position: Position) -> int:
    """Return a position's board as a number: a bit for each piece, by point, kind and seat."""
    bits = 0
    for point, plane in _pieces(position):
        bits |= 1 << plane * len(position.board) + point
    return bits


@lru_cache(maxsize=TURNED_KEPT)
def turned(position: Position) -> frozenset[int]:
    """Return a position's board as numbers: in all symmetries and with all exchanges of sides."""
    seats, size, pieces = len(position.seats), len(position.board), [*_pieces(position)]
    found = set()
    for points, sides in product(_symmetries(position.board), _exchanges(seats)):
        bits = 0
        for point, plane in pieces:
            number, seat = divmod(plane, seats)
            bits |= 1 << (number * seats + sides[seat]) * size + points[point]
        found.add(bits)
    return frozenset(found)


def after_a_turn(position: Position) -> Iterator[int]:
    """Yield the board as a number after each legal move."""
    for move in position.legal_moves():
        yield shown(position.play(move))


def may_follow(before: int, after: int, size: int, seats: int) -> bool:
    """Return whether one move may lead from one board to another, as few pieces differ.

    The side that moves keeps nearly all of its own pieces. If the result is True, only the rules
    tell whether a move really leads there. ``size`` is the number of points of the board.
    """
    if (after & ~before).bit_count() > MOST_MOVED:
        return False
    gone = before & ~after
    lost = [0] * seats
    plane = 0
    while gone:
        lost[plane % seats] += (gone & ((1 << size) - 1)).bit_count()
        gone >>= size
        plane += 1
    return any(count <= MOST_MOVED for count in lost)


def from_start(position: Position) -> int:
    """Return the number of differences between a position's board and the first board of its game.

    The first board is compared with every turned board, and the least number counts. A missing
    piece counts like a moved one: either it has moved or, as a rule, its captor has.
    """
    first = position.game.start(len(position.seats), **position.options)
    begun = shown(first)
    return min(
        max((begun ^ way).bit_count(), 2 * (begun & ~way).bit_count()) for way in turned(position)
    )


def _pieces(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the point of each piece, and the number of its plane: one for each kind and seat."""
    numbers = {name: number for number, name in enumerate(position.game.kinds)}
    seats = len(position.seats)
    for point, piece in position.pieces():
        yield point, numbers[piece.kind] * seats + piece.seat


@lru_cache
def _symmetries(board: Board) -> tuple[Points, ...]:
    """Return the symmetries of a board, each as the image of every point, without repetitions."""
    xs, ys = zip(*board.xy, strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    centred = [(x - middle[0], y - middle[1]) for x, y in board.xy]
    at = {_rounded(place): point for point, place in enumerate(centred)}
    found: dict[Points, None] = {}
    for degrees, mirrored in product(_TURNS, (1, -1)):
        c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
        places = [(mirrored * (x * c - y * s), x * s + y * c) for x, y in centred]
        points = [at.get(_rounded(place)) for place in places]
        if None not in points:
            found[tuple(point for point in points if point is not None)] = None
    return tuple(found)


def _rounded(place: tuple[float, float]) -> tuple[float, float]:
    """Return a place without its last digits, in which turning a board leaves errors."""
    return round(place[0], 3), round(place[1], 3)


@lru_cache
def _exchanges(seats: int) -> tuple[Points, ...]:
    """Return the exchanges of sides, each as the new seat of every seat.

    The sides are turned round the table, in their order or in the reverse order.
    """
    ways = [
        tuple((first + step * seat) % seats for seat in range(seats))
        for first in range(seats)
        for step in (1, -1)
    ]
    return tuple(dict.fromkeys(ways))
