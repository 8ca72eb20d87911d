"""What is hidden on the board, and from whom."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

P_co = TypeVar("P_co", covariant=True)
"""The class of positions."""


class Secrets(ABC, Generic[P_co]):
    """What a position hides from a seat, or from the public."""

    @abstractmethod
    def seen_by(self, seat: int | None) -> P_co:
        """Return the position as that seat may see it; None is the public."""
