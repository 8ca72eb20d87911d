"""What is much in a game, in points of its evaluation."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.game import Game


class Scale(NamedTuple):
    """What is much in a game, in points."""

    gap: int
    """How much better the one move has to be than any other."""
    even: int
    """Nobody is ahead by so much."""
    ahead: int
    """Who has more than this without the solution need not look for it."""
    lost: int
    """How much other moves lose where the solution only keeps what there is."""
    ground: bool = False
    """Whether pieces run and are not taken."""


_MEN: Final = Scale(gap=80, even=60, ahead=150, lost=150)
_FORTRESS: Final = Scale(gap=100, even=120, ahead=400, lost=200)
_GROUND: Final = Scale(gap=25, even=120, ahead=150, lost=60, ground=True)


def scale_of(game: Game) -> Scale:
    """Return what is much in a game."""
    return {"camps": _GROUND, "fortress": _FORTRESS}.get(game.colours, _MEN)
