"""What a player may claim besides moving, why it was right, and what they are warned of."""

from __future__ import annotations

from typing import NamedTuple

from engine.text import Text
from engine.values import Move


class Claim(NamedTuple):
    """Something a player may claim: ``text`` is typed, ``label`` stands on its button."""

    text: str
    label: Text


class Claiming:
    """The claims and warnings of a position: none, by default."""

    def claims(self) -> tuple[Claim, ...]:
        """Return what the seat to move may claim: on every turn, whether or not it is due."""
        return ()

    def explanation(self) -> Text | None:
        """Return what the claims mean, for who sees them for the first time."""
        return None

    def warning(self, move: Move) -> Text | None:
        """Return what a player should know before a legal move counts, None for nothing."""
        return None

    def cause(self, move: Move, last: Move | None) -> Text | None:
        """Return why a claim was right, or why a move lifted a piece, and what follows.

        ``last`` is the move before it, None where it is not known. None for other moves.
        """
        return None
