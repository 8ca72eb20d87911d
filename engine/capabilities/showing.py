"""The display of a position besides its pieces, and its secrets from seats or the public."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

from engine.text import Text

P_co = TypeVar("P_co", covariant=True)
"""The class of positions."""


class Display:
    """Marks, views and news of a position besides its pieces: none, by default."""

    def zones(self) -> Iterable[tuple[int, int]]:
        """Return the points marked as a seat's own, such as its camp, each with that seat."""
        return ()

    def view(self, seat: int | None = None) -> frozenset[int] | None:
        """Return the points shown to a seat in a picture of a map, None for all.

        ``seat`` is the seat to move if it is None. Positions that show the same part return the
        same object, by which pictures are cached.
        """
        return None

    def following(self) -> tuple[int, ...]:
        """Return the seats that move after this turn, in order, if the order is hard to follow."""
        return ()

    def signs(self, seat: int) -> str | Text | None:
        """Return a list of a seat's armies with their signs; None if a colour identifies the seat.

        A seat with signs is named before its player.
        """
        return None

    def news(self) -> tuple[Text, ...]:
        """Return further sentences for everybody: about fights, claims and borders."""
        return ()


class Secrets(ABC, Generic[P_co]):
    """The secrets of a position: what it hides from a seat, or from the public."""

    @abstractmethod
    def seen_by(self, seat: int | None) -> P_co:
        """Return the position as ``seat`` may see it; None stands for the public."""
