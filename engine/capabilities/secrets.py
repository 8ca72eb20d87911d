"""What is hidden on the board, and from whom."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Protocol, Self, TypeVar

P_co = TypeVar("P_co", covariant=True)
"""The class of positions."""

S = TypeVar("S")
"""The class of states."""


class Secrets(ABC, Generic[P_co]):
    """What a position hides from a seat, or from the public."""

    @abstractmethod
    def seen_by(self, seat: int | None) -> P_co:
        """Return the position as that seat may see it; None is the public."""


class Stateful(Protocol[S]):
    """A position that can be made anew from its state: what is hidden or set up is in there."""

    @property
    def state(self) -> S:
        """All that the position is."""
        ...

    def with_state(self, state: S) -> Self:
        """Return the position with another state."""
        ...
