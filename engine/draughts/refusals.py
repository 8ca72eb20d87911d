"""Why a move of draughts is refused, and what would be right: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.board import Board
from engine.draughts.boards import DIAGONAL
from engine.text import Text, counted, some
from engine.values import Move


class Capture(NamedTuple):
    """A capture that somebody typed, and whether it goes on as long as it can."""

    move: Move
    complete: bool


class Side(NamedTuple):
    """The pieces as sets of points, seen by who moves, and the rules they move by."""

    board: Board
    bits: Sequence[int]
    """The bit of each point in the sets."""
    upward: bool
    """Whether its men go up the board."""
    men: int
    kings: int
    enemy: int
    empty: int
    lines: Sequence[int] = ()
    """The directions in which kings move: diagonals, or rows and columns."""
    jumps: Sequence[int] = ()
    """The directions in which kings jump, and men some of them or all."""
    flying: bool = False
    """Whether a king goes any distance."""
    takes_most: bool = True
    """Whether a capture has to take the most."""
    along: Callable[[Sequence[int]], Capture | None] | None = None
    """The capture of a piece of this side whose whole path the points are, legal or not."""
    enemy_kings: int = 0
    takeable: int = -1
    """The enemies that a man may take."""
    prefers: Callable[[Move, Move], bool] | None = None
    """Whether a complete capture is legal beside another one that is."""

    @property
    def diagonal(self) -> bool:
        """Whether pieces go along diagonals."""
        return set(self.lines) <= set(DIAGONAL)

    def capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture whose whole path these points are, legal or not."""
        own = (self.men | self.kings) & self.bits[points[0]]
        return self.along(points) if own and self.along else None


class Refusals:
    """The refusals of moves in one position; a game overrides what its rules have besides."""

    def __init__(self, side: Side, moves: Sequence[Move], write: Callable[[Move], str]) -> None:
        self.side = side
        self.moves = moves
        self.write = write
        self.names = side.board.names

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Return why no legal move fits these points, and what would be right."""
        if not self.moves:
            return Text("You have no legal move.")
        if suffix:
            return Text(
                "Nothing is chosen with `=` in this game: `{move}` is a move.", move=self.any_move
            )
        return self.not_own(points[0]) or (
            self.not_this_capture(points) if self.moves[0].captured else self.not_this_move(points)
        )

    @property
    def any_move(self) -> str:
        """The text of a legal move."""
        return self.write(self.moves[0])

    def not_own(self, start: int) -> Text | None:
        """Return that there is no own piece on a square; None where there is one."""
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

    def not_this_capture(self, points: Sequence[int]) -> Text:
        """Return that a capture is compulsory, where it ends, or that it takes the most."""
        moves = self.captures_of(points[0])
        typed = self.side.capture_along(points)
        taken, most = len(typed.move.captured) if typed else 0, len(self.moves[0].captured)
        if self.side.takes_most and taken < most:
            return self.too_few(taken, most, moves)
        if typed and not typed.complete:
            return Text("A capture goes on as long as it can: {moves}.", moves=moves)
        end = next((m.path[-1] for m in self.moves if m.path == points[: len(m.path)]), None)
        if end is not None:
            return Text(
                "The capture ends on {square}: {moves}.", square=self.names[end], moves=moves
            )
        return Text("You must capture: {moves}.", moves=moves)

    def captures_of(self, start: int) -> str | Text:
        """Return the captures of a piece as a phrase, or else one of each that can capture."""
        own = [move for move in self.moves if move.path[0] == start]
        first = {move.path[0]: move for move in reversed(self.moves)}
        others = [first[point] for point in dict.fromkeys(move.path[0] for move in self.moves)]
        return some([f"`{self.write(move).partition('=')[0]}`" for move in own or others])

    def too_few(self, taken: int, most: int, moves: str | Text) -> Text:
        """Return that the capture that takes the most is compulsory; ``taken`` may be 0."""
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

    def not_this_move(self, points: Sequence[int]) -> Text:
        """Return why an own piece cannot make that move, where nothing can be captured."""
        start, *_, end = points
        can = self.can(start)
        if len(points) > 2:
            return Text("There is nothing to capture, so a move has two squares: {can}.", can=can)
        if start == end:
            return Text("A move ends on another square: {can}.", can=can)
        if not self.side.empty & self.side.bits[end]:
            return Text(
                "There is a piece on {square} already: {can}.", square=self.names[end], can=can
            )
        if self.side.kings & self.side.bits[start]:
            return self.not_a_king_move(start, end, can)
        return self.not_a_man_move(start, end, can)

    def not_a_man_move(self, start: int, end: int, can: Text) -> Text:
        """Return why a man does not go to an empty square."""
        side, board = self.side, self.side.board
        over = next((ray[0] for d in side.jumps if end in (ray := board.ray(start, d))[1:2]), None)
        if over is not None and not side.enemy & side.bits[over]:
            return Text(
                "There is no enemy to capture on the way to {square}: {can}.",
                square=self.names[end],
                can=can,
            )
        if over is not None and not side.takeable & side.bits[over]:
            return Text("A man cannot take a king: {can}.", can=can)
        if not side.diagonal:
            return Text("A man moves one square forward or sideways: {can}.", can=can)
        if over is not None:
            return Text("A man captures forward only: {can}.", can=can)
        down = board.xy[end][1] - board.xy[start][1]
        if down and (down > 0) == side.upward:
            return Text("A man moves forward only: {can}.", can=can)
        return Text("A man moves one square diagonally: {can}.", can=can)

    def not_a_king_move(self, start: int, end: int, can: Text) -> Text:
        """Return why a king does not go to an empty square."""
        side = self.side
        rays = (side.board.ray(start, direction) for direction in side.lines)
        ray = next((ray for ray in rays if end in ray), None)
        if ray and side.flying:
            in_the_way = next(point for point in ray if not side.empty & side.bits[point])
            return Text(
                "The piece on {square} is in the way: {can}.",
                square=self.names[in_the_way],
                can=can,
            )
        if not side.flying:
            return Text("A king moves one square diagonally: {can}.", can=can)
        if side.diagonal:
            return Text("Without capturing a king moves along its diagonals: {can}.", can=can)
        return Text("A king moves along its row and its column: {can}.", can=can)

    def can(self, start: int) -> Text:
        """Return where the piece on a square can go, where nothing can be captured."""
        ends = [self.names[move.path[-1]] for move in self.moves if move.path[0] == start]
        name = self.names[start]
        if self.side.kings & self.side.bits[start]:
            return self.king_can(name, ends)
        if not ends:
            return Text("the man on {square} cannot move", square=name)
        return Text("the man on {square} can go to {squares}", square=name, squares=some(ends))

    def king_can(self, square: str, ends: Sequence[str]) -> Text:
        """Return where the king on a square can go, where nothing can be captured."""
        if not ends:
            return Text("the king on {square} cannot move", square=square)
        return Text("the king on {square} can go to {squares}", square=square, squares=some(ends))
