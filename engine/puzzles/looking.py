"""Looks at positions with the computer's search, at a fixed depth and from nothing else.

What came before a position does not matter to a puzzle, and all legal moves of the side to move are
tried, also those that the search itself would leave out.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Final, NamedTuple

from engine.capabilities.thinking import State, Thinking
from engine.computer.many import for_two
from engine.computer.plain import plain_state
from engine.computer.search import DEEPEST, INFINITE, SURE, Search
from engine.game import Position
from engine.values import Move

ENOUGH: Final = 400_000
"""No look takes more nodes."""

LEAST: Final = 200
"""Nor does any make do with less."""

UNBOUNDED: Final = 1 << 60


class Seen(NamedTuple):
    """What a look showed: the best move, its value in points, and what is expected to follow.

    ``others`` is the greatest value that a move that was not left out has besides, for what it is
    known: a value less than the margin below the best may be too great. ``depth`` is how many
    plies deep the look went.
    """

    move: Move
    value: int
    depth: int
    nodes: int
    variation: tuple[Move, ...]
    others: int

    @property
    def sure(self) -> bool:
        """Whether the look saw that the game is won, or lost."""
        return abs(self.value) >= SURE


class _Root(State):
    """A state of which all moves are tried, but those that are left out."""

    __slots__ = ("_moves", "_state")

    _state: State
    _moves: list[int]

    def __init__(self, state: State, moves: list[int]) -> None:
        self._state = state
        self._moves = moves
        self.side = state.side

    def draws_by_repetition(self) -> bool:
        """Return what the state returns."""
        return self._state.draws_by_repetition()

    def contempt(self) -> int:
        """Return nothing: a draw is a draw."""
        return 0

    def stands_pat(self) -> bool:
        """Return what the state returns."""
        return self._state.stands_pat()

    def moves(self) -> list[int]:
        """Return the moves that are tried."""
        return self._moves

    def play(self, move: int) -> State:  # type: ignore[override]
        """Return the state after a move."""
        return self._state.play(move)

    def key(self) -> Hashable:
        """Return what the state returns."""
        return self._state.key()

    def over(self) -> bool:
        """Return what the state returns."""
        return self._state.over()

    def final(self, side: int) -> int:
        """Return what the state returns."""
        return self._state.final(side)

    def evaluate(self, side: int) -> int:
        """Return what the state returns."""
        return self._state.evaluate(side)


class Looks:
    """Looks at positions, whose nodes are counted."""

    __slots__ = ("left",)

    left: int
    """The nodes that are left for looks."""

    def __init__(self, nodes: int = UNBOUNDED) -> None:
        """Look with so many nodes at most, a little more for the last look."""
        self.left = nodes

    def at(
        self,
        position: Position,
        *,
        depth: int = DEEPEST,
        nodes: int = ENOUGH,
        margin: int = 0,
        without: Collection[Move] = (),
    ) -> Seen:
        """Return what a look shows that is so many plies and nodes deep at most.

        The game is not over. Moves ``without`` are left out; at least one has to be left.
        """
        state = _light(position)
        codes = state.moves()
        if without:
            codes = [code for code in codes if _move(position, code) not in without]
        budget = max(min(nodes, self.left), LEAST)
        found = Search([], budget).run(_Root(state, codes), depth, margin)
        self.left -= found.nodes
        code, value = found.scores[0]
        variation = found.variation if found.variation[:1] == [code] else [code]
        moves = _played(position, variation)
        others = found.scores[1][1] if len(found.scores) > 1 else -INFINITE
        return Seen(moves[0], value, found.depth, found.nodes, moves, others)


def _light(position: Position) -> State:
    """Return a position as the search sees it."""
    thinking = position.thinking
    return for_two(plain_state(position) if thinking is None else thinking.state())


def _move(position: Position, code: int) -> Move:
    thinking: Thinking | None = position.thinking
    return position.legal_moves()[code] if thinking is None else thinking.move(code)


def _played(position: Position, codes: Sequence[int]) -> tuple[Move, ...]:
    """Return the moves of a line of codes."""
    moves: list[Move] = []
    for code in codes:
        moves.append(_move(position, code))
        position = position.play(moves[-1])
    return tuple(moves)
