"""The course of a match as a picture: each side's chances to win, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.game import Game
from engine.text import Text, counted, joined
from render.drawing.canvas import Canvas, Place
from render.drawing.colour import WHITE, Colour, mix
from render.drawing.fonts import font
from render.drawing.picture import LONGEST_ALT_TEXT, Picture, encode
from render.plots.plot import SYMBOLS
from render.themes.catalogue import board_colours
from render.themes.theme import BoardColours, Material

SIZE: Final = (900, 450)
TYPE: Final = 30
"""Height of letters, in pixels of a picture 900 wide, as all measures here. They must be readable
if the picture is shown 400 wide.
"""
MARGIN: Final = 18
FOOT: Final = 50
"""Height of the room for the numbers of moves."""
LEGEND: Final = 46
"""Height of a row of names of sides."""
LINE: Final = 4.0
BADGE: Final = 19
"""Radius of the disc with the number of a moment."""
SYMBOL: Final = 9
OVERSAMPLING: Final = 2
COLOURS: Final = 64
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
TICKS: Final = 8
"""Approximate greatest number of move numbers written."""


class Curve(NamedTuple):
    """A side's chances to win: the side's name, one of its seats, and points.

    A point is the number of turns played before it, and the chance, from 0 to 1.
    """

    label: str
    seat: int
    points: Sequence[tuple[int, float]]


class Moment(NamedTuple):
    """A notable turn: its number among all turns, from 1, and its move in notation.

    ``side`` is the index of the curve on which it is marked; ``before`` and ``after`` are the
    side's chances before and after the turn.
    """

    turn: int
    text: str
    side: int
    before: float
    after: float


class _Frame(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    turns: int

    def at(self, turn: float, chance: float) -> Place:
        x = self.left + (self.right - self.left) * turn / max(self.turns, 1)
        return (x, self.bottom - (self.bottom - self.top) * chance)


def course(
    game: Game,
    curves: Sequence[Curve],
    numbers: Sequence[int],
    moments: Sequence[Moment] = (),
    *,
    seats: int = 2,
    hidden: Sequence[int] = (),
    theme: str = "wood",
    size: tuple[int, int] = SIZE,
) -> Picture:
    """Return the picture of a match's course.

    Two sides share a line: the area below it is the first side's, the area above it the other's,
    whose ``Curve`` has no points. Each of more sides has a line. ``numbers`` are the move numbers
    of the turns. The ``moments`` are marked with numbers from 1. The ``hidden`` turns, counted from
    0, are covered: curves must have no points there. Raises ValueError for an unknown theme.
    """
    colours = board_colours(theme, game.colours, seats)
    ink = max(colours.label, WHITE, key=lambda one: _apart(one, colours.frame))
    unit = size[0] / SIZE[0]
    two = len(curves) == 2
    rows = _legend(curves, size[0], unit)  # above the plot: within it, curves would hide names
    top = (MARGIN + (rows[-1][1] + 1) * LEGEND) * unit
    left, right = MARGIN * unit, size[0] - MARGIN * unit
    frame = _Frame(left, top, right, size[1] - FOOT * unit, len(numbers))
    canvas = Canvas("RGB", size, 1, colours.frame, OVERSAMPLING)
    if two:
        _areas(canvas, frame, curves, colours)
    else:
        canvas.polygon(_box(frame), mix(colours.frame, ink, 0.1))
    _middle(canvas, frame, mix(colours.frame, ink, 0.5), unit)
    for curve in curves:
        _line(canvas, frame, curve, colours, unit, edge=None if two else ink)
    _cover(canvas, frame, hidden, mix(colours.frame, ink, 0.35))
    for x, row, curve in rows:
        place = ((x + 14) * unit, (MARGIN + (row + 0.4) * LEGEND) * unit)
        _symbol(canvas, place, curve.seat, colours, 1.3 * unit)
    badges = [(frame.at(one.turn, _height(curves, one)), one) for one in moments]
    badges = _spread(frame, badges, unit)
    for place, one in badges:
        material = _material(curves, one, colours)
        canvas.disc(place, (BADGE + 3) * unit, material.symbol)
        canvas.disc(place, BADGE * unit, material.face)
    image = canvas.image()
    pen = ImageDraw.Draw(image)
    letters = font(round(TYPE * unit))
    for number, (place, one) in enumerate(badges, start=1):
        material = _material(curves, one, colours)
        pen.text(place, str(number), material.symbol, font(round(27 * unit)), anchor="mm")
    for x, row, curve in rows:
        place = ((x + 32) * unit, (MARGIN + (row + 0.4) * LEGEND) * unit)
        pen.text(place, curve.label, ink, letters, anchor="lm")
    for turn, text in _ticks(numbers):
        x, y = frame.at(turn - 0.5, 0.0)
        x = min(max(x, frame.left + 10 * unit), frame.right - 12 * unit)
        pen.text((x, y + 10 * unit), text, ink, letters, anchor="ma")
    small = image.quantize(COLOURS, dither=Image.Dither.NONE)
    return Picture(encode(small), _described(curves, moments, numbers))


_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Corners of a turn's area in the frame: turns to the right, and the chance."""


def _box(frame: _Frame) -> list[Place]:
    return [frame.at(turn, chance) for turn, chance in ((0, 0), (frame.turns, 0))] + [
        frame.at(turn, chance) for turn, chance in ((frame.turns, 1), (0, 1))
    ]


def _areas(canvas: Canvas, frame: _Frame, curves: Sequence[Curve], colours: BoardColours) -> None:
    """Fill the areas below the first side's curve and above it."""
    first, other = (colours.materials[curve.seat].face for curve in curves)
    canvas.polygon(_box(frame), other)
    points = [frame.at(*point) for point in _whole(curves[0], frame.turns)]
    canvas.polygon([frame.at(0, 0), *points, frame.at(frame.turns, 0)], first)


