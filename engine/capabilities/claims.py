"""Claims: demands open to a player, such as for a missed capture, and warnings."""

from __future__ import annotations

from typing import NamedTuple

from engine.text import Text
from engine.values import Move


class Claim(NamedTuple):
    """A claim open to a player: ``text`` is typed, ``label`` is on its button."""

    text: str
    label: Text


class Claiming:
    """The claims and warnings of a position: none, by default."""

    def claims(self) -> tuple[Claim, ...]:
        """Return the claims open to the seat to move: on every turn, whether or not one is due."""
        return ()

    def explanation(self) -> Text | None:
        """Return an explanation of the claims for a newcomer, or None."""
        return None

    def warning(self, move: Move) -> Text | None:
        """Return a warning to give before a legal move counts, or None."""
        return None

    @property
    def warns_in_private(self) -> bool:
        """Whether only the warned player may read a warning, as it would help the opponent."""
        return False

    def cause(self, move: Move, last: Move | None) -> Text | None:
        """Return a sentence on why a claim was right or a move lifted a piece, and what follows.

        ``last`` is the move before ``move``, None if unknown. Return None for other moves.
        """
        return None
