"""Ratings over time as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice, pairwise
from math import hypot
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from engine.text import Text, joined
from render.drawing.canvas import Canvas, Fill, Place
from render.drawing.colour import BLACK, Colour, mix
from render.drawing.fonts import FONT, fitting
from render.drawing.indexed import COLOURS
from render.drawing.picture import LONGEST_ALT_TEXT, Picture, encode
from render.pieces import symbols
from render.plots.axes import Axis, time_axis, value_axis

PAPER: Final[Colour] = (252, 252, 250)
INK: Final[Colour] = (38, 42, 50)
GRID: Final[Colour] = (218, 221, 226)
PALE: Final = 0.42
"""Share of the paper's colour in provisional parts of lines."""

STROKES: Final[tuple[Colour, ...]] = (
    (0, 92, 190),
    (196, 66, 0),
    (0, 122, 92),
    (138, 44, 150),
    (120, 84, 0),
    (60, 60, 66),
    (200, 20, 90),
    (0, 120, 152),
)
"""The colours of lines, in order."""


def _disc(canvas: Canvas, centre: Place, radius: float, fill: Fill) -> None:
    canvas.disc(centre, 0.8 * radius, fill)


SYMBOLS: Final = (
    _disc,
    symbols.square,
    symbols.triangle,
    symbols.star,
    symbols.UPRIGHT_CROSS,
    symbols.ring,
    symbols.two_bars,
    symbols.DIAGONAL_CROSS,
)
"""Symbols on the points of lines, in order, so that lines differ by more than colour."""

OVERSAMPLING: Final = 3
WIDTH: Final = 2.6
"""Width of a line, in pixels of a picture 900 wide, as all measures below."""
RADIUS: Final = 6.5
"""Radius of a symbol."""
DASH: Final = (7.0, 8.0)
"""Length of a dash, and of the gap after it."""
TYPE: Final = 20
SMALLER: Final = 18
MARGIN: Final = 16
ROW: Final = 30
"""Height of a row of the legend."""
MANY: Final = 40
"""The most points of a line with few points, whose symbols may be close together."""
APART: Final = (11.0, 56.0)
"""Least distances between symbols, on a line with few points and with many."""
STEPS: Final = 5
"""Approximate number of horizontal grid lines."""
BESIDE: Final = 0.02
"""Extra length of the time axis at either end, as a share of the time between the ratings."""
ROOM: Final = 140
"""Least width for a label on the time axis."""


class Point(NamedTuple):
    """A rating, valid from the time ``at`` on."""

    at: datetime
    rating: float
    settled: bool = True
    """Whether the rating is no longer provisional."""


class _Frame(NamedTuple):
    """The area of the plot: its axes and its sides, in pixels."""

    time: Axis
    rating: Axis
    left: float
    top: float
    right: float
    bottom: float

    def place(self, point: Point) -> Place:
        x = self.time.share(point.at.timestamp())
        y = self.rating.share(point.rating)
        return (
            self.left + x * (self.right - self.left),
            self.bottom - y * (self.bottom - self.top),
        )


def plot(
    lines: Mapping[str, Sequence[Point]],
    *,
    provisional: str = "",
    size: tuple[int, int] = (900, 480),
) -> Picture:
    """Return the picture of ratings over time: a line for each label, in the order given.

    The labels, and ``provisional``, which explains dashed lines, are words in the viewer's
    language. The points of a line are in order of time; times must have a time zone, and are shown
    in UTC. Lines without points are left out. Raises ValueError if no line has points.
    """
    shown = {label: tuple(points) for label, points in lines.items() if points}
    if not shown:
        raise ValueError("A plot needs at least one rating.")
    unit = size[0] / 900
    every = [point for points in shown.values() for point in points]
    dashed = provisional if not all(point.settled for point in every) else ""
    rows = _legend(shown, dashed, size[0], unit)
    frame = _frame(every, size, unit, (MARGIN + (rows[-1][1] + 1.25) * ROW) * unit)
    canvas = Canvas("RGB", size, 1, PAPER, OVERSAMPLING)
    _grid(canvas, frame, unit)
    for number, points in enumerate(shown.values()):
        _line(canvas, frame, points, STROKES[number % len(STROKES)], unit)
    for number, points in enumerate(shown.values()):
        _dots(canvas, frame, points, number, unit)
    for number, (x, row, _) in enumerate(rows):
        _entry(canvas, number if number < len(shown) else None, (x, _middle(row, unit)), unit)
    image = canvas.image()
    pen = ImageDraw.Draw(image)
    _labels(pen, frame, unit)
    for x, row, label in rows:
        place = (x + 30 * unit, _middle(row, unit))
        pen.text(place, label, INK, _font(TYPE * unit), anchor="lm")
    return Picture(encode(_small(image, len(shown))), _describe(shown))


