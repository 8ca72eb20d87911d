"""The players of standings: the beginnings of their rows, and the meanings of their marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, Protocol

from engine.text import Text, Translator, in_context
from render.drawing.colour import Colour
from render.standings.look import Look
from render.standings.names import legible
from render.standings.sheet import LINE, MARGIN, ROW, SIGN, WIDTH, Entry, Sheet, width_of
from render.standings.signs import Sign

GUTTER: Final = SIGN + 12
"""Width of the room for signs before places, if there are any."""
WIDEST_PLACE: Final = 70
"""The widest column of places, in pixels."""
LINE_OF_NAME: Final = 34
"""Height of a line of a name, in rows high enough for two lines."""
MOST_HIGH: Final = 10
"""The most rows of a picture whose rows may be high enough for two lines."""


class Mark(Enum):
    """The zone of a row, or the outcome for its player."""

    UP = "up"
    DOWN = "down"
    OUT = "out"
    CHAMPION = "champion"


SIGNS: Final[Mapping[Mark, Sign]] = {Mark.UP: "up", Mark.DOWN: "down", Mark.CHAMPION: "crown"}
"""The signs of marks; a player who is out has none: the name is struck through."""


class Row(Protocol):
    """The fields that rows of all standings share."""

    @property
    def place(self) -> int | str:
        """The place: a number, or a text instead of it."""
        ...

    @property
    def name(self) -> str:
        """The player's or team's name."""
        ...

    @property
    def handle(self) -> str:
        """A name in Latin letters, for names that the font cannot write."""
        ...

    @property
    def mark(self) -> Mark | None:
        """The row's mark, None if it has none."""
        ...

    @property
    def computer(self) -> bool:
        """Whether the player is a computer."""
        ...


def colour_of(mark: Mark, look: Look) -> Colour:
    """Return the colour of a mark."""
    colours = {Mark.UP: look.rise, Mark.DOWN: look.fall, Mark.CHAMPION: look.gold}
    return colours.get(mark, look.pale)


def name_left(rows: Sequence[Row]) -> float:
    """Return the left edge of the names, to the right of signs and places."""
    signs = GUTTER if any(row.mark in SIGNS for row in rows) else 0
    places = max((width_of(str(row.place)) for row in rows), default=0.0)
    return MARGIN + signs + min(places, WIDEST_PLACE) + 14


def height_of_rows(rows: Sequence[Row], room: float, usual: float = ROW) -> float:
    """Return the height of each row: ``usual``, or two lines if a name is wider than ``room``.

    More than ``MOST_HIGH`` rows always have the usual height.
    """
    too_wide = (width_of(legible(row.name, row.handle)) > room for row in rows)
    high = 2 * LINE_OF_NAME + 6
    return high if usual < high and len(rows) <= MOST_HIGH and any(too_wide) else usual


def begin_row(
    sheet: Sheet,
    row: Row,
    number: int,
    top: float,
    name: tuple[float, float],
    *,
    high: float = ROW,
) -> None:
    """Write the sign, the place and the name of a row.

    ``number`` is the row's number in the picture, counted from 0; ``name`` are the left and right
    limits of the name; ``high`` is the height of the row.
    """
    left, right = name
    look, y = sheet.look, top + high / 2
    if number % 2 == 0:
        sheet.fill((0, top, WIDTH, top + high), look.stripe)
    if row.mark is not None and row.mark in SIGNS:
        sheet.sign(SIGNS[row.mark], (MARGIN + SIGN / 2, y), colour_of(row.mark, look))
    ink = look.pale if row.mark is Mark.OUT else look.ink
    place = (left - 14, y)
    sheet.write(place, str(row.place), look.pale, anchor="rm", room=WIDEST_PLACE)
    sign = SIGN + 12 if row.computer else 0
    lines = _lines(legible(row.name, row.handle), right - left, sign, int(high / LINE_OF_NAME))
    for line, text in enumerate(lines):
        at = y + LINE_OF_NAME * (line - (len(lines) - 1) / 2)
        last = line + 1 == len(lines)
        room = right - left - (sign if last else 0)
        wide = sheet.write((left, at), text, ink, room=room)
        if row.mark is Mark.OUT:
            sheet.strike(left, wide, at + 1)
        if row.computer and last:
            sheet.sign("computer", (left + wide + 8 + SIGN / 2, at), look.pale)


def _lines(name: str, room: float, sign: float, most: int) -> list[str]:
    """Return a name in one line, or in two if it is too wide and ``most`` lines are at least two.

    ``sign`` is the width that the last line leaves for a sign.
    """
    if most < 2 or width_of(name) <= room - sign:
        return [name]
    for at in range(len(name) - 1, 0, -1):
        if name[at - 1] in " -" and width_of(name[:at].rstrip()) <= room:
            return [name[:at].rstrip(), name[at:]]
    return [name]


def draw_zones(sheet: Sheet, rows: Sequence[Row], top: float, high: float = ROW) -> None:
    """Draw a line below the rows that rise, and above the rows that fall."""
    zones = [row.mark if row.mark in {Mark.UP, Mark.DOWN} else None for row in rows]
    for number in range(1, len(rows)):
        if zones[number] is not zones[number - 1]:
            y = top + number * high
            sheet.fill((0, y - LINE / 2, WIDTH, y + LINE / 2), sheet.look.rule)


def legend_of(rows: Sequence[Row], look: Look, translator: Translator) -> list[Entry]:
    """Return the legend of the marks and signs in these rows."""
    there = {row.mark for row in rows}
    entries = [
        Entry(SIGNS.get(mark), words.render(translator), colour_of(mark, look))
        for mark, words in _meanings()
        if mark in there
    ]
    if any(row.computer for row in rows):
        entries.append(
            Entry("computer", in_context("standings", "computer").render(translator), look.pale)
        )
    return entries


def _meanings() -> Iterator[tuple[Mark, Text]]:
    yield Mark.CHAMPION, in_context("standings", "champion")
    yield Mark.UP, in_context("standings", "rises")
    yield Mark.DOWN, in_context("standings", "falls")
    yield Mark.OUT, in_context("standings", "withdrawn")
