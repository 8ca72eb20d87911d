"""Proofs in races: goals that a side reaches against any reply, and refutations of tries.

Nothing is estimated here: every turn of both sides is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.board import members
from engine.game import Position
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.race_sides import RaceSide, Turn
from engine.values import Move


def gets_in(side: RaceSide, piece: int, turns: int) -> bool:
    """Return whether a piece gets into its target camp within ``turns``, whatever the replies."""
    return any(True for _ in ways_in(side, piece, turns))


def ways_in(side: RaceSide, piece: int, turns: int) -> Iterator[Turn]:
    """Yield the first turn of each way of a piece into its target camp within ``turns``.

    These ways work whatever the other side replies.
    """
    entries = side.entries(piece)
    for end in members(entries):
        yield piece, end
    if turns == 1:
        return
    refutation: Turn | None = None
    for turn in side.turns():
        if turn[0] == piece and 1 << turn[1] & entries:
            continue
        found = refutation_of(side, piece, turns, turn, refutation)
        if found is None:
            yield turn
        else:
            refutation = found


def refutation_of(
    side: RaceSide, piece: int, turns: int, turn: Turn, first: Turn | None = None
) -> Turn | None:
    """Return a reply to ``turn`` that keeps ``piece`` out of its camp for ``turns``, or None.

    ``turns`` includes ``turn``. The reply ``first`` is tried before all others.
    """
    after = side.moved(turn)
    place = turn[1] if turn[0] == piece else piece
    if 1 << place & after.target:
        return None
    other = after.other()
    tried = [first] if first is not None and _is_legal(other, first) else []
    for reply in chain(tried, other.turns()):
        if not gets_in(other.moved(reply).other(), place, turns - 1):
            return reply
    return None


def _is_legal(side: RaceSide, turn: Turn) -> bool:
    start, end = turn
    return bool(side.own >> start & 1 and side.ends(start) >> end & 1)


def gets_in_unhindered(side: RaceSide, piece: int, turns: int) -> bool:
    """Return whether a piece gets into its target camp within ``turns`` if nobody replies."""
    if side.entries(piece):
        return True
    if turns == 1:
        return False
    for turn in side.turns():
        place = turn[1] if turn[0] == piece else piece
        if gets_in_unhindered(side.moved(turn), place, turns - 1):
            return True
    return False


def cuts(side: RaceSide, piece: int) -> list[Turn]:
    """Return the turns that stop a piece of the other side from entering its camp at once."""
    return [turn for turn in side.turns() if not side.moved(turn).other().entries(piece)]


class Homecoming:
    """A search for the fewest turns in which a side alone on the board fills its target camp.

    One search serves one seat of one game: it remembers its results by the side's pieces alone.
    """

    def __init__(self) -> None:
        self._least: dict[int, int] = {}
        """The known lower bounds of the turns that sets of pieces need."""

    def turns(self, side: RaceSide, most: int) -> int | None:
        """Return the fewest turns in which a side fills its camp, or None if more than ``most``."""
        return next((turns for turns in range(most + 1) if self.within(side, turns)), None)

    def within(self, side: RaceSide, turns: int) -> bool:
        """Return whether a side can fill its camp within ``turns``."""
        outside = side.own & ~side.target
        needed = outside.bit_count()
        if not needed:
            return True
        if max(needed, self._least.get(side.own, 0)) > turns:
            return False
        # If each turn has to bring a piece in, no other is tried.
        tight = needed == turns
        for start in members(outside if tight else side.own):
            ends = side.ends(start)
            for end in members(ends & side.target if tight else ends):
                if self.within(side.moved((start, end)), turns - 1):
                    return True
        self._least[side.own] = turns + 1
        return False

    def best(self, side: RaceSide, turns: int) -> list[Turn]:
        """Return the first turn of each way to fill the camp within ``turns``."""
        return [turn for turn in side.turns() if self.within(side.moved(turn), turns - 1)]


def race_refutation(puzzle: Puzzle, step: int, move: Move) -> tuple[Move, ...]:
    """Return the other side's reply that refutes a wrong try at a step, as a tuple of one move.

    It is empty if the try is too slow whatever the reply.
    """
    position = puzzle.line()[step]
    side, after = RaceSide.of(position), position.play(move)
    piece = puzzle.piece_after(puzzle.moves()[:step])
    if side is None or piece is None:
        return ()
    turn = (move.path[0], move.path[-1])
    if puzzle.goal.kind == "cut":
        entries = side.moved(turn).other().entries(piece)
        ways = [
            reply
            for reply in after.legal_moves()
            if reply.path[0] == piece and entries >> reply.path[-1] & 1
        ]
        return tuple(sorted(ways, key=lambda reply: len(reply.path))[:1])
    left = sum(other >= step for other in puzzle.steps())
    place = turn[1] if turn[0] == piece else piece
    if left == 1 or not gets_in_unhindered(side.moved(turn), place, left - 1):
        return ()
    reply = refutation_of(side, piece, left, turn)
    return () if reply is None else tuple(_played(after, reply))


def _played(after: Position, turn: Turn) -> list[Move]:
    return [move for move in after.legal_moves() if (move.path[0], move.path[-1]) == turn]
