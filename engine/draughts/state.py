"""What a position of draughts consists of, and what its game counts towards a draw."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from engine.text import Text


class State(NamedTuple):
    """All that a position is: the seat to move, men and kings by seat as bit sets, counts.

    A set of points is an integer with one bit a point. ``counts`` are as many as the game has
    limits, in their order.
    """

    turn: int
    men: tuple[int, int]
    kings: tuple[int, int]
    counts: tuple[int, ...] = ()

    @property
    def pieces(self) -> tuple[int, int]:
        """The number of pieces of each seat."""
        return (
            (self.men[0] | self.kings[0]).bit_count(),
            (self.men[1] | self.kings[1]).bit_count(),
        )

    @property
    def balance(self) -> tuple[int, ...]:
        """How many men and kings each seat has."""
        return tuple(pieces.bit_count() for pieces in self.men + self.kings)


Condition = Callable[[State, State], bool]
"""Whether a turn, from one state to the next, counts towards a draw."""


class Limit(NamedTuple):
    """A draw once so many turns in a row, of both seats together, have met a condition.

    ``key`` names the count in the position's text. Nothing is counted before there is a king.
    """

    key: str
    turns: int
    reason: Text
    condition: Condition


def bits(points: int) -> Iterator[int]:
    """Yield the points of a set one by one, each as a set."""
    while points:
        bit = points & -points
        points ^= bit
        yield bit


def kings_only(before: State, after: State) -> bool:
    """Return whether a king moved and nothing was captured."""
    return before.men == after.men and before.balance == after.balance


def balance_unchanged(pieces: Container[int]) -> Condition:
    """Return the condition that nothing was captured or crowned, with so many pieces left.

    Both seats have kings.
    """

    def condition(before: State, after: State) -> bool:
        return before.balance == after.balance and all(after.kings) and sum(after.pieces) in pieces

    return condition


def ending(*pieces: str, on: int | None = None) -> Condition:
    """Return the condition that one of these is left before and after the turn: ``KKM-K``.

    Either seat's pieces may come first. Those that come second stand on the points ``on``.
    """
    wanted = {
        tuple((side.count("M"), side.count("K")) for side in text.split("-")) for text in pieces
    }

    def holds(state: State) -> bool:
        sides = [(state.men[seat].bit_count(), state.kings[seat].bit_count()) for seat in (0, 1)]
        return any(
            (sides[1 - seat], sides[seat]) in wanted
            and (on is None or not (state.men[seat] | state.kings[seat]) & ~on)
            for seat in (0, 1)
        )

    return lambda before, after: holds(before) and holds(after)
