"""Captures of several pieces in a turn: their search, the walk along a typed one, and limits.

Only the capturing piece moves, and its own square counts as empty. So a capture is a walk through
jumps, and only its **state** matters: the point it has reached and the pieces it has taken, encoded
by the game in an integer. A king among many men has millions of paths and few states. A game's
subclass of ``Captures`` knows how a capture goes on from a state. The ``search`` follows every
state once, by the first path to it; the walk, ``along``, follows a typed path.

Positions of play need a few dozen states; only those made up to defeat a search need many. Callers
that keep others waiting ask for a list ``quickly``, and get TakesLong if it would take long. A list
has every capture if ``STATES`` are enough for it; otherwise the search goes on with a sample, and
the list is not ``complete``. Captures outside the sample are still legal, and can be played by
typing their whole path. The computer's search, which lists moves all the time, accepts smaller
samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import Final

from mypy_extensions import mypyc_attr

from engine.board import PointSets
from engine.values import Move

STATES: Final = 300_000
"""The most states that are all followed for one list of moves, in a second or two.

A king among nineteen loose men needs 130,000.
"""

QUICK: Final = 2_000
"""The most states followed ``quickly``, in a millisecond or two. Play needs some dozens."""

_quickly: Final[ContextVar[bool]] = ContextVar("_quickly", default=False)


class TakesLong(Exception):
    """A list of moves takes longer than ``quickly`` allows."""


@contextmanager
def quickly() -> Iterator[None]:
    """Let a list of moves in the block raise TakesLong if it needs more than ``QUICK`` states."""
    token = _quickly.set(True)
    try:
        yield
    finally:
        _quickly.reset(token)


def take_long() -> None:
    """Raise TakesLong in a ``quickly`` block; do nothing elsewhere."""
    if _quickly.get():
        raise TakesLong


class Listing:
    """The cost of a list of moves, and whether it is ``complete``: no state was left out."""

    __slots__ = ("_followed", "complete")

    complete: bool
    _followed: int

    def __init__(self) -> None:
        self.complete = True
        self._followed = 0

    def follows(self, states: int) -> bool:
        """Count further states, and return whether all of them can be followed.

        Raises TakesLong in a ``quickly`` block.
        """
        self._followed += states
        if self._followed > QUICK:
            take_long()
        return self._followed <= STATES


@mypyc_attr(allow_interpreted_subclasses=True)
class Captures:
    """The captures of one piece, or of several: how they go on, and the results of a search.

    States are integers encoded by the game, whose subclass defines how they go on. A state includes
    everything that affects the position after the capture, even the order in which pieces are taken
    if that matters.
    """

    __slots__ = ("ended", "levels")

    levels: list[dict[int, int]]
    """By number of jumps, the states after them, in the order in which they were found.

    The value of each state is the state before it on the first path to it.
    """
    ended: list[int]
    """The states that go no further, those after the fewest jumps first."""

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump, empty if the capture is complete."""
        raise NotImplementedError  # each game has its own

    def place(self, state: int) -> int:
        """Return the place that a capture has reached, in the game's numbering."""
        raise NotImplementedError  # each game has its own

    def search(self, level: dict[int, int], width: int, listing: Listing | None = None) -> None:
        """Follow all states from those of the first ``level`` on, or a sample of too many.

        A sample has ``width`` evenly spaced states of each number of jumps. More than ``width``
        states are too many, unless a ``listing`` allows them; after a sample it is not complete.
        Several searches may share a listing. Sets ``levels`` and ``ended``. Raises TakesLong if
        there is a listing, in a ``quickly`` block.
        """
        self.ended = ended = []
        self.levels = levels = []
        while level:
            levels.append(level)
            following: dict[int, int] = {}
            for state in level:
                onward = self.onward(state)
                if not onward:
                    ended.append(state)
                for after in onward:
                    if after not in following:
                        following[after] = state
            states = len(following)
            if (listing is None or not listing.follows(states)) and states > width:
                following = _sample(following, width)
                if listing is not None:
                    listing.complete = False
            level = following

    def path(self, state: int, jumps: int) -> list[int]:
        """Return the states from the first to one that the search reached by ``jumps`` jumps.

        Raises LookupError if the search did not reach ``state``.
        """
        path = [state]
        for level in self.levels[jumps:0:-1]:
            state = level[state]
            path.append(state)
        path.reverse()
        return path

    def along(self, state: int, places: Sequence[int]) -> list[int]:
        """Return the states of a capture from ``state`` that lands on these places in order.

        They end before the first impossible jump.
        """
        states = [state]
        for place in places:
            for after in self.onward(state):
                if self.place(after) == place:
                    states.append(after)
                    state = after
                    break
            else:
                break
        return states


def capture(sets: PointSets, states: Sequence[int], free: int) -> Move:
    """Return the capture with these states.

    A state is the set of the piece's square and the squares of the taken pieces; ``free`` is the
    set of squares on which the piece may stand.
    """
    taken = [(before ^ after) & ~free for before, after in pairwise(states)]
    return Move(
        "move",
        tuple([sets.points[(state & free).bit_length() - 1] for state in states]),
        tuple([sets.points[piece.bit_length() - 1] for piece in taken]),
    )


def _sample(level: dict[int, int], width: int) -> dict[int, int]:
    """Return ``width`` states of a level, but at least one, evenly spaced."""
    states = list(level)
    width = max(width, 1)
    found: dict[int, int] = {}
    for number in range(width):
        state = states[number * len(states) // width]
        found[state] = level[state]
    return found
