"""The limits of a search for captures: only the capturing piece moves.

Captured pieces stay where they are until the end, and the square of the capturing piece itself
counts as empty. So a capture is a walk through fixed jumps, and what matters of it is its
**state**: the point it has come to and the pieces it has taken, kept as one set of points. A king
among many men has millions of paths and few states.

Play needs a few dozen states. Only positions made up to defeat a search need many. Callers that
keep others waiting ask for a list ``quickly``, and get TakesLong if it would take long. A list has
every capture if ``STATES`` are enough for that; if not, the search goes on with a sample, and the
list is not ``complete``. Captures outside the sample are still legal, and can be played by typing
their whole path. The computer's search, which lists moves all the time, is content with less.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

STATES: Final = 300_000
"""The states that are all followed for one list of moves, in a second or two. A king among nineteen
loose men needs 130,000."""

QUICK: Final = 2_000
"""The states that take a millisecond or two. Play needs some dozens."""

_quickly = ContextVar("_quickly", default=False)


class TakesLong(Exception):
    """A list of moves that takes longer than ``quickly`` allows."""


@contextmanager
def quickly() -> Iterator[None]:
    """Raise TakesLong in the block instead of listing moves for longer than others can wait."""
    token = _quickly.set(True)
    try:
        yield
    finally:
        _quickly.reset(token)


def take_long() -> None:
    """Go on beyond ``QUICK`` states. Raises TakesLong in a ``quickly`` block."""
    if _quickly.get():
        raise TakesLong


class Listing:
    """The cost of a list of moves, and whether it is complete.

    ``whole`` are the states of which none is left out.
    """

    __slots__ = ("_left", "_whole", "complete")

    complete: bool
    """Whether no state was left out. Whoever takes a sample says so here."""
    _whole: int
    _left: int

    def __init__(self, whole: int) -> None:
        self.complete = True
        self._whole = whole
        self._left = whole

    def follows(self, states: int) -> bool:
        """Return whether so many more states can all be followed. Raises TakesLong."""
        self._left -= states
        if self._whole - self._left > QUICK:
            take_long()
        return self._left >= 0


K = TypeVar("K")
V = TypeVar("V")


def sample(level: dict[K, V], size: int) -> dict[K, V]:
    """Return the states of a level, or ``size`` of them (at least one) at even distances."""
    if len(level) <= size:
        return level
    states = list(level)
    size = max(size, 1)
    chosen = (states[i * len(states) // size] for i in range(size))
    return {state: level[state] for state in chosen}
