"""The last move's trail, and marks for legal moves: shapes laid on the picture."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image

from engine.values import Move
from render.canvas import Canvas, Place
from render.colour import Colour
from render.layout import Layout, Pixel
from render.palette import TINT, cover
from render.pieces import RADIUS
from render.sheet import Sheet

TRAIL = 0.13
"""Width of the trail, in squares."""
STATION = 0.3
"""Radius of the dot of a trail that bears the name of its hole."""
THREAD = 0.05
"""Width of the trail where it runs over pieces that stand."""
CASING = 0.045
"""Width of the outline around trail and marks."""
FOOTPRINT = 0.036
"""Width of the ring where the piece stood."""
ARROW = 0.3
"""Length of the arrow's head."""
DOT = 0.14
"""Radius of the dot where a trail turns, and on the target of a legal move."""
AROUND_HOLE = 0.41
"""Radius of the ring around a hole where a legal move ends."""
HALO = 0.42
"""Radius of the disc where the last move began or ended, on boards without squares."""
RING = 0.065
"""Width of the ring around a piece that can move."""
CROSS = (0.2, 0.085)
"""How far the arms of the cross on a captured piece reach, and how wide they are."""


def tint(sheet: Sheet) -> None:
    """Tint the squares of the points where the last move began and ended, or a disc there."""
    layout = sheet.layout
    if layout.board.style == "squares" or layout.on_map:
        square = cover(Image.new("L", (layout.cell, layout.cell), 255))
        for point in sheet.tints:
            sheet.lay(square, layout.squares[point], sheet.theme.tint, TINT)
    else:
        disc = _dot(layout.cell, HALO)
        for point in sheet.tints:
            sheet.lay_around(disc, sheet.centre(point), sheet.theme.tint, TINT)


def trail(sheet: Sheet, path: Sequence[int]) -> None:
    """Draw the way of a move from its first to its last point, with an arrow's head."""
    unit = sheet.layout.unit
    places = [sheet.centre(point) for point in path]
    colours = sheet.theme
    sheet.lay_around(_ring(unit, RADIUS - 0.03, FOOTPRINT), places[0], colours.casing)
    for colour, extra in ((colours.casing, CASING), (colours.trail, 0.0)):
        for start, end in pairwise(places):
            _leg(sheet, start, end, width=TRAIL + 2 * extra, colour=colour)
        for place in places[:-1]:
            sheet.lay_around(_dot(unit, DOT + extra), place, colour)
        if len(places) > 1:
            _point(sheet, places[-2], places[-1], colour, extra)


def thread(sheet: Sheet, path: Sequence[int], standing: Container[int]) -> None:
    """Draw the trail again, thin, over the pieces that were jumped and still stand."""
    unit, colours = sheet.layout.unit, sheet.theme
    over: list[tuple[int, Place]] = []
    for start, end in pairwise(path):
        jumped = [at for at in _between(sheet.layout, start, end) if at in standing]
        direction = _direction(sheet.centre(start), sheet.centre(end))
        over += [(at, direction) for at in jumped if at != path[-1]]
    for colour, extra in ((colours.casing, CASING / 2), (colours.trail, 0.0)):
        for point, direction in over:
            sheet.lay_around(_bridge(unit, direction, extra), sheet.centre(point), colour)
    if over and over[-1][0] in _between(sheet.layout, *path[-2:]):
        for colour, extra in ((colours.casing, CASING), (colours.trail, 0.0)):
            _point(sheet, sheet.centre(path[-2]), sheet.centre(path[-1]), colour, extra)


def station(sheet: Sheet, point: int) -> None:
    """Draw a dot of the trail that has room for the name of its hole."""
    for size, colour in (
        (STATION + CASING, sheet.theme.casing),
        (STATION, sheet.theme.trail),
    ):
        sheet.lay_around(_dot(sheet.layout.cell, size), sheet.centre(point), colour)


def arrival(sheet: Sheet, point: int) -> None:
    """Draw a ring around the piece that has moved."""
    for colour, extra in ((sheet.theme.casing, 0.0), (sheet.theme.trail, CASING)):
        ring = _ring(sheet.layout.unit, RADIUS + CASING / 2 + extra, CASING)
        sheet.lay_around(ring, sheet.centre(point), colour)


@lru_cache(maxsize=4096)
def _between(layout: Layout, start: int, end: int) -> tuple[int, ...]:
    """The points on the straight way from one to another."""
    board = layout.board
    for direction in range(len(board.steps)):
        ray = board.ray(start, direction)
        if end in ray:
            return ray[: ray.index(end)]
    return ()


def _point(sheet: Sheet, start: Pixel, end: Pixel, colour: Colour, extra: float) -> None:
    """Draw the arrow's head of the trail that comes from ``start``."""
    head = _head(sheet.layout.unit, _direction(start, end), extra)
    sheet.lay_around(head, end, colour)


def _direction(start: Pixel, end: Pixel) -> Place:
    (x, y), (x2, y2) = start, end
    length = hypot(x2 - x, y2 - y) or 1
    return (round((x2 - x) / length, 3), round((y2 - y) / length, 3))


def crosses(sheet: Sheet, points: Iterable[int]) -> None:
    """Cross out the captured pieces."""
    for point in points:
        for colour, extra in ((sheet.theme.casing, CASING * 0.7), (sheet.theme.cross, 0.0)):
            sheet.lay_around(_cross(sheet.layout.unit, extra), sheet.centre(point), colour)


