"""What puzzles are about, in the terms of their field."""

from __future__ import annotations

from typing import Final

from engine.puzzles.finding.material import count
from engine.puzzles.finding.solving import Solution
from engine.puzzles.pieces import plain_kinds
from engine.puzzles.puzzle import Goal, Theme
from engine.values import Move

_CLAIMS: Final = ("huff", "force")

_SHOT: Final = 2
"""A capture of so many pieces is a shot."""

_BIG: Final = 3
"""And one of so many is that before all else."""

_ENDING: Final = 7
"""With so many pieces left, or fewer, it is an ending."""


def theme_of(solution: Solution, goal: Goal) -> Theme:
    """Return what a solution is about."""
    colours = solution.line[0].game.colours
    if any(move.kind in _CLAIMS for move in _own(solution)):
        return Theme("huff")
    most = max(len(move.captured) for move in _own(solution))
    if colours == "fortress":
        return _of_fortress(solution, goal, most)
    if colours == "map" and crowned(solution):
        return Theme("storm")
    return _of_draughts(solution, goal, most)


def _of_draughts(solution: Solution, goal: Goal, most: int) -> Theme:
    first, last = solution.line[0], solution.line[-1]
    few = count(first) <= _ENDING
    on_the_map = first.game.colours == "map"
    if goal.kind in {"hold", "keep"}:
        return Theme("defence")
    if goal.kind == "crown" and most < _BIG:
        return Theme("breakthrough")
    if goal.kind == "gain" and goal.kings and most < _BIG:
        return Theme("general-hunt" if on_the_map else "king-hunt")
    if most >= _SHOT:
        return Theme("stroke" if on_the_map else "shot", most)
    if any(move.suffix for move in _own(solution)):
        return Theme("cross")
    blocked = last.outcome() is not None and not last.legal_moves() and not most
    if goal.kind == "win" and (blocked or not any(move.captured for move in solution.moves)):
        return Theme("opposition" if few else "blocked")
    if few:
        return Theme("ending")
    if crowned(solution):
        return Theme("breakthrough")
    given = count(first) - count(last) - sum(len(move.captured) for move in _own(solution))
    return Theme("exchange" if given else "trap")


def _of_fortress(solution: Solution, goal: Goal, most: int) -> Theme:
    if solution.solver:
        if most >= _SHOT:
            return Theme("chain", most)
        return Theme("sortie" if goal.kind in {"win", "gain"} else "defence")
    if goal.kings:
        return Theme("huff")
    if solution.line[-1].outcome() is not None and not solution.line[-1].legal_moves():
        return Theme("blocked")
    return Theme("defence" if goal.kind in {"hold", "keep"} else "fortress")


def _own(solution: Solution) -> list[Move]:
    return [solution.moves[place] for place in solution.own]


def crowned(solution: Solution) -> int:
    """Return how many of the solver's pieces became more than they were."""
    became = 0
    plain = plain_kinds(solution.line[0].game)
    for place in solution.own:
        move = solution.moves[place]
        was = dict(solution.line[place].pieces()).get(move.path[0])
        now = dict(solution.line[place + 1].pieces()).get(move.path[-1])
        if move.kind == "move" and was is not None and now is not None:
            became += now.kind not in plain and was.kind in plain
    return became
