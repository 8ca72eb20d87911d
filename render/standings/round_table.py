"""A Swiss tournament's cross table: the result and the opponent's number for each round."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.text import ENGLISH, Text, Translator, in_context
from render.drawing.picture import Picture
from render.standings.alt_text import described, marks_told, row_told
from render.standings.columns import NOBODY, Table, columns_of, height_of_heads
from render.standings.look import look_of
from render.standings.people import Mark, name_left
from render.standings.rank_table import note_with, window_told, with_part
from render.standings.sheet import (
    HEAD,
    MARGIN,
    SMALLER,
    TYPE,
    WIDTH,
    Entry,
    Sheet,
    said,
    width_of,
)

MOST: Final = 15
"""Most rows of a picture."""
MOST_COLUMNS: Final = 9
"""Most rounds in a picture, the last ones."""
HIGH: Final = 74
"""Height of a row: the result, and the opponent's number below it."""
NARROWEST: Final = 48.0
WIDEST: Final = 72.0
"""Least and greatest width of a round's column."""
LEAST_NAME: Final = 220
"""Least width of the room for names, if columns are not too narrow."""
SUMS: Final = 150
"""The widest column of points, in pixels."""
APART: Final = 34
"""Distance between the line of results and the line of numbers."""


class Played(NamedTuple):
    """A player's round: the result, such as ``1``, ``½``, ``+``, and the opponent's number."""

    result: str = ""
    opponent: int | None = None


class RoundRow(NamedTuple):
    """A player's row; ``number`` stands for the player in the rows of opponents."""

    place: int | str
    number: int
    name: str
    rounds: tuple[Played, ...]
    """The rounds from the first on; a round being played has no result."""
    points: str
    mark: Mark | None = None
    computer: bool = False
    handle: str = ""
    """A name in Latin letters, for names that the font cannot write."""


class RoundTable(NamedTuple):
    """A table of rounds, or a part of one; titles are in the viewer's language, or Texts."""

    title: str | Text
    rows: tuple[RoundRow, ...]
    note: str | Text = ""
    """A line below the title, such as the rounds that were played."""
    first: int = 1
    """The number of the first row here among all rows, from 1."""
    total: int = 0
    """The number of all rows, if only a part of them is here."""


def round_table(
    table: RoundTable, *, theme: str = "wood", translator: Translator = ENGLISH
) -> Picture:
    """Return the picture of a table of rounds, with the last ``MOST_COLUMNS`` rounds at most.

    Raises ValueError for an unknown theme and for more than ``MOST`` rows.
    """
    rows = table.rows
    if len(rows) > MOST:
        raise ValueError(f"A table of rounds has at most {MOST} rows, not {len(rows)}.")
    look = look_of(theme)
    part = window_told(table.first, len(rows), table.total)
    note = note_with(part, table.note, translator)
    heads = [in_context("standings", "No."), in_context("standings", "Points")]
    values = [(str(row.number), row.points) for row in rows]
    columns = columns_of([said(head, translator) for head in heads], values, 2 * SUMS)
    of_number, of_points = columns
    count = max((len(row.rounds) for row in rows), default=0)
    first = max(count - MOST_COLUMNS, 0)
    right = WIDTH - MARGIN - of_points.width
    room = right - name_left(rows) - of_number.width
    shown = max(count - first, 1)
    wide = max(NARROWEST, min(WIDEST, (room - LEAST_NAME) / shown))
    words = in_context("standings", "below a result: the opponent’s number").render(translator)
    written = Table(
        table.title,
        note,
        rows,
        look,
        translator,
        heads=max(HEAD, height_of_heads(columns)),
        high=HIGH,
        also=[Entry(None, words, look.pale, "4")] if count else (),
    )
    sheet, top = written.sheet, written.top
    left = right - wide * (count - first)
    for column in range(first, count):
        place = (left + wide * (column - first + 0.5), top - HEAD / 2)
        sheet.write(place, str(column + 1), look.pale, SMALLER, anchor="mm", room=wide)
    sheet.write((left - 10, top - HEAD / 2), of_number.head[0], look.pale, SMALLER, anchor="rm")

    def write_rounds(number: int, top: float) -> None:
        row = rows[number]
        middle = (left - 10, top + HIGH / 2)
        sheet.write(middle, str(row.number), look.pale, SMALLER, anchor="rm")
        for column in range(first, len(row.rounds)):
            x = left + wide * (column - first + 0.5)
            _write_round(sheet, row.rounds[column], (x, top + HIGH / 2), wide)

    ends = (left - of_number.width, WIDTH - MARGIN)
    written.write_rows([of_points], [(row.points,) for row in rows], ends, write_rounds)
    return written.finish(_alt(table, part))


def _write_round(sheet: Sheet, played: Played, middle: tuple[float, float], wide: float) -> None:
    """Write the result of a round, and the opponent's number below it."""
    (x, y), look = middle, sheet.look
    result = "–" if played.result == "-" else played.result
    if not result and played.opponent is None:
        sheet.fill((x - 3, y - 3, x + 3, y + 3), look.rule)
        return
    ink = look.pale if result in {"0", "–"} else look.ink
    above = y - APART / 2 if played.opponent is not None else y
    if result:
        size = TYPE if width_of(result) <= wide else SMALLER
        sheet.write((x, above), result, ink, size, anchor="mm", room=wide)
    else:
        sheet.fill((x - 3, above - 3, x + 3, above + 3), look.rule)
    if played.opponent is not None:
        place = (x, y + APART / 2)
        sheet.write(place, str(played.opponent), look.pale, SMALLER, anchor="mm", room=wide)


def _alt(table: RoundTable, part: str | Text) -> Text:
    """Return the table in words: places, players and points, and the marks."""
    lines = [row_told(row, (row.points,)) for row in table.rows]
    return described(
        table.title,
        with_part(table.note, part),
        lines or [NOBODY],
        tuple(marks_told(table.rows)),
        opening=Text("Cross table. Places, players and points:") if lines else None,
    )
