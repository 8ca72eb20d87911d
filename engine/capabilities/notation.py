"""Reading and writing moves, by default as paths of named points.

A path is the names of the points that a move passes, with any separator between them: ``32-28``,
``32x23x14``, ``e4 g4 g6``. In a game that places its pieces it may be one point: ``b2``. After
``=`` may follow a further choice: ``c3-c4=+``. Marks that people write around a move are ignored
(``1. 32-28!``), and separators may be missing (``3228``, ``e4g4``).

Not every readable text is notation: ``32.28`` or ``3228`` alone in a message may be chat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Final, Protocol, Self

from engine.board import Board
from engine.capabilities.refusals import Attempt, Typed
from engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from engine.text import Text, either, quoted
from engine.values import Move, Outcome

LONGEST_MOVE: Final = 300
"""The most characters of a text that is read; a capture of every piece is shorter."""

AMBIGUITIES_LISTED: Final = 4
"""The most moves named to the player for each path that an ambiguous text can mean."""

ALONE: Final = Text(
    "I read a move only if it stands alone: type it again, with nothing before or behind it."
)
"""The refusal of a text with a move among other things."""

Path = tuple[tuple[int, ...], str]
"""The points that a text names, and its suffix."""

_NUMBER = re.compile(r"[0-9]+")
_LETTER_AND_NUMBER = re.compile(r"[a-z][0-9]+", re.IGNORECASE)
_ANY_NAME = re.compile(r"[a-z]?[0-9]+", re.IGNORECASE)
_BEGINNING = re.compile(r"\s*[a-z]?[0-9]", re.IGNORECASE)
"""The beginning of a path: the name of a point, or the number of a move."""
_SEPARATOR = re.compile(r"[-xX×:–—>→\s]+")
_LOOSE_SEPARATOR = re.compile(r"[-xX×:–—>→.,\s]*")
_ARROW = re.compile(r"=+>")
_MOVE_NUMBER = re.compile(r"[0-9]{1,3}(?:\.{1,3}|…|\))\s*(?=[^.]*[-x×:–—>→])")
"""The number before a move: ``1. 32-28``, ``12... 19-23``, ``1.32-28``; not ``1. e4 e5``."""
_MARKS = re.compile(r"(?:[\s.*#□]|\$\s?[0-9]{1,3}(?![0-9])|\?*![!?]*(?![!?])|(?<!=)\+=?)+$")
"""The marks after a move: ``32-28!?``, ``32-28 $1``; a lone ``?`` asks about it.

