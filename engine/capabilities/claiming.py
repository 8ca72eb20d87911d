"""What a player may claim besides moving, and what they are told before a move counts."""

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

    def warning(self, move: Move) -> Text | None:
        """Return what a player should know before a legal move counts, None for nothing."""
        return None
