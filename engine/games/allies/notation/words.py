"""What only Les Alliés writes: claims, and cells that are no squares.

They say nothing of the position: what they ask for may still be refused.
"""

from __future__ import annotations

from typing import Final

from engine.board import Board
from engine.capabilities import notation, secret_setup
from engine.errors import InvalidMove
from engine.games.allies.map.cells import NAME, no_square
from engine.games.allies.map.europe import COLUMNS, ROWS

FORCE: Final = "force"
SURRENDER: Final = "surrender"

_CELLS: Final = Board(
    names=tuple(f"{row}{column + 1}" for row in ROWS for column in range(COLUMNS)),
    xy=((0.0, 0.0),) * (len(ROWS) * COLUMNS),
    size=(COLUMNS, len(ROWS)),
    steps=(),
)
"""Every cell of the checkerboard by name, whether a piece can stand there or not."""


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


def is_word(text: str, word: str) -> bool:
    """Return whether a text is that word alone."""
    return _plain(text) == word


def _plain(text: str) -> str:
    return text.strip().lower() if len(text) <= secret_setup.LONGEST else ""
