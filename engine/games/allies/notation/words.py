"""What only Les Alliés writes: claims, and cells that are no squares.

They say nothing of the position: what they ask for may still be refused.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.board import Board
from engine.capabilities import arranging, notation
from engine.errors import InvalidMove
from engine.games.allies.map.cells import NAME, no_square
from engine.games.allies.map.europe import COLUMNS, ROWS
from engine.games.allies.map.ground import BOARD
from engine.text import Text

HUFF: Final = "huff"
FORCE: Final = "force"
SURRENDER: Final = "surrender"

_CLAIM = re.compile(r"huff(?:[\s,:–—-]+(.*))?", re.DOTALL)
_BETWEEN = re.compile(r"[\s,x×:–—-]+")

_CELLS: Final = Board(
    names=tuple(f"{row}{column + 1}" for row in ROWS for column in range(COLUMNS)),
    xy=((0.0, 0.0),) * (len(ROWS) * COLUMNS),
    size=(COLUMNS, len(ROWS)),
    steps=(),
)
"""Every cell of the checkerboard by name, whether a piece can stand there or not."""


class Huff(NamedTuple):
    """A typed huff: the square it names, if it does, and the move typed behind it, if any."""

    point: int | None
    move: str


def is_move(text: str) -> bool:
    """Return whether all of a text names cells of the checkerboard, as a move does."""
    return notation.is_path(_CELLS, text)


def check_cells(text: str) -> None:
    """Raise InvalidMove where a move names a cell on which nothing can stand."""
    if not is_move(text):
        return
    for name in NAME.findall(text.lower()):
        why = no_square(name)
        if why is not None:
            raise InvalidMove(why)


def huff(text: str) -> Huff | None:
    """Return the huff, alone or before a move; None for other text.

    Raises InvalidMove where it begins as a huff and names no squares.
    """
    match = _CLAIM.fullmatch(_plain(text))
    if match is None:
        return None
    rest = match[1] or ""
    names = NAME.findall(rest)
    first, *between = NAME.split(rest)
    last = between.pop() if between else ""
    if first.strip() or last.strip() or not all(map(_BETWEEN.fullmatch, between)):
        raise InvalidMove(
            Text(
                "That is no claim I can read; it looks like `{claim}`, or `{both}` together with "
                "your move.",
                claim="huff N8",
                both="huff N8 K5-L6",
            )
        )
    for name in names:
        why = no_square(name)
        if why is not None:
            raise InvalidMove(why)
    if not names:
        return Huff(None, "")
    if len(names) == 2:
        return Huff(None, "-".join(names))
    return Huff(BOARD.point[names[0]], "-".join(names[1:]))


def is_word(text: str, word: str) -> bool:
    """Return whether a text is that word alone."""
    return _plain(text) == word


def _plain(text: str) -> str:
    return text.strip().lower() if len(text) <= arranging.LONGEST else ""
