"""Solutions of puzzles: at every step, the one move that is much better than all others."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.game import Position
from engine.puzzles.finding.weighing import Scale
from engine.puzzles.looking import Look, Looks
from engine.values import Move

MOST_PLIES: Final = 11
"""The most moves of a solution, with those of both sides."""

LATER: Final = 4
"""The least depth, in plies, at which later steps are checked. The first step is checked at twice
the depth at which it is seen, and later steps up to the same ply.
"""

EQUALS: Final = 3
"""The most other moves of a step that do the same."""


class SolutionStep(NamedTuple):
    """A step of a solution: the move that is much better than all others, and its value in points.

    ``equals`` are other moves that do the same. ``others`` is the value of the best remaining move,
    or None if no move remains.
    """

    move: Move
    value: int
    equals: tuple[Move, ...]
    others: int | None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The move, then the moves that do the same."""
        return (self.move, *self.equals)


class Solution(NamedTuple):
    """A solution: its positions (one more than its moves), its moves, and the solver's steps."""

    line: tuple[Position, ...]
    moves: tuple[Move, ...]
    steps: tuple[SolutionStep, ...]

    @property
    def solver(self) -> int:
        """The seat that solves the puzzle."""
        return self.line[0].turn

    @property
    def own(self) -> tuple[int, ...]:
        """The indices of the solver's moves among all moves."""
        places = range(len(self.moves))
        return tuple(place for place in places if self.line[place].turn == self.solver)

    def begun(self, moves: int) -> Solution:
        """Return the solution cut off after ``moves`` moves; the last one must be the solver's."""
        steps = sum(place < moves for place in self.own)
        return Solution(self.line[: moves + 1], self.moves[:moves], self.steps[:steps])


def solve(position: Position, depth: int, scale: Scale, looks: Looks) -> Solution | None:
    """Return the only solution of a position, checked at twice ``depth``, or None.

    The solution ends with a move of the solver, before the first step with several good moves. It
    is None if the first step has several.
    """
    solver = position.turn
    line, moves, steps, keys = [position], list[Move](), list[SolutionStep](), {position.key}
    while len(moves) < MOST_PLIES and position.outcome() is None and position.legal_moves():
        plies = _plies(len(moves), depth)
        if position.turn == solver:
            step = _step(position, plies, scale, looks)
            if step is None:
                break
            steps.append(step)
            move = step.move
        else:
            move = looks.at(position, depth=plies, nodes=scale.nodes).move
        moves.append(move)
        position = position.play(move)
        line.append(position)
        if position.key in keys:
            break
        keys.add(position.key)
        if position.turn != solver and steps[-1].equals:
            break
    if not steps:
        return None
    solution = Solution(tuple(line), tuple(moves), tuple(steps))
    return solution.begun(solution.own[-1] + 1)


def _plies(place: int, depth: int) -> int:
    """Return the depth, in plies, at which the move at index ``place`` of a solution is checked."""
    return max(2 * depth - place, min(LATER, 2 * depth))


def nodes_of_step(position: Position, place: int, depth: int, scale: Scale) -> int:
    """Return the number of nodes needed to find the step at index ``place`` of a solution."""
    looks = Looks()
    had = looks.left
    _step(position, _plies(place, depth), scale, looks)
    return had - looks.left


def _step(position: Position, plies: int, scale: Scale, looks: Looks) -> SolutionStep | None:
    """Return the step whose move is the only good one at depth ``plies``, or None if none is."""
    best = looks.at(position, depth=plies, nodes=scale.nodes)
    if not _deep_enough(best, plies):
        return None
    tried, equals = list(best.codes[:1]), list[Move]()
    while len(tried) < best.choices:
        other = looks.at(position, depth=plies, nodes=scale.nodes, without=tried)
        if not _deep_enough(other, plies):
            return None
        if other.value <= best.value - scale.proved:
            return SolutionStep(best.move, best.value, tuple(equals), other.value)
        if not _alike(best.move, other.move) or len(tried) > EQUALS:
            return None
        tried.append(other.codes[0])
        equals.append(other.move)
    return SolutionStep(best.move, best.value, tuple(equals), None)


def _deep_enough(seen: Look, plies: int) -> bool:
    """Return whether a look reached the depth ``plies``, or did not need to."""
    return seen.depth >= plies or seen.sure or seen.choices == 1


def _alike(one: Move, other: Move) -> bool:
    """Return whether two moves of one piece do the same: take the same pieces or end alike."""
    if one.path[0] != other.path[0] or one.kind != other.kind:
        return False
    if one.captured or other.captured:
        return set(one.captured) == set(other.captured)
    return one.path[-1] == other.path[-1]
