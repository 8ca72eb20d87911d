"""Refusals of moves of Dames-Alliance, each with a right move: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.draughts.refusals import DraughtsRefusals, Side, Ways
from engine.games.alliance.board import (
    BITS,
    BOARD,
    CAPTURES_ALONG,
    CROSS_OF,
    DIAGONAL,
    MOVES_ALONG,
    ORTHOGONAL,
    PROMOTED,
    RANKS,
    WHITE,
)
from engine.games.alliance.state import AllianceState
from engine.games.alliance.steps_and_jumps import KING
from engine.text import Text, in_context, quoted, some
from engine.values import Move


class AllianceRefusals(DraughtsRefusals):
    """The refusals, with a cross for every man."""

    def __init__(
        self,
        state: AllianceState,
        fitting: Callable[[Sequence[int], str], Iterator[Move]],
        moves: Sequence[Move],
        write: Callable[[Move], str],
    ) -> None:
        side = Side(
            board=BOARD,
            bits=BITS,
            upward=state.side == WHITE,
            men=state.diagonal | state.orthogonal,
            kings=state.kings,
            enemy=state.takeable(KING),
            empty=state.empty(),
            man=_KING,  # a man's ways are those of its cross
            king=_KING,
            takeable=~state.foe_kings,
        )
        super().__init__(side, moves, write)
        self._state = state
        self._fitting = fitting

    def not_now(self) -> Text | None:
        """Return the refusal that crosses are set first, or that there is no move."""
        if self.moves and self.moves[0].kind == "place":
            return Text(
                "The crosses are set before the first move: `{example}`.", example=self.any_move
            )
        return super().not_now()

    def not_chosen(self, points: Sequence[int], suffix: str) -> Text | None:
        """Return the refusal of the word after ``=`` in a move that is legal without it."""
        fitting = next(self._fitting(points, ""), None) if suffix else None
        return self._not_this_suffix(fitting, suffix) if fitting is not None else None

    def ways(self, start: int, king: bool) -> Ways:
        """Return how the piece on a point moves: a man by its cross."""
        if king:
            return _KING
        cross = self._cross(start)
        return Ways(MOVES_ALONG[self._state.side][cross], CAPTURES_ALONG[cross])

    def moves_only(self, start: int, end: int) -> Text:
        """Return the refusal that a piece does not move to that square, and how it does move."""
        can = self.can(start)
        if self.is_king(start):
            return Text("A king moves one square in any direction: {can}.", can=can)
        down = end // RANKS - start // RANKS
        if (captures_only := self.captures_only(start, start, end)) is not None:
            return captures_only
        if down and (down > 0) == self.side.upward:
            return Text("A man never moves backward: {can}.", can=can)
        if any(BOARD.steps[way][start] == end for way in self.ways(start, False).jumps):
            return self._other_way(start)
        if self._cross(start) == "x":
            return Text(
                "A man with a diagonal cross moves one square forward, left or right: {can}.",
                can=can,
            )
        return Text(
            "A man with an upright cross moves one square diagonally forward: {can}.", can=can
        )

    def captures_only(self, start: int, one: int, other: int) -> Text | None:
        """Return the refusal that a man captures along other lines, None if no capture is meant."""
        if self.is_king(start):
            return None
        jumps = self.ways(start, False).jumps
        others = [way for way in _KING.jumps if way not in jumps]
        if not any(other in BOARD.ray(one, way)[1:2] for way in others):
            return None
        return self._other_way(start)

    def not_this_capture(self, points: Sequence[int]) -> Text:
        """Return the refusal that the largest capture is compulsory."""
        most = len(self.moves[0].captured)
        taken = len(points) - 1
        jumps = taken < most and all(_is_jump(*pair) for pair in pairwise(points))
        return self.too_few(taken if jumps else 0, most, self.captures_of(points[0]))

    def king_can(self, square: str, ends: Sequence[str]) -> Text:
        """Return a clause with a king's squares; other languages have another word for it."""
        if not ends:
            return in_context("Dames-Alliance", "the king on {square} cannot move", square=square)
        return in_context(
            "Dames-Alliance",
            "the king on {square} can go to {squares}",
            square=square,
            squares=some(ends),
        )

    def _not_this_suffix(self, move: Move, suffix: str) -> Text:
        """Return the refusal of the word after ``=`` in a move that is legal without it."""
        written = self.write(move)
        end = BOARD.names[move.path[-1]]
        if move.suffix == PROMOTED:
            return Text(
                "The man becomes a king on {square}, and a king has no cross: `{move}`.",
                square=end,
                move=written,
            )
        if BITS[move.path[0]] & self.side.kings:
            return Text("A king has no cross to turn: `{move}`.", move=written)
        if suffix.upper() == PROMOTED:
            return Text(
                "A man becomes a king on the last rank, and {square} is not on it: `{move}`.",
                square=end,
                move=written,
            )
        return Text(
            "A cross is switched with `=x` (diagonal) or `=+` (upright), not with `={suffix}`.",
            suffix=quoted(suffix),
        )

    def _cross(self, start: int) -> str:
        """Return the cross of the piece on a point, ``""`` for a king."""
        return CROSS_OF[self._state.kind_at(BITS[start])]

    def _other_way(self, start: int) -> Text:
        """Return the refusal that a man captures along its cross and moves along other lines."""
        name, right = BOARD.names[start], self.can(start)
        if self._cross(start) == "x":
            return Text(
                "The cross of the man on {square} is diagonal, so it captures along diagonals and "
                "moves forward, left or right: {right}.",
                square=name,
                right=right,
            )
        return Text(
            "The cross of the man on {square} is upright, so it captures along rows and columns "
            "and moves diagonally forward: {right}.",
            square=name,
            right=right,
        )


_KING: Final = Ways((*ORTHOGONAL, *DIAGONAL), (*ORTHOGONAL, *DIAGONAL))
"""How kings move."""


def _is_jump(start: int, end: int) -> bool:
    """Return whether a jump could lead from a point to another."""
    return any(end in BOARD.ray(start, way)[1:2] for way in _KING.jumps)
