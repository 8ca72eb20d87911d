"""What counts in a game: what each side has on the board, and what is much in points."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from engine.game import Game, Position
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import plain_kinds

KING: Final = 3
"""The men that a king is worth here."""

_PLIES: Final = 8
"""What hangs is taken for no more moves than these."""


class Material(NamedTuple):
    """How many men and kings one side has more than the other: men are plain pieces, kings all
    others.
    """

    men: int
    kings: int

    @property
    def worth(self) -> int:
        """What it is worth, in men."""
        return self.men + KING * self.kings

    def less(self, other: Self) -> Material:
        """Return what is left without another's."""
        return Material(self.men - other.men, self.kings - other.kings)


def material(position: Position, seat: int) -> Material:
    """Return what a seat's side has more than the other."""
    men = kings = 0
    plain = plain_kinds(position.game)
    team = position.seats[seat].team
    for _, piece in position.pieces():
        sign = 1 if position.seats[piece.seat].team == team else -1
        if piece.kind in plain:
            men += sign
        else:
            kings += sign
    return Material(men, kings)


def count(position: Position) -> int:
    """Return how many pieces there are on the board."""
    return sum(1 for _ in position.pieces())


def settled(position: Position) -> Position:
    """Return the position once each side has taken what is good to take."""
    for _ in range(_PLIES):
        if position.outcome() is not None:
            break
        if not any(move.captured or move.removed for move in position.legal_moves()):
            break
        move = Looks().at(position, depth=2).move
        if not (move.captured or move.removed):
            break
        position = position.play(move)
    return position


class Scale(NamedTuple):
    """What is much in a game, in points."""

    gap: int
    """How much better the one move has to look than any other."""
    proved: int
    """How much better it has to be at twice the depth, and each later step at its own."""
    even: int
    """Nobody is ahead by so much."""
    ahead: int
    """Who has more than this without the solution need not look for it."""
    lost: int
    """How much other moves lose where the solution only keeps what there is."""
    alone: int
    """A single choice is a puzzle where the look that sees it is so many plies deep."""
    nodes: int = 400_000
    """No look takes more: what would need them is not checked, and no puzzle."""
    grip: bool = False
    """Whether who holds the other side in has won much before anything is taken."""


_MEN: Final = Scale(gap=80, proved=70, even=60, ahead=150, lost=150, alone=5)
_FORTRESS: Final = Scale(gap=100, proved=90, even=90, ahead=400, lost=180, alone=4, grip=True)


def scale_of(game: Game) -> Scale:
    """Return what is much in a game."""
    return _FORTRESS if game.colours == "fortress" else _MEN
