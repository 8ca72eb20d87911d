"""The kinds of puzzles in races, and the rules that reject dull ones.

A **ladder** brings a piece from far away into its target camp within two or three turns, whatever
the other side replies; if another piece has to move first, it is a **bridge**. A **cut** keeps a
piece of the other side out of the camp that it would enter next turn. **Stragglers** are the last
pieces of a side that is alone on the board: they fill its camp in the fewest turns.

Each puzzle is proved by trying all turns of both sides. At every step only one turn is right; in
the last step the piece may have a choice of places in the camp. A puzzle is rejected

- if it can be seen one ply deep: the first turn comes farther forward than any other or, in a
  ladder, than any other of its piece;
- if it is a ladder without a chain of three jumps, or of a piece that is nearer than four steps
  (six for three turns), or if one turn less is enough;
- if it is a cut of a way that has fewer than three jumps, or if fewer than two other turns block
  this way in vain;
- if it has stragglers that need fewer than four turns, if every turn brings a piece into the camp,
  if more than half of the turns are steps, or if a piece walks: makes two steps in a row;
- if the race could be over before the solution is: a camp has fewer free places than both sides
  have turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from random import Random
from typing import Final

from engine.board import members
from engine.game import Position
from engine.puzzles.puzzle import (
    EITHER,
    Puzzle,
    PuzzleGoal,
    PuzzleTheme,
    options_of,
)
from engine.puzzles.race_proofs import Homecoming, cuts, gets_in, gets_in_unhindered, ways_in
from engine.puzzles.race_sides import RaceSide, Turn
from engine.values import Move

_SHORTEST, _LONGEST = 2, 3
"""The fewest and the most turns of a ladder."""

_LAST: Final = 4
"""Ladders of three turns are looked for only with this many pieces, the farthest from the camp."""

_MOST_TO_TRY: Final = 70
"""If there are more legal turns than this, no ladder of three turns is looked for."""

_LEAST_DISTANCE: Final = {2: 4.0, 3: 6.0}
"""The least distance of a ladder's piece from the camp, in steps, by the turns of the ladder."""

_CHAIN: Final = 3
"""The fewest jumps of the longest chain in a ladder, or of the way that is cut."""

_PLACES: Final = 3
"""The most places where the last turn of a ladder may end."""

_TRIES: Final = 2
"""The fewest other turns that block, in vain, the way that is to be cut."""

_FEWEST_TURNS, _MOST_TURNS = 4, 5
"""The fewest and the most turns in which stragglers come home."""

_MOST_OUTSIDE: Final = 4

_SAME: Final = 1e-6


def race_at(position: Position) -> Puzzle | None:
    """Return the hardest puzzle in the position of a race, or None if it has none.

    Ladders of three turns are looked for only with the pieces farthest from the camp: each search
    takes a second.
    """
    side = RaceSide.of(position)
    if side is None or position.outcome() is not None:
        return None
    if not side.others:
        return stragglers(side, Homecoming())
    found = [*_ladders(side), *_cuts(side)]
    return max(found, key=lambda puzzle: (puzzle.rating, puzzle.id), default=None)


def proved(position: Position, goal: PuzzleGoal) -> Puzzle | None:
    """Return the puzzle with ``goal`` in the position of a race, or None if it cannot be proved."""
    side = RaceSide.of(position)
    if side is None:
        return None
    if goal.kind == "home":
        return stragglers(side, Homecoming())
    piece = position.board.point[goal.piece]
    return cut(side, piece) if goal.kind == "cut" else ladder(side, piece, goal.turns)


