"""What is much in a game, in points of its evaluation."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.game import Game


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
