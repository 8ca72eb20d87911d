"""What only Les Alliés writes: claims, orders to place an army, and cells that are no squares.

They say nothing of the position: what they ask for may still be refused.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.board import Board
from engine.capabilities import arranging, notation
from engine.errors import InvalidMove
from engine.games.allies.europe import (
    CODES,
    COLUMNS,
    COUNTRIES,
    GRID,
    HOLLAND,
    ROWS,
    SEA,
)
from engine.games.allies.ground import BOARD, COUNTRY, is_dark
from engine.text import Text

HUFF: Final = "huff"
FORCE: Final = "force"
SURRENDER: Final = "surrender"

MANNERS: Final = ("front", "mixed", "deep")
"""How ``auto`` fills: nearest to enemy soil first, with some chance, or farthest first."""

_LONGEST: Final = 4
"""Characters of a name that is worth repeating."""

_NAME = re.compile(r"[a-z][0-9]+")
_CELL = re.compile(r"([a-y])([1-9][0-9]?)")
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
    """Whether all of a text names cells of the checkerboard, as a move does."""
    return notation.is_path(_CELLS, text)


def check_cells(text: str) -> None:
    """Raises InvalidMove where a move names a cell on which nothing can stand."""
    if not is_move(text):
        return
    for name in _NAME.findall(text.lower()):
        why = no_square(name)
        if why is not None:
            raise InvalidMove(why)


def no_square(name: str) -> Text | None:
    """Why there is no square of that name; None where there is one, or it is no name."""
    if name.lower() in BOARD.point or not _NAME.fullmatch(name.lower()) or len(name) > _LONGEST:
        return None
    shown = name.upper()
    match = _CELL.fullmatch(name.lower())
    if match is None or int(match[2]) > COLUMNS:
        return Text(
            "There is no {square} on the map: rows go from A to Y and columns from 1 to 32.",
            square=shown,
        )
    row, column = ROWS.index(match[1].upper()), int(match[2]) - 1
    cell = GRID[row][column]
    if cell == HOLLAND:
        return Text(
            "{square} is in Holland, which is closed: nothing stands on it, crosses it or jumps "
            "over it.",
            square=shown,
        )
    if cell == SEA:
        return Text("{square} is sea, and armies stay on land.", square=shown)
    if cell not in COUNTRIES:
        return Text("{square} lies outside the countries that take part.", square=shown)
    if not is_dark(row, column):
        return Text(
            "{square} is a light square: armies stand and move on the dark ones only.",
            square=shown,
        )
    return None


def country(point: int) -> Text:
    """The name of the country that a square lies in."""
    return COUNTRIES[COUNTRY[point]].name


def huff(text: str) -> Huff | None:
    """The huff, alone or before a move; None for other text.

    Raises InvalidMove where it begins as a huff and names no squares.
    """
    match = _CLAIM.fullmatch(_plain(text))
    if match is None:
        return None
    rest = match[1] or ""
    names = _NAME.findall(rest)
    first, *between = _NAME.split(rest)
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
    """Whether a text is that word alone."""
    return _plain(text) == word


def is_setup(text: str) -> bool:
    """Whether all of a text is an order to place, to fill or to clear an army."""
    words = _plain(text).replace(",", " ").split()
    if arranging.opens(text) and _plain(text).startswith(arranging.SIGN):
        named = [word.partition("=")[0].strip(arranging.SIGN) for word in words]
        named = [name for name in named if name]
        return bool(named) and all(_CELL.fullmatch(name) for name in named)
    codes = {code.lower() for code in CODES}
    if words[:1] == [arranging.FILL]:
        return words[1:2] != [] and words[1] in MANNERS and set(words[2:]) <= codes
    return words[:1] == [arranging.CLEAR] and all(
        word in codes or _CELL.fullmatch(word) for word in words[1:]
    )


def _plain(text: str) -> str:
    return text.strip().lower() if len(text) <= arranging.LONGEST else ""
