"""Every refusal gives a true reason and names legal moves.

Pairs of points, and some longer paths, are typed in random positions. ``TRUE`` has a check for each
sentence, which looks at the pieces, and at the move once a piece has been taken off the board.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

import pytest

import engine
from engine import IllegalMove, InvalidPosition, Position, Text
from engine import position_text as texts
from engine.capabilities.notation import write_path
from engine.text import some
from engine.values import Move, Piece
from tests.engine.setups import Setup, setups_of
from tests.nightly import is_night

TYPED = 120 if is_night() else 60
"""The pairs of points typed first in each position."""

POSITIONS = 6 if is_night() else 3
SETUPS = 6 if is_night() else 2

SPAN = re.compile(r"`([^`]+)`")
ITEM = re.compile(r"[0-9]+|\([^)]*\)|[A-Za-z][+*]?")


class Said(NamedTuple):
    """A refusal of typed points in a position, and the moves seen throughout its game."""

    setup: Setup
    position: Position
    points: tuple[int, ...]
    text: Text
    seen: frozenset[tuple[Piece, int, int]]
    """The moves without a capture in any position of the game: piece, start and end."""

    def at(self, field: str) -> int:
        """Return the point that a field of the sentence names."""
        return self.position.board.point[str(self.text.values[field]).lower()]

    def on(self, point: int) -> Piece | None:
        """Return the piece on a point, None if the point is empty."""
        return dict(self.position.pieces()).get(point)

    def is_own(self, point: int) -> bool:
        """Return whether a piece of the typed piece's seat stands on ``point``."""
        piece, own = self.on(point), self.on(self.points[0])
        return piece is not None and own is not None and piece.seat == own.seat

    def line(self, one: int, other: int) -> tuple[int, ...]:
        """Return the points between two points on a line of the board; none if there is no line."""
        return self.position.board.line(one, other)[1:-1]

    def legs(self) -> Iterator[tuple[int, int]]:
        """Return the pairs of successive typed points."""
        return zip(self.points, self.points[1:], strict=False)

    def leg_to(self, point: int) -> tuple[int, ...]:
        """Return the points between the typed point ``point`` and the one before it."""
        return next(self.line(one, other) for one, other in self.legs() if other == point)

    def without(self, point: int) -> str | None:
        """Return the template of the refusal once ``point`` is empty, "" if the move is legal then.

        Return None if there is no such position.
        """
        after = cleared(self.setup, self.position, point)
        if after is None:
            return None
        refused = refusal(after, self.points)
        return "" if refused is None else refused.template

    def goes_without(self, point: int) -> bool:
        """Return whether the move is legal and captures nothing once ``point`` is empty."""
        after = cleared(self.setup, self.position, point)
        typed = write_path(self.position.board, self.points, "-")
        try:
            return after is not None and not after.parse(typed).captured
        except engine.MoveError:
            return False


def refusal(position: Position, points: tuple[int, ...]) -> Text | None:
    """Return the reason why ``points`` are an illegal move, None if they are not."""
    try:
        position.parse(write_path(position.board, points, "-"))
    except IllegalMove as error:
        return error.text
    except engine.MoveError:
        return None
    return None


def cleared(setup: Setup, position: Position, point: int) -> Position | None:
    """Return a position without the piece on ``point``, None if that is no valid position."""
    words = position.fen().split()
    if words[0][1] == ":":
        sides = ["", ""]
        for at, piece in position.pieces():
            if at != point:
                king = "K" if piece.kind == "king" else ""
                sides[piece.seat] += f",{king}{position.board.names[at]}"
        named = (
            f"{str(seat.name)[0]}{side[1:]}"
            for seat, side in zip(position.seats, sides, strict=True)
        )
        words[0] = ":".join([words[0][0], *named])
    else:
        rows = texts.rows(position.board)
        pieces: dict[int, str] = {}
        for row, written in zip(rows, words[0].split("/"), strict=True):
            left = iter(row)
            for item in ITEM.findall(written):
                for _ in range(int(item) if item.isdigit() else 1):
                    at = next(left)
                    if not item.isdigit():
                        pieces[at] = item
        pieces.pop(point, None)
        words[0] = texts.write(rows, pieces, "", {}).strip()
    try:
        return setup.read(" ".join(words))
    except InvalidPosition:
        return None


