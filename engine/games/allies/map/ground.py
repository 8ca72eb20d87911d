"""The board of Les Alliés, and what can be done on a part of it: tables of steps, lines, jumps.

A set of squares is an integer with bit ``point`` set. Points are numbered in the order of their
names, so that paths compare as their names do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine import position_text
from engine.board import NOWHERE, Board
from engine.games.allies.map.chart import map_of
from engine.games.allies.map.europe import (
    BELGIUM,
    COLUMNS,
    COUNTRIES,
    FORTRESSES,
    GRID,
    NOBODY,
    ROWS,
    SWITZERLAND,
)
from engine.values import Move

DIAGONALS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The directions of a step, columns then rows: a line is a diagonal run of squares."""


def is_dark(row: int, column: int) -> bool:
    """Return whether a cell is dark: row and column add up to an even number."""
    return (row + column) % 2 == 0


def _board() -> Board:
    cells = {
        f"{ROWS[y]}{x + 1}": (x, y)
        for y in range(len(GRID))
        for x in range(COLUMNS)
        if is_dark(y, x) and GRID[y][x] in COUNTRIES
    }
    names = tuple(sorted(cells))
    point = {cells[name]: number for number, name in enumerate(names)}
    return Board(
        names=names,
        xy=tuple((x + 0.5, y + 0.5) for x, y in point),
        size=(COLUMNS, len(GRID)),
        steps=tuple(
            tuple(point.get((x + dx, y + dy), NOWHERE) for x, y in point) for dx, dy in DIAGONALS
        ),
        style="map",
        map=map_of(names),
    )


BOARD: Final = _board()
COUNTRY: Final = tuple(GRID[int(y)][int(x)] for x, y in BOARD.xy)
"""The letter of the country of each point."""
SQUARES: Final = (1 << len(BOARD)) - 1
TEXT_ROWS: Final = position_text.rows(BOARD)
FORTRESS_AT: Final = {BOARD.point[square.lower()]: name for square, name in FORTRESSES.items()}
"""The names of the fortresses by point."""


def bits(points: int) -> Iterator[int]:
    """Return the points of a set in order."""
    while points:
        bit = points & -points
        points ^= bit
        yield bit.bit_length() - 1


def mask(points: Iterable[int]) -> int:
    """Return the set of those points."""
    return sum(1 << point for point in set(points))


def squares_of(countries: str) -> int:
    """Return the squares of those countries."""
    return mask(point for point, country in enumerate(COUNTRY) if country in countries)


def neighbours(point: int) -> tuple[int, ...]:
    """Return the squares that touch a square at a corner, whatever border lies between."""
    return tuple(steps[point] for steps in BOARD.steps if steps[point] != NOWHERE)


ZONES: Final = tuple(
    squares_of("".join(letter for letter, c in COUNTRIES.items() if c.zone == zone))
    for zone in (0, 1)
)
"""The squares of the western and of the eastern zone."""


def crosses(one: int, other: int) -> bool:
    """Return whether the border of the zones lies between two squares."""
    return ZONES[0] >> one & 1 != ZONES[0] >> other & 1


class Jump(NamedTuple):
    """A soldier's jump: over the next square onto the one beyond."""

    over: int
    """The bit of the square passed."""
    landing: int
    """The bit of the square it ends on."""
    end: int
    passed: int


Line = tuple[tuple[int, int], ...]
"""The squares from a point in one direction, nearest first: point and bit."""


class LineMoves(dict[tuple[int, int], Move]):
    """The moves between two squares of one line, each made when it is first asked for."""

    def __missing__(self, ends: tuple[int, int]) -> Move:
        move = self[ends] = Move("move", ends)
        return move


class Ground(NamedTuple):
    """What can be done on some of the squares; tables are by point."""

    squares: int
    steps: tuple[tuple[tuple[int, Move], ...], ...]
    """The bit of each neighbour and the step to it, in the order of names."""
    around: tuple[int, ...]
    """The neighbours as a set."""
    lines: tuple[tuple[Line, ...], ...]
    jumps: tuple[tuple[Jump, ...], ...]
    """In the order of where they land."""
    moves: LineMoves


def ground(squares: int, *, border: bool = False) -> Ground:
    """Return the tables of a part of the board; ``border``: that of the zones is closed."""

    def line(point: int, direction: int) -> Line:
        steps = BOARD.steps[direction]
        reached: list[tuple[int, int]] = []
        while True:
            after = steps[point]
            if after == NOWHERE or not squares >> after & 1 or (border and crosses(point, after)):
                return tuple(reached)
            reached.append((after, 1 << after))
            point = after

    points = range(len(BOARD))
    lines = tuple(
        tuple(
            found
            for direction in range(len(DIAGONALS))
            if squares >> point & 1 and (found := line(point, direction))
        )
        for point in points
    )
    moves = LineMoves()
    steps = tuple(
        tuple(sorted((end, bit) for reached in lines[point] for end, bit in reached[:1]))
        for point in points
    )
    jumps = (
        sorted((reached[1][0], reached[0][0]) for reached in lines[point] if len(reached) > 1)
        for point in points
    )
    return Ground(
        squares,
        tuple(
            tuple((bit, moves[point, end]) for end, bit in ends) for point, ends in enumerate(steps)
        ),
        tuple(mask(end for end, _ in ends) for ends in steps),
        lines,
        tuple(tuple(Jump(1 << over, 1 << end, end, over) for end, over in j) for j in jumps),
        moves,
    )


CLOSED: Final = ground(SQUARES, border=True)
"""The whole map while the border of the zones is closed."""

OPEN: Final = ground(SQUARES)
"""The whole map once the border is open."""


def frontier(countries: str, alliance: int, field: str) -> int:
    """Return the squares of some countries of an alliance that touch an enemy country of the field.

    Belgium does not count as an enemy of the Central Powers here, and a border between the
    zones does not count at all.
    """
    enemies = squares_of(enemy_countries(alliance, field, countries).replace(BELGIUM, ""))
    return mask(point for point in bits(squares_of(countries)) if CLOSED.around[point] & enemies)


def enemy_countries(alliance: int, field: str, countries: str) -> str:
    """Return the countries of a field that are an alliance's enemies, in the zone of its own."""
    zone = COUNTRIES[countries[0]].zone
    return "".join(
        letter
        for letter in field
        if COUNTRIES[letter].alliance not in {NOBODY, alliance} and COUNTRIES[letter].zone == zone
    )


def neutral_squares(alliance: int, field: str) -> int:
    """Return the squares of Switzerland that touch no enemy country."""
    enemies = squares_of(enemy_countries(alliance, field, SWITZERLAND).replace(BELGIUM, ""))
    return mask(
        point for point in bits(squares_of(SWITZERLAND)) if not CLOSED.around[point] & enemies
    )


def depths(ground: Ground, enemy: int) -> dict[int, int]:
    """Return for every square the number of steps to the nearest one of ``enemy``."""
    distance = dict.fromkeys(bits(enemy), 0)
    for point in (waiting := list(distance)):
        for other in bits(ground.around[point]):
            if other not in distance:
                distance[other] = distance[point] + 1
                waiting.append(other)
    return distance
