"""Refusals of moves in draughts, each with a right move: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from engine.board import Board
from engine.capabilities.refusals import Refusals
from engine.draughts.boards import DIAGONAL
from engine.text import Text, counted, some
from engine.values import Move


class Capture(NamedTuple):
    """A typed capture, and whether it goes on as long as it can."""

    move: Move
    complete: bool


class Ways(NamedTuple):
    """How a kind of piece moves: the directions in which it steps, and in which it jumps."""

    steps: Sequence[int]
    jumps: Sequence[int]
    flying: bool = False
    """Whether it goes any distance, not one square."""


class Side(NamedTuple):
    """The pieces as sets of points, seen from the side to move, and the rules of their moves."""

    board: Board
    bits: Sequence[int]
    """The bit of each point in the sets."""
    upward: bool
    """Whether its men go up the board."""
    men: int
    kings: int
    enemy: int
    empty: int
    man: Ways
    king: Ways
    """How men and kings of this side move."""
    crowned_on_the_way: bool = False
    """Whether a man that reaches the last row in a capture goes on as a king."""
    lifted_at_once: bool = False
    """Whether a captured piece is lifted when it is jumped."""
    takes_most: bool = True
    """Whether a capture has to take the most."""
    along: Callable[[Sequence[int]], Capture | None] | None = None
    """Returns the capture of this side's piece whose whole path the points are, legal or not."""
    enemy_kings: int = 0
    takeable: int = -1
    """The enemies that a man may take."""
    prefers: Callable[[Move, Move], bool] | None = None
    """Whether a complete capture is legal beside another one that is."""

    @property
    def diagonal(self) -> bool:
        """Whether pieces go along diagonals."""
        return set(self.king.steps) <= set(DIAGONAL)

    def capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture whose whole path these points are, legal or not."""
        own = (self.men | self.kings) & self.bits[points[0]]
        return self.along(points) if own and self.along else None


class DraughtsRefusals(Refusals):
    """The refusals of moves in one position; a game overrides those that its rules change."""

    def __init__(self, side: Side, moves: Sequence[Move], write: Callable[[Move], str]) -> None:
        super().__init__(side.board.names, moves, write)
        self.side = side

    def not_own(self, start: int) -> Text | None:
        """Return the refusal that no own piece stands on a square, None if one does."""
        name, bit = self.names[start], self.side.bits[start]
        if bit & self.side.empty:
            return Text(
                "Square {square} is empty: `{move}` is a move.", square=name, move=self.any_move
            )
        if bit & self.side.enemy:
            return Text(
                "The piece on {square} is your opponent's: `{move}` is a move.",
                square=name,
                move=self.any_move,
            )
        return None

    def not_chosen(self, points: Sequence[int], suffix: str) -> Text | None:
        """Return the refusal that nothing is chosen with ``=``, None without a suffix."""
        if not suffix:
            return None
        return Text(
            "Nothing is chosen with `=` in this game: `{move}` is a move.", move=self.any_move
        )

    # What a piece can never do on any board

    def is_king(self, point: int) -> bool:
        """Return whether an own king stands on a point."""
        return bool(self.side.kings & self.side.bits[point])

    def ways(self, start: int, king: bool) -> Ways:
        """Return how the piece that starts on a point moves, as a king or a man."""
        return self.side.king if king else self.side.man

    def never(self, points: Sequence[int]) -> Text | None:
        """Return the refusal of a move that is impossible wherever the other pieces stand."""
        start, *between, end = points
        king = self.is_king(start)
        if not between:
            if start == end:
                if self.moves[0].captured:  # which may be one that ends where it began
                    return None
                return Text("A move ends on another square: {can}.", can=self.can(start))
            ways = self.ways(start, king)
            rays = [self.side.board.ray(start, direction) for direction in ways.steps]
            if any(end in (ray if ways.flying else ray[:1]) for ray in rays):
                return None
            if any(point == end for point, _ in self.captures_lead(start, {(start, king)})):
                return None
            return self.moves_only(start, end)
        at = {(start, king)}
        for one, other in pairwise(points):
            at = {way for way in self.captures_lead(start, at) if way[0] == other}
            if not at:
                return (
                    self.ended(points)
                    or self.captures_only(start, one, other)
                    or Text(
                        "A move of more than two squares is a capture, and none leads from {one} "
                        "to {other}: {can}.",
                        one=self.names[one],
                        other=self.names[other],
                        can=self.can(start),
                    )
                )
        return None

    def captures_lead(self, start: int, at: set[tuple[int, bool]]) -> set[tuple[int, bool]]:
        """Return the points that captures can reach, wherever others are, and whether as a king."""
        board = self.side.board
        found: set[tuple[int, bool]] = set()
        waiting = list(at)
        while waiting:
            point, king = waiting.pop()
            ways = self.ways(start, king)
            rays = [board.ray(point, direction)[1:] for direction in ways.jumps]
            for landing in chain.from_iterable(ray if ways.flying else ray[:1] for ray in rays):
                after = landing, king or self.crowns(landing)
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return found

    def crowns(self, point: int) -> bool:
        """Return whether a man goes on as a king if its capture passes a point."""
        side = self.side
        row = 0 if side.upward else side.board.size[1] - 1
        return side.crowned_on_the_way and int(side.board.xy[point][1]) == row

    def moves_only(self, start: int, end: int) -> Text:
        """Return the refusal that a piece does not move to that square, and how it does move."""
        side, board, can = self.side, self.side.board, self.can(start)
        if self.is_king(start):
            if not side.king.flying:
                return Text("A king moves one square diagonally: {can}.", can=can)
            if side.diagonal:
                return Text(
                    "When it does not capture, a king moves along its diagonals: {can}.", can=can
                )
            return Text("A king moves along its row and its column: {can}.", can=can)
        if not side.diagonal:
            return Text("A man moves one square forward or sideways: {can}.", can=can)
        if (captures_only := self.captures_only(start, start, end)) is not None:
            return captures_only
        down = board.xy[end][1] - board.xy[start][1]
        if down and (down > 0) == side.upward:
            return Text("A man moves forward only: {can}.", can=can)
        return Text("A man moves one square diagonally: {can}.", can=can)

    def captures_only(self, start: int, one: int, other: int) -> Text | None:
        """Return the refusal that a man captures only forward, None for no backward capture."""
        side, board = self.side, self.side.board
        if self.is_king(start) or not side.diagonal:
            return None
        back = [way for way in side.king.jumps if way not in side.man.jumps]
        if not any(other in board.ray(one, way)[1:2] for way in back):
            return None
        return Text("A man captures forward only: {can}.", can=self.can(start))

    # What stands in the way

    def in_the_way(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a piece blocks the way, or is missing where it captures."""
        start, king = points[0], self.is_king(points[0])
        taken: list[int] = []
        for one, other in pairwise(points):
            met = self._met(start, king, one, other, taken, stepping=len(points) == 2)
            if not isinstance(met, int):
                return met
            taken.append(met)
            king = king or self.crowns(other)
        return None

    def _met(
        self, start: int, king: bool, one: int, other: int, taken: Sequence[int], *, stepping: bool
    ) -> Text | int | None:
        """Return the piece taken by a jump, or the reason against it; None for no single jump."""
        side, ways = self.side, self.ways(start, king)
        lines = range(len(side.board.steps))
        way = next((way for way in lines if other in side.board.ray(one, way)), None)
        if way is None:
            return None
        ray = side.board.ray(one, way)
        between = ray[: ray.index(other)]
        steps = stepping and way in ways.steps and (ways.flying or not between)
        jumps = way in ways.jumps and (len(between) > 0 if ways.flying else len(between) == 1)
        if not steps and not jumps:
            over = side.enemy & side.bits[between[0]] if len(between) == 1 else 0
            return self.captures_only(start, one, other) if over and not king else None
        free = side.empty | side.bits[start]
        if side.lifted_at_once:
            free |= sum(side.bits[point] for point in taken)
        pieces = [point for point in between if not free & side.bits[point]]
        can, name = self.can(start), self.names[other]
        if pieces and (reason := self._not_taken(pieces, taken, king=king, end=other)) is not None:
            return reason.with_values(can=can)
        if not pieces and not steps:
            return Text(
                "There is no enemy to capture on the way to {square}: {can}.", square=name, can=can
            )
        if not free & side.bits[other]:
            return Text("There is a piece on {square} already: {can}.", square=name, can=can)
        return pieces[0] if pieces else None

    def _not_taken(
        self, pieces: Sequence[int], taken: Sequence[int], *, king: bool, end: int
    ) -> Text | None:
        """Return why a jump cannot take the first piece on its way, without examples."""
        side, first, others = self.side, pieces[0], pieces[1:]
        if first in taken:
            return Text(
                "The piece on {square} can be jumped only once: {can}.",
                square=self.names[first],
                can="",
            )
        if not side.enemy & side.bits[first]:
            if not (king and side.king.flying):
                return Text(
                    "There is no enemy to capture on the way to {square}: {can}.",
                    square=self.names[end],
                    can="",
                )
            others = pieces
        elif not king and not side.takeable & side.bits[first]:
            return Text("A man cannot take a king: {can}.", can="")
        if not others:
            return None
        return Text(
            "The piece on {square} is in the way: {can}.", square=self.names[others[0]], can=""
        )

    # What must be captured first

    def capture_first(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a capture is compulsory, has to go on, or takes too little."""
        return self.not_this_capture(points) if self.moves[0].captured else None

    def not_this_capture(self, points: Sequence[int]) -> Text:
        """Return the refusal that a capture is compulsory, has to go on, or takes too little."""
        moves = self.captures_of(points[0])
        typed = self.side.capture_along(points)
        taken, most = len(typed.move.captured) if typed else 0, len(self.moves[0].captured)
        if self.side.takes_most and taken < most:
            return self.too_few(taken, most, moves)
        if typed and not typed.complete:
            return Text("A capture goes on as long as it can: {moves}.", moves=moves)
        return self.ended(points) or Text("You must capture: {moves}.", moves=moves)

    def ended(self, points: Sequence[int]) -> Text | None:
        """Return the refusal that a capture ends before the end of the path, None if none does."""
        if not self.moves[0].captured:
            return None
        whole = (move.path[-1] for move in self.moves if move.path == points[: len(move.path)])
        end = next(whole, None)
        if end is None:
            return None
        moves = self.captures_of(points[0])
        return Text("The capture ends on {square}: {moves}.", square=self.names[end], moves=moves)

    def captures_of(self, start: int) -> str | Text:
        """Return a phrase with the captures of a piece, or else one capture of each able piece."""
        first = {move.path[0]: move for move in reversed(self.moves)}
        others = [first[point] for point in dict.fromkeys(move.path[0] for move in self.moves)]
        return self.named(self.moves_of(start) or others)

    def shown(self, move: Move) -> str:
        """Return the text of a move without its choice after ``=``."""
        return self.write(move).partition("=")[0]

    def too_few(self, taken: int, most: int, moves: str | Text) -> Text:
        """Return the refusal that the largest capture is compulsory; ``taken`` may be 0."""
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

    def otherwise(self, points: Sequence[int], suffix: str) -> Text:
        """Return the refusal that there is nothing to capture: the move was typed as a capture."""
        if len(points) > 2:
            return Text(
                "There is nothing to capture, so a move has two squares: {can}.",
                can=self.can(points[0]),
            )
        return self.moves_only(points[0], points[-1])

    def can(self, start: int) -> Text:
        """Return a clause with the ends of a piece's moves, or else the compulsory captures."""
        if self.moves[0].captured:
            return Text("you must capture with {moves}", moves=self.captures_of(start))
        ends, name = self.ends_of(start), self.names[start]
        if self.side.kings & self.side.bits[start]:
            return self.king_can(name, ends)
        if not ends:
            return Text("the man on {square} cannot move", square=name)
        return Text("the man on {square} can go to {squares}", square=name, squares=some(ends))

    def king_can(self, square: str, ends: Sequence[str]) -> Text:
        """Return a clause with the ends of a king's moves if nothing can be captured."""
        if not ends:
            return Text("the king on {square} cannot move", square=square)
        return Text("the king on {square} can go to {squares}", square=square, squares=some(ends))
