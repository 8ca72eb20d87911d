"""Captures: the search, the walk and the limits of all games in which a piece goes on capturing.

Only the capturing piece moves, and its own square counts as empty. So a capture is a walk through
jumps, and only its **state** matters: the point it has reached and the pieces it has taken, encoded
by the game in an integer. A king among many men has millions of paths and few states. A game's
``Captures`` tell how a capture goes on from a state. The ``search`` follows every state once, by
the first path to it; the walk, ``along``, follows a typed path.

Play needs a few dozen states. Only positions made up to defeat a search need many. Callers that
keep others waiting ask for a list ``quickly``, and get TakesLong if it would take long. A list has
every capture if ``STATES`` are enough for that; otherwise the search goes on with a sample, and the
list is not ``complete``. Captures outside the sample are still legal, and can be played by typing
their whole path. The computer's search, which lists moves all the time, accepts smaller samples.
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
"""States that are all followed for one list of moves, in a second or two. A king among nineteen
loose men needs 130,000.
"""

QUICK: Final = 2_000
"""States followed in a millisecond or two. Play needs some dozens."""

_quickly: Final[ContextVar[bool]] = ContextVar("_quickly", default=False)


class TakesLong(Exception):
    """A list of moves that takes longer than ``quickly`` allows."""


@contextmanager
def quickly() -> Iterator[None]:
    """Raise TakesLong in the block if listing moves takes longer than others can wait."""
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
    """The cost of a list of moves, and whether it is complete: no state was left out."""

    __slots__ = ("_followed", "complete")

    complete: bool
    _followed: int

    def __init__(self) -> None:
        self.complete = True
        self._followed = 0

    def follows(self, states: int) -> bool:
        """Return whether a number of further states can all be followed. Raises TakesLong."""
        self._followed += states
        if self._followed > QUICK:
            take_long()
        return self._followed <= STATES


@mypyc_attr(allow_interpreted_subclasses=True)
class Captures:
    """The captures of one piece, or of several: how they go on, and the results of a search.

    States are integers encoded by the game, whose subclass tells how they go on. A state includes
    everything that affects the position after the capture, including the order in which pieces are
    taken if that matters.
    """

    __slots__ = ("ended", "levels")

    levels: list[dict[int, int]]
    """The states after 0, 1, 2... jumps, each with the one before it on the first path to it, in
    the order of these paths.
    """
    ended: list[int]
    """The states that go no further, the shortest captures first."""

    def onward(self, state: int) -> list[int]:
        """Return the states after one more jump, none if the capture is complete."""
        raise NotImplementedError  # each game has its own

    def place(self, state: int) -> int:
        """Return the place that a capture has reached, in the game's numbering."""
        raise NotImplementedError  # each game has its own

    def search(self, level: dict[int, int], width: int, listing: Listing | None = None) -> None:
        """Follow all states from the first ones on, or beyond a limit a sample.

        At most ``width`` states of each length are followed, at even distances. A ``listing``
        follows all, as long as it can; several searches may share one. Raises TakesLong if there is
        a listing.
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
        """Return the states from the first to a state that the search reached by a number of jumps.

        Raises LookupError for a state that was not found.
        """
        path = [state]
        for level in self.levels[jumps:0:-1]:
            state = level[state]
            path.append(state)
        path.reverse()
        return path

    def along(self, state: int, places: Sequence[int]) -> list[int]:
        """Return the states of a capture that lands on these places, up to the last possible
        jump.
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
    """Return the capture with these states, each given as the piece's square and the set of taken
    pieces.

    ``free`` are the squares on which it may stand.
    """
    taken = [(before ^ after) & ~free for before, after in pairwise(states)]
    return Move(
        "move",
        tuple([sets.points[(state & free).bit_length() - 1] for state in states]),
        tuple([sets.points[piece.bit_length() - 1] for piece in taken]),
    )


def _sample(level: dict[int, int], width: int) -> dict[int, int]:
    """Return a number of states of a level, at least one, at even distances."""
    states = list(level)
    width = max(width, 1)
    found: dict[int, int] = {}
    for number in range(width):
        state = states[number * len(states) // width]
        found[state] = level[state]
    return found