# The checks of the sentences

Check = Callable[[Said], bool]

FIRST: Final = (
    "You must capture: {moves}.",
    "You must capture {count} piece: {moves}.",
    "That captures {taken} and you must capture {count} piece: {moves}.",
    "You must make the most valuable capture, of {pieces}: {moves}.",
    "Where a king and a man can capture the same, the king must: {moves}.",
    "You must make the capture that takes the most kings: {moves}.",
    "Of these captures you must make the one that takes a king earliest: {moves}.",
    "A capture goes on as long as it can: {moves}.",
    "The fox must capture, as far as it can: {moves}.",
    "The officer must go on jumping from {point}: {can}.",
    "In this game you must take if you can: {moves}.",
    "You are forced to take: {moves}.",
    "A stroke is played to its end: from {square} the piece must go on taking: {can}.",
    "In this game you must play the stroke that takes the most, {best} pieces: {moves}.",
)
"""The sentences that name a compulsory capture."""


def never(said: Said) -> bool:
    """Return whether the move fails even onto an empty target, and was never seen in the game."""
    start, end = said.points[0], said.points[-1]
    piece = said.on(start)
    assert piece is not None
    if len(said.points) == 2 and (piece, start, end) in said.seen:
        return False
    return not said.goes_without(end)


def unreached(said: Said) -> bool:
    """Return whether the move fails even onto an empty target."""
    return not said.goes_without(said.points[-1])


def already(field: str) -> Check:
    """Return a check that only a piece on ``field``, or a duty to capture, hinders the move."""

    def check(said: Said) -> bool:
        point = said.at(field)
        if said.on(point) is None or point == said.points[0]:
            return False
        why = said.without(point)
        return len(said.points) > 2 or why in {None, "", *FIRST}

    return check


def in_the_way(said: Said) -> bool:
    """Return whether the piece stands between two typed points and is not a single enemy."""
    point = said.at("square")
    lines = [line for line in (said.line(*leg) for leg in said.legs()) if point in line]
    standing = [at for at in lines[0] if said.on(at) is not None]
    return said.on(point) is not None and (said.is_own(point) or len(standing) > 1)


def no_enemy(field: str) -> Check:
    """Return a check that no enemy stands between ``field`` and the typed point before it."""

    def check(said: Said) -> bool:
        between = said.leg_to(said.at(field))
        return all(said.on(at) is None or said.is_own(at) for at in between)

    return check


def nothing_on(field: str) -> Check:
    """Return a check that no enemy stands on ``field``."""
    return lambda said: said.on(said.at(field)) is None or said.is_own(said.at(field))


def empty(field: str) -> Check:
    """Return a check that ``field`` is the first typed point and empty."""
    return lambda said: said.at(field) == said.points[0] and said.on(said.at(field)) is None


def not_own(field: str) -> Check:
    """Return a check that ``field`` is the first typed point and has a piece of another seat."""

    def check(said: Said) -> bool:
        piece = said.on(said.points[0])
        return (
            said.at(field) == said.points[0]
            and piece is not None
            and piece.seat != said.position.turn
        )

    return check


def all_capture(said: Said) -> bool:
    """Return whether there is a capture, and every move that ends elsewhere captures."""
    moves = [move for move in said.position.legal_moves() if move.path[0] != move.path[-1]]
    return any(move.captured for move in said.position.legal_moves()) and all(
        move.captured for move in moves
    )


def is_kind(*kinds: str) -> Check:
    """Return a check that the typed piece is of one of ``kinds`` and never makes the move."""

    def check(said: Said) -> bool:
        piece = said.on(said.points[0])
        return piece is not None and any(kind in piece.kind for kind in kinds) and never(said)

    return check


def can_capture(said: Said) -> bool:
    """Return whether a legal move captures."""
    return any(move.captured for move in said.position.legal_moves())


def same_ends(said: Said) -> bool:
    """Return whether the typed points end where they begin."""
    return said.points[0] == said.points[-1]


def long(said: Said) -> bool:
    """Return whether more than two points were typed."""
    return len(said.points) > 2


