"""How the computer thinks about Assaut, and how it notices what the officers omitted."""

from __future__ import annotations

from random import Random
from typing import Final, Self

from engine.capabilities.thinking import Thinking
from engine.games.assaut.board import BOARD, OFFICERS, SOLDIERS, mask
from engine.games.assaut.grid import POINTS, places
from engine.games.assaut.light import (
    HUFF,
    SETTING,
    AssautState,
    LightRules,
    captured_by,
    end_of,
    start_of,
)
from engine.games.assaut.moves import PLACEMENTS, after, legal_moves
from engine.games.assaut.state import Rules, State
from engine.values import Move

_CENTRE: Final = BOARD.point["d6"]

_PLACINGS: Final = [move for move in PLACEMENTS if _CENTRE in move.path]
"""An officer in the middle of the fortress: a search prefers these ways to the others."""


class AssautThinking(Thinking):
    """A state as the search sees it, and what the search's moves mean there."""

    def __init__(self, state: State, rules: Rules) -> None:
        self._state = state
        self._rules = rules

    def state(self) -> AssautState:
        """Return the light state."""
        state = self._state
        return AssautState(
            LightRules(self._rules),
            state.turn,
            places(state.soldiers),
            places(state.officers),
            state.placing,
            places(state.offence),
            state.huffed,
            state.idle,
        )

    def move(self, code: int) -> Move:
        """Return the legal move that the light state's move means."""
        start, end = POINTS[start_of(code)], POINTS[end_of(code)]
        if code & SETTING:
            return Move("place", tuple(sorted((start, end))))
        if code & HUFF:
            return Move("huff", (start,), removed=(start,))
        captured = captured_by(code)
        return next(
            move
            for move in legal_moves(self._state, self._rules)
            if move.path[0] == start
            and move.path[-1] == end
            and places(mask(move.captured)) == captured
        )

    def noticed(self, before: Thinking) -> Self:
        """Return the same with the officers of whom one may be huffed.

        They follow from the pieces that stood before the officers' turn and stand after it: only
        one turn leads from the one to the other.
        """
        if not isinstance(before, AssautThinking):
            return self
        stood, state = before._state, self._state
        if (stood.turn, state.turn) != (OFFICERS, SOLDIERS):
            return self
        for move in legal_moves(stood, self._rules):
            now = after(stood, move, self._rules)
            if (now.soldiers, now.officers) == (state.soldiers, state.officers):
                return type(self)(state._replace(offence=now.offence), self._rules)
        return self

    def place(self, chance: Random) -> Move | None:
        """Return where the officers begin: one in the middle, the other somewhere beside it."""
        return chance.choice(_PLACINGS) if self._state.placing else None
