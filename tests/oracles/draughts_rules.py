"""A second, plain and slow implementation of draughts, on sets of points.

A capture is followed from state to state: the point reached, the pieces taken, whether the piece
goes on as a king, and the direction of its last jump. Only the board and the data of the variant
are shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine import Move
from engine.board import COMPASS, NOWHERE
from engine.draughts import BalanceUnchanged, DraughtsPosition, Limit
from engine.draughts.counting import Ending, KingsOnly

Effect = tuple[int, int, frozenset[int]]
"""The start and the end of a move, and the captured pieces, as points."""


class Way(NamedTuple):
    """The state of a capture after some jumps; ``direction`` is None before the first."""

    point: int
    captured: frozenset[int]
    king: bool
    direction: int | None


class Standing(NamedTuple):
    """A position: the seat to move, men and kings by seat, and the counts by their limits' keys."""

    turn: int
    men: tuple[frozenset[int], frozenset[int]]
    kings: tuple[frozenset[int], frozenset[int]]
    counts: dict[str, int]

    @property
    def own(self) -> frozenset[int]:
        """The pieces of the seat to move."""
        return self.men[self.turn] | self.kings[self.turn]

    @property
    def enemy(self) -> frozenset[int]:
        """The pieces of the other seat."""
        return self.men[1 - self.turn] | self.kings[1 - self.turn]

    @property
    def balance(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The numbers of men and kings of each seat."""
        first, second = (
            (len(men), len(kings)) for men, kings in zip(self.men, self.kings, strict=True)
        )
        return first, second


def standing(position: DraughtsPosition) -> Standing:
    """Return the engine's position as a Standing."""
    sets: dict[tuple[int, str], set[int]] = {}
    for point, piece in position.pieces():
        sets.setdefault((piece.seat, piece.kind), set()).add(point)
    men, kings = (
        (frozenset(sets.get((0, kind), ())), frozenset(sets.get((1, kind), ())))
        for kind in ("man", "king")
    )
    fields = dict(word.split("=") for word in position.fen().split()[1:])
    counts = {limit.key: int(fields.get(limit.key, 0)) for limit in position.limits}
    return Standing(position.turn, men, kings, counts)


class DraughtsRules:
    """The rules of one variant."""

    def __init__(self, variant: type[DraughtsPosition]) -> None:
        self.variant = variant
        self.board = variant.board

    def _directions(self, ahead: tuple[int, ...], turn: int) -> list[int]:
        return [(direction + 4 * turn) % len(COMPASS) for direction in ahead]

    def _is_last_row(self, point: int, turn: int) -> bool:
        heights = [y for _, y in self.board.xy]
        return self.board.xy[point][1] == (max(heights) if turn else min(heights))

    def moves(self, at: Standing) -> set[Effect]:
        """Return the effects of the legal moves."""
        captures = {
            (start, way.point, way.captured)
            for start in at.own
            for way in self._captures(at, start)
            if way.captured
        }
        if not captures:
            return {(start, end, frozenset()) for start in at.own for end in self._steps(at, start)}
        most = max(len(captured) for _, _, captured in captures)
        return {
            capture
            for capture in captures
            if not self.variant.takes_most or len(capture[2]) == most
        }

    def _steps(self, at: Standing, start: int) -> Iterator[int]:
        king = start in at.kings[at.turn]
        ahead = tuple(self.variant.king_lines if king else self.variant.man_steps)
        for direction in ahead if king else self._directions(ahead, at.turn):
            for distance, end in enumerate(self.board.ray(start, direction)):
                if end in at.own | at.enemy or (distance and not (king and self.variant.flying)):
                    break
                yield end

    def _captures(self, at: Standing, start: int) -> set[Way]:
        """Return the complete captures of a piece; one with nothing captured if it has none."""
        level = {Way(start, frozenset(), start in at.kings[at.turn], None)}
        complete = set()
        while level:
            following = set()
            for way in level:
                onward = self._onward(at, start, way)
                following |= onward
                if not onward:
                    complete.add(way)
            level = following
        return complete

    def _onward(self, at: Standing, start: int, way: Way) -> set[Way]:
        """Return the states of a capture after one more jump.

        If a variant has no majority rule, a king lands behind a piece where it can capture again,
        if it can anywhere.
        """
        ways = set(self._jumps(at, start, way))
        if self.variant.takes_most:
            return ways
        found = set()
        for captured in {after.captured for after in ways}:
            behind = {after for after in ways if after.captured == captured}
            found |= {after for after in behind if set(self._jumps(at, start, after))} or behind
        return found

    def _jumps(self, at: Standing, start: int, way: Way) -> Iterator[Way]:
        variant = self.variant
        standing = (at.own | at.enemy) - {start}
        if variant.lifted_at_once:
            standing -= way.captured
        ahead = tuple(variant.king_lines if way.king else variant.man_jumps)
        for direction in ahead if way.king else self._directions(ahead, at.turn):
            back = way.direction is not None and (way.direction + 4) % len(COMPASS) == direction
            if back and not variant.turns_back:
                continue
            ray = self.board.ray(way.point, direction)
            if not (way.king and variant.flying):
                ray = ray[:2]
            over = next((point for point in ray if point in standing), NOWHERE)
            if over not in at.enemy - way.captured:
                continue
            if over != ray[0] and not (way.king and variant.flying):
                continue
            for end in ray[ray.index(over) + 1 :]:
                if end in standing:
                    break
                crowned = variant.crowned_on_the_way and self._is_last_row(end, at.turn)
                yield Way(end, way.captured | {over}, way.king or crowned, direction)

    def play(self, at: Standing, move: Move) -> Standing:
        """Return the position after a legal move."""
        turn, captured = at.turn, frozenset(move.captured)
        start, end = move.path[0], move.path[-1]
        passed = move.path if self.variant.crowned_on_the_way else move.path[-1:]
        king = start in at.kings[turn] or any(self._is_last_row(p, turn) for p in passed)
        men, kings = [*at.men], [*at.kings]
        men[turn], kings[turn] = men[turn] - {start}, kings[turn] - {start}
        (kings if king else men)[turn] |= {end}
        men[1 - turn], kings[1 - turn] = men[1 - turn] - captured, kings[1 - turn] - captured
        after = Standing(1 - turn, (men[0], men[1]), (kings[0], kings[1]), at.counts)
        if not any(at.kings):
            return after
        return after._replace(
            counts={
                limit.key: min(at.counts[limit.key] + 1, limit.turns)
                if self.holds(limit, at, after)
                else 0
                for limit in self.variant.limits
            }
        )

    @staticmethod
    def holds(limit: Limit, before: Standing, after: Standing) -> bool:
        """Return whether the turn from ``before`` to ``after`` meets the condition of a limit."""
        same, condition = before.balance == after.balance, limit.condition
        if isinstance(condition, KingsOnly):
            return same and before.men == after.men
        if isinstance(condition, BalanceUnchanged):
            pieces = sum(map(sum, after.balance))
            return same and all(after.kings) and pieces in condition.pieces
        return _is_left(condition, before) and _is_left(condition, after)

    def over(self, at: Standing) -> bool:
        """Return whether the game is drawn by a limit or by one piece each."""
        if any(at.counts[limit.key] >= limit.turns for limit in self.variant.limits):
            return True
        return (
            self.variant.one_piece_each is not None
            and len(at.own) == len(at.enemy) == 1
            and not any(captured for _, _, captured in self.moves(at))
        )


def _is_left(ending: Ending, at: Standing) -> bool:
    return any(
        (at.balance[1 - seat], at.balance[seat]) in ending.balances
        and (ending.on is None or all(ending.on >> p & 1 for p in at.men[seat] | at.kings[seat]))
        for seat in (0, 1)
    )
