"""The computer player's view of a game: its state, and the link to a position.

A ``State`` expresses a position in as few integers as it can: the search makes a hundred thousand
of them for one move. In a game without one, the positions themselves are searched.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Hashable
from random import Random
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from engine.values import Move

MAN: Final = 100
"""Values are in the usual points: a man is worth a hundred."""

DECIDED: Final = 10_000
"""The value of a won game; a lost one has the negative."""

UNKNOWN: Final = 1 << 20
"""Result of ``State.known`` for a state outside all tables."""

LEVELS: Final = range(1, 9)
"""The levels at which the computer plays."""

S = TypeVar("S", bound="State")
S_co = TypeVar("S_co", bound="State", covariant=True)


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State(metaclass=ABCMeta):
    """A position as the search sees it: an immutable value, cheap to make.

    A side is a team, or a seat by itself: those who win together. ``side`` is the index of the side
    to move, below ``sides``. Moves are integers, each meaning one turn in this state alone. Values
    are for the side passed to a method.
    """

    __slots__ = ("side",)

    side: int
    """The side to move; a subclass assigns it, without repeating it in its slots."""

    # The same for all states of a game

    def sides(self) -> int:
        """Return how many sides there are."""
        return 2

    def draws_by_repetition(self) -> bool:
        """Return whether a state that occurred before counts as drawn."""
        return True

    def contempt(self) -> int:
        """Return how many points the thinking side would give to avoid a draw.

        As the count of turns without progress approaches the draw, more of these points are given
        for a move that restarts the count.
        """
        return 0

    def stands_pat(self) -> bool:
        """Return whether a side may decline its tactical moves: not if they are a duty."""
        return False

    # What it is

    @abstractmethod
    def moves(self) -> list[int]:
        """Return all legal moves, in a stable order, even if the game is over."""

    @abstractmethod
    def play(self: S, move: int) -> S:
        """Return the state after a legal move."""

    @abstractmethod
    def key(self) -> Hashable:
        """Return the key that identifies a state: pieces, side to move and rights, no counts."""

    @abstractmethod
    def over(self) -> bool:
        """Return whether the game is over for a reason other than the lack of a move."""

    @abstractmethod
    def final(self, side: int) -> int:
        """Return the result for a side once the game is over, or if there is no legal move.

        It is ``DECIDED`` for a win, 0 for a draw, and in between for a place in between.
        """

    @abstractmethod
    def evaluate(self, side: int) -> int:
        """Return the value of the state to a side, in points, well within ``DECIDED``."""

    def waiting(self) -> int:
        """Return how far the count of turns without progress has gone: at 100 the game is drawn."""
        return 0

    def drawish(self) -> bool:
        """Return whether such an ending is hardly ever won, even with a piece more."""
        return False

    def tactical(self) -> list[int]:
        """Return the moves followed to their end beyond the horizon: captures above all.

        If captures are compulsory these are all legal moves, or none.
        """
        return []

    def candidates(self) -> list[int]:
        """Return the moves tried by the search, likely ones first: all, or the sensible ones.

        There is at least one if there is a legal move.
        """
        return self.moves()

    def quiet(self, move: int) -> bool:
        """Return whether a move probably matters less if it comes late among the others."""
        return move not in self.tactical()

    def progress(self, move: int) -> int:
        """Return how many steps a move brings its side closer to its aim, if the game counts
        them.
        """
        return 0

    def urge(self) -> int:
        """Return the least value of a step of progress in points, so that players do not wander."""
        return 0

    def restless(self) -> bool:
        """Return whether a quiet state is searched a ply deeper because a blow threatens."""
        return False

    # What is known of it without a search

    def near_endings(self) -> bool:
        """Return whether a search from here may reach endings known to tables."""
        return False

    def known(self) -> int:
        """Return the result known to a table for the side to move, else ``UNKNOWN``.

        It is ``DECIDED`` minus the plies to the end for a win, the negative for a loss, and 0 for a
        draw. The game must not be over for a reason other than the lack of a move.
        """
        return UNKNOWN


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinking(Generic[S_co]):
    """How the computer thinks about a position: by its state.

    ``move`` gives the legal move of the position that a move of its state means.
    """

    def __init__(self, state: S_co, move: Callable[[int], Move]) -> None:
        self._state = state
        self._move = move

    def state(self) -> S_co:
        """Return the state of the position."""
        return self._state

    def move(self, code: int) -> Move:
        """Return the legal move of the position for a move of its state."""
        return self._move(code)

    def seen(self, jumps: int) -> list[int]:
        """Return the likely moves for a player who overlooks longer chains of jumps in a race.

        There are none if such a player sees everything the computer looks at.
        """
        return []

    def fight(self, seat: int) -> S_co:
        """Return the state with a seat to move, in the fight that this seat is in."""
        return self._state

    def noticed(self, before: Thinking[State]) -> Thinking[S_co]:
        """Return the thinking about the position once something that it hides is noticed.

        ``before`` is the position a turn earlier. Both are as their seat may see them: comparing
        them shows what may be claimed though the position itself does not tell. It is the same
        object if there is nothing to notice; its moves can be played in the match.
        """
        return self

    def place(self, chance: Random) -> Move | None:
        """Return the next move of a set-up, with some variety, None if none is in progress."""
        return None
