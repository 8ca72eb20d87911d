"""Why a move of Dames-Alliance is refused, and what would be right: one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.board import NOWHERE
from engine.games.alliance.board import (
    BITS,
    BOARD,
    CAPTURES_ALONG,
    PROMOTED,
    RANKS,
    WHITE,
)
from engine.text import Text, counted, quoted, some
from engine.values import Move

_TURN = re.compile(r"\s*[a-h][1-8]\s*=\s*[x+do]\s*", re.IGNORECASE)


class Side(NamedTuple):
    """The pieces as bit sets, seen by who moves."""

    turn: int
    own: Mapping[str, int]
    """The men by their cross, and the kings as ``""``."""
    enemy_men: int
    enemy_kings: int
    empty: int


class Situation(NamedTuple):
    """What a refusal needs to know."""

    side: Side
    moves: tuple[Move, ...]
    fitting: Callable[[Sequence[int], str], Iterator[Move]]
    write: Callable[[Move], str]


def turns_only(text: str) -> bool:
    """Return whether a text turns a man without a move."""
    return _TURN.fullmatch(text) is not None


def refusal(now: Situation, points: Sequence[int], suffix: str) -> Text:
    """Return why no legal move fits these points, and what would be right."""
    if not now.moves:
        return Text("You have no legal move.")
    if now.moves[0].kind == "place":
        return Text(
            "The crosses are set before the first move: `{example}`.", example=_example(now)
        )
    start = BITS[points[0]]
    name = BOARD.names[points[0]]
    if start & now.side.empty:
        return Text(
            "Square {square} is empty: `{move}` is a move.", square=name, move=_example(now)
        )
    if start & (now.side.enemy_men | now.side.enemy_kings):
        return Text(
            "The piece on {square} is your opponent's: `{move}` is a move.",
            square=name,
            move=_example(now),
        )
    fitting = next(now.fitting(points, ""), None) if suffix else None
    if fitting is not None:
        return _suffix(now, fitting, suffix)
    cross = next(cross for cross, pieces in now.side.own.items() if start & pieces)
    if len(points) > 2 or now.moves[0].captured or _jumped(*points[:2]) is not None:
        mistake = _jump(now, cross, points)
        if mistake is not None:
            return mistake
    if now.moves[0].captured:
        return _must_capture(now, points)
    return _not_a_move(now, points, cross)


def _example(now: Situation) -> str:
    return now.write(now.moves[0])


def _suffix(now: Situation, move: Move, suffix: str) -> Text:
    """Return what is wrong with the word after ``=``; without it the move is legal."""
    written = now.write(move)
    end = BOARD.names[move.path[-1]]
    if move.suffix == PROMOTED:
        return Text(
            "The man becomes a king on {square}, and a king has no cross: `{move}`.",
            square=end,
            move=written,
        )
    if BITS[move.path[0]] & now.side.own[""]:
        return Text("A king has no cross to turn: `{move}`.", move=written)
    if suffix.upper() == PROMOTED:
        return Text(
            "A man becomes a king on the last rank, which {square} is not: `{move}`.",
            square=end,
            move=written,
        )
    return Text(
        "A cross is turned with `=x` (diagonal) or `=+` (orthogonal), not with `={suffix}`.",
        suffix=quoted(suffix),
    )


def _jumped(start: int, end: int) -> tuple[int, int] | None:
    """Return the direction of a jump and the point it goes over; None where it is no jump."""
    for direction, steps in enumerate(BOARD.steps):
        over = steps[start]
        if over != NOWHERE and steps[over] == end:
            return direction, over
    return None


def _jump(now: Situation, cross: str, points: Sequence[int]) -> Text | None:
    """Return what is wrong with the first jump on a path that the piece cannot make."""
    start = points[0]
    right = _right(now, start)
    jumped: set[int] = set()
    for at, end in pairwise(points):
        jump = _jumped(at, end)
        if jump is None:
            return None
        direction, over = jump
        square = BOARD.names[over]
        if cross and BITS[over] & now.side.enemy_kings:
            return Text(
                "The piece on {square} is a king, which no man can jump: {right}.",
                square=square,
                right=right,
            )
        if not BITS[over] & (now.side.enemy_men | now.side.enemy_kings):
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
            return _other_way(now, cross, start)
        if not BITS[end] & (now.side.empty | BITS[start]):
            return Text(
                "There is a piece on {square} already: {right}.",
                square=BOARD.names[end],
                right=right,
            )
        jumped.add(over)
    return None


def _other_way(now: Situation, cross: str, start: int) -> Text:
    """Return that a man captures where its cross points and moves where it does not."""
    name, right = BOARD.names[start], _right(now, start)
    if cross == "x":
        return Text(
            "The cross of the man on {square} is diagonal, so it captures along diagonals and "
            "moves forward, left or right: {right}.",
            square=name,
            right=right,
        )
    return Text(
        "The cross of the man on {square} is orthogonal, so it captures along ranks and files and "
        "moves diagonally forward: {right}.",
        square=name,
        right=right,
    )


def _right(now: Situation, start: int) -> Text:
    """Return what the player must capture, or else where the piece on a point can go."""
    if not now.moves[0].captured:
        return _can(now, start)
    return counted(
        "you must capture {count} piece with {moves}",
        "you must capture {count} pieces with {moves}",
        len(now.moves[0].captured),
        moves=_captures(now, start),
    )


def _captures(now: Situation, start: int) -> str | Text:
    """Return the legal captures of a piece; where it has none, those who can capture."""
    own = [f"`{now.write(move).partition('=')[0]}`" for move in now.moves if move.path[0] == start]
    return some(own or [f"`{BOARD.names[move.path[0]]}x…`" for move in now.moves])


def _must_capture(now: Situation, points: Sequence[int]) -> Text:
    """Return that capturing is compulsory, and so is the capture that takes the most."""
    moves = _captures(now, points[0])
    most = len(now.moves[0].captured)
    taken = len(points) - 1
    if taken < most and all(_jumped(*pair) for pair in pairwise(points)):
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


def _not_a_move(now: Situation, points: Sequence[int], cross: str) -> Text:
    """Return why an own piece cannot make that move, where nothing can be captured."""
    start, *_, end = points
    can = _can(now, start)
    if len(points) > 2:
        return Text("There is nothing to capture, so a move has two squares: {can}.", can=can)
    if start == end:
        return Text("A move ends on another square: {can}.", can=can)
    if not BITS[end] & now.side.empty:
        return Text(
            "There is a piece on {square} already: {can}.", square=BOARD.names[end], can=can
        )
    if not cross:
        return Text("A king moves one square in any direction: {can}.", can=can)
    down = end // RANKS - start // RANKS
    if (down > 0) if now.side.turn == WHITE else (down < 0):
        return Text("A man never moves backward: {can}.", can=can)
    if any(BOARD.steps[direction][start] == end for direction in CAPTURES_ALONG[cross]):
        return _other_way(now, cross, start)
    if cross == "x":
        return Text(
            "A man with a diagonal cross moves one square forward, left or right: {can}.", can=can
        )
    return Text(
        "A man with an orthogonal cross moves one square diagonally forward: {can}.", can=can
    )


def _can(now: Situation, point: int) -> Text:
    """Return where the piece on a point can go, where nothing can be captured."""
    ends = [BOARD.names[move.path[-1]] for move in now.moves if move.path[0] == point]
    name = BOARD.names[point]
    king = bool(BITS[point] & now.side.own[""])
    if not ends:
        if king:
            return Text("the king on {square} cannot move", square=name)
        return Text("the man on {square} cannot move", square=name)
    if king:
        return Text("the king on {square} can go to {squares}", square=name, squares=some(ends))
    return Text("the man on {square} can go to {squares}", square=name, squares=some(ends))
