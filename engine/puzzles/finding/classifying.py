"""The goal that a solution reaches, and its theme in the field's terms."""

from __future__ import annotations

from typing import Final

from engine.computer.search import SURE
from engine.puzzles.finding.solving import Solution
from engine.puzzles.finding.weighing import Material, Scale, count, material, settled
from engine.puzzles.puzzle import PuzzleGoal, PuzzleTheme, plain_kinds
from engine.values import Move


def goal_of(solution: Solution, scale: Scale) -> PuzzleGoal | None:
    """Return the goal of a solution, or None if no goal fits or another move is good as well."""
    first = solution.steps[0]
    others = -SURE if first.others is None else first.others
    outcome = solution.line[-1].outcome()
    if others > scale.ahead:
        return None
    if outcome is not None and outcome.ranks[solution.solver] < max(outcome.ranks):
        return PuzzleGoal("win")
    if first.value >= SURE and solution.steps[-1].value >= SURE:
        return PuzzleGoal("win")
    goal = _gain(solution)
    if goal is not None and first.value >= scale.even:
        return goal
    if others <= min(first.value - scale.lost, -scale.even // 2):
        return PuzzleGoal("hold" if first.value == 0 else "keep")
    if scale.grip and others <= min(first.value - scale.lost, scale.even):
        return PuzzleGoal("grip")
    return None


def _gain(solution: Solution) -> PuzzleGoal | None:
    """Return the goal "gain" or "crown" that the end of a solution shows, or None."""
    won = material(settled(solution.line[-1]), solution.solver).less(
        material(solution.line[0], solution.solver)
    )
    made = crowned(solution)
    if made:
        won = Material(won.men + made, won.kings - made)
    if won.kings < 0 or won.worth < 0:
        return None
    if made and won.men >= 0:
        return PuzzleGoal("crown", won.men, won.kings)
    return PuzzleGoal("gain", won.men, won.kings) if won.worth > 0 and not made else None


def shortened(solution: Solution, goal: PuzzleGoal) -> Solution:
    """Return a solution without the moves after the one that reaches its goal on the board."""
    if goal.kind not in {"gain", "crown"}:
        return solution
    solver = solution.solver
    whole = material(settled(solution.line[-1]), solver).worth
    for place in solution.own:
        after = solution.line[place + 1]
        if min(material(after, solver).worth, material(settled(after), solver).worth) >= whole:
            return solution.begun(place + 1)
    return solution


_CLAIMS: Final = ("huff", "force")

_SHOT: Final = 2
"""A capture of this many pieces or more is a shot."""

_BIG: Final = 3
"""A shot of this many pieces or more gives the theme even if a king is made or captured."""

_ENDING: Final = 7
"""A position with this many pieces or fewer is an ending."""


def theme_of(solution: Solution, goal: PuzzleGoal) -> PuzzleTheme:
    """Return the theme of a solution."""
    colours = solution.line[0].game.colours
    if any(move.kind in _CLAIMS for move in _own(solution)):
        return PuzzleTheme("huff")
    most = max(len(move.captured) for move in _own(solution))
    if colours == "fortress":
        return _of_fortress(solution, goal, most)
    if colours == "map" and crowned(solution):
        return PuzzleTheme("storm")
    return _of_draughts(solution, goal, most)


def _of_draughts(solution: Solution, goal: PuzzleGoal, most: int) -> PuzzleTheme:
    first, last = solution.line[0], solution.line[-1]
    few = count(first) <= _ENDING
    on_the_map = first.game.colours == "map"
    if goal.kind in {"hold", "keep"}:
        return PuzzleTheme("defence")
    if goal.kind == "crown" and most < _BIG:
        return PuzzleTheme("breakthrough")
    if goal.kind == "gain" and goal.kings and most < _BIG:
        return PuzzleTheme("general-hunt" if on_the_map else "king-hunt")
    if most >= _SHOT:
        return PuzzleTheme("stroke" if on_the_map else "shot", most)
    if any(move.suffix for move in _own(solution)):
        return PuzzleTheme("cross")
    blocked = last.outcome() is not None and not last.legal_moves() and not most
    if goal.kind == "win" and (blocked or not any(move.captured for move in solution.moves)):
        return PuzzleTheme("opposition" if few else "blocked")
    if few:
        return PuzzleTheme("ending")
    if crowned(solution):
        return PuzzleTheme("breakthrough")
    given = count(first) - count(last) - sum(len(move.captured) for move in _own(solution))
    return PuzzleTheme("exchange" if given else "trap")


def _of_fortress(solution: Solution, goal: PuzzleGoal, most: int) -> PuzzleTheme:
    if solution.solver:
        if most >= _SHOT:
            return PuzzleTheme("chain", most)
        return PuzzleTheme("sortie" if goal.kind in {"win", "gain"} else "defence")
    if goal.kings:
        return PuzzleTheme("huff")
    if solution.line[-1].outcome() is not None and not solution.line[-1].legal_moves():
        return PuzzleTheme("blocked")
    return PuzzleTheme("defence" if goal.kind in {"hold", "keep"} else "fortress")


def _own(solution: Solution) -> list[Move]:
    return [solution.moves[place] for place in solution.own]


def crowned(solution: Solution) -> int:
    """Return the number of the solver's plain pieces that were promoted in a solution."""
    became = 0
    plain = plain_kinds(solution.line[0].game)
    for place in solution.own:
        move = solution.moves[place]
        was = dict(solution.line[place].pieces()).get(move.path[0])
        now = dict(solution.line[place + 1].pieces()).get(move.path[-1])
        if move.kind == "move" and was is not None and now is not None:
            became += now.kind not in plain and was.kind in plain
    return became
