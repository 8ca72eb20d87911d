"""A second, slow generator of the moves of Les Alliés: every path of every stroke, on cells.

It knows rows, columns and a border of zones, and nothing of the engine's tables.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import Position

Cell = tuple[int, int]
WEST = "FBEIS~GA"
ENTENTE = "FIR"


def _cell(name: str) -> Cell:
    return ord(name[0].upper()) - ord("A"), int(name[1:]) - 1


class Map:
    """The squares by cell with their zones, and the pieces of a position."""

    def __init__(self, position: Position, grid: tuple[str, ...], countries: str) -> None:
        names = position.board.names
        self.point = {
            cell: point
            for point, cell in enumerate(map(_cell, names))
            if grid[cell[0]][cell[1]] in countries
        }
        self.west = {cell for cell in self.point if grid[cell[0]][cell[1]] in WEST}
        self.pieces = {
            _cell(names[point]): (piece.seat, piece.kind.endswith("general"), piece.kind[:2])
            for point, piece in position.pieces()
        }

    def line(self, cell: Cell, down: int, right: int, border: bool) -> Iterator[Cell]:
        row, column = cell
        while True:
            row, column = row + down, column + right
            if (row, column) not in self.point:
                return
            if border and ((row, column) in self.west) != (cell in self.west):
                return
            yield row, column


def moves(
    position: Position, grid: tuple[str, ...], countries: str, *, border: bool, alliance: int
) -> set[tuple[int, int, frozenset[int]]]:
    """The moves of the seat to move, takings or not, as first point, last point, taken points."""
    board = Map(position, grid, countries)
    own = {c for c, (seat, _, _) in board.pieces.items() if seat == position.turn}
    enemy = {c for c, (seat, _, _) in board.pieces.items() if seat % 2 != alliance}
    if len(position.seats) > 2 and border:
        enemy = {c for c in enemy if (c in board.west) == (position.turn < 2)}
    found = set()
    for cell in own:
        general = board.pieces[cell][1]
        others = set(board.pieces) - {cell}
        for end in _quiet(board, cell, general, others, border):
            found.add((board.point[cell], board.point[end], frozenset[int]()))
        for end, taken in _strokes(
            board, cell, frozenset(), general=general, others=others, enemy=enemy, border=border
        ):
            if taken:
                points = frozenset(board.point[c] for c in taken)
                found.add((board.point[cell], board.point[end], points))
    return found


def _directions() -> Iterator[Cell]:
    yield from ((-1, -1), (-1, 1), (1, -1), (1, 1))


def _quiet(
    board: Map, cell: Cell, general: bool, others: set[Cell], border: bool
) -> Iterator[Cell]:
    for down, right in _directions():
        for end in board.line(cell, down, right, border):
            if end in others:
                break
            yield end
            if not general:
                break


def _strokes(
    board: Map,
    cell: Cell,
    taken: frozenset[Cell],
    *,
    general: bool,
    others: set[Cell],
    enemy: set[Cell],
    border: bool,
) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """Where strokes end and what they take, path by path."""
    ends = True
    for down, right in _directions():
        met: Cell | None = None
        for distance, end in enumerate(board.line(cell, down, right, border), 1):
            if met is None:
                if end in others:
                    if end not in enemy or end in taken or (distance > 1 and not general):
                        break
                    met = end
                continue
            if end in others:
                break
            ends = False
            yield from _strokes(
                board,
                end,
                taken | {met},
                general=general,
                others=others,
                enemy=enemy,
                border=border,
            )
            if not general:
                break
    if ends:
        yield cell, taken
