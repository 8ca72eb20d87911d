"""The sheet on which standings are written, and its measures.

A picture is ``WIDTH`` pixels wide and is read at ``SHOWN`` pixels on a phone, so no letters are
smaller than ``SMALLER``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from engine.text import Text, Translator
from render.drawing.colour import Colour
from render.drawing.fonts import fitting, font, has_glyph
from render.drawing.picture import Picture, encode
from render.standings.look import Look, palette_image
from render.standings.names import legible
from render.standings.signs import Sign, mask_of

WIDTH: Final = 900
"""Width of a picture, in pixels, as all measures here."""
SHOWN: Final = 390
"""Width at which a phone shows a picture."""
TITLE: Final = 38
TYPE: Final = 31
SMALLER: Final = 27
"""Sizes of letters: in the title, in names and values, and in all other words."""
MARGIN: Final = 18
ROW: Final = 50
HEAD: Final = 40
"""Height of a line of words in ``SMALLER``."""
SIGN: Final = 26
"""Length of a sign's sides."""
LINE_OF_TITLE: Final = 46
LINE: Final = 3
STRUCK: Final = "abc"
"""Struck-through letters in a legend, which show the meaning of a line through a name."""


class Entry(NamedTuple):
    """An entry of a legend: a sign or letters, and their meaning ``words``."""

    sign: Sign | None
    words: str
    colour: Colour
    letters: str = ""
    """The letters shown if there is no sign; empty for the struck-through letters."""