A run of marks matches in one way only, so that the search does not backtrack through many.
"""
DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
"""The characters typed for a hyphen."""
LATIN: Final = str.maketrans("аАвВсСеЕнНіІјЈкКмМоОрРтТхХуУ", "aAbBcCeEhHiIjJkKmMoOpPtTxXyY")
"""The Latin letters that look like Cyrillic ones."""
SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys("×✕", "x"),
        **{chr(sign): chr(latin).lower() for sign, latin in LATIN.items()},
    }
)
"""Dashes, crosses, and Cyrillic letters that look like Latin ones, as plain lower-case
characters.
"""


def is_path(board: Board, text: str, example: str = "") -> bool:
    """Return whether the whole of ``text`` names points of this board, as a move does.

    The position is not considered: the move may still be illegal.
    """
    if not _BEGINNING.match(text):  # dismisses chat, most of what is read, at little cost
        return False
    names, gaps, _ = _split(board, text)
    return (
        _is_complete(board, text, names, gaps, example)
        and all(map(_SEPARATOR.fullmatch, gaps[1:-1]))
        and all(name in board.point for name in names)
    )


def read_path(board: Board, text: str, example: str) -> Path:
    """Return the points named in ``text``, and the suffix in lower case, ``""`` if there is none.

    A path has at least two points, or one if the ``example`` of a move is a single point. Raises
    InvalidMove, whose text shows the example.
    """
    return read_paths(board, text, example)[0]


def read_paths(board: Board, text: str, example: str) -> tuple[Path, ...]:
    """Return all paths that ``text`` can mean: 1-15 and 11-5 for ``115``, otherwise a single path.

    Raises InvalidMove.
    """
    names, gaps, suffix = _split(board, text)
    if len(names) == 1 and not any(gaps) and len(text) <= LONGEST_MOVE:
        compact = [path for path in _cut(names[0]) if all(name in board.point for name in path)]
        if compact:
            return tuple((tuple(board.point[name] for name in path), suffix) for path in compact)
    if not (
        _is_complete(board, text, names, gaps, example)
        and all(map(_LOOSE_SEPARATOR.fullmatch, gaps[1:-1]))
    ):
        refusal = Text("That is not a move I can read; a move looks like `{usual}`.", usual=example)
        raise unlike_typed(InvalidMove(refusal), text)
    unknown = next((name for name in names if name not in board.point), None)
    if unknown is not None:
        raise InvalidMove(
            Text(
                "There is no {name} on this board; a move looks like `{usual}`.",
                name=unknown.upper() if board.names[0].isupper() else unknown,
                usual=example,
            )
        )
    return ((tuple(board.point[name] for name in names), suffix),)


def unlike_typed(error: InvalidMove, typed: str) -> InvalidMove:
    """Return ``error``, or the refusal ``ALONE`` if its example is part of the ``typed`` text.

    In that case it was the rest of the text that could not be read.
    """
    example = error.text.values.get("usual") or error.text.values.get("example") or ""
    shown, said = (
        "".join(one.lower().split()) for one in (str(example), typed[: LONGEST_MOVE + 1])
    )
    if not shown or shown not in said or "name" in error.text.values:
        return error
    return InvalidMove(ALONE)


def _split(board: Board, text: str) -> tuple[list[str], list[str], str]:
    """Return the names in ``text``, the texts before, between and after them, and the suffix.

    The number before a move and the marks after it are left out.
    """
    bare = _ARROW.sub("-", text[: LONGEST_MOVE + 1].strip().lower().translate(SIGNS))
    path, _, suffix = _MARKS.sub("", bare).partition("=")
    name = _LETTER_AND_NUMBER if board.names[0][0].isalpha() else _NUMBER
    number = _MOVE_NUMBER.match(path)
    if number is not None and len(_ANY_NAME.findall(path, number.end())) > 1:
        path = path[number.end() :]
    names, gaps = name.findall(path), name.split(path.rstrip())
    if name is _NUMBER:  # some programs write leading zeros: 05-10
        names = [one.lstrip("0") or one for one in names]
    if board.also and not all(map(_SEPARATOR.fullmatch, gaps[1:-1] or "?")):
        other = _NUMBER if name is _LETTER_AND_NUMBER else _LETTER_AND_NUMBER
        points = [board.also.get(one.lstrip("0")) for one in other.findall(path)]
        between = other.split(path.rstrip())
        if all(map(_SEPARATOR.fullmatch, between[1:-1] or "?")) and None not in points:
            names, gaps = [board.names[point] for point in points if point is not None], between
    return names, gaps, suffix.strip()


def _is_complete(
    board: Board, text: str, names: Sequence[str], gaps: Sequence[str], example: str
) -> bool:
    """Return whether a text has as many names as a move, and nothing before or after them."""
    enough = len(names) > 1 or (bool(names) and example.lower() in board.point)
    return enough and len(text) <= LONGEST_MOVE and not gaps[0] and not gaps[-1]


def _cut(digits: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to cut joined digits into numbers of one or two digits: ``3228``, ``115``."""
    if not digits.isdecimal():
        return
    if len(digits) % 2 == 0 and len(digits) > 2:
        yield tuple(digits[start : start + 2] for start in range(0, len(digits), 2))
    if len(digits) == 3:
        yield digits[:2], digits[2:]
        yield digits[:1], digits[1:]


def read_start(board: Board, text: str) -> int | None:
    """Return the point where a half-typed move begins (``e4``, ``e4-``), or None for other text."""
    return board.point.get(text.strip().lower().rstrip(" -x×:–—"))


def write_path(board: Board, points: Sequence[int], between: str, suffix: str = "") -> str:
    """Return the names of the points separated by ``between``, and ``=`` and the suffix."""
    text = between.join(board.names[point] for point in points)
    return f"{text}={suffix}" if suffix else text


def passes(path: Sequence[int], points: Sequence[int]) -> bool:
    """Return whether a path passes these points, in this order."""
    passed = iter(path)
    return all(point in passed for point in points)


class _HasExample(Protocol):
    @property
    def example(self) -> str: ...