def _cover(canvas: Canvas, frame: _Frame, turns: Sequence[int], grey: Colour) -> None:
    """Cover the areas of some turns, counted from 0."""
    for turn in turns:
        canvas.polygon([frame.at(turn + right, height) for right, height in _CORNERS], grey)


def _middle(canvas: Canvas, frame: _Frame, grey: Colour, unit: float) -> None:
    """Draw the dashed line of even chances."""
    (x, y), (end, _) = frame.at(0, 0.5), frame.at(frame.turns, 0.5)
    while x < end:
        canvas.line((x, y), (min(x + 10 * unit, end), y), 2 * unit, grey)
        x += 22 * unit


def _line(
    canvas: Canvas,
    frame: _Frame,
    curve: Curve,
    colours: BoardColours,
    unit: float,
    *,
    edge: Colour | None,
) -> None:
    """Draw a curve; with an ``edge``, in the side's colour and with the side's symbols."""
    places = [frame.at(*point) for point in _whole(curve, frame.turns)]
    colour = colours.trail if edge is None else colours.materials[curve.seat].face
    for width, ink in ((LINE + 3, edge or colours.outline), (LINE, colour)):
        for start, end in pairwise(places):
            canvas.line(start, end, width * unit, ink)
    if edge is None:
        return
    last = -1e9
    for place in places:
        if place[0] - last >= 60 * unit:
            _symbol(canvas, place, curve.seat, colours, unit)
            last = place[0]


def _symbol(canvas: Canvas, place: Place, seat: int, colours: BoardColours, unit: float) -> None:
    """Draw the symbol that distinguishes a side's line in addition to its colour."""
    canvas.disc(place, (SYMBOL + 2) * unit, colours.materials[seat].side)
    SYMBOLS[seat % len(SYMBOLS)](canvas, place, SYMBOL * unit, colours.materials[seat].face)


def _whole(curve: Curve, turns: int) -> list[tuple[int, float]]:
    """Return the points of a curve, extended level before its first and after its last point."""
    points = list(curve.points)
    if points and points[0][0] > 0:
        points.insert(0, (0, points[0][1]))
    if points and points[-1][0] < turns:
        points.append((turns, points[-1][1]))
    return points


def _height(curves: Sequence[Curve], moment: Moment) -> float:
    """Return the height of a moment's badge: the chance on the curve after the turn."""
    points = curves[moment.side].points or curves[0].points
    return next((chance for turn, chance in reversed(points) if turn <= moment.turn), 0.5)


def _spread(
    frame: _Frame, badges: Sequence[tuple[Place, Moment]], unit: float
) -> list[tuple[Place, Moment]]:
    """Return the badges, moved so that none is outside the frame or over another."""
    room = (BADGE + 4) * unit
    placed: list[tuple[Place, Moment]] = []
    for place, one in badges:
        x = min(max(place[0], frame.left + room), frame.right - room)
        y = min(max(place[1], frame.top + room), frame.bottom - room)
        away = -2 * room if y > (frame.top + frame.bottom) / 2 else 2 * room
        while any(hypot(x - at[0], y - at[1]) < 1.8 * room for at, _ in placed):
            y += away
        placed.append(((x, y), one))
    return placed


def _material(curves: Sequence[Curve], moment: Moment, colours: BoardColours) -> Material:
    return colours.materials[curves[moment.side].seat]


def _legend(curves: Sequence[Curve], width: int, unit: float) -> list[tuple[float, int, Curve]]:
    """Return the left edge and the row of the name of each curve."""
    rows: list[tuple[float, int, Curve]] = []
    x, row = float(MARGIN), 0
    for curve in curves:
        wide = 32 + font(TYPE).getlength(curve.label) + 26
        if x > MARGIN and (x + wide) * unit > width:
            x, row = float(MARGIN), row + 1
        rows.append((x, row, curve))
        x += wide
    return rows


def _ticks(numbers: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield the first turns of moves with round numbers, counted from 1, and these numbers."""
    if not numbers:
        return
    span = numbers[-1] - numbers[0] + 1
    step = next((step for step in STEPS if span / step <= TICKS), STEPS[-1])
    shown = 0
    for turn, number in enumerate(numbers, start=1):
        if number != shown and (number % step == 0 or (turn == 1 and step == 1)):
            shown = number
            yield turn, str(number)


def _described(curves: Sequence[Curve], moments: Sequence[Moment], numbers: Sequence[int]) -> Text:
    """Return the course in words: the moments, and the range of each side's chances."""
    whole = [
        counted(
            "Chances to win over {count} turn.",
            "Chances to win over {count} turns.",
            len(numbers),
        )
    ]
    for place, one in enumerate(moments, start=1):
        whole.append(
            Text(
                "{place}. Move {number}, {move}: the chances of {side} fall from {before} to "
                "{after} percent.",
                place=place,
                number=numbers[one.turn - 1],
                move=one.text,
                side=curves[one.side].label,
                before=round(100 * one.before),
                after=round(100 * one.after),
            )
        )
    for curve in curves:
        if curve.points:
            chances = [chance for _, chance in curve.points]
            whole.append(
                Text(
                    "{side}: {first} percent at first, {least} at the lowest, {most} at the "
                    "highest, {last} at the end.",
                    side=curve.label,
                    first=round(100 * chances[0]),
                    least=round(100 * min(chances)),
                    most=round(100 * max(chances)),
                    last=round(100 * chances[-1]),
                )
            )
    while len(str(joined(whole))) > LONGEST_ALT_TEXT:
        whole.pop()
    return joined(whole)


def _apart(one: Colour, other: Colour) -> int:
    """Return the difference of two colours: the sum of those in red, green and blue."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
