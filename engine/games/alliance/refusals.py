"""Why a move of Dames-Alliance is refused, and what would be right: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from engine.board import NOWHERE
from engine.draughts.refusals import Refusals, Side
from engine.games.alliance.alliance_state import AllianceState
from engine.games.alliance.board import (
    BITS,
    BOARD,
    CAPTURES_ALONG,
    CROSS_OF,
    PROMOTED,
    RANKS,
    WHITE,
)
from engine.games.alliance.steps_and_jumps import KING
from engine.text import Text, counted, in_context, quoted, some
from engine.values import Move


class AllianceRefusals(Refusals):
    """The refusals, with a cross for every man."""

    def __init__(
        self,
        state: AllianceState,
        fitting: Callable[[Sequence[int], str], Iterator[Move]],
        moves: Sequence[Move],
        write: Callable[[Move], str],
    ) -> None:
        upward, men = state.side == WHITE, state.diagonal | state.orthogonal
        side = Side(BOARD, BITS, upward, men, state.kings, state.takeable(KING), state.empty())
        super().__init__(side, moves, write)
        self._state = state
        self._fitting = fitting

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal move fits these points, and what would be right."""
        if self.moves and self.moves[0].kind == "place":
            return Text(
                "The crosses are set before the first move: `{example}`.", example=self.any_move
            )
        if suffix and self.moves and self.not_own(points[0]) is None:
            fitting = next(self._fitting(points, ""), None)
            if fitting is not None:
                return self._not_this_suffix(fitting, suffix)
        return super().refusal(points, "")

    def not_this_capture(self, points: Sequence[int]) -> Text:
        """Return the mistake in a jump, or that the capture of the most is compulsory."""
        mistake = self._not_this_jump(points)
        if mistake is not None:
            return mistake
        most = len(self.moves[0].captured)
        taken = len(points) - 1
        jumps = taken < most and all(_jumped(*pair) for pair in pairwise(points))
        return self.too_few(taken if jumps else 0, most, self.captures_of(points[0]))

    def not_this_move(self, points: Sequence[int]) -> Text:
        """Return the mistake in a jump, or why the piece cannot make that move."""
        mistake = None
        if len(points) > 2 or _jumped(*points) is not None:
            mistake = self._not_this_jump(points)
        return mistake or super().not_this_move(points)

    def king_can(self, square: str, ends: Sequence[str]) -> Text:
        """Return the squares a king can go to; other languages have another word for this king."""
        if not ends:
            return in_context("Dames-Alliance", "the king on {square} cannot move", square=square)
        return in_context(
            "Dames-Alliance",
            "the king on {square} can go to {squares}",
            square=square,
            squares=some(ends),
        )

    def _not_this_suffix(self, move: Move, suffix: str) -> Text:
        """Return the mistake in the word after ``=``; without it the move is legal."""
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
                "A man becomes a king on the last rank, which {square} is not: `{move}`.",
                square=end,
                move=written,
            )
        return Text(
            "A cross is switched with `=x` (diagonal) or `=+` (upright), not with `={suffix}`.",
            suffix=quoted(suffix),
        )

    def _not_this_jump(self, points: Sequence[int]) -> Text | None:
        """Return the mistake in the first jump on a path that the piece cannot make."""
        side, start = self.side, points[0]
        cross, right = self._cross(start), self._right(start)
        jumped: set[int] = set()
        for at, end in pairwise(points):
            jump = _jumped(at, end)
            if jump is None:
                return None
            direction, over = jump
            square = BOARD.names[over]
            if cross and BITS[over] & self._state.foe_kings:
                return Text(
                    "The piece on {square} is a king, which no man can jump: {right}.",
                    square=square,
                    right=right,
                )
            if not BITS[over] & side.enemy:
                return Text(
                    "There is no enemy on {square} to jump: {right}.", square=square, right=right
                )
            if over in jumped:
                return Text(
                    "The piece on {square} can be jumped only once: {right}.",
                    square=square,
                    right=right,
                )
            if cross and direction not in CAPTURES_ALONG[cross]:
                return self._other_way(cross, start)
            if not BITS[end] & (side.empty | BITS[start]):
                return Text(
                    "There is a piece on {square} already: {right}.",
                    square=BOARD.names[end],
                    right=right,
                )
            jumped.add(over)
        return None

    def _cross(self, start: int) -> str:
        """Return the cross of the piece on a point, ``""`` for a king."""
        return CROSS_OF[self._state.kind_at(BITS[start])]

    def _other_way(self, cross: str, start: int) -> Text:
        """Return that a man captures where its cross points and moves where it does not."""
        name, right = BOARD.names[start], self._right(start)
        if cross == "x":
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

    def _right(self, start: int) -> Text:
        """Return the capture that is compulsory, or else the squares that a piece can go to."""
        if not self.moves[0].captured:
            return self.can(start)
        return counted(
            "you must capture {count} piece with {moves}",
            "you must capture {count} pieces with {moves}",
            len(self.moves[0].captured),
            moves=self.captures_of(start),
        )

    def not_a_king_move(self, start: int, end: int, can: Text) -> Text:
        """Return why a king does not go to an empty square."""
        return Text("A king moves one square in any direction: {can}.", can=can)

    def not_a_man_move(self, start: int, end: int, can: Text) -> Text:
        """Return why a man does not go to an empty square."""
        cross = self._cross(start)
        down = end // RANKS - start // RANKS
        if down and (down > 0) == self.side.upward:
            return Text("A man never moves backward: {can}.", can=can)
        if any(BOARD.steps[direction][start] == end for direction in CAPTURES_ALONG[cross]):
            return self._other_way(cross, start)
        if cross == "x":
            return Text(
                "A man with a diagonal cross moves one square forward, left or right: {can}.",
                can=can,
            )
        return Text(
            "A man with an upright cross moves one square diagonally forward: {can}.", can=can
        )


def _jumped(start: int, end: int) -> tuple[int, int] | None:
    """Return the direction of a jump and the point it goes over; None if it is no jump."""
    for direction, steps in enumerate(BOARD.steps):
        over = steps[start]
        if over != NOWHERE and steps[over] == end:
            return direction, over
    return None
