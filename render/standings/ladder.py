"""A ladder: places from 1, recent climbs, and open challenges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.text import ENGLISH, Text, Translator, counted, in_context
from render.drawing.picture import Picture
from render.standings.alt_text import described, marks_told, name_of, row_told
from render.standings.columns import NOBODY, Table, columns_of, height_of_heads
from render.standings.look import look_of
from render.standings.people import Mark, name_left
from render.standings.rank_table import note_with, opening_of, window_told, with_part
from render.standings.sheet import (
    LINE,
    MARGIN,
    ROW,
    SIGN,
    SMALLER,
    WIDTH,
    Entry,
    Sheet,
    said,
)

MOST: Final = 20
"""Most rows of a picture."""
LEAST_NAME: Final = 260
"""Least width of the room for names."""
MOVED: Final = SIGN + 44
"""Width of the room for an arrow and a number of places."""
LANE: Final = 30
"""Distance between the lines of challenges beside each other."""
MOST_LANES: Final = 4
TIP: Final = 11
"""Half the size of the tip of an arrow."""


class LadderRow(NamedTuple):
    """A player's row."""

    place: int
    name: str
    columns: tuple[str, ...] = ()
    moved: int = 0
    """The number of places that the player has climbed; negative after a fall."""
    mark: Mark | None = None
    computer: bool = False
    handle: str = ""
    """A name in Latin letters, for names that the font cannot write."""


class Ladder(NamedTuple):
    """A ladder, or a part of one; titles are in the viewer's language, or Texts."""

    title: str | Text
    rows: tuple[LadderRow, ...]
    challenges: tuple[tuple[int, int], ...] = ()
    """The places of the challenger and the challenged player in each open challenge."""
    note: str | Text = ""
    heads: tuple[str | Text, ...] = ()
    """The titles of the columns."""
    first: int = 1
    """The number of the first row here among all rows, from 1."""
    total: int = 0
    """The number of all rows, if only a part of them is here."""


class _Line(NamedTuple):
    """The line of a challenge between two rows, counted from 0.

    A row outside the picture is -1 if it is above, and the number of rows if it is below. Lines in
    the same lane do not overlap.
    """

    challenger: int
    challenged: int
    lane: int


def ladder(table: Ladder, *, theme: str = "wood", translator: Translator = ENGLISH) -> Picture:
    """Return the picture of a ladder, with an arrow for each open challenge.

    Raises ValueError for an unknown theme and for more than ``MOST`` rows.
    """
    rows = table.rows
    if len(rows) > MOST:
        raise ValueError(f"A ladder has at most {MOST} rows a picture, not {len(rows)}.")
    look = look_of(theme)
    part = window_told(table.first, len(rows), table.total)
    lines = _lines(rows, table.challenges)
    lanes = 1 + max((line.lane for line in lines), default=-1)
    right = WIDTH - MARGIN - (lanes * LANE + 26 if lanes else 0)
    moved = MOVED if any(row.moved for row in rows) else 0
    heads = [said(head, translator) for head in table.heads]
    values = [row.columns for row in rows]
    columns = columns_of(heads, values, right - name_left(rows) - LEAST_NAME - moved)
    also = []
    if lines:
        words = in_context("standings", "challenge").render(translator)
        also.append(Entry("tip", words, look.gold))
    note = note_with(part, table.note, translator)
    written = Table(
        table.title, note, rows, look, translator, heads=height_of_heads(columns), also=also
    )
    left = right - sum(column.width for column in columns) - moved

    def write_moved(number: int, top: float) -> None:
        _write_moved(written.sheet, rows[number].moved, left + moved, top + ROW / 2)

    written.write_rows(columns, values, (left, right), write_moved)
    _draw_lines(written.sheet, lines, len(rows), (right + 12, written.top))
    return written.finish(_alt(table, part))


def _write_moved(sheet: Sheet, moved: int, right: float, y: float) -> None:
    """Write the number of places that a player climbed or fell, with an arrow; nothing for 0."""
    if moved:
        look = sheet.look
        colour = look.rise if moved > 0 else look.fall
        wide = sheet.write((right - 4, y), str(abs(moved)), colour, SMALLER, anchor="rm", room=40)
        centre = (right - 10 - wide - SIGN / 2, y)
        sheet.sign("up" if moved > 0 else "down", centre, colour)


