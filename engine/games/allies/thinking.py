"""What the computer asks of a position of Les Alliés."""

from __future__ import annotations

from random import Random

from engine.capabilities.thinking import Thinking
from engine.games.allies.fights import strokes
from engine.games.allies.fights.course import side_of
from engine.games.allies.light.state import AlliesState, heavy_move, light_state
from engine.games.allies.map.ground import mask
from engine.games.allies.moves import Moves
from engine.games.allies.rules import Rules
from engine.games.allies.setup import fronts
from engine.games.allies.state import State
from engine.values import Move


class AlliesThinking(Thinking):
    """How the computer thinks about a position. No offence is a secret: nothing is noticed."""

    def __init__(self, rules: Rules, state: State, moves: Moves) -> None:
        self._rules = rules
        self._state = state
        self._moves = moves

    def state(self) -> AlliesState:
        """Return the light state."""
        return light_state(self._rules, self._state)

    def fight(self, seat: int) -> AlliesState:
        """Return the light state as if it were a director's turn."""
        return light_state(self._rules, self._state._replace(turn=seat))

    def move(self, code: int) -> Move:
        """Return the legal move that the light state's move means. Raises LookupError for none."""
        wanted = heavy_move(code)
        for move in self._moves.all:
            if _effect(move) == _effect(wanted):
                return move
        return self._path(wanted)

    def _path(self, wanted: Move) -> Move:
        """Return a stroke that the list of legal moves, a sample here, leaves out."""
        side = side_of(self._rules, self._state, self._state.turn)
        start, end = wanted.path
        general = bool(side.generals >> start & 1)
        empty, whole = side.empty | 1 << start, mask(wanted.captured)
        waiting: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((start,), ())]
        seen: set[tuple[int, int]] = set()
        while waiting:
            path, captured = waiting.pop()
            taken = mask(captured)
            if path[-1] == end and taken == whole:
                return Move("move", path, captured)
            for landing, passed in strokes.jumps(side, path[-1], general, empty, taken):
                after = (landing, taken | 1 << passed)
                if whole >> passed & 1 and after not in seen:
                    seen.add(after)
                    waiting.append(((*path, landing), (*captured, passed)))
        raise LookupError(wanted)

    def place(self, chance: Random) -> Move | None:
        """Return the next soldier to place."""
        return fronts.next_soldier(self._rules, self._state, chance) if self._state.setup else None


def _effect(move: Move) -> tuple[str, tuple[int, ...], frozenset[int]]:
    """Return what tells moves apart."""
    ends = (move.path[0], move.path[-1]) if move.kind == "move" else move.removed
    return move.kind, ends, frozenset(move.captured)
