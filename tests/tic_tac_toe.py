"""Tic-tac-toe, the smallest game: a file with only the members that a simple game must have.

Three in a row win. Moves are the names of points, ``b2``; positions are the marks, point by
point from the top left, ``o.x.xxoox``, and then any result not decided by the marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Self

from engine import Game, InvalidPosition, Text
from engine.board import square_board
from engine.game import Duel, draw, noted_results, win
from engine.pieces import PieceKind
from engine.values import Move, OptionValue, Outcome, Piece, Seat

BOARD: Final = square_board(3, 3)
SEATS: Final = (Seat(Text("Crosses"), team=0), Seat(Text("Noughts"), team=1))
LINES: Final = (*("012", "345", "678"), *("036", "147", "258"), *("048", "246"))


@dataclass(frozen=True, eq=False, repr=False)
class Grid(Duel):
    """``state`` has the mark of each point, ``result`` any result not decided by the marks."""

    game: Game
    state: str
    result: str = ""
    board = BOARD
    seats = SEATS

    @property
    def turn(self) -> int:
        return self.state.count(".") % 2 == 0

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(Move("place", (p,)) for p, mark in enumerate(self.state) if mark == ".")

    def play(self, move: Move) -> Self:
        (point,) = move.path
        state = f"{self.state[:point]}{'xo'[self.turn]}{self.state[point + 1 :]}"
        return type(self)(self.game, state)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        for point, mark in enumerate(self.state):
            if mark != ".":
                yield point, Piece("xo".index(mark), "cross" if mark == "x" else "nought")

    def fen(self) -> str:
        return f"{self.state} {self.result}".rstrip()

    def decided(self) -> Outcome | None:
        for seat, mark in enumerate("xo"):
            if any(all(self.state[int(p)] == mark for p in line) for line in LINES):
                return win(seat, Text("Three in a row."))
        return None if "." in self.state else draw(Text("The grid is full."))


class TicTacToe(Game):
    """Three in a row win."""

    name = "tic-tac-toe"
    title = Text("Tic-tac-toe")
    example = "b2"
    summary = Text("Three in a row win.")
    kinds = MappingProxyType(
        {
            "cross": PieceKind("{count} cross", "{count} crosses", symbol="diagonal cross"),
            "nought": PieceKind("{count} nought", "{count} noughts", symbol="ring"),
        }
    )

    def start(self, seats: int | None = None, **options: OptionValue) -> Grid:
        return self.read("." * 9, seats, **options)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> Grid:
        self.settle(seats, options)
        state, _, result = text.partition(" ")
        if len(state) != 9 or set(state) - set("xo.") or result not in {"", *noted_results(SEATS)}:
            raise InvalidPosition(Text("A grid has nine points."))
        return Grid(self, state, result)


GAME: Final = TicTacToe()
