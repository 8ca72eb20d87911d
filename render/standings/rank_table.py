"""A table of places: a Swiss tournament, an arena, a league of tables, a year's tour, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.text import ENGLISH, Text, Translator, listed
from render.drawing.picture import Picture
from render.standings.alt_text import described, marks_told, row_told, within
from render.standings.columns import NOBODY, Table, columns_of, height_of_heads
from render.standings.look import look_of
from render.standings.people import Mark, draw_zones, height_of_rows, name_left
from render.standings.sheet import MARGIN, WIDTH, said

MOST: Final = 20
"""Most rows of a picture."""
LEAST_NAME: Final = 260
"""Least width of the room for names."""
MOST_HEADS: Final = 8
LONGEST_HEAD: Final = 40
"""The most titles of columns in the description, and the most characters of each."""


class RankRow(NamedTuple):
    """A player's or team's row."""

    place: int | str
    name: str
    columns: tuple[str, ...] = ()
    """The values as texts: points, tie-breaks, the last round's result."""
    mark: Mark | None = None
    computer: bool = False
    handle: str = ""
    """A name in Latin letters, for names that the font cannot write."""


class RankTable(NamedTuple):
    """A table of places, or a part of one; titles are in the viewer's language, or Texts."""

    title: str | Text
    heads: tuple[str | Text, ...]
    """The titles of the columns."""
    rows: tuple[RankRow, ...]
    note: str | Text = ""
    """A line below the title, such as the rounds that were played."""
    first: int = 1
    """The number of the first row here among all rows, from 1."""
    total: int = 0
    """The number of all rows, if only a part of them is here."""


def rank_table(
    table: RankTable, *, theme: str = "wood", translator: Translator = ENGLISH
) -> Picture:
    """Return the picture of a table of places.

    Raises ValueError for an unknown theme and for more than ``MOST`` rows.
    """
    rows = table.rows
    if len(rows) > MOST:
        raise ValueError(f"A table has at most {MOST} rows a picture, not {len(rows)}.")
    part = window_told(table.first, len(rows), table.total)
    heads = [said(head, translator) for head in table.heads]
    values, right = [row.columns for row in rows], WIDTH - MARGIN
    columns = columns_of(heads, values, right - name_left(rows) - LEAST_NAME)
    note, heights = note_with(part, table.note, translator), height_of_heads(columns)
    left = right - sum(column.width for column in columns)
    high = height_of_rows(rows, left - name_left(rows))
    written = Table(table.title, note, rows, look_of(theme), translator, heads=heights, high=high)
    written.write_rows(columns, values, (left, right))
    draw_zones(written.sheet, rows, written.top, high)
    return written.finish(_alt(table, part))


def note_with(part: str | Text, note: str | Text, translator: Translator) -> str:
    """Return the note of a table with the range of rows shown, as written in the picture."""
    return " · ".join(text for text in (said(note, translator), said(part, translator)) if text)


def window_told(first: int, count: int, total: int) -> str | Text:
    """Return the range of the rows shown among all rows, empty if all rows are shown."""
    if not count or total <= count:
        return ""
    if count == 1:
        return Text("{first} of {total}", first=first, total=total)
    return Text("{first}–{last} of {total}", first=first, last=first + count - 1, total=total)


def with_part(note: str | Text, part: str | Text) -> str | Text:
    """Return the note of a table with the range of rows shown, for the description."""
    if not part:
        return note
    return Text("{note}, {part}", note=note, part=part) if str(note).strip() else part


def opening_of(heads: Sequence[str | Text]) -> Text:
    """Return the opening of a table's description: places, players, and the columns."""
    told = [within(head, LONGEST_HEAD) for head in heads[:MOST_HEADS] if str(head).strip()]
    if told:
        return Text("Places, players, {columns}:", columns=listed(told))
    return Text("Places and players:")


def _alt(table: RankTable, part: str | Text) -> Text:
    """Return the table in words: the columns, the rows, and the marks."""
    lines = [row_told(row, row.columns) for row in table.rows]
    opening = opening_of(table.heads)
    return described(
        table.title,
        with_part(table.note, part),
        lines or [NOBODY],
        tuple(marks_told(table.rows)),
        opening=opening if lines else None,
    )