class Readable(Protocol):
    """The part of a position that a notation needs."""

    @property
    def game(self) -> _HasExample:
        """The game, for its example of a move."""
        ...

    @property
    def board(self) -> Board:
        """The board."""
        ...

    @property
    def turn(self) -> int:
        """Index of the seat to move."""
        ...

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the moves that may be played now."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a legal move."""
        ...

    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, or None while it goes on."""
        ...

    def parse(self, text: str) -> Move:
        """Return the legal move that ``text`` means."""
        ...


class Notation:
    """The reader and writer of the moves of one position, as paths of points.

    A game with other kinds of moves overrides the methods that differ. In every game,
    ``parse(write(move)) == move`` for every legal move.
    """

    def __init__(self, position: Readable) -> None:
        self.position = position

    @property
    def board(self) -> Board:
        """The board that the points are on."""
        return self.position.board

    @property
    def example(self) -> str:
        """The game's example of a move, which refusals show."""
        return self.position.game.example

    def is_notation(self, text: str) -> bool:
        """Return whether the whole of ``text`` is notation of this game, legal or not.

        Other text may be chat, which is left alone.
        """
        return is_path(self.board, text, self.example)

    def parse(self, text: str) -> Move:
        """Return the legal move meant by ``text``.

        Raises InvalidMove (not readable as a move), IllegalMove (readable and refused) or
        AmbiguousMove (fits several).
        """
        paths = read_paths(self.board, text, self.example)
        found = {path: tuple(islice(self.fitting(*path), AMBIGUITIES_LISTED)) for path in paths}
        fitting = [path for path in paths if found[path]]
        if not fitting:
            raise IllegalMove(self.refusal(*paths[0]))
        if len(fitting) > 1:
            raise self.ambiguous(quoted(text), [move for path in fitting for move in found[path]])
        points, suffix = fitting[0]
        moves = found[fitting[0]]
        if len(moves) > 1:
            between = "x" if moves[0].captured else "-"
            raise self.ambiguous(write_path(self.board, points, between, suffix), moves)
        return moves[0]

    def ambiguous(self, typed: str, moves: Sequence[Move]) -> AmbiguousMove:
        """Return the error that names the ``moves`` fitting a text."""
        choices = either([f"`{self.write(move)}`" for move in moves])
        text = Text("`{move}` could be {choices}.", move=typed, choices=choices)
        return AmbiguousMove(text, tuple(moves))

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """Return the moves of one message, to be played one after the other: all or none.

        Raises what ``parse`` raises.
        """
        return (self.parse(text),)

    def write(self, move: Move) -> str:
        """Return the text of a legal move, with the points between its ends only if needed."""
        path = move.path
        if len(path) > 2:
            ends = (path[0], path[-1])
            if tuple(islice(self.fitting(ends, move.suffix), 2)) == (move,):
                path = ends
        return write_path(self.board, path, "x" if move.captured else "-", move.suffix)

    def paths(self) -> Iterable[Move]:
        """Return the legal moves that are written as paths."""
        return self.position.legal_moves()

    @cached_property
    def moves_by_ends(self) -> Mapping[tuple[int, int], Sequence[Move]]:
        """The moves that are written as paths, by their first and last point."""
        by_ends: dict[tuple[int, int], list[Move]] = {}
        for move in self.paths():
            by_ends.setdefault((move.path[0], move.path[-1]), []).append(move)
        return by_ends

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Yield the distinct legal moves described by typed points.

        If the points are the whole path of a move, only moves with that path fit. Otherwise a move
        fits if its path has the same first and last point and passes the points between in that
        order. If no suffix is typed, moves with one fit only if there is none without.
        """
        between = self.moves_by_ends.get((points[0], points[-1]), ())
        moves = [move for move in between if passes(move.path, points)]
        moves = [move for move in moves if len(move.path) == len(points)] or moves
        chosen = [move for move in moves if move.suffix.lower() == suffix.lower()]
        yield from chosen or (() if suffix else moves)

    def refusal(self, points: Sequence[int], suffix: str = "") -> Text:
        """Return the reason why no legal move fits these points, with a legal move."""
        return self.attempt(self.typed(points, suffix)).refusal()

    def typed(self, points: Sequence[int], suffix: str = "") -> Typed:
        """Return typed points together with the legal moves, to be checked by an attempt."""
        return Typed(self.board.names, tuple(self.paths()), self.write, points, suffix)

    def attempt(self, typed: Typed) -> Attempt[Any]:
        """Return an attempted move with the checks of this game."""
        return Attempt(typed, None)