def on_two(field: str) -> Check:
    """Return a check that the typed points pass ``field`` twice."""
    return lambda said: sum(said.at(field) in said.line(*leg) for leg in said.legs()) > 1


def legal_by_ends(said: Said) -> bool:
    """Return whether a legal move leads from the first typed point to the last."""
    ends = (said.points[0], said.points[-1])
    return any((m.path[0], m.path[-1]) == ends for m in said.position.legal_moves())


def crossing(said: Said) -> bool:
    """Return whether no legal move leads from the first typed point to the last."""
    return not legal_by_ends(said)


TRUE: Final[dict[str, Check]] = {
    # Whose piece it is
    "Square {square} is empty: `{move}` is a move.": empty("square"),
    "There is no piece on {square}: `{move}` is a move.": empty("square"),
    "There is no piece on {point}: `{move}` is a move.": empty("point"),
    "There is no piece on {point}: {move}.": empty("point"),
    "The piece on {square} is your opponent's: `{move}` is a move.": not_own("square"),
    "The piece on {point} is your opponent's: {move}.": not_own("point"),
    "The piece on {point} is your opponent's: `{move}` is a move.": not_own("point"),
    "The piece on {point} belongs to {seat}: `{move}` is a move.": not_own("point"),
    "The piece on {square} belongs to the {army}, your enemy: `{move}` is a move.": not_own(
        "square"
    ),
    (
        "The piece on {square} belongs to the {army}, which {seat} directs: `{move}` is a move."
    ): not_own("square"),
    # What the piece can never do
    "A move ends on another square: {can}.": same_ends,
    "A step ends on another point: {can}.": same_ends,
    "A turn may not end where it began: {can}.": same_ends,
    "A man moves forward only: {can}.": is_kind("man"),
    "A man never moves backward: {can}.": is_kind("x", "+"),
    "A man captures forward only: {can}.": is_kind("man"),
    "A man moves one square diagonally: {can}.": is_kind("man"),
    "A man moves one square forward or sideways: {can}.": is_kind("man"),
    "A king moves one square diagonally: {can}.": is_kind("king"),
    "A king moves one square in any direction: {can}.": is_kind("king"),
    "A king moves along its row and its column: {can}.": is_kind("king"),
    "When it does not capture, a king moves along its diagonals: {can}.": is_kind("king"),
    "A man with an upright cross moves one square diagonally forward: {can}.": is_kind("+"),
    "A man with a diagonal cross moves one square forward, left or right: {can}.": is_kind("x"),
    "A move of more than two squares is a capture, and none leads from {one} to {other}: {can}.": (
        long
    ),
    "A goose goes one step along a line: {can}.": is_kind("goose"),
    "Geese never go back: {can}.": is_kind("goose"),
    "The fox goes one step along a line, or jumps over a goose beside it: {can}.": is_kind("fox"),
    "Soldiers do not capture: {can}.": is_kind("soldier"),
    "A soldier makes one step in a turn: {can}.": long,
    "A soldier goes one step along a line: {can}.": is_kind("soldier"),
    "A soldier never leaves the fortress: {can}.": is_kind("soldier"),
    "A soldier cannot go back: {can}.": is_kind("soldier"),
    "A soldier takes the shortest way to the fortress: {can}.": is_kind("soldier"),
    "A soldier goes forward; it goes sideways only beside the fortress, and only towards it: "
    "{can}.": is_kind("soldier"),
    "No line joins {start} and {point}: {can}.": lambda said: (
        never(said) and not said.position.board.line(said.at("start"), said.at("point"))
    ),
    "An officer goes one step along a line, or jumps over a soldier beside it: {can}.": is_kind(
        "officer"
    ),
    "From {here} no jump along a line lands on {onto}: {can}.": lambda said: (
        len(said.line(said.at("here"), said.at("onto"))) != 1
    ),
    "A soldier makes one step to a neighbouring empty square, or takes over an enemy beside it: "
    "{can}.": is_kind("soldier"),
    "A soldier takes a neighbour and lands right behind it, and {here} to {there} is no such "
    "jump: {can}.": lambda said: len(said.line(said.at("here"), said.at("there"))) != 1,
    "A General moves along a diagonal line of squares, and none joins {start} and {end}: {can}.": (
        lambda said: not said.position.board.line(said.at("start"), said.at("end"))
    ),
    "{one}-{other} is a step, and a turn is one step or only jumps: {can}.": lambda said: (
        long(said) and bool(said.position.board.line(said.at("one"), said.at("other")))
    ),
    "Neither a step nor jumps lead from {one} to {other}: {can}.": unreached,
    "{point} is reached by a step, which passes no other point: `{move}`.": legal_by_ends,
    "The piece cannot pass {point} in its jumps: `{move}` is the way.": legal_by_ends,
    # What the course of the game forbids
    "The border of the zones is closed between {one} and {other}: it opens once one of the two "
    "fights has been won, and {can}.": crossing,
    "The border of the zones stays closed between {one} and {other}, because the first fight was "
    "left undecided: {can}.": crossing,
    "{square} is closed in this field: {can}.": crossing,
    "The piece on {point} stands in its target camp and may not leave it: {can}.": unreached,
    "{point} is in your own camp, where a piece that has left it may not stop: {can}.": unreached,
    "{point} is in the camp of others, where your pieces may not stop: {can}.": unreached,
    "The jumps to {point} lead through a closed camp: {can}.": unreached,
    "The jumps to {point} lead out of the target camp, and every one must stay inside: {can}.": (
        unreached
    ),
    "The king on {square} has made three moves in a row and may only capture until another of your "
    "pieces moves: `{move}` is a move.": is_kind("king"),
    # Pieces that stand in the way, or are missing
    "There is a piece on {square} already: {can}.": already("square"),
    "There is a piece on {point} already: {can}.": already("point"),
    "Your other officer stands on {point}: {can}.": already("point"),
    "The piece on {point} swaps places only with a piece that steps there: {can}.": already(
        "point"
    ),
    "The piece on {square} is in the way: {can}.": in_the_way,
    "Your own piece on {square} is in the way: {can}.": in_the_way,
    "The piece on {over} is your own: {can}.": nothing_on("over"),
    "There is no enemy to capture on the way to {square}: {can}.": no_enemy("square"),
    "There is no enemy to take between {here} and {there}: {can}.": no_enemy("there"),
    "There is no soldier to capture on {over}: {can}.": nothing_on("over"),
    "There is no goose to jump over on {point}: {can}.": nothing_on("point"),
    "There is no piece on {over} to jump over on the way from {one} to {other}: {can}.": (
        lambda said: said.on(said.at("over")) is None or said.at("over") == said.points[0]
    ),
    "Two pieces in a row cannot be jumped between {here} and {there}: {can}.": lambda said: (
        sum(said.on(at) is not None for at in said.leg_to(said.at("there"))) > 1
    ),
    "An officer does not jump over an officer ({over}): {can}.": lambda said: said.is_own(
        said.at("over")
    ),
    "To capture the soldier on {point}, jump over it: {can}.": already("point"),
    "A man cannot take a king: {can}.": lambda said: any(
        (piece := said.on(at)) is not None and piece.kind == "king" and not said.is_own(at)
        for leg in said.legs()
        for at in said.line(*leg)
    ),
    "The cross of the man on {square} is upright, so it captures along rows and columns and moves "
    "diagonally forward: {right}.": is_kind("+"),
    "The cross of the man on {square} is diagonal, so it captures along diagonals and moves "
    "forward, left or right: {right}.": is_kind("x"),
    "The piece on {square} can be jumped only once: {can}.": on_two("square"),
    "The soldier on {over} cannot be jumped twice: {can}.": on_two("over"),
    "The piece on {over} has been taken in this stroke, and cannot be jumped twice: {can}.": on_two(
        "over"
    ),
    "There is nothing to capture, so a move has two squares: {can}.": lambda said: (
        long(said) and not can_capture(said)
    ),
    "No taking leads from {here} to {there}: {can}.": lambda said: not legal_by_ends(said),
    # Compulsory captures
    **dict.fromkeys(FIRST, can_capture),
    "The capture ends on {square}: {moves}.": lambda said: (
        long(said) and can_capture(said) and said.at("square") in said.points
    ),
    "There are too many strokes to tell which you mean: name every square where the piece lands, "
    "as in `{move}`.": legal_by_ends,
    "That stroke cannot be played now: {can}.": can_capture,
    "`{move}` is not legal: you can play {moves}.": unreached,
}
"""The check of each sentence, by its template."""