def _frame(points: Sequence[Point], size: tuple[int, int], unit: float, top: float) -> _Frame:
    """Return the frame for these points, with room for the axes' labels."""
    ratings = [point.rating for point in points]
    rating = value_axis(min(ratings), max(ratings), STEPS)
    font = _font(SMALLER * unit)
    left = MARGIN * unit + max(font.getlength(tick.label) for tick in rating.ticks) + 10 * unit
    right, bottom = size[0] - 2 * MARGIN * unit, size[1] - 40 * unit
    begin, end = min(point.at for point in points), max(point.at for point in points)
    beside = (end - begin) * BESIDE
    time = time_axis(begin - beside, end + beside, max(2, int((right - left) / ROOM / unit)))
    if time.note:
        bottom -= 22 * unit
    return _Frame(time, rating, left, top, right, bottom)


def _grid(canvas: Canvas, frame: _Frame, unit: float) -> None:
    """Draw a light line for every round rating, and a tick for every round time."""
    for tick in frame.rating.ticks:
        # A thin line is sharp in the middle of a row of pixels.
        y = int(frame.bottom - frame.rating.share(tick.at) * (frame.bottom - frame.top)) + 0.5
        canvas.line((frame.left, y), (frame.right, y), unit, GRID)
    for tick in frame.time.ticks:
        x = frame.left + frame.time.share(tick.at) * (frame.right - frame.left)
        canvas.line((x, frame.bottom), (x, frame.bottom + 6 * unit), 1.4 * unit, INK)
    canvas.line((frame.left, frame.bottom), (frame.right, frame.bottom), 1.4 * unit, INK)


def _labels(pen: ImageDraw.ImageDraw, frame: _Frame, unit: float) -> None:
    font = _font(SMALLER * unit)
    for tick in frame.rating.ticks:
        y = frame.bottom - frame.rating.share(tick.at) * (frame.bottom - frame.top)
        pen.text((frame.left - 10 * unit, y), tick.label, INK, font, anchor="rm")
    for tick in frame.time.ticks:
        x = frame.left + frame.time.share(tick.at) * (frame.right - frame.left)
        half = font.getlength(tick.label) / 2
        x = min(x, frame.right + 1.6 * MARGIN * unit - half)
        pen.text((x, frame.bottom + 10 * unit), tick.label, INK, font, anchor="ma")
    if frame.time.note:
        place = ((frame.left + frame.right) / 2, frame.bottom + 34 * unit)
        pen.text(place, frame.time.note, INK, font, anchor="ma")


def _line(
    canvas: Canvas, frame: _Frame, points: Sequence[Point], colour: Colour, unit: float
) -> None:
    """Draw the line through these points, dashed and paler before each provisional point."""
    along = 0.0
    for start, end in pairwise(points):
        places = (frame.place(start), frame.place(end))
        if end.settled:
            canvas.line(*places, WIDTH * unit, colour)
            along = 0.0
        else:
            along = _dashes(canvas, places, along, mix(colour, PAPER, PALE), unit)


def _dashes(
    canvas: Canvas, places: tuple[Place, Place], along: float, colour: Colour, unit: float
) -> float:
    """Draw dashes from one place to another; return the offset in their pattern at the end.

    ``along`` is the offset in the pattern at the start.
    """
    (x, y), (x2, y2) = places
    length = hypot(x2 - x, y2 - y)
    dash, gap = (part * unit for part in DASH)
    at = -along
    while at < length:
        begin, end = (min(max(each, 0.0), length) for each in (at, at + dash))
        if begin < end:
            one, other = (
                (x + (x2 - x) * each / length, y + (y2 - y) * each / length)
                for each in (begin, end)
            )
            canvas.line(one, other, WIDTH * unit, colour)
        at += dash + gap
    return length - (at - dash - gap) if length else along


