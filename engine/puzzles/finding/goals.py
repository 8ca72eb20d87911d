"""What a solution reaches, and where it has reached it."""

from __future__ import annotations

from engine.computer.search import SURE
from engine.puzzles.finding.material import Material, material, settled
from engine.puzzles.finding.scale import Scale
from engine.puzzles.finding.solving import Solution
from engine.puzzles.finding.themes import crowned
from engine.puzzles.puzzle import Goal


def goal_of(solution: Solution, scale: Scale) -> Goal | None:
    """Return what a solution reaches, None for what cannot be said or is not much."""
    first = solution.steps[0]
    others = -SURE if first.others is None else first.others
    outcome = solution.line[-1].outcome()
    if others > scale.ahead:
        return None
    if outcome is not None and outcome.ranks[solution.solver] < max(outcome.ranks):
        return Goal("win")
    if first.value >= SURE and solution.steps[-1].value >= SURE:
        return Goal("win")
    goal = _gain(solution)
    if goal is not None and first.value >= scale.even:
        return goal
    if others <= min(first.value - scale.lost, -scale.even // 2):
        return Goal("hold" if first.value == 0 else "keep")
    if scale.grip and others <= min(first.value - scale.lost, scale.even):
        return Goal("grip")
    return None


def _gain(solution: Solution) -> Goal | None:
    """Return what a solution wins on the board, None for nothing."""
    won = material(settled(solution.line[-1]), solution.solver).less(
        material(solution.line[0], solution.solver)
    )
    made = crowned(solution)
    if made:
        won = Material(won.men + made, won.kings - made)
    if won.kings < 0 or won.worth < 0:
        return None
    if made and won.men >= 0:
        return Goal("crown", won.men, won.kings)
    return Goal("gain", won.men, won.kings) if won.worth > 0 and not made else None


def shortened(solution: Solution, goal: Goal) -> Solution:
    """Return a solution without what follows once its goal is reached on the board."""
    if goal.kind not in {"gain", "crown"}:
        return solution
    solver = solution.solver
    whole = material(settled(solution.line[-1]), solver).worth
    for place in solution.own:
        after = solution.line[place + 1]
        if min(material(after, solver).worth, material(settled(after), solver).worth) >= whole:
            return solution.begun(place + 1)
    return solution
