"""How the computer thinks about draughts: a light state, and what its moves mean."""

from __future__ import annotations

from collections.abc import Callable

from engine.capabilities.thinking import Thinking
from engine.draughts.light.layout import Layout
from engine.draughts.light.rules import CAPTURED, END, PLACE, LightRules
from engine.draughts.light.state import DraughtsState
from engine.draughts.state import State
from engine.values import Move


class DraughtsThinking(Thinking):
    """A position of draughts as the search sees it."""

    def __init__(
        self,
        state: State,
        legal_moves: Callable[[], tuple[Move, ...]],
        rules: LightRules,
        layout: Layout,
    ) -> None:
        self._state = state
        self._legal_moves = legal_moves
        self._rules = rules
        self._layout = layout

    def state(self) -> DraughtsState:
        """Return the light state."""
        turn, men, kings, counts = self._state
        light = self._layout.light
        return DraughtsState(
            self._rules,
            turn,
            light(men[turn]),
            light(kings[turn]),
            light(men[1 - turn]),
            light(kings[1 - turn]),
            self._rules.counting.pack(counts),
        )

    def move(self, code: int) -> Move:
        """Return the legal move that the light state's move means."""
        points = self._layout.points
        start, end = points[code & PLACE], points[code >> END & PLACE]
        captured = self._layout.point_set(code >> CAPTURED)
        moves = self._legal_moves()
        for move in moves:
            ends = move.path[0] == start and move.path[-1] == end
            if ends and frozenset(move.captured) == captured:
                return move
        return moves[0]  # of too many captures to list, each list has a sample of its own
