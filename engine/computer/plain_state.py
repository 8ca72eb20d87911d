"""The state of a game that defines none: the search works on the game's positions."""

from __future__ import annotations

from collections.abc import Hashable

from engine.capabilities.thinking import DECIDED, State, Thinking
from engine.game import Position
from engine.values import Move


class PlainState(State):
    """A position as a state. Its moves are the indices of the legal moves."""

    __slots__ = ("_codes", "_moves", "_teams", "position")

    position: Position
    _teams: tuple[int, ...]
    _moves: tuple[Move, ...]
    _codes: list[int]

    def __init__(self, position: Position, teams: tuple[int, ...]) -> None:
        """Make the state of a position; ``teams`` are those of its seats, each once, in order."""
        self.position = position
        self._teams = teams
        self.side = teams.index(position.seats[position.turn].team)
        self._moves = position.legal_moves()
        self._codes = list(range(len(self._moves)))

    def sides(self) -> int:
        return len(self._teams)

    def stands_pat(self) -> bool:
        return True

    def moves(self) -> list[int]:
        return self._codes

    def move(self, code: int) -> Move:
        """Return the legal move that a code means."""
        return self._moves[code]

    def play(self, move: int) -> PlainState:
        return PlainState(self.position.play(self._moves[move]), self._teams)

    def key(self) -> Hashable:
        return self.position.key

    def over(self) -> bool:
        return self.position.outcome() is not None

    def final(self, side: int) -> int:
        outcome = self.position.outcome()
        if outcome is None:
            return 0
        ranks = self._by_side(outcome.ranks)
        worst, best = max(ranks), min(ranks)
        if worst == best:
            return 0
        return DECIDED * (worst + best - 2 * ranks[side]) // (worst - best)

    def _by_side(self, ranks: tuple[int, ...]) -> list[int]:
        """Return the best rank of each side's seats."""
        seats = self.position.seats
        return [
            min(rank for rank, seat in zip(ranks, seats, strict=True) if seat.team == team)
            for team in self._teams
        ]

    def evaluate(self, side: int) -> int:
        """Return the worth of a side's seats, less the other sides' worth on average."""
        worth = [0] * len(self._teams)
        for number, seat in enumerate(self.position.seats):
            worth[self._teams.index(seat.team)] += self.position.worth_of(number)
        others = len(worth) - 1
        return worth[side] - (sum(worth) - worth[side]) // max(others, 1)

    def tactical(self) -> list[int]:
        return [code for code, move in enumerate(self._moves) if move.captured or move.removed]

    def quiet(self, move: int) -> bool:
        return not (self._moves[move].captured or self._moves[move].removed)


def plain_state(position: Position) -> PlainState:
    """Return a position as a state for the search."""
    return PlainState(position, tuple(dict.fromkeys(seat.team for seat in position.seats)))


def thinking_of(position: Position) -> Thinking[State]:
    """Return a position's own thinking, or else the thinking with the position as its state."""
    thinking = position.thinking
    if thinking is not None:
        return thinking
    state = plain_state(position)
    return Thinking(state, state.move)
