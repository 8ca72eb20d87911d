"""What a position of draughts consists of, and what its game counts towards a draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

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


class KingsOnly(NamedTuple):
    """The condition that a king moved and nothing was captured."""

    def holds(self, before: State, after: State) -> bool:
        """Return whether a turn, from one state to the next, meets it."""
        return before.men == after.men and before.balance == after.balance


class BalanceUnchanged(NamedTuple):
    """The condition that nothing was captured or crowned, with so many pieces left.

    Both seats have kings.
    """

    pieces: tuple[int, ...]

    def holds(self, before: State, after: State) -> bool:
        """Return whether a turn, from one state to the next, meets it."""
        return (
            before.balance == after.balance
            and all(after.kings)
            and sum(after.pieces) in self.pieces
        )


class Ending(NamedTuple):
    """The condition that one of some endings is left before and after the turn.

    An ending is the men and kings of one seat and of the other; either seat's may come first.
    Those that come second stand on the points ``on``.
    """

    balances: frozenset[tuple[tuple[int, int], tuple[int, int]]]
    on: int | None

    def holds(self, before: State, after: State) -> bool:
        """Return whether a turn, from one state to the next, meets it."""
        return self._left(before) and self._left(after)

    def _left(self, state: State) -> bool:
        sides = [(state.men[seat].bit_count(), state.kings[seat].bit_count()) for seat in (0, 1)]
        return any(
            (sides[1 - seat], sides[seat]) in self.balances
            and (self.on is None or not (state.men[seat] | state.kings[seat]) & ~self.on)
            for seat in (0, 1)
        )


KINGS_ONLY: Final = KingsOnly()


def ending(*texts: str, on: int | None = None) -> Ending:
    """Return the condition that one of these endings is left: ``KKM-K``."""
    sides = [text.partition("-")[::2] for text in texts]
    return Ending(frozenset((_balance(one), _balance(other)) for one, other in sides), on)


def _balance(pieces: str) -> tuple[int, int]:
    return pieces.count("M"), pieces.count("K")


class Limit(NamedTuple):
    """A draw once so many turns in a row, of both seats together, have met a condition.

    ``key`` names the count in the position's text. Nothing is counted before there is a king.
    """

    key: str
    turns: int
    reason: Text
    condition: KingsOnly | BalanceUnchanged | Ending


def bits(points: int) -> Iterator[int]:
    """Yield the points of a set one by one, each as a set."""
    while points:
        bit = points & -points
        points ^= bit
        yield bit
