"""Frisian draughts once more, slowly and simply: every path of every capture, on columns and
rows. It shares nothing with the engine but the numbers of the squares.
"""

from __future__ import annotations

from fractions import Fraction

Place = tuple[int, int]
Pieces = dict[Place, tuple[str, str]]
"""Place to colour (``"W"``, ``"B"``) and kind (``"man"``, ``"king"``)."""

Path = tuple[tuple[int, ...], frozenset[int]]
"""The numbers of the squares of a path, and those of the captured pieces."""

DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
ALONG = [(-2, 0), (2, 0), (0, -2), (0, 2)]


class TooManyPaths(Exception):
    """The position is beyond an oracle that follows every path."""


def place(number: int) -> Place:
    row, column = divmod(number - 1, 5)
    return (2 * column + (row % 2 == 0), row)


def number(at: Place) -> int:
    return at[1] * 5 + at[0] // 2 + 1


def on_board(at: Place) -> bool:
    return 0 <= at[0] < 10 and 0 <= at[1] < 10


def beyond(at: Place, step: Place) -> list[Place]:
    """The places from ``at`` in the direction of ``step`` to the edge."""
    places = []
    while on_board(at := (at[0] + step[0], at[1] + step[1])):
        places.append(at)
    return places


def jumps(others: Pieces, piece: tuple[str, str], at: Place) -> list[tuple[Place, Place]]:
    """What a piece at a place can jump, and where it lands; ``others`` are all other pieces."""
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
    """Every capture of one piece, ended early or not, by every path.

    Raises TooManyPaths.
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
) -> dict[tuple[int, int, frozenset[int]], str]:
    """The legal captures: first and last square and captured pieces, with their text.

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
    legal: dict[tuple[int, int, frozenset[int]], str] = {}
    for value, king, (squares, taken) in found:
        if (value, king) == best:
            text = "x".join(map(str, squares))
            effect = (squares[0], squares[-1], taken)
            legal[effect] = min(text, legal.get(effect, text))
    return legal


def quiet_moves(pieces: Pieces, turn: str) -> set[tuple[int, int]]:
    """The moves without capture, were nothing to be captured and no king tired."""
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
