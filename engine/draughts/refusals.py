"""Why a move of draughts is refused, and what would be right: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.board import Board
from engine.draughts.boards import DIAGONAL
from engine.draughts.captures import Capture, Captures
from engine.text import Text, counted, some
from engine.values import Move


class Side(NamedTuple):
    """The pieces as bit sets, seen by who moves, and the rules they move by."""

    board: Board
    upward: bool
    """Whether its men go up the board."""
    men: int
    kings: int
    enemy: int
    empty: int
    lines: Sequence[int]
    """The directions in which pieces go: diagonals, or rows and columns."""
    flying: bool
    """Whether a king goes any distance."""
    takes_most: bool
    """Whether a capture has to take the most."""
    captures: Callable[[int], Captures]
    """The captures of the piece on a point."""

    @property
    def diagonal(self) -> bool:
        """Whether pieces go along diagonals."""
        return set(self.lines) <= set(DIAGONAL)

    def capture_along(self, points: Sequence[int]) -> Capture | None:
        """Return the capture whose whole path these points are, legal or not."""
        if not (self.men | self.kings) >> points[0] & 1:
            return None
        return self.captures(points[0]).along(points)


class Situation(NamedTuple):
    """What a refusal needs to know."""

    side: Side
    moves: Sequence[Move]
    """The legal moves."""
    write: Callable[[Move], str]


def refusal(now: Situation, points: Sequence[int], suffix: str) -> Text:
    """Why no legal move fits these points, and what would be right."""
    if not now.moves:
        return Text("You have no legal move.")
    if suffix:
        return Text("Nothing is chosen with `=` in this game: `{move}` is a move.", move=_any(now))
    start = 1 << points[0]
    name = now.side.board.names[points[0]]
    if start & now.side.empty:
        return Text("Square {square} is empty: `{move}` is a move.", square=name, move=_any(now))
    if start & now.side.enemy:
        return Text(
            "The piece on {square} is your opponent's: `{move}` is a move.",
            square=name,
            move=_any(now),
        )
    if now.moves[0].captured:
        return _must_capture(now, points)
    return _not_a_move(now, points)


def _any(now: Situation) -> str:
    return now.write(now.moves[0])


def _must_capture(now: Situation, points: Sequence[int]) -> Text:
    """Capturing is compulsory, and it goes on as long as it can or takes the most."""
    own = [f"`{now.write(move)}`" for move in now.moves if move.path[0] == points[0]]
    starts = dict.fromkeys(f"`{now.side.board.names[move.path[0]]}x…`" for move in now.moves)
    moves = some(own or list(starts))
    typed = now.side.capture_along(points)
    if not now.side.takes_most:
        if typed:
            return Text("A capture goes on as long as it can: {moves}.", moves=moves)
        return Text("You must capture: {moves}.", moves=moves)
    most = len(now.moves[0].captured)
    if typed:
        return counted(
            "That captures {taken} and you must capture {count} piece: {moves}.",
            "That captures {taken} and you must capture {count} pieces: {moves}.",
            most,
            taken=len(typed.move.captured),
            moves=moves,
        )
    return counted(
        "You must capture {count} piece: {moves}.",
        "You must capture {count} pieces: {moves}.",
        most,
        moves=moves,
    )


def _not_a_move(now: Situation, points: Sequence[int]) -> Text:
    """Why an own piece cannot make that move, where nothing can be captured."""
    start, *_, end = points
    can = _can(now, start)
    name = now.side.board.names[end]
    if len(points) > 2:
        return Text("There is nothing to capture, so a move has two squares: {can}.", can=can)
    if start == end:
        return Text("A move ends on another square: {can}.", can=can)
    if not now.side.empty >> end & 1:
        return Text("There is a piece on {square} already: {can}.", square=name, can=can)
    if now.side.kings >> start & 1:
        return _not_a_kings_move(now, start, end, can)
    board = now.side.board
    over = next((ray[0] for d in now.side.lines if end in (ray := board.ray(start, d))[1:2]), None)
    if over is not None and not now.side.enemy >> over & 1:
        return Text(
            "There is no enemy to capture on the way to {square}: {can}.", square=name, can=can
        )
    if not now.side.diagonal:
        return Text("A man moves one square forward or sideways: {can}.", can=can)
    if over is not None:
        return Text("A man captures forward only: {can}.", can=can)
    down = board.xy[end][1] - board.xy[start][1]
    if down and (down > 0) == now.side.upward:
        return Text("A man moves forward only: {can}.", can=can)
    return Text("A man moves one square diagonally: {can}.", can=can)


def _not_a_kings_move(now: Situation, start: int, end: int, can: Text) -> Text:
    rays = (now.side.board.ray(start, direction) for direction in now.side.lines)
    ray = next((ray for ray in rays if end in ray), None)
    if ray and now.side.flying:
        in_the_way = next(point for point in ray if not now.side.empty >> point & 1)
        return Text(
            "The piece on {square} is in the way: {can}.",
            square=now.side.board.names[in_the_way],
            can=can,
        )
    if not now.side.flying:
        return Text("A king moves one square diagonally: {can}.", can=can)
    if now.side.diagonal:
        return Text("Without capturing a king moves along its diagonals: {can}.", can=can)
    return Text("A king moves along its row and its column: {can}.", can=can)


def _can(now: Situation, point: int) -> Text:
    """Where the piece on a point can go, where nothing can be captured."""
    ends = [now.side.board.names[move.path[-1]] for move in now.moves if move.path[0] == point]
    name = now.side.board.names[point]
    king = now.side.kings >> point & 1
    if not ends:
        if king:
            return Text("the king on {square} cannot move", square=name)
        return Text("the man on {square} cannot move", square=name)
    if king:
        return Text("the king on {square} can go to {squares}", square=name, squares=some(ends))
    return Text("the man on {square} can go to {squares}", square=name, squares=some(ends))
