"""A league's cross table: everybody against everybody, a column for each opponent."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.text import ENGLISH, Text, Translator, in_context
from render.drawing.picture import Picture
from render.standings.alt_text import described, marks_told, row_told
from render.standings.columns import (
    Column,
    columns_of,
    height_of_heads,
    write_heads,
    write_values,
)
from render.standings.look import look_of
from render.standings.people import Mark, begin_row, draw_zones, legend_of, name_left
from render.standings.sheet import (
    HEAD,
    MARGIN,
    ROW,
    SMALLER,
    TYPE,
    WIDTH,
    Sheet,
    heading_height,
    legend_height,
    said,
    width_of,
)

MOST: Final = 10
"""Rows of a cross table at most: more columns cannot be read on a telephone."""
CELL: Final = 38
"""Least width of a cell."""
WIDEST_CELL: Final = 70.0
LEAST_NAME: Final = 130
"""Room for names that is kept."""
MOST_LINES: Final = 3
"""Results of a cell, at most, that stand above each other."""
SUMS: Final = 240
"""Room for points and the tie-break at most."""
STACKED: Final = 34
"""Height of a line of results above another."""
BESIDE: Final = 8
"""Room beside a result."""


class CrossRow(NamedTuple):
    """A player's row."""

    place: int | str
    name: str
    cells: tuple[str, ...]
    """The results against everybody, in the order of the rows: ``1``, ``½``, ``0``, ``+``, ``-``,
    ``1½``, ``1 0`` for two games apart, and nothing for one to come. The one against oneself stands
    among them, and is not shown."""
    points: str
    tie_break: str = ""
    mark: Mark | None = None
    computer: bool = False
    handle: str = ""
    """A name in Latin letters, for names that the font cannot write."""


class CrossTable(NamedTuple):
    """A cross table: names and titles in the viewer's language, or Texts."""

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
    begins = name_left(rows)
    ends = WIDTH - MARGIN - sum(column.width for column in sums)
    cells, lines = _cells(rows, ends - begins)
    high = ROW if lines == 1 else STACKED * lines + 12
    legend = legend_of(rows, look, translator)
    top = heading_height(note)
    begin = top + max(HEAD, height_of_heads(sums))
    body = begin + high * max(len(rows), 1)
    sheet = Sheet(look, body + legend_height(legend) + MARGIN)
    sheet.heading(said(table.title, translator), note)
    left = ends - cells * len(rows)
    for number, row in enumerate(rows):
        place = (left + cells * (number + 0.5), begin - HEAD / 2)
        sheet.write(place, str(row.place), look.pale, SMALLER, anchor="mm", room=cells)
    write_heads(sheet, sums, WIDTH - MARGIN, begin - height_of_heads(sums))
    for number, row in enumerate(rows):
        y = begin + number * high
        begin_row(sheet, row, number, y, (begins, left - BESIDE), high=high)
        _write_cells(sheet, row, number, (left, y, cells, high), len(rows))
        ink = look.pale if row.mark is Mark.OUT else look.ink
        write_values(sheet, sums, values[number], (WIDTH - MARGIN, y + high / 2), ink)
    draw_zones(sheet, rows, begin, high)
    if not rows:
        nobody = Text("Nobody is in yet.").render(translator)
        sheet.write((MARGIN, begin + ROW / 2), nobody, look.pale)
    sheet.legend(legend, body)
    return sheet.finish(_alt(table))


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
    """Return the width of a result, and the lines in which results are written."""
    if not rows:
        return CELL, 1
    every = [cell.split() for row in rows for cell in row.cells[: len(rows)]]
    whole = max((width_of(part) for parts in every for part in parts), default=0.0) + BESIDE
    # The more room there is, the wider are cells, but names go first.
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
    """Write the results of a row, whose cells begin at the left and top of the box."""
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
    """Return the table in words: places and points; who rises, and who falls."""
    lines = [row_told(row, (row.points, row.tie_break)) for row in table.rows]
    return described(
        table.title,
        table.note,
        lines or [Text("Nobody is in yet.")],
        tuple(marks_told(table.rows)),
        opening=Text("Cross table. Places, players and points:") if lines else None,
    )
