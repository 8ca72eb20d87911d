"""Text to points and points to text, for every game.

A move is the names of the points it passes, with any separator between them, and after ``=``
what is chosen besides: ``32-28``, ``32x23x14``, ``e4 g4 g6``, ``c3-c4=+``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.board import Board
from engine.errors import InvalidMove
from engine.text import Text

LONGEST = 300
"""Characters of the longest text that is read; a capture of every piece is shorter."""

_NUMBER = re.compile(r"[0-9]+")
_LETTER_AND_NUMBER = re.compile(r"[a-z][0-9]+", re.IGNORECASE)
_SEPARATOR = re.compile(r"[-xX×:–—\s]+")


def is_move(board: Board, text: str) -> bool:
    """Whether the whole of ``text`` is notation: two or more points of this board.

    It says nothing of the position: the move may still be illegal.
    """
    try:
        read(board, text, "")
    except InvalidMove:
        return False
    return True


def read(board: Board, text: str, example: str) -> tuple[tuple[int, ...], str]:
    """The points named in ``text`` and the suffix, in lower case, ``""`` where there is none.

    Raises InvalidMove, with ``example`` as a move to learn from.
    """
    path, _, suffix = text[: LONGEST + 1].strip().lower().partition("=")
    name = _LETTER_AND_NUMBER if board.names[0][0].isalpha() else _NUMBER
    names = name.findall(path)
    gaps = name.split(path.rstrip())
    if (
        len(text) > LONGEST
        or len(names) < 2
        or gaps[0]
        or gaps[-1]
        or not all(map(_SEPARATOR.fullmatch, gaps[1:-1]))
    ):
        raise InvalidMove(
            Text("That is not a move I can read; a move looks like `{example}`.", example=example)
        )
    unknown = next((name for name in names if name not in board.point), None)
    if unknown is not None:
        raise InvalidMove(
            Text(
                "There is no {name} on this board; a move looks like `{example}`.",
                name=unknown,
                example=example,
            )
        )
    return tuple(board.point[name] for name in names), suffix.strip()


def read_start(board: Board, text: str) -> int | None:
    """The point that a half-typed move begins at (``e4``, ``e4-``), None where it is not one."""
    return board.point.get(text.strip().lower().rstrip(" -x×:–—"))


def write(board: Board, points: Sequence[int], between: str, suffix: str = "") -> str:
    """The names of the points with ``between`` between them, and the suffix after ``=``."""
    text = between.join(board.names[point] for point in points)
    return f"{text}={suffix}" if suffix else text