def _lines(rows: Sequence[LadderRow], challenges: Sequence[tuple[int, int]]) -> list[_Line]:
    """Return the lines of challenges, each in a lane that is free between its ends.

    Challenges for which no lane is free are left out.
    """
    number_of: Mapping[int, int] = {row.place: number for number, row in enumerate(rows)}
    taken: list[list[tuple[int, int]]] = []
    lines = []
    for challenger, challenged in challenges:
        ends = (number_of.get(challenger), number_of.get(challenged))
        known = [end for end in ends if end is not None]
        if not known:
            continue
        below = len(rows) if ends[0] is None and challenger > challenged else -1
        above = -1 if ends[1] is None and challenger > challenged else len(rows)
        one = below if ends[0] is None else ends[0]
        other = above if ends[1] is None else ends[1]
        span = (min(one, other), max(one, other))
        lane = next(
            (
                at
                for at, spans in enumerate(taken)
                if all(span[1] < first or last < span[0] for first, last in spans)
            ),
            len(taken),
        )
        if lane >= MOST_LANES:
            continue
        if lane == len(taken):
            taken.append([])
        taken[lane].append(span)
        lines.append(_Line(one, other, lane))
    return lines


def _draw_lines(
    sheet: Sheet, lines: Sequence[_Line], count: int, corner: tuple[float, float]
) -> None:
    """Draw the lines of challenges, each with an arrowhead at the challenged player."""
    left, top = corner
    look = sheet.look
    lanes = [left + 30 + LANE * line.lane for line in lines]
    for line, x in zip(lines, lanes, strict=True):
        # A line to a row outside the picture ends at the edge of the table.
        rows = (line.challenger, line.challenged)
        ends = [min(max(ROW * (row + 0.5), 0), ROW * count) for row in rows]
        box = (x - LINE / 2, top + min(ends), x + LINE / 2, top + max(ends))
        sheet.fill(box, look.gold)
    for line, x in zip(lines, lanes, strict=True):
        for row in (line.challenger, line.challenged):
            if not 0 <= row < count:
                continue
            y = top + ROW * (row + 0.5)
            behind = look.ground if row % 2 else look.stripe
            # A gap shows that crossing lines are not joined.
            sheet.fill((left, y - LINE / 2 - 5, x - LINE / 2, y + LINE / 2 + 5), behind)
            sheet.fill((left, y - LINE / 2, x + LINE / 2, y + LINE / 2), look.gold)
    for row in {line.challenged for line in lines}.intersection(range(count)):
        sheet.tip((left - 4, top + ROW * (row + 0.5)), TIP, look.gold)  # no gap crosses a tip


def _alt(table: Ladder, part: str | Text) -> Text:
    """Return the ladder in words: places, challenges, the highest climb, and the marks."""
    lines = [row_told(row, row.columns) for row in table.rows]
    opening = opening_of(table.heads)
    after = [*_challenges_told(table), *_moves_told(table.rows), *marks_told(table.rows)]
    return described(
        table.title,
        with_part(table.note, part),
        lines or [NOBODY],
        after,
        opening=opening if lines else None,
    )


def _challenges_told(table: Ladder) -> Iterator[Text]:
    names = {row.place: name_of(row.name) for row in table.rows}
    known = [pair for pair in table.challenges if all(place in names for place in pair)]
    for one, other in known[:4]:
        yield Text("{one} challenges {other}.", one=names[one], other=names[other])
    if known[4:]:
        yield counted(
            "{count} more challenge runs.", "{count} more challenges run.", len(known) - 4
        )


def _moves_told(rows: Sequence[LadderRow]) -> Iterator[Text]:
    best = max(rows, key=lambda row: row.moved, default=None)
    if best is not None and best.moved > 0:
        yield counted(
            "{name} climbed {count} place, more than anybody here.",
            "{name} climbed {count} places, more than anybody here.",
            best.moved,
            name=name_of(best.name),
        )
