"""The computer player's view of a game: the states that it searches, and their link to positions.

A ``State`` expresses a position in as few integers as possible, since the search makes a hundred
thousand states for one move. In a game without states, the positions themselves are searched.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Hashable
from random import Random
from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from engine.values import Move

MAN: Final = 100
"""The value of a man: all values are in points, of which a man is worth a hundred."""

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

    A side is a team, or a seat without partners. ``side`` is the index of the side to move, below
    ``sides``. Moves are integers; each means one turn, and only in this state. A value is from the
    point of view of the side passed to the method.
    """

    __slots__ = ("side",)

    side: int
    """The side to move; a subclass assigns it, without naming it in its slots."""

    # The same for all states of a game

    def sides(self) -> int:
        """Return the number of sides."""
        return 2

    def draws_by_repetition(self) -> bool:
        """Return whether a state that occurred before counts as drawn."""
        return True

    def contempt(self) -> int:
        """Return the number of points that the thinking side would give to avoid a draw.

        The closer the count of turns without progress comes to the draw, the more of these points
        are given for a move that restarts the count.
        """
        return 0

    def stands_pat(self) -> bool:
        """Return whether a side may decline its tactical moves, so that a quiet one may be best."""
        return False

    # The rules and the evaluation

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

        It is ``DECIDED`` for a win, the negative for a loss, 0 for a draw, and a value between for
        a rank between.
        """

    @abstractmethod
    def evaluate(self, side: int) -> int:
        """Return the value of the state for a side, in points, far smaller than ``DECIDED``."""

    def waiting(self) -> int:
        """Return the count of turns without progress, in percent of the limit that draws."""
        return 0

    def drawish(self) -> bool:
        """Return whether the state is an ending that is hardly ever won, even a piece up."""
        return False

    def tactical(self) -> list[int]:
        """Return the moves followed to their end beyond the horizon: captures above all.

        If captures are compulsory, the list has all legal moves or none.
        """
        return []

    def candidates(self) -> list[int]:
        """Return the moves tried by the search, likely ones first: all, or the sensible ones.

        If there is a legal move, at least one is returned.
        """
        return self.moves()

    def quiet(self, move: int) -> bool:
        """Return whether a move may be searched less deeply if it comes late in the order."""
        return move not in self.tactical()

    def progress(self, move: int) -> int:
        """Return the number of steps by which a move brings its side closer to its aim.

        0 in a game that does not count such steps.
        """
        return 0

    def urge(self) -> int:
        """Return the least value of a step of progress in points, so that pieces do not wander."""
        return 0

    def restless(self) -> bool:
        """Return whether a quiet state is searched a ply deeper because a capture threatens."""
        return False

    # Results known without a search

    def near_endings(self) -> bool:
        """Return whether a search from here may reach endings known to tables."""
        return False

    def known(self) -> int:
        """Return the result for the side to move by the tables, else ``UNKNOWN``.

        The result is ``DECIDED`` minus the plies to the end for a win, the negative for a loss, and
        0 for a draw. The game must not be over for a reason other than the lack of a move.
        """
        return UNKNOWN


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinking(Generic[S_co]):
    """The link between a position and the state that the computer searches for it.

    The function ``move`` returns the legal move of the position for a move of the state.
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
        """Return the likely moves for a player who overlooks chains of more than ``jumps`` jumps.

        Empty if such a player considers the same moves as the full search.
        """
        return []

    def fight(self, seat: int) -> S_co:
        """Return the state of the fight that a seat takes part in, with that seat to move."""
        return self._state

    def noticed(self, before: Thinking[State]) -> Thinking[S_co]:
        """Return the thinking of a player who notices which claim the position does not show.

        ``before`` is the thinking about the position a turn earlier. Comparing the two positions,
        both as their seat may see them, shows what can be claimed. Returns this object if there is
        nothing to notice. All moves of the result can be played in the match.
        """
        return self

    def place(self, chance: Random) -> Move | None:
        """Return the next move of a set-up, chosen with variety; None if none is in progress."""
        return None
