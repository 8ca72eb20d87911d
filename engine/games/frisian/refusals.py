"""Why a move of Frisian draughts is refused, and what would be right: one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.games.frisian.board import BITS, BLACK, BOARD, DIAGONALS, WHITE
from engine.games.frisian.captures import captures_of, value
from engine.text import Text, counted, some
from engine.values import Move


class Side(NamedTuple):
    """The pieces as bit sets, seen by who moves."""

    turn: int
    men: int
    kings: int
    enemy: int
    empty: int
    precious: int
    """The enemy kings where they count more than men."""
    tired: int
    """The king that has made its three moves in a row."""
    official: bool
    """By the official rules a king must capture rather than a man."""


class Situation(NamedTuple):
    """What a refusal needs to know."""

    side: Side
    moves: tuple[Move, ...]
    write: Callable[[Move], str]


def refusal(now: Situation, points: Sequence[int], suffix: str) -> Text:
    """Return why no legal move fits these points, and what would be right."""
    if not now.moves:
        return Text("You have no legal move.")
    if suffix:
        return Text("Nothing is chosen with `=` in this game: `{move}` is a move.", move=_any(now))
    start = BITS[points[0]]
    name = BOARD.names[points[0]]
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
    if start & now.side.tired:
        return Text(
            "The king on {square} has made three moves in a row and may only capture until "
            "another of your pieces moves: `{move}` is a move.",
            square=name,
            move=_any(now),
        )
    return _not_a_move(now, points)


def _any(now: Situation) -> str:
    return now.write(now.moves[0])


def _must_capture(now: Situation, points: Sequence[int]) -> Text:
    """Return that capturing is compulsory, and so is the capture that takes the most."""
    side, start = now.side, BITS[points[0]]
    own = [f"`{now.write(move)}`" for move in now.moves if move.path[0] == points[0]]
    starts = dict.fromkeys(f"`{BOARD.names[move.path[0]]}x…`" for move in now.moves)
    moves = some(own or list(starts))
    most = sum(BITS[point] for point in now.moves[0].captured)
    walked = captures_of(start, bool(start & side.kings), side.enemy, side.empty).walk(points)
    taken = sum(BITS[point] for point in walked)
    if value(taken, now.side.precious) == value(most, now.side.precious):
        return Text(
            "Where a king and a man can capture the same, the king must: {moves}.", moves=moves
        )
    if (taken | most) & now.side.precious:
        return Text(
            "You must make the most valuable capture, of {pieces}: {moves}.",
            pieces=_pieces(most & ~now.side.precious, most & now.side.precious),
            moves=moves,
        )
    if taken:
        return counted(
            "That captures {taken} and you must capture {count} piece: {moves}.",
            "That captures {taken} and you must capture {count} pieces: {moves}.",
            most.bit_count(),
            taken=taken.bit_count(),
            moves=moves,
        )
    return counted(
        "You must capture {count} piece: {moves}.",
        "You must capture {count} pieces: {moves}.",
        most.bit_count(),
        moves=moves,
    )


def _pieces(men: int, kings: int) -> Text:
    men_text = counted("{count} man", "{count} men", men.bit_count())
    kings_text = counted("{count} king", "{count} kings", kings.bit_count())
    if men and kings:
        return Text("{men} and {kings}", men=men_text, kings=kings_text)
    return kings_text if kings else men_text


def _not_a_move(now: Situation, points: Sequence[int]) -> Text:
    """Return why an own piece cannot make that move, where nothing can be captured."""
    start, *_, end = points
    can = _can(now, start)
    name = BOARD.names[end]
    if len(points) > 2:
        return Text("There is nothing to capture, so a move has two squares: {can}.", can=can)
    if start == end:
        return Text("A move ends on another square: {can}.", can=can)
    if not BITS[end] & now.side.empty:
        return Text("There is a piece on {square} already: {can}.", square=name, can=can)
    if BITS[start] & now.side.kings:
        for ray in _rays(start):
            if end in ray:
                in_the_way = next(point for point in ray if not BITS[point] & now.side.empty)
                return Text(
                    "The piece on {square} is in the way: {can}.",
                    square=BOARD.names[in_the_way],
                    can=can,
                )
        return Text("Without capturing a king moves along its diagonals: {can}.", can=can)
    if any(ray[1:2] == (end,) for ray in _rays(start, range(len(BOARD.steps)))):
        return Text(
            "There is no enemy to capture on the way to {square}: {can}.", square=name, can=can
        )
    down = BOARD.xy[end][1] - BOARD.xy[start][1]
    if (down < 0 and now.side.turn == BLACK) or (down > 0 and now.side.turn == WHITE):
        return Text("A man moves forward only: {can}.", can=can)
    return Text("A man moves one square diagonally: {can}.", can=can)


def _rays(point: int, directions: Iterable[int] = DIAGONALS) -> Iterator[tuple[int, ...]]:
    return (BOARD.ray(point, direction) for direction in directions)


def _can(now: Situation, point: int) -> Text:
    """Return where the piece on a point can go, where nothing can be captured."""
    ends = [BOARD.names[move.path[-1]] for move in now.moves if move.path[0] == point]
    name = BOARD.names[point]
    king = bool(BITS[point] & now.side.kings)
    if not ends:
        if king:
            return Text("the king on {square} cannot move", square=name)
        return Text("the man on {square} cannot move", square=name)
    if king:
        return Text("the king on {square} can go to {squares}", square=name, squares=some(ends))
    return Text("the man on {square} can go to {squares}", square=name, squares=some(ends))
