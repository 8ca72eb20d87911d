"""Games of two: resignations, agreed draws, the third repetition, and their results."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Final, Self

from engine.game import AGREED, Position
from engine.text import Text
from engine.values import Outcome, Seat

REPETITION: Final = "repetition"

WHITE_AND_BLACK: Final = (Seat(Text("White"), team=0), Seat(Text("Black"), team=1))
"""The seats of most games of two."""


class Duel(Position):
    """A position of a game of two. A game says what the board shows; the rest is said here."""

    __slots__ = ()

    @abstractmethod
    def decided(self) -> Outcome | None:
        """Return how the game ended on the board, or None while it goes on."""

    def outcome(self) -> Outcome | None:
        """Return the result that was noted, or else the one that the board shows."""
        result = self.result
        return noted_results(self.seats)[result] if result else self.decided()

    def resign(self, seat: int) -> Self:
        """Return the position after a player gave up: they have lost."""
        return self.ended(_resigned(self.seats[seat]))

    def repeated(self) -> Self:
        """Return the position as a draw, since it has occurred for the third time."""
        return self.ended(REPETITION)


def win(seat: int, reason: Text) -> Outcome:
    """Return the outcome in which that seat has won."""
    return Outcome((2, 1) if seat else (1, 2), reason)


def draw(reason: Text) -> Outcome:
    """Return the outcome in which nobody has won."""
    return Outcome((1, 1), reason)


@cache
def noted_results(seats: tuple[Seat, ...]) -> Mapping[str, Outcome]:
    """Return the results that the board does not show, by their names in a position's text."""
    return {
        **{
            _resigned(seat): win(1 - number, Text("{seat} gave up.", seat=seat.name))
            for number, seat in enumerate(seats)
        },
        AGREED: draw(Text("The players agreed on it.")),
        REPETITION: draw(Text("The same position stood for the third time.")),
    }


def _resigned(seat: Seat) -> str:
    return f"{seat.name}-resigned".lower()
