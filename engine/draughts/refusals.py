"""Refusals of moves in draughts: one sentence each, with a legal move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain
from typing import ClassVar, NamedTuple

from engine.board import Board
from engine.capabilities.refusals import Attempt, Checks, reached
from engine.draughts.boards import DIAGONAL
from engine.text import Text, counted, some
from engine.values import Move


class Capture(NamedTuple):
    """A typed capture, and whether it goes on as long as it can."""

    move: Move
    complete: bool


class Ways(NamedTuple):
    """The directions in which a kind of piece steps, and those in which it jumps."""

    steps: Sequence[int]
    jumps: Sequence[int]
    flying: bool = False
    """Whether the piece goes any distance, not one square."""


class Side(NamedTuple):
    """The pieces as sets of points, seen from the side to move, and the rules of their moves."""

    board: Board
    bits: Sequence[int]
    """The bit of each point in the sets."""
    upward: bool
    """Whether the side's men go up the board."""
    men: int
    kings: int
    enemy: int
    empty: int
    man: Ways
    king: Ways
    """The ways in which men and kings of this side move."""
    crowned_on_the_way: bool = False
    """Whether a man that reaches the last row in a capture goes on as a king."""
    lifted_at_once: bool = False
    """Whether a captured piece is lifted when it is jumped."""
    takes_most: bool = True
    """Whether a capture has to take the most."""
    along: Callable[[Sequence[int]], Capture | None] | None = None
    """Returns the capture of an own piece with exactly this path, legal or not; None for none."""
    enemy_kings: int = 0
    takeable: int = -1
    """The enemies that a man may take; -1 for all."""
    prefers: Callable[[Move, Move], bool] | None = None
    """Returns whether the first of two complete captures is legal if the second one is."""

    @property
    def diagonal(self) -> bool:
        """Whether pieces go along diagonals."""
        return set(self.king.steps) <= set(DIAGONAL)

    def capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture of an own piece with exactly this path, legal or not.

        None if there is no such capture.
        """
        own = (self.men | self.kings) & self.bits[points[0]]
        return self.along(points) if own and self.along else None


class DraughtsAttempt(Attempt[Side]):
    """An attempted move of a man or a king; a game overrides what its rules change."""

    @property
    def king(self) -> bool:
        """Whether the attempted piece is a king."""
        return bool(self.state.kings & self.state.bits[self.start])

    @property
    def must_capture(self) -> bool:
        """Whether capturing is compulsory."""
        return bool(self.moves[0].captured)

    @cached_property
    def capture(self) -> Capture | None:
        """The capture whose whole path was typed, legal or not; None if it is no capture."""
        return self.state.capture_along(self.points)

    def not_own(self) -> Text | None:
        """Return the refusal that no own piece stands on the first square."""
        bit = self.state.bits[self.start]
        if bit & self.state.empty:
            return self.because("Square {square} is empty: `{move}` is a move.", square=self.start)
        if bit & self.state.enemy:
            return self.because(
                "The piece on {square} is your opponent's: `{move}` is a move.", square=self.start
            )
        return None

    # Moves that are impossible in any position

    def ways(self, king: bool) -> Ways:
        """Return the ways in which a king of this side moves, or a man."""
        return self.state.king if king else self.state.man

    def never(self) -> Text | None:
        """Return the refusal of a move that is impossible wherever the other pieces stand."""
        start, *between, end = self.points
        if between:
            return self._no_captures()
        if start == end:
            if self.must_capture:  # a capture may end where it began
                return None
            return self.because("A move ends on another square: {can}.")
        ways = self.ways(self.king)
        rays = [self.state.board.ray(start, direction) for direction in ways.steps]
        if any(end in (ray if ways.flying else ray[:1]) for ray in rays):
            return None
        landings = reached([(start, self.king)], self._landings)
        return None if any(point == end for point, _ in landings) else self.how()

    def _no_captures(self) -> Text | None:
        at = {(self.start, self.king)}
        for one, other in self.legs:
            at = {way for way in reached(at, self._landings) if way[0] == other}
            if not at:
                return (
                    self.ended()
                    or self.captures_only(one, other)
                    or self.because(
                        "A move of more than two squares is a capture, and none leads from {one} "
                        "to {other}: {can}.",
                        one=one,
                        other=other,
                    )
                )
        return None

    def _landings(self, at: tuple[int, bool]) -> list[tuple[int, bool]]:
        """Return where a jump can land, wherever other pieces stand, and whether as a king."""
        point, king = at
        ways = self.ways(king)
        rays = [self.state.board.ray(point, direction)[1:] for direction in ways.jumps]
        ends = chain.from_iterable(ray if ways.flying else ray[:1] for ray in rays)
        return [(end, king or self._crowns(end)) for end in ends]

    def _crowns(self, point: int) -> bool:
        """Return whether a man goes on as a king if its capture passes a point."""
        side = self.state
        row = 0 if side.upward else side.board.size[1] - 1
        return side.crowned_on_the_way and int(side.board.xy[point][1]) == row

    def how(self) -> Text:
        """Return the refusal of a move that the piece never makes, with the moves that it makes."""
        side = self.state
        if self.king:
            if not side.king.flying:
                return self.because("A king moves one square diagonally: {can}.")
            if side.diagonal:
                return self.because(
                    "When it does not capture, a king moves along its diagonals: {can}."
                )
            return self.because("A king moves along its row and its column: {can}.")
        if not side.diagonal:
            return self.because("A man moves one square forward or sideways: {can}.")
        if (captures_only := self.captures_only(self.start, self.end)) is not None:
            return captures_only
        if self.is_backward():
            return self.because("A man moves forward only: {can}.")
        return self.because("A man moves one square diagonally: {can}.")

    def is_backward(self) -> bool:
        """Return whether the move ends on a row behind its start."""
        xy = self.state.board.xy
        down = xy[self.end][1] - xy[self.start][1]
        return down != 0 and (down > 0) == self.state.upward

    def captures_only(self, one: int, other: int) -> Text | None:
        """Return the refusal that a man captures only forward; None if the jump is not backward.

        The jump leads from ``one`` to ``other``. None, too, for a king, and if men move sideways.
        """
        side = self.state
        back = [way for way in side.king.jumps if way not in side.man.jumps]
        backward = any(other in side.board.ray(one, way)[1:2] for way in back)
        if self.king or not side.diagonal or not backward:
            return None
        return self.because("A man captures forward only: {can}.")

    # Pieces in the way

    def in_the_way(self) -> Text | None:
        """Return the refusal that a piece blocks the way, or is missing where it captures."""
        king = self.king
        taken: list[int] = []
        for one, other in self.legs:
            met = self._met(king, one, other, taken)
            if not isinstance(met, int):
                return met
            taken.append(met)
            king = king or self._crowns(other)
        return None

    def _met(self, king: bool, one: int, other: int, taken: Sequence[int]) -> Text | int | None:
        """Return the point of the piece that a jump takes, or the refusal of the jump.

        None for a step, and if no single jump leads from ``one`` to ``other``.
        """
        side, ways = self.state, self.ways(king)
        lines = range(len(side.board.steps))
        way = next((way for way in lines if other in side.board.ray(one, way)), None)
        if way is None:
            return None
        ray = side.board.ray(one, way)
        between = ray[: ray.index(other)]
        steps = len(self.points) == 2 and way in ways.steps and (ways.flying or not between)
        jumps = way in ways.jumps and (len(between) > 0 if ways.flying else len(between) == 1)
        if not steps and not jumps:
            over = side.enemy & side.bits[between[0]] if len(between) == 1 else 0
            return self.captures_only(one, other) if over and not king else None
        free = side.empty | side.bits[self.start]
        if side.lifted_at_once:
            free |= sum(side.bits[point] for point in taken)
        pieces = [point for point in between if not free & side.bits[point]]
        if pieces and (reason := self._not_taken(pieces, taken, king=king, end=other)) is not None:
            return reason
        if not pieces and not steps:
            return self._no_enemy(other)
        if not free & side.bits[other]:
            return self.because("There is a piece on {square} already: {can}.", square=other)
        return pieces[0] if pieces else None

    def _not_taken(
        self, pieces: Sequence[int], taken: Sequence[int], *, king: bool, end: int
    ) -> Text | None:
        """Return the refusal of a jump over ``pieces``; None if it can take the first of them."""
        side, first, others = self.state, pieces[0], pieces[1:]
        if first in taken:
            return self.because(
                "The piece on {square} can be jumped only once: {can}.", square=first
            )
        if not side.enemy & side.bits[first]:
            if not (king and side.king.flying):
                return self._no_enemy(end)
            others = pieces
        elif not king and not side.takeable & side.bits[first]:
            return self.because("A man cannot take a king: {can}.")
        if not others:
            return None
        return self.because("The piece on {square} is in the way: {can}.", square=others[0])

    def _no_enemy(self, end: int) -> Text:
        return self.because(
            "There is no enemy to capture on the way to {square}: {can}.", square=end
        )

    # Compulsory captures

    def capture_first(self) -> Text | None:
        """Return the refusal that a capture is compulsory, has to go on, or takes too little."""
        return self.first(self.compulsory) if self.must_capture else None

    def too_few(self) -> Text | None:
        """Return the refusal that the largest capture is compulsory, if it is."""
        taken = len(self.capture.move.captured) if self.capture else 0
        short = self.state.takes_most and taken < len(self.moves[0].captured)
        return self.largest(taken) if short else None

    def largest(self, taken: int) -> Text:
        """Return the refusal that the largest capture is compulsory.

        ``taken`` is the number of pieces that the typed capture takes, 0 if it is no capture.
        """
        most, moves = len(self.moves[0].captured), self.captures
        if taken:
            return counted(
                "That captures {taken} and you must capture {count} piece: {moves}.",
                "That captures {taken} and you must capture {count} pieces: {moves}.",
                most,
                taken=taken,
                moves=moves,
            )
        return counted(
            "You must capture {count} piece: {moves}.",
            "You must capture {count} pieces: {moves}.",
            most,
            moves=moves,
        )

    def goes_on(self) -> Text | None:
        """Return the refusal of a capture that does not go on as long as it can."""
        if not self.capture or self.capture.complete:
            return None
        return Text("A capture goes on as long as it can: {moves}.", moves=self.captures)

    def ended(self) -> Text | None:
        """Return the refusal of a path that goes on after the end of a legal capture."""
        if not self.must_capture:
            return None
        points = self.points
        whole = (move.path[-1] for move in self.moves if move.path == points[: len(move.path)])
        end = next(whole, None)
        if end is None:
            return None
        moves = self.captures
        return self.because("The capture ends on {square}: {moves}.", square=end, moves=moves)

    def another(self) -> Text:
        """Return the refusal that another capture is compulsory."""
        return Text("You must capture: {moves}.", moves=self.captures)

    def no_capture(self) -> Text:
        """Return the refusal of a typed capture if there is nothing to capture."""
        if len(self.points) > 2:
            return self.because("There is nothing to capture, so a move has two squares: {can}.")
        return self.how()

    compulsory: ClassVar[Checks] = (too_few, goes_on, ended, another)
    """The checks if capturing is compulsory, of which the last always applies."""

    checks: ClassVar[Checks] = (
        Attempt.no_move,
        not_own,
        Attempt.nothing_chosen,
        never,
        in_the_way,
        capture_first,
        no_capture,
    )

    # The legal choices

    @property
    def captures(self) -> str | Text:
        """A phrase with the captures of the attempted piece, or else with one of each piece."""
        first = {move.path[0]: move for move in reversed(self.moves)}
        others = [first[point] for point in dict.fromkeys(move.path[0] for move in self.moves)]
        return self.named(self.own_moves or others)

    def shown(self, move: Move) -> str:
        """Return the text of a move without its choice after ``=``."""
        return self.write(move).partition("=")[0]

    @property
    def can(self) -> Text:
        """A clause with the ends of the piece's moves, or else the compulsory captures."""
        if self.must_capture:
            return Text("you can play {moves}, and capturing is compulsory", moves=self.captures)
        square, ends = self.names[self.start], self.ends
        if self.king:
            return self.king_can(square, ends)
        if not ends:
            return Text("the man on {square} cannot move", square=square)
        return Text("the man on {square} can go to {squares}", square=square, squares=some(ends))

    def king_can(self, square: str, ends: Sequence[str]) -> Text:
        """Return a clause with the ends of a king's moves if nothing can be captured."""
        if not ends:
            return Text("the king on {square} cannot move", square=square)
        return Text("the king on {square} can go to {squares}", square=square, squares=some(ends))
