"""A position of Halma or Chinese checkers as the computer player thinks about it."""

from __future__ import annotations

from engine.board import points_of
from engine.capabilities.thinking import Thinking
from engine.games.halma import turns
from engine.games.halma.light.state import (
    DRAWN,
    GOES_ON,
    PLACES,
    TOO_LATE,
    HalmaState,
    all_places,
    idle_limit,
)
from engine.games.halma.light.tables import tables_of
from engine.games.halma.rules import Rules, State
from engine.values import Move


class HalmaThinking(Thinking):
    """The light state of a position, and its moves."""

    def __init__(self, rules: Rules, state: State, nobody_can_move: bool) -> None:
        self._rules = rules
        self._state = state
        self._nobody_can_move = nobody_can_move

    def state(self) -> HalmaState:
        """Return the light state."""
        tables = tables_of(self._rules)
        state = self._state
        board = bytearray(tables.size)
        pieces = [bytes(points_of(points)) for points in state.pieces]
        worth, key = [], 0
        for seat, points in enumerate(pieces):
            for point in points:
                board[point] = seat + 1
                key ^= tables.point_keys[seat][point]
            worth.append(tables.values.worth(self._rules, seat, state.pieces[seat]))
        for place, seat in enumerate(state.home):
            key ^= tables.home_keys[seat][place]
        return HalmaState(
            tables,
            state.turn,
            bytes(board),
            pieces,
            list(state.home),
            list(state.out),
            state.idle,
            list(state.played),
            worth,
            key,
            self._end(),
        )

    def seen(self, jumps: int) -> list[int]:
        rules, state = self._rules, self._state
        if jumps >= len(rules.ground.board):
            return []
        return self.state().likely(
            {
                move.path[0] << 8 | move.path[-1]
                for move in turns.moves_of_seat(rules, state, state.turn)
                if len(move.path) <= jumps + 1
            }
        )

    def _end(self) -> int:
        """Return how the game stands."""
        rules, state = self._rules, self._state
        tables = tables_of(rules)
        home, out = list(state.home), list(state.out)
        if state.result:
            return DRAWN
        if all_places(tables, home, out):
            return PLACES
        if rules.late(state) is not None:
            return TOO_LATE
        if self._nobody_can_move or state.idle >= idle_limit(tables, home, out):
            return DRAWN
        return GOES_ON

    def move(self, code: int) -> Move:
        """Return the turn from one point to another."""
        start, end = code >> 8, code & 255
        for move in turns.moves_of(self._rules, self._state, self._state.turn, start):
            if move.path[-1] == end:
                return move
        raise ValueError(f"There is no such turn: {code}")
