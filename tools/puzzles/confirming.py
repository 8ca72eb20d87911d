"""Confirming each step of a solution by a search many times as long as the one that found it.

The search of a step is two looks, which share no table with each other or with the finding: one at
the position after the solution's move, one at all other moves. A step holds if the solution's move
reaches the puzzle's goal against every defence, and no other move is as good or reaches the goal,
too. A few plies more can reverse a small difference in value. Therefore, goals that win nothing
need the margin of a man, in a shorter search as well as in the full one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.capabilities.thinking import DECIDED
from engine.computer.search import SURE
from engine.game import Position
from engine.puzzles.finding.solving import EQUALS, Solution, SolutionStep, nodes_of_step
from engine.puzzles.finding.weighing import Scale, material, scale_of, settled, worth_of
from engine.puzzles.looking import Look, Looks, choices
from engine.puzzles.puzzle import KEEPING, Puzzle
from engine.values import Move

TIMES: Final = 20
"""The two looks at a step together take this many times the nodes with which the step was found,
unless they see the end of the game."""

FEWEST: Final = 300_000
"""Each look takes at least this many nodes, unless it sees the end of the game."""

MAN: Final = 100
"""The points of a man: the margin of goals that win nothing."""

_SHORTER: Final = 4
"""The shorter search of goals that win nothing takes the full search's nodes divided by this."""

_WON: Final = 600
"""A side this many points ahead wins, although the search does not see the end."""

_FORCED: Final = 40
"""About the most forced moves that are played before a look."""

_FURTHER: Final = 3
"""The most further looks that extend a line until it shows the gain."""


class ConfirmedStep(NamedTuple):
    """A step of a solution that a long search has checked.

    ``value`` is the value of the solution's move, ``others`` that of the best other move, None if
    there is none. ``wrong`` is why the solution's move is wrong, ``""`` if it is right. ``equals``
    are other moves that are as good; ``unique`` is whether there are no further ones.
    """

    place: int
    value: int
    others: int | None
    wrong: str
    equals: tuple[Move, ...]
    unique: bool

    @property
    def holds(self) -> bool:
        """Whether the solution's move is right, and no other is."""
        return self.unique and not self.wrong and not self.equals


class Confirmation(NamedTuple):
    """The checked steps of a puzzle, and the nodes of all their searches.

    They end with the first step that does not hold, if any.
    """

    steps: tuple[ConfirmedStep, ...]
    nodes: int

    @property
    def holds(self) -> bool:
        """Whether every step holds."""
        return self.steps[-1].holds


class _Outlook(NamedTuple):
    """The value of a line for the solver, and the line itself."""

    value: int
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    def after(self, positions: Sequence[Position], moves: Sequence[Move]) -> _Outlook:
        """Return this outlook with positions and moves put before its line."""
        return _Outlook(self.value, (*positions, *self.positions), (*moves, *self.moves))


def confirmed(
    puzzle: Puzzle, looks: Looks | None = None, *, times: int = TIMES, fewest: int = FEWEST
) -> Confirmation:
    """Return the confirmation of a puzzle whose solution can be played, no race.

    The two looks at a step take ``times`` the nodes of its finding, and each at least ``fewest``.
    """
    looks = looks or Looks()
    search = _Confirming(puzzle, looks)
    had, steps = looks.left, list[ConfirmedStep]()
    for place in puzzle.steps():
        steps.append(search.step(place, times, fewest))
        if not steps[-1].holds:
            break
    return Confirmation(tuple(steps), had - looks.left)


