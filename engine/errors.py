"""Errors for requests of a player that cannot be granted.

Each carries a ``Text``: one sentence with the reason, and with what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.text import Text
from engine.values import Move


class Refusal(ValueError):
    """A request of a player that cannot be granted; ``text`` is the sentence for them."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


class MoveError(Refusal):
    """A move that cannot be played: invalid, illegal or ambiguous."""


class InvalidMove(MoveError):
    """Text that cannot be read as a move."""


class IllegalMove(MoveError):
    """Text that reads as a move that the rules do not allow now."""


class AmbiguousMove(MoveError):
    """Text that fits several legal moves; ``moves`` are some of them, at least two."""

    def __init__(self, text: Text, moves: tuple[Move, ...]) -> None:
        super().__init__(text)
        self.moves = moves


class PartlyPlaced(IllegalMove):
    """A message of a secret set-up of which only some words can be carried out.

    ``arrangement`` is the player's arrangement after those words; ``wrong`` is the other words.
    """

    def __init__(self, text: Text, arrangement: Mapping[int, str], wrong: str) -> None:
        super().__init__(text)
        self.arrangement = arrangement
        self.wrong = wrong


class InvalidPosition(Refusal):
    """Text that is not a position, or options that do not go together."""