def _ladders(side: RaceSide) -> Iterator[Puzzle]:
    outside = sorted(members(side.own & ~side.target), key=side.steps_left, reverse=True)
    many = sum(1 for _ in side.turns()) > _MOST_TO_TRY
    for place, piece in enumerate(outside):
        longest = _LONGEST if place < _LAST and not many else _SHORTEST
        for turns in range(_SHORTEST, longest + 1):
            if side.steps_left(piece) < _LEAST_DISTANCE[turns] or gets_in(side, piece, turns - 1):
                break
            if gets_in_unhindered(side, piece, turns):
                puzzle = ladder(side, piece, turns)
                if puzzle is not None:
                    yield puzzle


def _cuts(side: RaceSide) -> Iterator[Puzzle]:
    other = side.other()
    for piece in members(other.own & ~other.target):
        if other.entries(piece):
            puzzle = cut(side, piece)
            if puzzle is not None:
                yield puzzle


def ladder(side: RaceSide, piece: int, turns: int) -> Puzzle | None:
    """Return the puzzle to bring a piece into its camp within ``turns``, or None if rejected."""
    if side.steps_left(piece) < _LEAST_DISTANCE[turns] or _soon_full(side, turns):
        return None
    line = _ladder(side, piece, turns)
    if line is None or _is_seen(side, line[0], piece):
        return None
    moves = [*moves_of(side, line)]
    if max(len(move.path) - 1 for move in moves[::2]) < _CHAIN:
        return None
    name = side.rules.race.board.names[piece]
    theme = PuzzleTheme("ladder" if line[0][0] == piece else "bridge")
    goal = PuzzleGoal("reach", turns=turns, piece=name)
    return puzzle_of(side, goal, theme, line, depth=2 * turns - 1)


def _ladder(side: RaceSide, piece: int, turns: int) -> list[Turn] | None:
    """Return the only way of a piece into its camp within ``turns``, with the replies.

    Return None if there are several ways, or if one turn less is enough. Each reply is, of those
    that leave only one way, the one that brings the other side farthest forward.
    """
    if turns == 1:
        entries = [*members(side.entries(piece))]
        return [(piece, entries[0])] if 0 < len(entries) <= _PLACES else None
    if gets_in(side, piece, turns - 1):
        return None
    ways = [*islice(ways_in(side, piece, turns), 2)]
    if len(ways) != 1:
        return None
    (first,) = ways
    place = first[1] if first[0] == piece else piece
    other = side.moved(first).other()
    for reply in sorted(other.turns(), key=lambda turn: (-other.gain(turn), turn)):
        rest = _ladder(other.moved(reply).other(), place, turns - 1)
        if rest is not None:
            return [first, reply, *rest]
    return None


def cut(side: RaceSide, piece: int) -> Puzzle | None:
    """Return the puzzle to keep the other side's piece out of its camp, or None if rejected."""
    other = side.other()
    entries = other.entries(piece)
    found = cuts(side, piece)
    if not entries or len(found) != 1 or _is_seen(side, found[0]) or _soon_full(side, 1):
        return None
    ways = [
        set(move.path[1:])
        for move in other.position().legal_moves()
        if move.path[0] == piece and 1 << move.path[-1] & entries
    ]
    shortest = min(ways, key=len)
    tries = sum(turn[1] in shortest for turn in side.turns() if turn != found[0])
    if len(shortest) < _CHAIN or tries < _TRIES:
        return None
    name = side.rules.race.board.names[piece]
    return puzzle_of(side, PuzzleGoal("cut", piece=name), PuzzleTheme("cut"), found, depth=2)


def stragglers(side: RaceSide, homecoming: Homecoming) -> Puzzle | None:
    """Return the puzzle to bring home the last pieces of a side that is alone, or None if rejected.

    ``homecoming`` remembers proofs; it is for this seat only.
    """
    outside = (side.own & ~side.target).bit_count()
    if side.others or side.own.bit_count() != side.target.bit_count() or outside > _MOST_OUTSIDE:
        return None
    turns = homecoming.turns(side, _MOST_TURNS)
    if turns is None or turns < _FEWEST_TURNS or turns == outside:
        return None
    line, now = list[Turn](), side
    for left in range(turns, 0, -1):
        best = homecoming.best(now, left)
        if len(best) != 1:
            return None
        line += best
        now = now.moved(best[0])
    steps = [_is_step(side, turn) for turn in line]
    walks = any(
        one and other and before[1] == after[0]
        for (one, before), (other, after) in pairwise(zip(steps, line, strict=True))
    )
    if _is_seen(side, line[0]) or 2 * sum(steps) > turns or walks:
        return None
    goal = PuzzleGoal("home", men=outside, turns=turns)
    return puzzle_of(side, goal, PuzzleTheme("stragglers"), line, depth=turns)


