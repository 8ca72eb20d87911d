"""A second, slow and simple implementation of Frisian draughts, on columns and rows.

It follows every path of every capture, and shares only the numbers of the squares and the text of
positions with the engine.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

Place = tuple[int, int]
Pieces = dict[Place, tuple[str, str]]
"""Each piece's colour (``"W"``, ``"B"``) and kind (``"man"``, ``"king"``), by its place."""

Effect = tuple[int, int, frozenset[int]]
"""The first and the last square of a move, and the squares of the captured pieces, by number."""

Path = tuple[tuple[int, ...], frozenset[int]]
"""The squares of a path in order, and those of the captured pieces, by number."""

DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
ALONG = [(-2, 0), (2, 0), (0, -2), (0, 2)]


class TooManyPaths(Exception):
    """The position has too many paths for an oracle that follows each of them."""


def place(number: int) -> Place:
    row, column = divmod(number - 1, 5)
    return (2 * column + (row % 2 == 0), row)


def number(at: Place) -> int:
    return at[1] * 5 + at[0] // 2 + 1


def on_board(at: Place) -> bool:
    return 0 <= at[0] < 10 and 0 <= at[1] < 10


def beyond(at: Place, step: Place) -> list[Place]:
    """Return the places from ``at`` in the direction of ``step`` to the edge, nearest first."""
    places = []
    while on_board(at := (at[0] + step[0], at[1] + step[1])):
        places.append(at)
    return places


def jumps(others: Pieces, piece: tuple[str, str], at: Place) -> list[tuple[Place, Place]]:
    """Return the places of the pieces that a piece can jump, each with a landing place.

    ``others`` are all other pieces.
    """
    colour, kind = piece
    found = []
    for step in DIAGONAL + ALONG:
        ray = beyond(at, step)
        if kind == "man":
            ray = ray[:2]
            if ray and ray[0] not in others:
                continue
        while ray and ray[0] not in others:
            ray = ray[1:]
        if ray and others[ray[0]][0] != colour:
            for landing in ray[1:]:
                if landing in others:
                    break
                found.append((ray[0], landing))
    return found


def capture_paths(pieces: Pieces, start: Place, limit: int) -> list[Path]:
    """Return every path of every capture of one piece, those ended early too.

    Raises TooManyPaths for more than ``limit`` paths.
    """
    others = {at: piece for at, piece in pieces.items() if at != start}
    paths: list[Path] = []

    def follow(path: tuple[Place, ...], taken: frozenset[Place]) -> None:
        if len(paths) > limit:
            raise TooManyPaths
        if taken:
            paths.append((tuple(map(number, path)), frozenset(map(number, taken))))
        for over, landing in jumps(others, pieces[start], path[-1]):
            if over not in taken:
                follow((*path, landing), taken | {over})

    follow((start,), frozenset())
    return paths


def captures(
    pieces: Pieces, turn: str, *, official: bool, limit: int = 20_000
) -> dict[Effect, str]:
    """Return the texts of the legal captures, by their effects.

    Raises TooManyPaths.
    """
    worth = Fraction(199, 100) if official else Fraction(1)
    found: list[tuple[Fraction, bool, Path]] = []
    for at, (colour, kind) in pieces.items():
        if colour == turn:
            for path in capture_paths(pieces, at, limit):
                value = sum(
                    (worth if pieces[place(n)][1] == "king" else Fraction(1) for n in path[1]),
                    Fraction(0),
                )
                found.append((value, official and kind == "king", path))
    best = max((entry[:2] for entry in found), default=None)
    legal: dict[Effect, str] = {}
    for value, king, (squares, taken) in found:
        if (value, king) == best:
            text = "x".join(map(str, squares))
            effect = (squares[0], squares[-1], taken)
            legal[effect] = min(text, legal.get(effect, text))
    return legal


def quiet_moves(pieces: Pieces, turn: str) -> set[tuple[int, int]]:
    """Return the first and last squares of all moves without capture.

    They are legal unless a capture is possible, or a king has made three moves in a row.
    """
    found = set()
    forward = -1 if turn == "W" else 1
    for at, (colour, kind) in pieces.items():
        if colour != turn:
            continue
        for step in DIAGONAL:
            if kind == "man" and step[1] != forward:
                continue
            ray = beyond(at, step)
            for end in ray[:1] if kind == "man" else ray:
                if end in pieces:
                    break
                found.add((number(at), number(end)))
    return found


