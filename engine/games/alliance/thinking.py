"""How the computer thinks about Dames-Alliance, and how it sets its crosses."""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

from engine.capabilities.notation import Readable
from engine.capabilities.thinking import Thinking
from engine.games.alliance.board import BITS, POINTS, PROMOTED, bits
from engine.games.alliance.light import (
    KING,
    PLUS,
    AllianceState,
    X,
    becomes_of,
    end_of,
    start_of,
    taken_by,
)
from engine.games.alliance.position_text import State
from engine.games.alliance.setup import by_turn
from engine.values import Move, Options

_DIAGONAL: Final = 0.75
"""The chance of a diagonal cross in a set-up. In games between random set-ups each such man more
than the enemy's was worth two or three points of a hundred: it moves ahead and aside."""


class Thinkable(Readable, Protocol):
    """What is asked of a position of Dames-Alliance."""

    @property
    def state(self) -> State:
        """All that it is."""
        ...

    @property
    def options(self) -> Options:
        """Every option of the game with the value in force."""
        ...


class AllianceThinking(Thinking):
    """A position of Dames-Alliance that can be thought about lightly."""

    def __init__(self, position: Thinkable) -> None:
        self._position = position

    def state(self) -> AllianceState:
        """Return the light state. Men whose cross is not set yet count as diagonal."""
        state, options = self._position.state, self._position.options
        turn = state.turn
        white, black = (d | u for d, u in zip(state.diagonal, state.unset, strict=True))
        diagonal, foe_diagonal = by_turn((white, black), turn)
        orthogonal, foe_orthogonal = by_turn(state.orthogonal, turn)
        kings, foe_kings = by_turn(state.kings, turn)
        return AllianceState(
            turn,
            diagonal,
            orthogonal,
            kings,
            foe_diagonal,
            foe_orthogonal,
            foe_kings,
            state.idle,
            int(options["no_progress"]),
            options["kings_only"] == "auto",
        )

    def move(self, code: int) -> Move:
        """Return the legal move that the light state's move means."""
        return next(move for move in self._position.legal_moves() if self._means(code, move))

    def _means(self, code: int, move: Move) -> bool:
        start, end = BITS[move.path[0]], BITS[move.path[-1]]
        if (start, end) != (start_of(code), end_of(code)):
            return False
        if sum(BITS[point] for point in move.captured) != taken_by(code):
            return False
        return self._becomes(start, move.suffix) == becomes_of(code)

    def _becomes(self, start: int, suffix: str) -> int:
        """Return what the piece on a square is after a move of that suffix."""
        state = self._position.state
        if suffix == PROMOTED or start & state.kings[state.turn]:
            return KING
        if suffix:
            return X if suffix == "x" else PLUS
        return X if start & state.diagonal[state.turn] else PLUS

    def place(self, chance: Random) -> Move | None:
        """Return the next cross to set: the enemy's are not known, and no two set-ups alike."""
        state = self._position.state
        man = next(bits(state.unset[state.turn]), None)
        if man is None:
            return None
        cross = "x" if chance.random() < _DIAGONAL else "+"
        return Move("place", (POINTS[man],), suffix=cross)