def _is_seen(side: RaceSide, turn: Turn, piece: int | None = None) -> bool:
    """Return whether ``turn`` is seen one ply deep: no other turn comes farther forward.

    If it moves ``piece``, it is also seen if no other turn of ``piece`` comes farther forward.
    """
    gain = side.gain(turn) + _SAME
    others = [other for other in side.turns() if other != turn]
    if all(side.gain(other) < gain for other in others):
        return True
    if piece != turn[0]:
        return False
    return all(side.gain(other) < gain for other in others if other[0] == piece)


def _is_step(side: RaceSide, turn: Turn) -> bool:
    """Return whether a turn is a step, not a jump."""
    start, end = turn
    return any(step[start] == end for step in side.rules.race.board.steps)


def _soon_full(side: RaceSide, turns: int) -> bool:
    """Return whether a camp could be full before both sides have made ``turns`` turns."""
    occupied = side.own | side.others
    free = [(target & ~occupied).bit_count() for target in side.rules.race.targets]
    return min(free) < 2 * turns


def moves_of(side: RaceSide, line: Sequence[Turn]) -> Iterator[Move]:
    """Yield the turns of both sides as moves, each by its shortest way."""
    for turn in line:
        yield next(
            move for move in side.position().legal_moves() if (move.path[0], move.path[-1]) == turn
        )
        side = side.played(turn)


def puzzle_of(
    side: RaceSide,
    goal: PuzzleGoal,
    theme: PuzzleTheme,
    line: Sequence[Turn],
    *,
    depth: int,
) -> Puzzle:
    """Return the puzzle with the solution ``line``.

    The last turn of a ladder may end on any point of the camp that its piece can reach.
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
    return Puzzle(
        game=first.game.name,
        options=options_of(first),
        position=first.fen(),
        goal=goal,
        solution=tuple(solution),
        theme=theme,
        depth=depth,
    )


_OUTSIDE: Final = range(2, 5)
"""The numbers of pieces outside the camp with which an ending is tried."""

_VARIANTS: Final = 12
"""The number of shuffled variants of each ending."""

_SHUFFLES: Final = 4
"""The most turns of a shuffle."""


def endings_in(position: Position) -> Iterator[Puzzle]:
    """Yield the puzzles in the endings of both sides of a race, each side alone on the board.

    Each ending is tried as it stands, then shuffled by a few turns. The same position always gives
    the same puzzles.
    """
    mover = RaceSide.of(position)
    if mover is None:
        return
    chance = Random(position.fen())
    for side in (mover, mover.other()):
        outside = (side.own & ~side.target).bit_count()
        if outside not in _OUTSIDE or side.others & side.target:
            continue
        homecoming = Homecoming()
        alone = side.alone()
        for number in range(1 + _VARIANTS):
            one = _shuffled(alone, chance) if number else alone
            puzzle = stragglers(one, homecoming)
            if puzzle is not None:
                yield puzzle


def _shuffled(side: RaceSide, chance: Random) -> RaceSide:
    """Return a side after a few random turns that bring no piece into its camp or out of it."""
    outside = (side.own & ~side.target).bit_count()
    for _ in range(chance.randint(1, _SHUFFLES)):
        after = side.moved(chance.choice([*side.turns()]))
        if (after.own & ~after.target).bit_count() == outside:
            side = after
    return side