COMPULSORY = frozenset(FIRST) - {
    "The officer must go on jumping from {point}: {can}.",
    "A stroke is played to its end: from {square} the piece must go on taking: {can}.",
    "In this game you must play the stroke that takes the most, {best} pieces: {moves}.",
}
"""The sentences that are said only if all moves capture."""


@cache
def line_of(name: str, index: int) -> tuple[Position, ...]:
    """Return the positions of a random game."""
    rng = random.Random(index)
    setup = setups_of(name)[index]
    line = [setup.start()]
    while line[-1].outcome() is None and len(line) < 400:
        line.append(line[-1].play(rng.choice(line[-1].legal_moves())))
    return tuple(line)


def moves_seen(line: tuple[Position, ...]) -> frozenset[tuple[Piece, int, int]]:
    """Return the legal moves without a capture in a line: piece, start and end."""
    seen: set[tuple[Piece, int, int]] = set()
    for position in line:
        standing = dict(position.pieces())
        seen |= {
            (standing[move.path[0]], move.path[0], move.path[-1])
            for move in position.legal_moves()
            if move.kind in {"move", "swap"} and not move.captured
        }
    return frozenset(seen)


def typed_ways(position: Position, rng: random.Random) -> Iterator[tuple[int, ...]]:
    """Yield random points to type: mostly two, from a piece that can move, and sometimes three."""
    points = range(len(position.board))
    own = sorted({move.path[0] for move in position.legal_moves()})
    ways = [(start, end) for start in own or points for end in points]
    yield from rng.sample(ways, min(len(ways), TYPED))
    for _ in range(TYPED // 3):
        start = rng.choice(own or points)
        yield (start, *rng.choices(_near(position, start), k=2))
        yield (rng.choice(points), rng.choice(points))
        near = _near(position, start)
        yield (start, rng.choice(near))


def _near(position: Position, start: int) -> list[int]:
    """Return the points within four squares of ``start``."""
    xy = position.board.xy
    (x, y) = xy[start]
    return [at for at, (a, b) in enumerate(xy) if max(abs(a - x), abs(b - y)) <= 4]


@pytest.mark.parametrize("name", engine.games)
def test_every_reason_is_true_and_every_move_named_legal(name: str) -> None:
    rng = random.Random(name)
    for index in range(min(SETUPS, len(setups_of(name)))):
        setup, line = setups_of(name)[index], line_of(name, index)
        seen = moves_seen(line)
        going = [p for p in line if p.outcome() is None and p.legal_moves()[0].kind != "place"]
        for position in rng.sample(going, min(len(going), POSITIONS)):
            for points in typed_ways(position, rng):
                text = refusal(position, points)
                if text is not None:
                    check(Said(setup, position, points, text, seen))


def check(said: Said) -> None:
    """Check that a refusal's reason is true and the moves it names are legal."""
    position, text = said.position, said.text
    shown = f"{position.fen()}: {write_path(position.board, said.points, '-')}: {text}"
    assert TRUE[text.template](said), shown
    if text.template in COMPULSORY:
        assert all_capture(said) or "forced" in text.template, shown
    for move in SPAN.findall(str(text)):
        if text.template != "`{move}` is not legal: you can play {moves}.":
            assert position.parse(move) in position.legal_moves(), shown
    clause = text.values.get("can") or text.values.get("right")
    if isinstance(clause, Text):
        ends = clause.values.get("squares", clause.values.get("points"))
        own = [move for move in position.legal_moves() if move.path[0] == said.points[0]]
        if ends is not None:
            assert str(ends) == str(some([_end(position, move) for move in own])), shown
        elif "cannot move" in clause.template:
            assert not [move for move in own if move.path[-1] != said.points[0]], shown


def _end(position: Position, move: Move) -> str:
    return position.board.names[move.path[-1]]
