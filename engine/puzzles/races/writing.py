"""Writing puzzles of races: the turns of a solution as moves in notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.puzzles.puzzle import EITHER, Goal, Puzzle, Theme, guessed_rating, options_of
from engine.puzzles.races.side import Side, Turn
from engine.values import Move


def moves_of(side: Side, line: Sequence[Turn]) -> Iterator[Move]:
    """Yield the turns of both sides as moves, each by its shortest way."""
    for turn in line:
        yield next(
            move for move in side.position().legal_moves() if (move.path[0], move.path[-1]) == turn
        )
        side = side.played(turn)


def puzzle_of(
    side: Side, goal: Goal, theme: Theme, line: Sequence[Turn], *, depth: int, harder: int
) -> Puzzle:
    """Return the puzzle with a solution, in a ladder with all places where its last turn may end.

    Its rating is a first guess, as for other puzzles, and so much ``harder``.
    """
    first = side.position()
    solution: list[str] = []
    now = side
    for start, end in line:
        ends = 1 << end
        if goal.kind == "reach" and len(solution) == len(line) - 1:
            ends = now.entries(start)
        position = now.position()
        equals = [
            position.write(move)
            for move in position.legal_moves()
            if move.path[0] == start and ends >> move.path[-1] & 1
        ]
        solution.append(EITHER.join(equals))
        now = now.played((start, end))
    decisions = (len(line) + 1) // 2 if side.others else len(line)
    rating = harder + guessed_rating(first, depth, decisions)
    return Puzzle(
        game=first.game.name,
        options=options_of(first),
        position=first.fen(),
        goal=goal,
        solution=tuple(solution),
        theme=theme,
        depth=depth,
        rating=rating // 10 * 10,
    )
