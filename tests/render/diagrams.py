"""Positions of any pieces on any board, without moves, for tests of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Self

from engine import Game, Text
from engine.board import NOWHERE, Board
from engine.game import Duel
from engine.pieces import PieceKind
from engine.values import Move, OptionValue, Outcome, Piece, Seat

SEATS: Final = (Seat(Text("White"), team=0), Seat(Text("Black"), team=1))


class Diagrams(Game):
    """A game without rules."""

    name = "diagrams"
    title = Text("Diagrams")
    example = "1"
    summary = Text("Nothing.")

    def start(self, seats: int | None = None, **options: OptionValue) -> Diagram:
        raise NotImplementedError

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> Diagram:
        raise NotImplementedError


DIAGRAMS: Final = Diagrams()


@dataclass(frozen=True, eq=False)
class Diagram(Duel):
    """A position of pieces given by kind and square, such as ``king d4, man a1``, for each seat."""

    board: Board
    white: str = ""
    black: str = ""
    game: Game = DIAGRAMS
    seats = SEATS
    turn = 0

    @property
    def state(self) -> tuple[str, str]:
        return (self.white, self.black)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        for seat, text in enumerate(self.state):
            for each in filter(None, text.split(", ")):
                kind, name = each.rsplit(" ", 1)
                yield self.board.point[name], Piece(seat, kind)

    def legal_moves(self) -> tuple[Move, ...]:
        return ()

    def play(self, move: Move) -> Self:
        return self

    def decided(self) -> Outcome | None:
        return None

    def fen(self) -> str:
        return "/".join(self.state)


def game_of(kinds: Mapping[str, PieceKind]) -> Game:
    """Return a game with these kinds of pieces."""
    game = Diagrams()
    game.kinds = kinds
    return game


def dark_squares(side: int, *, numbered: bool) -> Board:
    """Return a board of dark squares, named by number or by file and rank."""
    places = [(x, y) for y in range(side) for x in range(side) if (x + y + side) % 2]
    return Board(
        names=tuple(
            str(number) if numbered else f"{chr(ord('a') + x)}{side - y}"
            for number, (x, y) in enumerate(places, 1)
        ),
        xy=tuple((x + 0.5, y + 0.5) for x, y in places),
        size=(side, side),
        steps=((NOWHERE,) * len(places),),
        labels="points" if numbered else "edges",
    )
