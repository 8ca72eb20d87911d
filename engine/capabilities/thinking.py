"""The computer player's view of a game: its state, and the ties to a position.

A ``State`` says the same as a position in as few integers as it can: the search makes a hundred
thousand of them for one move. A game that gives none is searched by its positions themselves.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Hashable
from random import Random
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from engine.values import Move

MAN: Final = 100
"""Values are in points of the field: a man is worth a hundred."""

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

    A side is a team, or a seat for itself: those who win together. ``side`` is the index of the
    side to move, below ``sides``. Moves are integers, each meaning one turn in this state alone.
    Values are for the side that a method is given.
    """

    __slots__ = ("side",)

    side: int
    """The side to move; a subclass assigns it, and does not name it in its slots again."""

    # The same for all states of a game

    def sides(self) -> int:
        """Return how many sides there are."""
        return 2

    def draws_by_repetition(self) -> bool:
        """Return whether a state that stood before counts as drawn."""
        return True

    def contempt(self) -> int:
        """Return how many points the side that thinks would give to avoid a draw.

        The nearer the count of turns without progress comes to the draw, the more of these points
        it gives for a move that restarts the count.
        """
        return 0

    def stands_pat(self) -> bool:
        """Return whether a side may decline its tactical moves: not if they are a duty."""
        return False

    # What it is

    @abstractmethod
    def moves(self) -> list[int]:
        """Return all legal moves, in a stable order; they do not say that the game is over."""

    @abstractmethod
    def play(self: S, move: int) -> S:
        """Return the state after a legal move."""

    @abstractmethod
    def key(self) -> Hashable:
        """Return the key that tells states apart: pieces, side to move and rights, no counts."""

    @abstractmethod
    def over(self) -> bool:
        """Return whether the game is over for another reason than having no move."""

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
        """Return whether hardly anybody wins such an ending, not even with a piece more."""
        return False

    def tactical(self) -> list[int]:
        """Return the moves that are followed to their end beyond the horizon: captures above all.

        If captures are a duty these are all legal moves, or none.
        """
        return []

    def candidates(self) -> list[int]:
        """Return the moves that the search tries, likely ones first: all, or the sensible ones.

        There is at least one if there is a legal move.
        """
        return self.moves()

    def quiet(self, move: int) -> bool:
        """Return whether a move is likely to matter less when it comes late among the others."""
        return move not in self.tactical()

    def progress(self, move: int) -> int:
        """Return how many steps a move comes nearer to its side's aim, if the game counts them."""
        return 0

    def urge(self) -> int:
        """Return the least worth of a step of progress in points, lest players wander."""
        return 0

    def restless(self) -> bool:
        """Return whether a quiet state is searched a ply deeper because a blow threatens."""
        return False

    # What is known of it without a search

    def near_endings(self) -> bool:
        """Return whether a search from here may come to endings that tables know."""
        return False

    def known(self) -> int:
        """Return the result that a table knows for the side to move, else ``UNKNOWN``.

        It is ``DECIDED`` less the plies to the end for a win, the same below zero for a loss, and 0
        for a draw. The game is not over for another reason than having no move.
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
        """Return the legal move of the position that a move of its state means."""
        return self._move(code)

    def seen(self, jumps: int) -> list[int]:
        """Return the likely moves for a player who overlooks longer chains of jumps in a race.

        There are none if such a player sees all that the computer looks at.
        """
        return []

    def fight(self, seat: int) -> S_co:
        """Return the state with a seat to move, in the fight that this seat is in."""
        return self._state

    def noticed(self, before: Thinking[State]) -> Thinking[S_co]:
        """Return the thinking about the position once something that it hides is noticed.

        ``before`` is the position that stood a turn earlier. Both are as their seat may see them:
        comparing them shows what may be claimed though the position itself does not tell. It is the
        same object if there is nothing to notice; its moves can be played in the match.
        """
        return self

    def place(self, chance: Random) -> Move | None:
        """Return the next move of a set-up, with some variety, or None if none goes on."""
        return None
