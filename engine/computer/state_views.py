"""Views of states for the search: three or more sides reduced to two, and a choice of root moves.

With three or more sides, each for itself, every other side is expected to play its likeliest move,
the first of its candidates; the thinking side looks for its best moves against that. This is
opponent-model search (H. Iida and others, D. Carmel and S. Markovitch, 1993) with the simplest of
models. It reaches the thinking side's next moves, which searches that consider every reply of every
side do not. In Chinese checkers it won more than best-reply search, paranoid search and maxⁿ, with
which ``tools.benchmarks.computer.many_sides`` compares it.
"""

from __future__ import annotations

from collections.abc import Hashable

from mypy_extensions import mypyc_attr

from engine.capabilities.thinking import State


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class SideView(State):
    """A state of several sides as one of them sees it: that side is 0, all others are 1."""

    __slots__ = ("_state", "_thinker")

    _state: State
    _thinker: int

    def __init__(self, state: State, thinker: int) -> None:
        """Make the view of ``state`` from the side ``thinker``."""
        self._state = state
        self._thinker = thinker
        self.side = 0 if state.side == thinker else 1

    def draws_by_repetition(self) -> bool:
        return self._state.draws_by_repetition()

    def contempt(self) -> int:
        return self._state.contempt()

    def stands_pat(self) -> bool:
        return self._state.stands_pat()

    def moves(self) -> list[int]:
        return self._state.moves()

    def play(self, move: int) -> SideView:
        return SideView(self._state.play(move), self._thinker)

    def key(self) -> Hashable:
        return self._state.key()

    def over(self) -> bool:
        return self._state.over()

    def final(self, side: int) -> int:
        value = self._state.final(self._thinker)
        return -value if side else value

    def evaluate(self, side: int) -> int:
        value = self._state.evaluate(self._thinker)
        return -value if side else value

    def waiting(self) -> int:
        return self._state.waiting()

    def drawish(self) -> bool:
        return self._state.drawish()

    def tactical(self) -> list[int]:
        return self._state.tactical()

    def candidates(self) -> list[int]:
        """Return all candidates of the thinking side, or the likeliest move of another side."""
        moves = self._state.candidates()
        return moves[:1] if self.side else moves

    def quiet(self, move: int) -> bool:
        return self._state.quiet(move)

    def progress(self, move: int) -> int:
        return self._state.progress(move)

    def urge(self) -> int:
        return self._state.urge()

    def restless(self) -> bool:
        return self._state.restless()


def for_two(state: State) -> State:
    """Return a state for two sides: ``state`` itself, or its view from the side to move."""
    return state if state.sides() == 2 else SideView(state, state.side)


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class SomeMoves(State):
    """The root of a search among some of its moves only; later states have all their moves."""

    __slots__ = ("_among", "_state")

    _state: State
    _among: list[int]

    def __init__(self, state: State, among: list[int]) -> None:
        """Make a root like ``state`` with only the moves ``among``."""
        self._state = state
        self._among = among
        self.side = state.side

    def draws_by_repetition(self) -> bool:
        return self._state.draws_by_repetition()

    def contempt(self) -> int:
        return self._state.contempt()

    def stands_pat(self) -> bool:
        return self._state.stands_pat()

    def moves(self) -> list[int]:
        return self._among

    def play(self, move: int) -> State:  # type: ignore[override] # what follows is not restricted
        return self._state.play(move)

    def key(self) -> Hashable:
        return self._state.key()

    def over(self) -> bool:
        return self._state.over()

    def final(self, side: int) -> int:
        return self._state.final(side)

    def evaluate(self, side: int) -> int:
        return self._state.evaluate(side)

    def near_endings(self) -> bool:
        return self._state.near_endings()

    def known(self) -> int:
        return self._state.known()
