"""Errors for requests of a player that cannot be granted.

Every one carries a ``Text``: one sentence that says why, and what would be right.
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
    """An arranging message only part of which can be carried out.

    ``arrangement`` includes that part; ``wrong`` is the rest of the message.
    """

    def __init__(self, text: Text, arrangement: Mapping[int, str], wrong: str) -> None:
        super().__init__(text)
        self.arrangement = arrangement
        self.wrong = wrong


class InvalidPosition(Refusal):
    """Text that is not a position, or options that do not go together."""
