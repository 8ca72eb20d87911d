"""Positions as text: the pieces row by row, the seat to move, and fields.

``1x1x1x1x/8/8/8/8/8/8/X1X1X1X1 w idle=3`` has three parts. The first is the rows of the board from
top to bottom, separated by ``/``; in a row a letter is a piece, and a number a run of empty points.
The second is the seat to move. The third is ``key=value`` fields in any order, each of which may be
missing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from engine.board import Board
from engine.errors import InvalidPosition
from engine.text import Text, either, quoted

LONGEST_POSITION: Final = 1_000
"""Characters of the longest text that is read; any board full of pieces is shorter."""

_COUNT = re.compile(r"0|[1-9][0-9]{0,5}")
_PIECES = re.compile(r"[1-9][0-9]*|.", re.DOTALL)

Rows = tuple[tuple[int, ...], ...]
"""The points of each row of a board, from top to bottom and from left to right."""


class Placement(NamedTuple):
    """The parts of a position's text: letter by point, index of the seat to move, fields by key."""

    pieces: dict[int, str]
    turn: int
    fields: dict[str, str]


def rows(board: Board) -> Rows:
    """Return the points of a board row by row."""
    by_height: dict[float, list[int]] = {}
    for point in sorted(range(len(board)), key=lambda point: board.xy[point][::-1]):
        by_height.setdefault(board.xy[point][1], []).append(point)
    return tuple(map(tuple, by_height.values()))


def write(rows: Rows, pieces: Mapping[int, str], turn: str, fields: Mapping[str, str | int]) -> str:
    """Return the position as text; fields that are empty or zero are left out."""
    words = ["/".join(_write_row(row, pieces) for row in rows), turn]
    return " ".join([*words, *(f"{key}={value}" for key, value in fields.items() if value)])


def _write_row(row: Sequence[int], pieces: Mapping[int, str]) -> str:
    text = ""
    empty = 0
    for point in row:
        letter = pieces.get(point)
        if letter is None:
            empty += 1
        else:
            text += f"{empty or ''}{letter}"
            empty = 0
    return f"{text}{empty or ''}"


def read(
    text: str, rows: Rows, letters: Sequence[str], turns: Sequence[str], keys: Collection[str]
) -> Placement:
    """Return the parts of a text written by ``write``.

    ``letters`` are those of the pieces, ``turns`` the words for the seats in their order, and
    ``keys`` the known keys of fields. Raises InvalidPosition for anything else. The caller has to
    check the values of fields.
    """
    if len(text) > LONGEST_POSITION:
        raise InvalidPosition(
            Text(
                "A position has at most {longest} characters; this text is longer.",
                longest=LONGEST_POSITION,
            )
        )
    words = text.split()
    if len(words) < 2:
        raise InvalidPosition(
            Text(
                "A position gives the pieces row by row, then the seat to move ({turns}); "
                "`{text}` does not.",
                turns=either(turns),
                text=quoted(text),
            )
        )
    placed = _read_rows(words[0], rows, letters)
    turn = words[1].lower()
    if turn not in turns:
        raise InvalidPosition(
            Text(
                "Write the seat to move after the pieces: {turns}, not `{turn}`.",
                turns=either(turns),
                turn=quoted(words[1]),
            )
        )
    return Placement(placed, turns.index(turn), read_fields(words[2:], keys))


def _read_rows(text: str, rows: Rows, letters: Sequence[str]) -> dict[int, str]:
    texts = text.split("/")
    if len(texts) != len(rows):
        raise InvalidPosition(
            Text(
                "The board has {rows} rows, from top to bottom with `/` between them, and this "
                "text {given}.",
                rows=len(rows),
                given=len(texts),
            )
        )
    pieces = {}
    for number, (points, row) in enumerate(zip(rows, texts, strict=True), 1):
        at = 0
        for item in _PIECES.findall(row):
            if item in letters:
                if at < len(points):
                    pieces[points[at]] = item
                at += 1
            elif item != "0" and _COUNT.fullmatch(item):
                at += int(item)
            else:
                raise InvalidPosition(
                    Text(
                        "`{item}` in row {number} is not a piece; the pieces are {letters}.",
                        item=quoted(item),
                        number=number,
                        letters=either([f"`{letter}`" for letter in letters]),
                    )
                )
        if at != len(points):
            raise InvalidPosition(
                Text(
                    "Row {number} has {points} points, and `{row}` fills {given}.",
                    number=number,
                    points=len(points),
                    row=quoted(row),
                    given=at,
                )
            )
    return pieces


def read_fields(words: Sequence[str], keys: Collection[str]) -> dict[str, str]:
    """Return the ``key=value`` fields in these words, all of known keys. Raises InvalidPosition."""
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in keys or key in fields:
            raise InvalidPosition(
                Text(
                    "`{field}` is not a field of this position, or comes twice.", field=quoted(word)
                )
            )
        fields[key] = value
    return fields


def count(fields: Mapping[str, str], key: str, highest: int) -> int:
    """Return the number in a field, 0 if it is missing.

    Raises InvalidPosition for another word, and for a number above ``highest``.
    """
    value = fields.get(key, "0")
    if not _COUNT.fullmatch(value) or int(value) > highest:
        raise unfitting(fields, key)
    return int(value)


def chosen(fields: Mapping[str, str], key: str, choices: Collection[str]) -> str:
    """Return the word in a field, ``""`` if it is missing.

    Raises InvalidPosition for words that are none of the ``choices``.
    """
    if key in fields and fields[key] not in choices:
        raise unfitting(fields, key)
    return fields.get(key, "")


def unfitting(fields: Mapping[str, str], key: str) -> InvalidPosition:
    """Return the refusal of a field whose value does not fit its position."""
    field = quoted(f"{key}={fields[key]}")
    return InvalidPosition(Text("`{field}` does not fit this position.", field=field))
