"""Refusals of moves of Dames-Alliance: each is one sentence with a legal move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.capabilities.refusals import Attempt, Typed
from engine.draughts.refusals import DraughtsAttempt, Side, Ways
from engine.games.alliance.board import (
    BITS,
    BOARD,
    CAPTURES_ALONG,
    CROSS_OF,
    DIAGONAL,
    MOVES_ALONG,
    ORTHOGONAL,
    PROMOTED,
    WHITE,
)
from engine.games.alliance.state import AllianceState
from engine.games.alliance.steps_and_jumps import KING
from engine.text import Text, in_context, quoted, some
from engine.values import Move


class AllianceAttempt(DraughtsAttempt):
    """An attempted move of a man with a cross, or of a king."""

    def __init__(
        self,
        typed: Typed,
        state: AllianceState,
        fitting: Callable[[Sequence[int], str], Iterator[Move]],
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
        super().__init__(typed, side)
        self._men = state
        self._fitting = fitting

    @property
    def cross(self) -> str:
        """The cross of the piece, ``""`` for a king."""
        return CROSS_OF[self._men.kind_at(BITS[self.start])]

    def ways(self, king: bool) -> Ways:
        """Return the ways of the piece: a king's, or those of the man's cross."""
        if king:
            return _KING
        return Ways(MOVES_ALONG[self._men.side][self.cross], CAPTURES_ALONG[self.cross])

    def how(self) -> Text:
        """Return the refusal of a path that the piece never takes, with its proper moves."""
        if self.king:
            return self.because("A king moves one square in any direction: {can}.")
        if (captures_only := self.captures_only(self.start, self.end)) is not None:
            return captures_only
        if self.is_backward():
            return self.because("A man never moves backward: {can}.")
        if any(BOARD.steps[way][self.start] == self.end for way in self.ways(False).jumps):
            return self._other_way()
        if self.cross == "x":
            return self.because(
                "A man with a diagonal cross moves one square forward, left or right: {can}."
            )
        return self.because(
            "A man with an upright cross moves one square diagonally forward: {can}."
        )

    def captures_only(self, one: int, other: int) -> Text | None:
        """Return the refusal of a man's jump along a line off its cross, None for other moves."""
        if self.king:
            return None
        others = [way for way in _KING.jumps if way not in self.ways(False).jumps]
        is_meant = any(other in BOARD.ray(one, way)[1:2] for way in others)
        return self._other_way() if is_meant else None

    def _other_way(self) -> Text:
        """Return the refusal that a man captures along its cross and moves along other lines."""
        if self.cross == "x":
            return self.because(
                "The cross of the man on {square} is diagonal, so it captures along diagonals and "
                "moves forward, left or right: {right}.",
                square=self.start,
                right=self.can,
            )
        return self.because(
            "The cross of the man on {square} is upright, so it captures along rows and columns "
            "and moves diagonally forward: {right}.",
            square=self.start,
            right=self.can,
        )

    def crosses_first(self) -> Text | None:
        """Return the refusal that crosses are set first."""
        if not self.moves or self.moves[0].kind != "place":
            return None
        example = self.any_move
        return Text("The crosses are set before the first move: `{example}`.", example=example)

    def not_chosen(self) -> Text | None:
        """Return the refusal of the word after ``=`` in a move that is legal without it."""
        move = next(self._fitting(self.points, ""), None) if self.suffix else None
        if move is None:
            return None
        written, end = self.write(move), move.path[-1]
        if move.suffix == PROMOTED:
            return self.because(
                "The man becomes a king on {square}, and a king has no cross: `{move}`.",
                square=end,
                move=written,
            )
        if self.king:
            return Text("A king has no cross to turn: `{move}`.", move=written)
        if self.suffix.upper() == PROMOTED:
            return self.because(
                "A man becomes a king on the last rank, and {square} is not on it: `{move}`.",
                square=end,
                move=written,
            )
        return Text(
            "A cross is switched with `=x` (diagonal) or `=+` (upright), not with `={suffix}`.",
            suffix=quoted(self.suffix),
        )

    def not_largest(self) -> Text:
        """Return the refusal that the largest capture is compulsory."""
        taken = len(self.legs)
        jumps = taken < len(self.moves[0].captured) and all(_is_jump(*leg) for leg in self.legs)
        return self.largest(taken if jumps else 0)

    compulsory = (not_largest,)
    checks = (
        crosses_first,
        Attempt.no_move,
        DraughtsAttempt.not_own,
        not_chosen,
        DraughtsAttempt.never,
        DraughtsAttempt.in_the_way,
        DraughtsAttempt.capture_first,
        DraughtsAttempt.no_capture,
    )

    def king_can(self, square: str, ends: Sequence[str]) -> Text:
        """Return a clause with a king's squares; some languages have another word for this king."""
        if not ends:
            return in_context("Dames-Alliance", "the king on {square} cannot move", square=square)
        return in_context(
            "Dames-Alliance",
            "the king on {square} can go to {squares}",
            square=square,
            squares=some(ends),
        )


def _is_jump(start: int, end: int) -> bool:
    """Return whether a jump could lead from a point to another."""
    return any(end in BOARD.ray(start, way)[1:2] for way in _KING.jumps)


_KING: Final = Ways((*ORTHOGONAL, *DIAGONAL), (*ORTHOGONAL, *DIAGONAL))
"""The ways in which kings move."""
