"""A second, slow and simple implementation of Dames-Alliance, on files and ranks.

It follows every path of every capture, and shares only the names of the squares with the engine.
"""

from __future__ import annotations

from typing import NamedTuple

Square = tuple[int, int]
"""File and rank, from 1."""

Pieces = dict[Square, tuple[str, str]]
"""Each piece's colour (``"w"``, ``"b"``) and kind (``"x"``, ``"+"``, ``"king"``), by its square."""

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTING = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
JUMPS = {"x": SLANTING, "+": STRAIGHT, "king": SLANTING + STRAIGHT}


class Turn(NamedTuple):
    """A turn: the squares of its path, those of the captured pieces, and the kind that the piece
    becomes.
    """

    path: tuple[str, ...]
    taken: frozenset[str]
    becomes: str


class TooManyPaths(Exception):
    """The position has too many paths for an oracle that follows each of them."""


def square(name: str) -> Square:
    return "abcdefgh".index(name[0]) + 1, int(name[1])


def name(at: Square) -> str:
    return f"{'abcdefgh'[at[0] - 1]}{at[1]}"


def on_board(at: Square) -> bool:
    return 1 <= at[0] <= 8 and 1 <= at[1] <= 8


def steps(colour: str, kind: str) -> list[Square]:
    """Return the steps (files, ranks) that a piece can make without capturing."""
    forward = 1 if colour == "w" else -1
    if kind == "x":
        return [(0, forward), (-1, 0), (1, 0)]
    if kind == "+":
        return [(-1, forward), (1, forward)]
    return SLANTING + STRAIGHT


def paths(
    pieces: Pieces, start: Square, limit: int
) -> list[tuple[tuple[str, ...], frozenset[str]]]:
    """Return each path of each capture of one piece, those ended early too, with the pieces taken.

    Raises TooManyPaths for more than ``limit`` paths.
    """
    colour, kind = pieces[start]
    others = {at: piece for at, piece in pieces.items() if at != start}
    found: list[tuple[tuple[str, ...], frozenset[str]]] = []

    def follow(path: tuple[Square, ...], taken: frozenset[Square]) -> None:
        if len(found) > limit:
            raise TooManyPaths
        if taken:
            found.append((tuple(map(name, path)), frozenset(map(name, taken))))
        x, y = path[-1]
        for dx, dy in JUMPS[kind]:
            over, landing = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over not in others or over in taken or not on_board(landing) or landing in others:
                continue
            victim_colour, victim = others[over]
            if victim_colour != colour and (kind == "king" or victim != "king"):
                follow((*path, landing), taken | {over})

    follow((start,), frozenset())
    return found


def becomes(colour: str, kind: str, end: str) -> list[str]:
    """Return the kinds that a piece may have after a turn that ends on a square."""
    if kind == "king" or end[1] == ("8" if colour == "w" else "1"):
        return ["king"]
    return ["x", "+"]


def turns(pieces: Pieces, colour: str, limit: int = 20_000) -> set[Turn]:
    """Return all legal turns: of several with one effect, the one whose path is first in the
    alphabet.

    Raises TooManyPaths.
    """
    own = {at: kind for at, (whose, kind) in pieces.items() if whose == colour}
    captures = [
        (path, taken, becomes(colour, kind, path[-1]))
        for at, kind in own.items()
        for path, taken in paths(pieces, at, limit)
    ]
    if captures:
        most = max(len(taken) for _, taken, _ in captures)
        first: dict[tuple[str, str, frozenset[str]], tuple[str, ...]] = {}
        for path, taken, _ in captures:
            if len(taken) == most:
                effect = (path[0], path[-1], taken)
                first[effect] = min(path, first.get(effect, path))
        return {
            Turn(path, taken, kind)
            for path, taken, kinds in captures
            if first.get((path[0], path[-1], taken)) == path
            for kind in kinds
        }
    return {
        Turn((name((x, y)), name(end)), frozenset(), after)
        for (x, y), kind in own.items()
        for dx, dy in steps(colour, kind)
        if on_board(end := (x + dx, y + dy)) and end not in pieces
        for after in becomes(colour, kind, name(end))
    }


def play(pieces: Pieces, turn: Turn) -> Pieces:
    """Return the pieces after a turn."""
    start, end = square(turn.path[0]), square(turn.path[-1])
    left = {at: p for at, p in pieces.items() if at != start and name(at) not in turn.taken}
    return left | {end: (pieces[start][0], turn.becomes)}


def is_progress(pieces: Pieces, turn: Turn) -> bool:
    """Return whether a turn captures, or moves a man to another rank."""
    man = pieces[square(turn.path[0])][1] != "king"
    return bool(turn.taken) or (man and turn.path[0][1] != turn.path[-1][1])


def end(
    pieces: Pieces, colour: str, *, idle: int, limit: int, auto: bool
) -> tuple[int, int] | None:
    """Return the ranks of White and Black if the game is over, with ``colour`` to move, or None."""
    found = turns(pieces, colour)
    if not found:
        return (2, 1) if colour == "w" else (1, 2)
    kings = {side: [k for c, k in pieces.values() if c == side] for side in "wb"}
    only_kings = all(side and set(side) == {"king"} for side in kings.values())
    if auto and only_kings and not any(turn.taken for turn in found):
        more = len(kings["w"]) - len(kings["b"])
        return (1, 1) if not more else (1, 2) if more > 0 else (2, 1)
    return (1, 1) if idle >= limit else None


def perft(pieces: Pieces, colour: str, depth: int) -> int:
    """Return the number of sequences of ``depth`` turns."""
    found = turns(pieces, colour)
    if depth == 1:
        return len(found)
    other = "b" if colour == "w" else "w"
    return sum(perft(play(pieces, turn), other, depth - 1) for turn in found)