class _Confirming:
    """The searches for the steps of one puzzle."""

    def __init__(self, puzzle: Puzzle, looks: Looks) -> None:
        self._puzzle, self._looks = puzzle, looks
        self._line, self._moves = puzzle.line(), puzzle.moves()
        self._solver = self._line[0].turn
        self._scale: Scale = scale_of(self._line[0].game)
        self._goal = puzzle.goal

    def step(self, place: int, times: int, fewest: int) -> ConfirmedStep:
        """Return the confirmed step of the solver at a place of the solution."""
        position = self._line[place]
        rights = self._puzzle.accepted(place, position)
        found = nodes_of_step(position, place, self._puzzle.depth, self._scale)
        nodes = max(times * found // 2, fewest)
        own = min((self._of(position, move, nodes) for move in rights), key=lambda one: one.value)
        wrong = self._missed(own, nodes)
        left_out, equals, others = self._alike(position, rights), list[Move](), None
        while not wrong:
            other = self._best(position, left_out, nodes)
            if other is None:
                return ConfirmedStep(place, own.value, None, wrong, tuple(equals), unique=True)
            others = other.value
            wrong = self._better(own, other)
            if not wrong and self._is_less(own, other):
                unique = self._is_less_too(position, rights, left_out, nodes // _SHORTER)
                return ConfirmedStep(place, own.value, others, wrong, tuple(equals), unique)
            equals.append(other.moves[0])
            left_out |= self._alike(position, equals[-1:])
            if len(equals) > EQUALS:
                break
        return ConfirmedStep(place, own.value, others, wrong, tuple(equals), unique=False)

    def _is_less(self, own: _Outlook, other: _Outlook) -> bool:
        """Return whether another move is much worse, and does not reach the goal."""
        goal, scale = self._goal, self._scale
        margin = max(MAN, scale.proved) if goal.kind in KEEPING else scale.proved
        if other.value > own.value - margin or other.value >= SURE:
            return False
        if goal.kind == "win":
            return other.value < _WON
        if goal.kind in KEEPING:
            return True
        return other.value < scale.even // 2 or not self._has_gained(other.positions[-1])

    def _is_less_too(
        self, position: Position, rights: Sequence[Move], left_out: set[int], nodes: int
    ) -> bool:
        """Return whether the other moves are also a man worse in a shorter search.

        For goals that win something, return True.
        """
        if self._goal.kind not in KEEPING:
            return True
        own = min(self._of(position, move, nodes).value for move in rights)
        other = self._best(position, left_out, nodes)
        return other is None or other.value <= own - max(MAN, self._scale.proved)

    def _better(self, own: _Outlook, other: _Outlook) -> str:
        """Return the fault that another move is much better than the solution's, or ``""``."""
        if own.value >= SURE or other.value < own.value + self._scale.proved:
            return ""
        return f"{other.positions[0].write(other.moves[0])} is better: {other.value}"

    def _missed(self, own: _Outlook, nodes: int) -> str:
        """Return why the solution's move does not reach the puzzle's goal, or ``""``."""
        goal, scale = self._goal, self._scale
        if goal.kind == "win":
            return "" if own.value >= SURE else f"it does not win: {own.value}"
        if own.value >= SURE:
            return ""
        if goal.kind == "grip":
            return "" if own.value >= scale.even else f"there is no grip: {own.value}"
        if goal.kind in KEEPING:
            return "" if own.value >= -scale.even else f"it loses: {own.value}"
        if own.value < scale.even // 2:
            return f"what it gains is lost again: {own.value}"
        for _ in range(_FURTHER):
            if self._gains(own):
                return ""
            end = own.positions[-1]
            if end.outcome() is not None or not end.legal_moves():
                break
            further = self._seen(self._looks.at(end, nodes=nodes))
            own = further.after(own.positions[:-1], own.moves)
            if own.value >= SURE:
                return ""
        return "" if self._gains(own) else f"it does not gain what is said: {own.value}"

    def _gains(self, outlook: _Outlook) -> bool:
        """Return whether a line reaches the gain of the puzzle's goal, even if it is lost later."""
        return any(map(self._has_gained, outlook.positions[1:]))

    def _has_gained(self, position: Position) -> bool:
        """Return whether a position has the material of the puzzle's goal, now and once quiet."""
        solver = self._solver
        wanted = material(self._line[0], solver).worth + worth_of(self._goal)
        return (
            material(position, solver).worth >= wanted
            and material(settled(position), solver).worth >= wanted
        )

    def _of(self, position: Position, move: Move, nodes: int) -> _Outlook:
        """Return the outlook after a move; forced moves are played before the look."""
        positions, moves = [position], [move]
        position = position.play(move)
        while position.outcome() is None and len(position.legal_moves()) == 1:
            if len(moves) > _FORCED:
                break
            positions.append(position)
            moves.append(position.legal_moves()[0])
            position = position.play(moves[-1])
        if position.outcome() is None and position.legal_moves():
            return self._seen(self._looks.at(position, nodes=nodes)).after(positions, moves)
        return _Outlook(self._final(position), (*positions, position), tuple(moves))

    def _best(self, position: Position, left_out: set[int], nodes: int) -> _Outlook | None:
        """Return the outlook of the best move other than ``left_out``; None without one."""
        others = [move for code, move in choices(position).items() if code not in left_out]
        if len(others) < 2:
            return self._of(position, others[0], nodes) if others else None
        return self._seen(self._looks.at(position, nodes=nodes, without=left_out))

    def _seen(self, look: Look) -> _Outlook:
        moves, positions = look.variation, [look.position]
        for move in moves:
            positions.append(positions[-1].play(move))
        sign = 1 if look.position.turn == self._solver else -1
        return _Outlook(sign * look.value, tuple(positions), moves)

    def _final(self, position: Position) -> int:
        """Return the value, for the solver, of a position in which the game is over."""
        outcome = position.outcome()
        if outcome is None:
            return -DECIDED if position.turn == self._solver else DECIDED
        if min(outcome.ranks) == max(outcome.ranks):
            return 0
        return DECIDED if outcome.ranks[self._solver] < max(outcome.ranks) else -DECIDED

    def _alike(self, position: Position, moves: Sequence[Move]) -> set[int]:
        """Return the codes of these moves, and of all others with the same effect."""
        ends = {position.play(move).key for move in moves}
        return {code for code, move in choices(position).items() if position.play(move).key in ends}


def searched(puzzle: Puzzle, steps: Sequence[ConfirmedStep]) -> Solution:
    """Return the beginning of a puzzle's solution, with the values of its confirmed steps."""
    return Solution(
        puzzle.line()[: steps[-1].place + 2],
        puzzle.moves()[: steps[-1].place + 1],
        tuple(_steps(puzzle, steps)),
    )


def _steps(puzzle: Puzzle, steps: Sequence[ConfirmedStep]) -> Iterator[SolutionStep]:
    line = puzzle.line()
    for step in steps:
        move, *equals = puzzle.accepted(step.place, line[step.place])
        yield SolutionStep(move, step.value, (*equals, *step.equals), step.others)