class Sheet:
    """A picture being written."""

    def __init__(self, look: Look, height: float) -> None:
        self.look = look
        self.image = Image.new("RGB", (WIDTH, round(height)), look.ground)
        self._pen = ImageDraw.Draw(self.image)
        self._fonts: dict[int, ImageFont.FreeTypeFont] = {}

    def fill(self, box: tuple[float, float, float, float], colour: Colour) -> None:
        """Fill a rectangle: left, top, right and bottom, of which the last two are excluded."""
        left, top, right, bottom = map(round, box)
        if right > left and bottom > top:
            self._pen.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    def write(
        self,
        place: tuple[float, float],
        text: str,
        colour: Colour,
        size: int = TYPE,
        *,
        anchor: str = "lm",
        room: float = WIDTH,
    ) -> float:
        """Write a text in one line, cut to the width ``room``; return the width written."""
        of, text = self._font(size), _clean(text)
        if width_of(text, size) > room:
            text = fitting(text, of, room)
        self._pen.text(place, text, colour, of, anchor=anchor)
        return width_of(text, size)

    def write_upright(
        self, foot: tuple[float, float], text: str, colour: Colour, size: int, *, room: float
    ) -> None:
        """Write a text from bottom to top, cut to the height ``room``.

        ``foot`` is the middle of its lower end.
        """
        of, text = self._font(size), _clean(text)
        if width_of(text, size) > room:
            text = fitting(text, of, room)
        mask = Image.new("L", (ceil(width_of(text, size)) + 2, size + 14))
        ImageDraw.Draw(mask).text((1, mask.height / 2), text, 255, of, anchor="lm")
        upright = mask.transpose(Image.Transpose.ROTATE_90)
        x, bottom = foot
        corner = (round(x - upright.width / 2), round(bottom) - upright.height)
        self.image.paste(colour, corner, upright)

    def _font(self, size: int) -> ImageFont.FreeTypeFont:
        if size not in self._fonts:
            self._fonts[size] = font(size)
        return self._fonts[size]

    def sign(self, sign: Sign, centre: tuple[float, float], colour: Colour) -> None:
        """Draw a sign around ``centre``."""
        corner = (round(centre[0] - SIGN / 2), round(centre[1] - SIGN / 2))
        self.image.paste(colour, corner, mask_of(sign, SIGN))

    def tip(self, place: tuple[float, float], half: float, colour: Colour) -> None:
        """Draw an arrowhead whose tip is at ``place`` and points to the left."""
        size = round(2 * half)
        mask = mask_of("tip", size)
        self.image.paste(colour, (round(place[0]), round(place[1]) - size // 2), mask)

    def heading(self, title: str, note: str) -> float:
        """Write the title, in two lines if it is long, and the note below it; return the height."""
        lines = _in_lines(title)
        for number, line in enumerate(lines):
            place = (MARGIN, MARGIN + 22 + LINE_OF_TITLE * number)
            self.write(place, line, self.look.ink, TITLE, room=WIDTH - 2 * MARGIN)
        if note:
            place = (MARGIN, MARGIN + 64 + LINE_OF_TITLE * (len(lines) - 1))
            self.write(place, note, self.look.pale, SMALLER, room=WIDTH - 2 * MARGIN)
        return heading_height(title, note)

    def legend(self, entries: Sequence[Entry], top: float) -> None:
        """Write a legend below ``top``."""
        for (x, row), entry in zip(_spread(entries), entries, strict=True):
            y = top + 4 + HEAD * (row + 0.5)
            if entry.sign is not None:
                self.sign(entry.sign, (x + SIGN / 2, y), entry.colour)
            elif entry.letters:
                self.write((x, y), entry.letters, entry.colour, SMALLER)
            else:
                self.write((x, y), STRUCK, entry.colour, SMALLER)
                self.strike(x, width_of(STRUCK, SMALLER), y)
            self.write((x + _indent(entry), y), entry.words, self.look.pale, SMALLER)

    def strike(self, left: float, wide: float, y: float) -> None:
        """Draw a line through words of the width ``wide``."""
        self.fill((left, y - 1, left + wide, y + 2), self.look.pale)

    def finish(self, alt: Text) -> Picture:
        """Return the finished picture with the description ``alt``."""
        palette = palette_image(self.look)
        small = self.image.quantize(palette=palette, dither=Image.Dither.NONE)
        return Picture(encode(small), alt)


@lru_cache(maxsize=2048)
def width_of(text: str, size: int = TYPE) -> float:
    """Return the width of a text as ``Sheet.write`` writes it."""
    return font(size).getlength(_clean(text))


def heading_height(title: str, note: str) -> float:
    """Return the height of a title and its note, which may be empty."""
    return MARGIN + (92 if note else 52) + LINE_OF_TITLE * (len(_in_lines(title)) - 1)


def _in_lines(title: str) -> list[str]:
    """Return a title in one line, or in two if it is too wide, the first as long as possible."""
    room = WIDTH - 2 * MARGIN
    if width_of(title, TITLE) > room:
        for at in range(len(title) - 1, 0, -1):
            if title[at] == " " and width_of(title[:at], TITLE) <= room:
                return [title[:at], title[at + 1 :]]
    return [title]


def legend_height(entries: Sequence[Entry]) -> float:
    """Return the height of a legend."""
    return HEAD * (1 + max((row for _, row in _spread(entries)), default=-1))


def said(words: str | Text, translator: Translator) -> str:
    """Return words as written in the picture: translated, in characters of the font."""
    if isinstance(words, Text):
        words = words.render(translator)
    return legible(words) if words.strip() else ""


def _clean(text: str) -> str:
    """Return a text in characters of the font, on one line."""
    return text if all(map(has_glyph, text)) else legible(text)


def _spread(entries: Sequence[Entry]) -> list[tuple[float, int]]:
    """Return the left edge and the row of each entry of a legend."""
    places: list[tuple[float, int]] = []
    x, row = float(MARGIN), 0
    for entry in entries:
        wide = _indent(entry) + width_of(entry.words, SMALLER)
        if x > MARGIN and x + wide > WIDTH - MARGIN:
            x, row = float(MARGIN), row + 1
        places.append((x, row))
        x += wide + 30
    return places


def _indent(entry: Entry) -> float:
    if entry.sign is not None:
        return 10 + SIGN
    return 10 + width_of(entry.letters or STRUCK, SMALLER)
