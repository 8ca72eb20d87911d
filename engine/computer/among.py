"""A state in which only some of the moves are looked at: so they are compared with each other."""

from __future__ import annotations

from collections.abc import Hashable

from mypy_extensions import mypyc_attr

from engine.capabilities.thinking import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Among(State):
    """The root of a search among some moves; what follows them is as it is without this."""

    __slots__ = ("_among", "_state")

    _state: State
    _among: list[int]

    def __init__(self, state: State, among: list[int]) -> None:
        """``among`` are the moves that are looked at."""
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
