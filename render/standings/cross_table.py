"""A league's cross table: everybody against everybody, with a named column for each opponent."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.text import ENGLISH, Text, Translator, in_context
from render.drawing.picture import Picture
from render.standings.alt_text import described, marks_told, row_told
from render.standings.columns import (
    NOBODY,
    Column,
    Table,
    columns_of,
    height_of_heads,
)
from render.standings.look import look_of
from render.standings.names import legible
from render.standings.people import Mark, draw_zones, height_of_rows, name_left
from render.standings.sheet import (
    HEAD,
    MARGIN,
    ROW,
    SMALLER,
    TYPE,
    WIDTH,
    Sheet,
    said,
    width_of,
)

MOST: Final = 10
"""The most rows of a cross table: more columns cannot be read on a phone."""
CELL: Final = 38
"""Least width of a cell, if names leave room."""
WIDEST_CELL: Final = 70.0
LEAST_NAME: Final = 130
"""Least width of the room for names."""
MOST_LINES: Final = 3
"""The most lines of results in a cell."""
SUMS: Final = 240
"""The widest column of points and tie-break, in pixels."""
STACKED: Final = 34
"""Height of a line of several results in a cell."""
BESIDE: Final = 8
"""Width of the room beside a result."""
HIGHEST_HEAD: Final = 170
"""Greatest height of a name above its column, where it is written from bottom to top."""


class CrossRow(NamedTuple):
    """A player's row."""

    place: int | str
    name: str
    cells: tuple[str, ...]
    """The results against everybody, in the order of the rows: ``1``, ``½``, ``0``, ``+``, ``-``,
    ``1½``, ``1 0`` for two separate games, and empty for a game to come. The cell against oneself
    is included but not shown.
    """
    points: str
    tie_break: str = ""
    mark: Mark | None = None
    computer: bool = False
    handle: str = ""
    """A name in Latin letters, for names that the font cannot write."""


class CrossTable(NamedTuple):
    """A cross table; titles are in the viewer's language, or Texts."""

    title: str | Text
    rows: tuple[CrossRow, ...]
    note: str | Text = ""
    """A line below the title, such as the rounds that were played."""
    tie_break: str | Text = ""
    """The name of the tie-break; its column is left out if no row has one."""


def cross_table(
    table: CrossTable, *, theme: str = "wood", translator: Translator = ENGLISH
) -> Picture:
    """Return the picture of a cross table.

    Raises ValueError for an unknown theme and for more than ``MOST`` rows.
    """
    rows = table.rows
    if len(rows) > MOST:
        raise ValueError(f"A cross table has at most {MOST} rows, not {len(rows)}.")
    look = look_of(theme)
    note = said(table.note, translator)
    sums, values = _sums(table, translator)
    ends = WIDTH - MARGIN - sum(column.width for column in sums)
    cells, lines = _cells(rows, ends - name_left(rows))
    usual = ROW if lines == 1 else STACKED * lines + 12
    high = height_of_rows(rows, ends - cells * len(rows) - BESIDE - name_left(rows), usual)
    names = [legible(row.name, row.handle) for row in rows]
    longest = max((width_of(name, SMALLER) for name in names), default=0.0)
    written = Table(
        table.title,
        note,
        rows,
        look,
        translator,
        heads=max(HEAD, height_of_heads(sums), min(longest, HIGHEST_HEAD) + 16),
        high=high,
    )
    sheet, top = written.sheet, written.top
    left = ends - cells * len(rows)
    for number, name in enumerate(names):
        foot = (left + cells * (number + 0.5), top - 8)
        sheet.write_upright(foot, name, look.pale, SMALLER, room=HIGHEST_HEAD)

    def write_cells(number: int, top: float) -> None:
        _write_cells(sheet, rows[number], number, (left, top, cells, high), len(rows))

    written.write_rows(sums, values, (left - BESIDE, WIDTH - MARGIN), write_cells)
    draw_zones(sheet, rows, top, high)
    return written.finish(_alt(table))


def _sums(
    table: CrossTable, translator: Translator
) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    """Return the columns of points and of the tie-break, and their values in each row."""
    points = in_context("standings", "Points").render(translator)
    heads = (points, said(table.tie_break, translator))
    values = ([row.points for row in table.rows], [row.tie_break for row in table.rows])
    there = [at for at in (0, 1) if any(value.strip() for value in values[at])]
    rows = [tuple(values[at][number] for at in there) for number in range(len(table.rows))]
    return columns_of([heads[at] for at in there], rows, SUMS), rows


def _cells(rows: tuple[CrossRow, ...], room: float) -> tuple[float, int]:
    """Return the width of a result, and the number of lines in a cell."""
    if not rows:
        return CELL, 1
    every = [cell.split() for row in rows for cell in row.cells[: len(rows)]]
    whole = max((width_of(part) for parts in every for part in parts), default=0.0) + BESIDE
    # Cells are widened only if names keep enough room.
    wide = max(whole, CELL, min(WIDEST_CELL, (room - 2 * LEAST_NAME) / len(rows)))
    lines = max(map(len, every), default=1)
    return min(wide, (room - LEAST_NAME) / len(rows)), max(1, min(lines, MOST_LINES))


def _write_cells(
    sheet: Sheet,
    row: CrossRow,
    number: int,
    box: tuple[float, float, float, float],
    count: int,
) -> None:
    """Write the results of a row.

    ``box`` has the left and top of the cells, and the width and height of each.
    """
    left, top, wide, high = box
    look = sheet.look
    for column in range(count):
        x = left + wide * column
        if column == number:
            sheet.fill((x, top, x + wide, top + high), look.blank)
            continue
        cell = row.cells[column] if column < len(row.cells) else ""
        parts = ["–" if part == "-" else part for part in cell.split()[:MOST_LINES]]
        for line, text in enumerate(parts):
            y = top + high / 2 + STACKED * (line - (len(parts) - 1) / 2)
            ink = look.pale if text in {"0", "–"} else look.ink
            sheet.write((x + wide / 2, y), text, ink, TYPE, anchor="mm", room=wide - 2)
        if not parts:
            middle = (x + wide / 2, top + high / 2)
            dot = (middle[0] - 3, middle[1] - 3, middle[0] + 3, middle[1] + 3)
            sheet.fill(dot, look.rule)


def _alt(table: CrossTable) -> Text:
    """Return the table in words: places, players and points, and the marks."""
    lines = [row_told(row, (row.points, row.tie_break)) for row in table.rows]
    return described(
        table.title,
        table.note,
        lines or [NOBODY],
        tuple(marks_told(table.rows)),
        opening=Text("Cross table. Places, players and points:") if lines else None,
    )