# Whole games


class Standing(NamedTuple):
    """A position and its counts.

    ``streaks`` has, by colour, the square of the king that moved last and its moves in a row;
    ``two_kings`` counts the moves of two kings against one, and ``idle`` the turns of kings only.
    """

    pieces: Pieces
    turn: str
    official: bool
    streaks: dict[str, tuple[int, int]]
    two_kings: int = 0
    idle: int = 0

    def men(self, colour: str) -> int:
        return list(self.pieces.values()).count((colour, "man"))

    def kings(self, colour: str) -> int:
        return list(self.pieces.values()).count((colour, "king"))

    def counts(self) -> dict[str, str]:
        """Return the counts, as fields of a position's text."""
        counts = {"two-kings": self.two_kings, "idle": self.idle}
        fields = {key: str(count) for key, count in counts.items() if count}
        for colour, key in (("W", "white-king"), ("B", "black-king")):
            if colour in self.streaks:
                fields[key] = "{}:{}".format(*self.streaks[colour])
        return fields


def read(text: str, *, official: bool) -> Standing:
    placement, *words = text.split()
    turn, *sides = placement.split(":")
    pieces: Pieces = {}
    for side in sides:
        for item in filter(None, side[1:].split(",")):
            first, _, last = item.removeprefix("K").partition("-")
            for square in range(int(first), int(last or first) + 1):
                pieces[place(square)] = (side[0], "king" if item[0] == "K" else "man")
    fields = dict(word.split("=") for word in words)
    streaks = {}
    for colour, key in (("W", "white-king"), ("B", "black-king")):
        if key in fields:
            king, moves = fields[key].split(":")
            streaks[colour] = (int(king), int(moves))
    counts = [int(fields.get(key, 0)) for key in ("two-kings", "idle")]
    return Standing(pieces, turn, official, streaks, *counts)


def legal(standing: Standing) -> set[Effect]:
    """Return the legal moves. Raises TooManyPaths."""
    pieces, turn = standing.pieces, standing.turn
    found = captures(pieces, turn, official=standing.official)
    if found:
        return set(found)
    square, moves = standing.streaks.get(turn, (0, 0))
    tired = square if moves == 3 else 0
    return {(a, b, frozenset()) for a, b in quiet_moves(pieces, turn) if a != tired}


def after(standing: Standing, effect: Effect) -> Standing:
    """Return the position after a legal move."""
    first, last, taken = effect
    turn, other = standing.turn, "B" if standing.turn == "W" else "W"
    pieces = {at: piece for at, piece in standing.pieces.items() if number(at) not in taken}
    colour, kind = pieces.pop(place(first))
    moved_king = kind == "king"
    if place(last)[1] == (0 if colour == "W" else 9):
        kind = "king"
    pieces[place(last)] = (colour, kind)
    quiet_king = moved_king and not taken
    streaks = {}
    if standing.official and quiet_king and standing.men(turn):
        square, moves = standing.streaks.get(turn, (0, 0))
        streaks[turn] = (last, moves + 1 if square == first else 1)
    theirs = standing.streaks.get(other)
    has_men = (other, "man") in pieces.values()
    if theirs and theirs[0] not in taken and has_men:
        streaks[other] = theirs
    two_kings = 0
    if quiet_king and two_against_one(standing):
        two_kings = min(standing.two_kings + (standing.kings(turn) == 2), 7)
    idle = min(standing.idle + 1, 50) if quiet_king and not standing.official else 0
    return Standing(pieces, other, standing.official, streaks, two_kings, idle)


def two_against_one(standing: Standing) -> bool:
    if standing.men("W") or standing.men("B"):
        return False
    return sorted((standing.kings("W"), standing.kings("B"))) == [1, 2]


def ended(standing: Standing) -> str:
    """Return the result for the side to move: ``"lost"``, ``"drawn"``, or ``""`` before the end."""
    moves = legal(standing)
    if not moves:
        return "lost"
    if standing.idle == 50 or standing.two_kings == 7:
        return "drawn"
    kinds = sorted(standing.pieces.values())
    if kinds != [("B", "king"), ("W", "king")] or can_capture(standing):
        return ""
    lets_capture = [can_capture(after(standing, effect)) for effect in moves]
    return "" if standing.official and all(lets_capture) else "drawn"


def can_capture(standing: Standing) -> bool:
    return bool(captures(standing.pieces, standing.turn, official=standing.official))
