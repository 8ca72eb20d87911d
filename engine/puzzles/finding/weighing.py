"""Weighing positions: the material of both sides, and the size of a large gain in a game."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from engine.game import Game, Position
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import PuzzleGoal, plain_kinds

KING: Final = 3
"""The men that a king is worth in puzzles."""

_CROWN: Final = KING - 1
"""The gain in value, in men, of a plain piece that becomes a king."""

_PLIES: Final = 8
"""Hanging pieces are taken for at most this many moves."""


class Material(NamedTuple):
    """How many men and kings one side has more than the other.

    Men are plain pieces, kings all others.
    """

    men: int
    kings: int

    @property
    def worth(self) -> int:
        """The worth of the material, in men."""
        return self.men + KING * self.kings

    def less(self, other: Self) -> Material:
        """Return this material less another."""
        return Material(self.men - other.men, self.kings - other.kings)


def material(position: Position, seat: int) -> Material:
    """Return how much material a seat's side has more than the other."""
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


def worth_of(goal: PuzzleGoal) -> int:
    """Return the value of a goal, in men; a goal that names no pieces has none."""
    return goal.men + KING * goal.kings + _CROWN * (goal.kind == "crown")


def count(position: Position) -> int:
    """Return the number of pieces on the board."""
    return sum(1 for _ in position.pieces())


def settled(position: Position) -> Position:
    """Return the position after the captures that pay, by both sides."""
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
    """The size of a large gain in a game, in points."""

    gap: int
    """The least lead of the best move over any other in a look."""
    proved: int
    """The least lead at twice the depth, and of each later step at its own depth."""
    even: int
    """A smaller lead than this counts as even."""
    ahead: int
    """A side that has more than this without the solution need not look for it."""
    lost: int
    """The least loss of all other moves if the solution wins nothing."""
    alike: int
    """The most by which an equally good move may be worse: a third of a man or a little more."""
    alone: int
    """The least depth, in plies, at which a single choice is a puzzle."""
    nodes: int = 400_000
    """The most nodes of a look; a position that needs more is not checked, and no puzzle."""
    grip: bool = False
    """Whether confining the other side is worth much before anything is taken."""


_MEN: Final = Scale(gap=80, proved=70, even=60, ahead=150, lost=150, alike=35, alone=5)
_FORTRESS: Final = Scale(
    gap=100, proved=90, even=90, ahead=400, lost=180, alike=45, alone=4, grip=True
)


def scale_of(game: Game) -> Scale:
    """Return the size of a large gain in a game."""
    return _FORTRESS if game.colours == "fortress" else _MEN