def marks(sheet: Sheet, moves: Sequence[Move], occupied: Container[int]) -> None:
    """Ring the pieces that can move, and dot the points where they can go.

    Of moves that only put something on points, or lift it, all points are marked.
    """
    rings: set[int] = set()
    dots: set[int] = set()
    for path in (move.path for move in moves):
        if len(path) > 1 and path[0] in occupied:
            rings.add(path[0])
            (rings if path[-1] in occupied and path[-1] != path[0] else dots).add(path[-1])
        else:
            for point in path:
                (rings if point in occupied else dots).add(point)
    unit, colours = sheet.layout.unit, sheet.theme
    # Marks are light, so that the darker of the two sets them off.
    outline = min(colours.trail, colours.casing, key=sum)
    for colour, extra in ((outline, CASING / 2), (colours.mark, 0.0)):
        for point in sorted(rings):
            ring = _ring(unit, RADIUS - 0.02, RING + 2 * extra)
            sheet.lay_around(ring, sheet.centre(point), colour)
        for point in sorted(dots):
            sheet.lay_around(_target(sheet.layout, extra), sheet.middle(point), colour)


def _target(layout: Layout, extra: float) -> Image.Image:
    """A dot where a move ends; a ring around a name that is to stay readable."""
    if layout.named_inside:
        return _ring(layout.cell, AROUND_HOLE, 1.4 * RING + 2 * extra)
    return _dot(layout.unit, DOT + extra)


def _leg(sheet: Sheet, start: Pixel, end: Pixel, *, width: float, colour: Colour) -> None:
    """A straight line, laid as short pieces: few pixels, and few different shapes."""
    steep = abs(end[1] - start[1]) > abs(end[0] - start[0])
    (x, y), (x2, y2) = sorted((start, end), key=lambda place: place[steep])
    dx, dy = x2 - x, y2 - y
    count = round(max(abs(dx), abs(dy)) / sheet.layout.cell)
    stops = [(x + dx * i // count, y + dy * i // count) for i in range(count + 1)] if count else []
    for (x, y), (x2, y2) in pairwise(stops):
        shape = _line((x2 - x, y2 - y), sheet.layout.unit * width)
        margin = (shape.width - abs(x2 - x)) // 2, (shape.height - abs(y2 - y)) // 2
        sheet.lay(shape, (min(x, x2) - margin[0], min(y, y2) - margin[1]), colour)


@lru_cache(maxsize=256)
def _line(step: Pixel, width: float) -> Image.Image:
    """A piece of a line, as long as ``step``.

    Its ends are cut along the axes: the next piece goes on there, and no pixel is laid twice.
    """
    dx, dy = step
    edge = round(width) + 2
    x, y = (0, edge) if abs(dx) >= abs(dy) else (edge, 0)
    canvas = Canvas("L", (abs(dx) + 2 * x, abs(dy) + 2 * y), 1)
    x, y = x + max(0, -dx), y + max(0, -dy)
    canvas.line((x - dx, y - dy), (x + 2 * dx, y + 2 * dy), width, 255)
    return cover(canvas.image())


@lru_cache(maxsize=64)
def _ring(cell: int, radius: float, width: float) -> Image.Image:
    canvas, centre = _square(cell, radius + width)
    canvas.ring(centre, radius, width, 255)
    return cover(canvas.image())


@lru_cache(maxsize=64)
def _dot(cell: int, radius: float) -> Image.Image:
    canvas, centre = _square(cell, radius)
    canvas.disc(centre, radius, 255)
    return cover(canvas.image())


@lru_cache(maxsize=64)
def _cross(cell: int, extra: float) -> Image.Image:
    reach, width = CROSS
    canvas, (x, y) = _square(cell, reach + width)
    for slope in (-reach, reach):
        canvas.line((x - reach, y - slope), (x + reach, y + slope), width + 2 * extra, 255)
    return cover(canvas.image())


@lru_cache(maxsize=256)
def _head(cell: int, direction: Place, extra: float) -> Image.Image:
    """The head of an arrow that points at a piece in the middle of the shape."""
    dx, dy = direction
    canvas, (x, y) = _square(cell, RADIUS + ARROW + 0.25)
    tip = RADIUS - extra * 2
    base = RADIUS + ARROW + extra
    half = ARROW * 0.56 + extra * 2
    canvas.polygon(
        [
            (x - dx * tip, y - dy * tip),
            (x - dx * base - dy * half, y - dy * base + dx * half),
            (x - dx * base + dy * half, y - dy * base - dx * half),
        ],
        255,
    )
    return cover(canvas.image())


@lru_cache(maxsize=64)
def _bridge(cell: int, direction: Place, extra: float) -> Image.Image:
    """A thin line right across a piece."""
    dx, dy = (RADIUS * share for share in direction)
    canvas, (x, y) = _square(cell, RADIUS + THREAD)
    canvas.line((x - dx, y - dy), (x + dx, y + dy), THREAD + 2 * extra, 255)
    return cover(canvas.image())


def _square(cell: int, radius: float) -> tuple[Canvas, Place]:
    """A canvas for a shape of that radius, and its centre."""
    side = 2 * (round(cell * radius) + 2)
    return Canvas("L", (side, side), cell), (side / 2 / cell, side / 2 / cell)
