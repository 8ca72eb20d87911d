"""Weighing positions: the material of both sides, and the thresholds for gains in a game."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from engine.game import Game, Position
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import PuzzleGoal, plain_kinds

KING: Final = 3
"""The worth of a king in puzzles, in men."""

_CROWN: Final = KING - 1
"""The gain in worth, in men, if a plain piece becomes a king."""

_PLIES: Final = 8
"""The most moves for which captures are followed until a position is settled."""


class Material(NamedTuple):
    """The surplus of one side in men and in kings, negative if the other side has more.

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
    """Return the surplus in material of the side of ``seat``."""
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
    """Return the worth of a goal, in men: 0 if it brings neither pieces nor a promotion."""
    return goal.men + KING * goal.kings + _CROWN * (goal.kind == "crown")


def count(position: Position) -> int:
    """Return the number of pieces on the board."""
    return sum(1 for _ in position.pieces())


def settled(position: Position) -> Position:
    """Return the position after both sides have made the captures that pay."""
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
    """The thresholds for gains and losses in a game, in points unless another unit is named."""

    gap: int
    """The least lead of the best move over any other in a look."""
    proved: int
    """The least lead of a step's move over any other when the step is checked."""
    even: int
    """A value nearer to 0 than this counts as even."""
    ahead: int
    """A solver whose second-best move is worth more than this does not need the solution."""
    lost: int
    """The least loss by any other move if the solution wins nothing."""
    alike: int
    """The most by which an equally good move may be worse: a third of a man or a little more."""
    alone: int
    """The least depth, in plies, at which a single choice is a puzzle."""
    nodes: int = 400_000
    """The most nodes of a look; a position that needs more is rejected without a check."""
    grip: bool = False
    """Whether "grip" is a goal, as confining the other side is worth much without any capture."""


_MEN: Final = Scale(gap=80, proved=70, even=60, ahead=150, lost=150, alike=35, alone=5)
_FORTRESS: Final = Scale(
    gap=100, proved=90, even=90, ahead=400, lost=180, alike=45, alone=4, grip=True
)


def scale_of(game: Game) -> Scale:
    """Return the thresholds for gains and losses in a game."""
    return _FORTRESS if game.colours == "fortress" else _MEN