def _dots(canvas: Canvas, frame: _Frame, points: Sequence[Point], number: int, unit: float) -> None:
    """Put the line's symbol on its last point, and on those before it that are far enough apart."""
    apart = APART[len(points) > MANY] * unit
    last: Place | None = None
    for point in reversed(points):
        place = frame.place(point)
        if last is None or hypot(place[0] - last[0], place[1] - last[1]) >= apart:
            _symbol(canvas, place, number, unit, settled=point.settled)
            last = place


def _symbol(canvas: Canvas, place: Place, number: int, unit: float, *, settled: bool) -> None:
    colour = STROKES[number % len(STROKES)]
    # The symbols are shifted after each round of colours, so that no two lines share both.
    draw = SYMBOLS[(number + number // len(STROKES)) % len(SYMBOLS)]
    canvas.disc(place, 0.6 * RADIUS * unit, PAPER)
    draw(canvas, place, RADIUS * unit, colour if settled else mix(colour, PAPER, PALE))


def _legend(
    lines: Mapping[str, object], dashed: str, width: int, unit: float
) -> list[tuple[float, int, str]]:
    """Return the left edge, the row and the label, cut short if needed, of each legend entry."""
    font = _font(TYPE * unit)
    left, right = MARGIN * unit, width - MARGIN * unit
    rows: list[tuple[float, int, str]] = []
    x, row = left, 0
    for label in (*lines, *([dashed] if dashed else [])):
        text = fitting(label, font, right - left - 30 * unit)
        wide = 30 * unit + font.getlength(text)
        if x > left and x + wide > right:
            x, row = left, row + 1
        rows.append((x, row, text))
        x += wide + 28 * unit
    return rows


def _middle(row: int, unit: float) -> float:
    return (MARGIN + ROW * (row + 0.35)) * unit


def _entry(canvas: Canvas, number: int | None, place: Place, unit: float) -> None:
    """Draw the symbol before a label: that of a line, or dashes."""
    x, y = place
    ends = ((x, y), (x + 22 * unit, y))
    if number is None:
        _dashes(canvas, ends, 0.0, mix(INK, PAPER, PALE), unit)
        return
    canvas.line(*ends, WIDTH * unit, STROKES[number % len(STROKES)])
    _symbol(canvas, (x + 11 * unit, y), number, unit, settled=True)


def _font(size: float) -> ImageFont.FreeTypeFont:
    # The basic layout engine writes any label; the other one may raise an error.
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def _small(image: Image.Image, lines: int) -> Image.Image:
    """Return the picture with a small palette: its colours, and mixtures at edges."""
    colours = dict.fromkeys([PAPER, INK, GRID, BLACK])
    used = STROKES[: min(lines, len(STROKES))]
    for share in (PALE, 0.75, 0.2, 0.6):
        colours |= dict.fromkeys(mix(colour, PAPER, share) for colour in (*used, INK))
        colours |= dict.fromkeys(used)
    for share in (0.1, 0.3, 0.5, 0.9):
        colours[mix(INK, PAPER, share)] = None
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in islice(colours, COLOURS) for value in colour])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _describe(lines: Mapping[str, Sequence[Point]]) -> Text:
    """Return the ratings in words, for people who do not see the picture: as many as fit."""
    whole = [Text("Ratings over time.")]
    for number, sentence in enumerate(_sentences(lines)):
        more = Text("And {count} more.", count=len(lines) - number)
        if len(str(joined([*whole, sentence, more]))) > LONGEST_ALT_TEXT:
            return joined([*whole, more])
        whole.append(sentence)
    return joined(whole)


def _sentences(lines: Mapping[str, Sequence[Point]]) -> Iterator[Text]:
    for label, points in lines.items():
        first, last = points[0], points[-1]
        ratings = [point.rating for point in points]
        sentence = Text(
            "{label}: {rating} on {date}.",
            label=label,
            rating=round(last.rating),
            date=_day(last),
        )
        if len(points) > 1:
            sentence = Text(
                "{label}: {first} on {begin}, {rating} on {date}, {least} at the lowest and "
                "{most} at the highest.",
                label=label,
                first=round(first.rating),
                begin=_day(first),
                rating=round(last.rating),
                date=_day(last),
                least=round(min(ratings)),
                most=round(max(ratings)),
            )
        yield sentence
        if not last.settled:
            yield Text("This rating is still provisional.")


def _day(point: Point) -> str:
    return f"{point.at.astimezone(UTC):%Y-%m-%d}"
