"""Looks at positions: short runs of the computer's search, without the history of a match.

The moves before a position do not matter to a puzzle. A look tries all legal moves of the side to
move, even those that the search itself would leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from engine.capabilities.thinking import State
from engine.computer.plain_state import thinking_of
from engine.computer.search import DEEPEST, INFINITE, SURE, Search
from engine.computer.state_views import SomeMoves, for_two
from engine.game import Position
from engine.values import Move

ENOUGH: Final = 400_000
"""The most nodes of a look, even if it is shallow: captures are followed beyond its depth."""

LEAST: Final = 200
"""The fewest nodes allowed to a look, even if fewer are left."""

GLANCE: Final = 1_000
"""The most nodes of the second look of a glance."""

UNBOUNDED: Final = 1 << 60


class Look(NamedTuple):
    """The result of a look at ``position``.

    ``value`` is the value of the best move for the side to move, in points. ``others`` is the
    greatest value of the other moves tried; if it is below ``value`` by more than the look's
    margin, it is only an upper bound. ``depth`` is the depth reached, in plies, and ``nodes`` the
    number of nodes searched. ``codes`` are the search's codes of the best move and the moves
    expected after it. ``choices`` is the number of moves tried.
    """

    position: Position
    value: int
    depth: int
    nodes: int
    codes: tuple[int, ...]
    others: int
    choices: int

    @property
    def move(self) -> Move:
        """The best move."""
        return _move(self.position, self.codes[0])

    @property
    def variation(self) -> tuple[Move, ...]:
        """The best move, then the moves expected after it, in order."""
        moves: list[Move] = []
        position = self.position
        for code in self.codes:
            moves.append(_move(position, code))
            position = position.play(moves[-1])
        return tuple(moves)

    @property
    def sure(self) -> bool:
        """Whether the look saw that the game is won or lost."""
        return abs(self.value) >= SURE

    def agrees(self, other: Look) -> bool:
        """Return whether another look at the same position showed the same best move."""
        return self.codes[0] == other.codes[0]


class _Root(SomeMoves):
    """A state in which only some moves are tried, and a draw counts as a draw."""

    __slots__ = ()

    def contempt(self) -> int:
        """Return 0: the search avoids no draws."""
        return 0


class Glance(NamedTuple):
    """Two short looks at a position, like those of a player who has just come to it.

    ``first`` is one ply deep, with the captures that follow; ``then`` is a little deeper.
    """

    first: Look
    then: Look


class LeftOffError(Exception):
    """A look was stopped before its end, so it has no result."""


class Looks:
    """A series of looks at positions, with one budget of nodes for all."""

    __slots__ = ("_enough", "left")

    left: int
    """The nodes left for further looks; negative if the last look exceeded them."""

    def __init__(self, nodes: int = UNBOUNDED, enough: Callable[[int], bool] | None = None) -> None:
        """Allow all looks together ``nodes`` nodes; the last look may take a few more.

        ``enough`` is called with the number of nodes of the present look. Once it returns True, the
        look stops and raises LeftOffError.
        """
        self.left = nodes
        self._enough = enough

    def at(
        self,
        position: Position,
        *,
        depth: int = DEEPEST,
        nodes: int = ENOUGH,
        margin: int = 0,
        without: Collection[int] = (),
    ) -> Look:
        """Return a look at ``position`` of at most ``depth`` plies and ``nodes`` nodes.

        The game must not be over. The moves with the codes ``without`` are left out; at least one
        other move must exist. Moves within ``margin`` points of the best get exact values. Raises
        LeftOffError if ``enough`` stops the look.
        """
        state = _light(position)
        codes = [code for code in state.moves() if code not in without]
        budget = max(min(nodes, self.left), LEAST)
        found = Search([], budget, self._enough).run(_Root(state, codes), depth, margin)
        self.left -= found.nodes
        if self._enough is not None and self._enough(found.nodes):
            raise LeftOffError
        code, value = found.scores[0]
        line = found.variation if found.variation[:1] == [code] else [code]
        others = found.scores[1][1] if len(found.scores) > 1 else -INFINITE
        return Look(position, value, found.depth, found.nodes, tuple(line), others, len(codes))

    def glance(self, position: Position) -> Glance:
        """Return a glance at a position in which the game is not over. Raises LeftOffError."""
        return Glance(self.at(position, depth=1), self.at(position, nodes=GLANCE))


def choices(position: Position) -> dict[int, Move]:
    """Return the legal moves of a position by their codes in the search."""
    return {code: _move(position, code) for code in _light(position).moves()}


def _light(position: Position) -> State:
    """Return the state of a position for the search."""
    return for_two(thinking_of(position).state())


def _move(position: Position, code: int) -> Move:
    return thinking_of(position).move(code)
