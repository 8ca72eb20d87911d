"""How the computer thinks about positions of Frisian draughts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.capabilities.thinking import Thinking
from engine.games.frisian.board import BITS
from engine.games.frisian.codes import end_of, start_of
from engine.games.frisian.evaluation import worth
from engine.games.frisian.fen import NO_STREAK, State, Streak
from engine.games.frisian.light.state import Counts, FrisianState
from engine.values import Move


class FrisianThinking(Thinking):
    """A position by its state, with what lists its legal moves."""

    def __init__(
        self, state: State, official: bool, legal_moves: Callable[[], Sequence[Move]]
    ) -> None:
        self._state = state
        self._official = official
        self._legal_moves = legal_moves

    def state(self) -> FrisianState:
        """Return the light state."""
        turn, men, kings, _ = self._state
        own, enemy = (men[seat] | kings[seat] for seat in (turn, 1 - turn))
        all_kings = kings[0] | kings[1]
        balance = worth(turn, own, all_kings) - worth(1 - turn, enemy, all_kings)
        return FrisianState(turn, own, enemy, all_kings, self._counts(), balance)

    def _counts(self) -> Counts:
        turn, _, _, counters = self._state
        mine, theirs = counters.streaks[turn], counters.streaks[1 - turn]
        return Counts(
            self._official,
            _king(mine),
            mine[1],
            _king(theirs),
            theirs[1],
            counters.two_kings,
            counters.idle,
        )

    def move(self, code: int) -> Move:
        """Return the legal move of a code."""
        start, end = start_of(code), end_of(code)
        captured = self.state().captured(code)
        moves = self._legal_moves()
        for move in moves:
            if (
                BITS[move.path[0]] == start
                and BITS[move.path[-1]] == end
                and sum(BITS[point] for point in move.captured) == captured
            ):
                return move
        # In positions made up to have more captures than the search follows.
        return moves[0]


def _king(streak: Streak) -> int:
    return 0 if streak == NO_STREAK else BITS[streak[0]]
