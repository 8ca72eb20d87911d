"""What a position shows besides its pieces."""

from __future__ import annotations

from collections.abc import Iterable

from engine.text import Text


class Display:
    """What is marked, shown and told of a position: nothing but its pieces, by default."""

    def zones(self) -> Iterable[tuple[int, int]]:
        """Return the points that are marked as a seat's own, such as its camp, with that seat."""
        return ()

    def view(self, seat: int | None = None) -> frozenset[int] | None:
        """Return the points that a picture shows a seat, on a map; None for all.

        Without a seat it is the one to move. It is one object for every position that shows the
        same part: pictures are kept by it.
        """
        return None

    def news(self) -> tuple[Text, ...]:
        """Return what everybody should know besides whose turn it is: fights, claims, borders."""
        return ()
