"""Where the pieces of a seat have to go."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.text import Text


class Goal(NamedTuple):
    """Points that seats want to fill with their pieces: a camp, a fortress.

    ``entering`` tells of so many pieces that come to it, the subject being a move: "brings 2
    pieces into the camp"; ``nearing``, of a piece that comes closer.
    """

    seats: tuple[frozenset[int], ...]
    entering: Callable[[int], Text]
    nearing: Text

    def points(self, seat: int) -> frozenset[int]:
        """Return the points that a seat wants to fill, none for one that has another aim."""
        return self.seats[seat]
