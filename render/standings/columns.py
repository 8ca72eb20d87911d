"""Tables of people: rows that begin with a name, and columns of values beside them.

All tables have the same parts, from the top: a title and a note, the titles of columns, the rows, a
legend.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from engine.text import Text, Translator
from render.drawing.colour import Colour
from render.drawing.picture import Picture
from render.standings.look import Look
from render.standings.people import Mark, Row, begin_row, legend_of, name_left
from render.standings.sheet import (
    MARGIN,
    ROW,
    SMALLER,
    Entry,
    Sheet,
    heading_height,
    legend_height,
    said,
    width_of,
)

GAP: Final = 20
"""Room to the left of a column."""
LINE_OF_HEAD: Final = 31
"""Height of a line of a column's title."""
NARROWEST: Final = 40
NOBODY: Final = Text("Nobody is in yet.")
"""The text in place of rows if there are none."""


HIGHEST_HEAD: Final = 300
"""Greatest height of an upright title."""


class Column(NamedTuple):
    """A column: its title, in lines, and its width. An ``upright`` title is one line."""

    head: tuple[str, ...]
    width: float
    upright: bool = False


class Table:
    """A table being written, on a sheet as high as the rows and the legend need."""

    def __init__(
        self,
        title: str | Text,
        note: str,
        rows: Sequence[Row],
        look: Look,
        translator: Translator,
        *,
        heads: float,
        high: float = ROW,
        also: Sequence[Entry] = (),
    ) -> None:
        """Write the title and the note.

        ``heads`` is the height of the titles of columns, ``high`` that of a row. ``also`` are
        entries of the legend besides those for marks and signs.
        """
        written = said(title, translator)
        self.top = heading_height(written, note) + heads
        """The top of the rows."""
        self._rows, self._high, self._translator = rows, high, translator
        self._legend = legend = [*legend_of(rows, look, translator), *also]
        self._end = self.top + high * max(len(rows), 1)
        self.sheet = Sheet(look, self._end + legend_height(legend) + MARGIN)
        self.sheet.heading(written, note)

    def write_rows(
        self,
        columns: Sequence[Column],
        values: Sequence[Sequence[str]],
        ends: tuple[float, float],
        between: Callable[[int, float], None] | None = None,
    ) -> None:
        """Write the titles of columns, and the rows.

        ``ends`` are the right ends of names and of values. ``between`` draws anything else in a
        row, given the row's number and its top.
        """
        of_names, right = ends
        write_heads(self.sheet, columns, right, self.top - height_of_heads(columns))
        begins, look = name_left(self._rows), self.sheet.look
        for number, row in enumerate(self._rows):
            y = self.top + number * self._high
            begin_row(self.sheet, row, number, y, (begins, of_names), high=self._high)
            if between is not None:
                between(number, y)
            ink = look.pale if row.mark is Mark.OUT else look.ink
            middle = (right, y + self._high / 2)
            write_values(self.sheet, columns, values[number], middle, ink)

    def finish(self, alt: Text) -> Picture:
        """Write the legend, and return the finished picture."""
        if not self._rows:
            nobody = NOBODY.render(self._translator)
            self.sheet.write((MARGIN, self.top + ROW / 2), nobody, self.sheet.look.pale)
        self.sheet.legend(self._legend, self._end)
        return self.sheet.finish(alt)


def columns_of(
    heads: Sequence[str], rows: Sequence[Sequence[str]], room: float
) -> tuple[Column, ...]:
    """Return the columns of a table, which are together no wider than ``room``.

    There are as many columns as titles or values. If the room is short, the titles are written
    upright, from bottom to top.
    """
    columns = list(zip_longest(*rows, fillvalue=""))
    values = [max(map(width_of, column), default=0.0) for column in columns]
    titles = [_in_lines(head) for head in heads]
    pairs = list(zip_longest(titles, values, fillvalue=None))
    written = [(title or (), value or 0.0) for title, value in pairs]
    wide = [max(value, _width(title), NARROWEST) + GAP for title, value in written]
    if sum(wide) > room:
        least = [max(value, NARROWEST) + GAP for _, value in written]
        scale = min(room / sum(least), 1)
        whole = list(zip_longest(heads, least, fillvalue=""))
        return tuple(
            Column((str(head),) if head else (), float(width) * scale, upright=True)
            for head, width in whole
        )
    return tuple(Column(title, width) for (title, _), width in zip(written, wide, strict=True))


def height_of_heads(columns: Sequence[Column]) -> float:
    """Return the height of the row of titles."""
    if any(column.upright for column in columns):
        longest = max(_width(column.head) for column in columns)
        return min(longest, HIGHEST_HEAD) + 16
    lines = max((len(column.head) for column in columns), default=0)
    return LINE_OF_HEAD * lines + 8 if lines else 0.0


def write_heads(sheet: Sheet, columns: Sequence[Column], right: float, top: float) -> None:
    """Write the titles of columns that end at ``right``; all titles end at the same height."""
    bottom = top + height_of_heads(columns)
    x = right - sum(column.width for column in columns)
    for column in columns:
        x += column.width
        if column.upright:
            foot = (x - LINE_OF_HEAD / 2, bottom - 8)
            for text in column.head:
                sheet.write_upright(foot, text, sheet.look.pale, SMALLER, room=HIGHEST_HEAD)
            continue
        for line, text in enumerate(reversed(column.head)):
            y = bottom - 6 - LINE_OF_HEAD * (line + 0.5)
            room = column.width - GAP / 2
            sheet.write((x, y), text, sheet.look.pale, SMALLER, anchor="rm", room=room)


def write_values(
    sheet: Sheet,
    columns: Sequence[Column],
    values: Sequence[str],
    end: tuple[float, float],
    ink: Colour,
) -> None:
    """Write the values of a row; ``end`` is the columns' right end, in the middle of the row."""
    right, y = end
    x = right - sum(column.width for column in columns)
    for column, value in zip(columns, values, strict=False):
        x += column.width
        sheet.write((x, y), value, ink, anchor="rm", room=column.width - GAP / 2)


def _in_lines(head: str) -> tuple[str, ...]:
    """Return a title in one line if it is short, else split in two to be as narrow as possible."""
    if not head:
        return ()
    breaks = [at + 1 for at, sign in enumerate(head[:-1]) if sign in " -" and at]
    halves = [(head[:at].strip(), head[at:].strip()) for at in breaks]
    best: tuple[str, ...] = min(halves, key=_width, default=(head,))
    return best if width_of(head, SMALLER) > 2 * NARROWEST else (head,)


def _width(lines: Sequence[str]) -> float:
    return max((width_of(line, SMALLER) for line in lines), default=0.0)
