"""Trying moves in a puzzle: right moves, and refutations of wrong ones.

The line that refutes a move is continued until its count of pieces is final: no capture is about to
happen at its end.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.computer.search import SURE
from engine.game import Game, Position
from engine.puzzles.finding.weighing import material, scale_of, worth_of
from engine.puzzles.looking import GLANCE, Looks
from engine.puzzles.puzzle import KEEPING, RACES, Puzzle, PuzzleGoal
from engine.puzzles.race_proofs import race_refutation
from engine.study.stories import FIRST_WITHIN, QUIET, happening
from engine.values import Move

_NODES: Final = 5_000
"""The nodes of the search for a refutation, which takes about a twentieth of a second."""

_LONGER: Final = 4
"""The factor of the nodes of a second search, if the first does not show that a try falls short."""

MOST_PLIES: Final = 24
"""The most moves considered after a try while captures are about to happen."""

_TRUSTED_MOVES: Final = 12
"""The number of moves for which the line of the first look is trusted."""


class Tried(NamedTuple):
    """The result of a try.

    ``replies`` are the moves of the solution after a right try, up to the solver's next turn;
    ``solved`` says that there is no next turn. ``refutation`` is the other side's reply to a wrong
    try, with the moves expected after it. It is empty if the try ends the game or, in a race, is
    too slow whatever the reply.

    Outside races, ``at_rest`` says whether no capture is about to happen at the end of the
    refutation. ``gain`` is the material, in men, that the solver's side has gained by then, the try
    included. ``is_short`` says whether ``gain`` is less than the puzzle asks for, and ``helps``
    whether the other side is better after the try, by the computer's value.
    """

    right: bool
    solved: bool = False
    replies: tuple[Move, ...] = ()
    refutation: tuple[Move, ...] = ()
    at_rest: bool = False
    gain: int = 0
    is_short: bool = False
    helps: bool = False


def tried(puzzle: Puzzle, step: int, move: Move, nodes: int = _NODES) -> Tried:
    """Return the result of a legal move at ``step``, which is one of ``puzzle.steps()``.

    A move is also right if it leads to the same position as a move of the solution or, outside
    races, if it wins the game at once. ``nodes`` limits the first search for a refutation. Raises
    ValueError if there is no such step.
    """
    if step not in puzzle.steps():
        raise ValueError(f"{puzzle.id} has no step {step}: {puzzle.steps()}")
    line = puzzle.line()
    position = line[step]
    after = position.play(move)
    rights = puzzle.accepted(step, position)
    if move in rights or any(position.play(right).key == after.key for right in rights):
        following = [later for later in puzzle.steps() if later > step]
        if not following:
            return Tried(right=True, solved=True)
        return Tried(right=True, replies=puzzle.moves()[step + 1 : following[0]])
    outcome = after.outcome()
    if outcome is not None and puzzle.goal.kind not in RACES:
        won = outcome.ranks[position.turn] < max(outcome.ranks)
        return Tried(right=won, solved=won)
    if outcome is not None or not after.legal_moves():
        return Tried(right=False)
    if puzzle.goal.kind in RACES:
        return Tried(right=False, refutation=race_refutation(puzzle, step, move))
    already = material(position, position.turn).less(material(line[0], position.turn)).worth
    wants = wanted(puzzle.goal) - already
    found = _refuted(position, move, wants, nodes)
    return found if found.is_short else _refuted(position, move, wants, _LONGER * nodes)


def wanted(goal: PuzzleGoal) -> int:
    """Return the gain, in men, that a goal asks for: a smaller gain misses it."""
    return 1 if goal.kind == "win" else worth_of(goal)


def is_as_good(game: Game, value: int, solution: int) -> bool:
    """Return whether a try of ``value`` is as good as the solution.

    Both values are in points, for the solver, from searches that went equally far.
    """
    return value >= solution - scale_of(game).alike or min(value, solution) >= SURE


def is_far_worse(game: Game, value: int, solution: int) -> bool:
    """Return whether a try is so much worse that a longer search would hardly rate it as good.

    The values are as in ``is_as_good``. A try that leaves the solver ahead is never far worse.
    """
    scale = scale_of(game)
    return value < min(solution - scale.lost, scale.even)


class _Rest(NamedTuple):
    """A rest in a line: the number of moves before it, and the solver's gain by then, in men."""

    moves: int
    gain: int


def _refuted(position: Position, move: Move, wants: int, nodes: int) -> Tried:
    """Return the refutation of a move: the line that the first look sees, until it is at rest.

    If the gain at its end is less than ``wants``, in men, the line is cut off at the first rest
    with such a gain, unless it ends the game.
    """
    solver = position.turn
    team, begun = position.seats[solver].team, material(position, solver)
    looks, now = Looks(), position.play(move)
    first = looks.at(now, nodes=nodes)
    value = first.value if now.seats[now.turn].team == team else -first.value
    moves, ahead = list[Move](), list(first.variation)
    within = QUIET if not happening(position, move, now, team).is_quiet else FIRST_WITHIN
    last, rests, over, done = 0, list[_Rest](), False, False
    while not done and len(moves) < MOST_PLIES:
        ahead = ahead or list(looks.at(now, nodes=GLANCE).variation)
        after = now.play(ahead[0])
        moves.append(ahead.pop(0))
        if not happening(now, moves[-1], after, team).is_quiet:
            last, within = len(moves), QUIET
        now = after
        over = now.outcome() is not None or not now.legal_moves()
        if over or (len(moves) - last >= within and not _is_pending(now, ahead, looks)):
            gain = material(now, solver).less(begun).worth
            rests.append(_Rest(len(moves) if over else last, gain))
            done = over or len(moves) >= min(len(first.codes), _TRUSTED_MOVES)
    if not done:
        return Tried(right=False, refutation=tuple(moves[:QUIET]))
    end = rests[-1]
    if end.gain < wants and not over:
        end = next(rest for rest in rests if rest.gain < wants)
    return Tried(
        right=False,
        refutation=tuple(moves[: end.moves or QUIET]),
        at_rest=True,
        gain=end.gain,
        is_short=end.gain < wants,
        helps=value <= -scale_of(position.game).even,
    )


def _is_pending(position: Position, ahead: list[Move], looks: Looks) -> bool:
    """Return whether a capture comes next; fill ``ahead``, if empty, with the expected moves."""
    if not any(move.captured or move.removed for move in position.legal_moves()):
        return False
    if not ahead:
        ahead += looks.at(position, nodes=GLANCE).variation
    return bool(ahead[0].captured or ahead[0].removed)


def spared(puzzle: Puzzle) -> Move | None:
    """Return the best wrong move of a puzzle whose solution is one move that wins nothing.

    Return None for other puzzles.
    """
    if puzzle.goal.kind not in KEEPING or len(puzzle.solution) > 1:
        return None
    position = puzzle.begin()
    rights = puzzle.accepted(0, position)
    left_out: set[int] = set()
    while len(left_out) < len(position.legal_moves()):
        seen = Looks().at(position, nodes=_NODES, without=left_out)
        if seen.move not in rights:
            return seen.move
        left_out.add(seen.codes[0])
    return None
