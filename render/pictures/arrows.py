"""Arrows over the pieces: a better move, and proposed moves, each with a letter.

Measures are in squares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf
from typing import NamedTuple

from PIL import Image

from engine.values import Move
from render.drawing.canvas import Canvas, Place
from render.drawing.colour import BLACK, Colour, ink_on
from render.drawing.indexed import coverage
from render.pictures.surface import OUTLINE, Surface, dot, ring, square_canvas
from render.pieces.discs import RADIUS
from render.view.layout import Pixel

SHAFT = 0.1
"""Width of the arrow of a better move."""
POINT = (0.1, 0.36)
"""Overshoot of the tip beyond the target point, and head length."""
AWAY = RADIUS - 0.18
"""Distance of an arrow's start from the middle of its piece."""

SHAFTS = (0.045, 0.19)
"""Widths of the arrows of the weakest and of the strongest proposal."""
HEADS = (0.24, 0.48)
"""Head lengths of the arrows of the weakest and of the strongest proposal."""
LEAST = (0.0035, 0.019)
"""Least width and head length, as shares of the picture's size."""
BADGE = 0.23
"""Radius of a badge, the disc with the letter of a proposal."""
SMALLEST_BADGE = 0.0185
"""Least radius of a badge, as a share of the picture's size: it must be readable on a phone."""
LETTER = 1.5
"""Size of the type in a badge, in radii of the badge; longer names are smaller."""
SPOTS = 0.15
"""Distance between the places along an arrow that are tried for its badge."""
BESIDE = 0.1
"""Distance between an arrow and a badge beside it."""
COVERED = 0.2
"""Least visible length of an arrow with a badge on it. If less is visible, a place beside the arrow
is better.
"""
NAME = 0.17
"""Half the width of the name of a point."""
HIDING = 1.5
"""Penalty of a place that hides too much of its arrow; a place beside the arrow has penalty 1."""


class Arrow(NamedTuple):
    """A proposed move: an arrow named by a letter or a few.

    ``strength``, from 0 to 1, determines its width.
    """

    move: Move
    name: str
    strength: float = 0.5


class Spot(NamedTuple):
    """A possible place of an arrow's badge in pixels, and its penalty apart from anything near."""

    x: float
    y: float
    cost: float


def draw_arrows(surface: Surface, arrows: Sequence[Arrow], occupied: Collection[int]) -> None:
    """Draw proposed moves, the stronger ones over the weaker ones, and all letters on top.

    A move of one point is drawn as a ring around the point. ``occupied`` are the points of pieces.
    """
    colours, unit = surface.colours, surface.layout.unit
    there = sorted(arrows, key=lambda arrow: -arrow.strength)[::-1]
    ways = [[surface.middle(point) for point in arrow.move.path] for arrow in there]
    for arrow, places in zip(there, ways, strict=True):
        width, head = (
            max(_between(range_, arrow.strength), round(least * surface.layout.size / unit, 2))
            for range_, least in zip((SHAFTS, HEADS), LEAST, strict=True)
        )
        for colour, extra in ((surface.dark, OUTLINE), (colours.mark, 0.0)):
            if len(places) == 1:
                shape = ring(unit, RADIUS + OUTLINE, width + 2 * extra)
                surface.blend_centred(shape, places[0], colour)
            else:
                draw_arrow(surface, places, extra, colour, width=width, head=head)
    radius = max(BADGE, SMALLEST_BADGE * surface.layout.size / unit)
    pieces, names = _middles(surface, occupied)
    placed: list[tuple[Arrow, Pixel]] = []
    for number in reversed(range(len(there))):  # the strongest gets the best place
        others = ways[:number] + ways[number + 1 :]
        taken = [place for _, place in placed]
        spot = _spot(
            surface, ways[number], radius, others=others, taken=taken, pieces=pieces, names=names
        )
        placed.append((there[number], spot))
    for arrow, place in reversed(placed):
        for colour, extra in ((surface.dark, OUTLINE), (colours.mark, 0.0)):
            surface.blend_centred(dot(unit, radius + extra), place, colour)
        surface.blend_centred(_letter(unit, radius, arrow.name), place, BLACK)


def number_ways(
    surface: Surface,
    ways: Sequence[Sequence[Pixel]],
    numbers: Sequence[tuple[str, Colour]],
    occupied: Collection[int],
) -> None:
    """Draw a disc on each way, with the number and in the colour at the same index."""
    unit = surface.layout.unit
    radius = max(BADGE, SMALLEST_BADGE * surface.layout.size / unit)
    pieces, names = _middles(surface, occupied)
    taken: list[Pixel] = []
    for index, (number, colour) in enumerate(numbers):
        places = ways[index]
        others = [*ways[:index], *ways[index + 1 :]]
        spot = _spot(
            surface, places, radius, others=others, taken=taken, pieces=pieces, names=names
        )
        taken.append(spot)
        for ground, extra in ((surface.outline_of(colour), OUTLINE), (colour, 0.0)):
            surface.blend_centred(dot(unit, radius + extra), spot, ground)
        surface.blend_centred(_letter(unit, radius, number), spot, ink_on(colour))


def draw_arrow(
    surface: Surface,
    places: Sequence[Pixel],
    extra: float,
    colour: Colour,
    *,
    width: float = SHAFT,
    head: float = POINT[1],
) -> None:
    """Draw an arrow from the edge of the first place's piece through these places to the last.

    The arrow is wider by ``extra`` on every side.
    """
    unit, over = surface.layout.unit, POINT[0]
    for number, (start, end) in enumerate(pairwise(places)):
        dx, dy = direction_of(start, end)
        first = AWAY if number == 0 else 0.0
        last = head - over if number == len(places) - 2 else 0.0
        begin = (round(start[0] + dx * first * unit), round(start[1] + dy * first * unit))
        finish = (round(end[0] - dx * last * unit), round(end[1] - dy * last * unit))
        draw_line(surface, begin, finish, width=width + 2 * extra, colour=colour)
        if last:
            surface.blend_centred(_point(unit, (dx, dy), head, extra), end, colour)
        else:
            surface.blend_centred(dot(unit, width + extra), end, colour)


def direction_of(start: Pixel, end: Pixel) -> Place:
    """Return the direction from one place to another, as a vector of length 1."""
    (x, y), (x2, y2) = start, end
    length = hypot(x2 - x, y2 - y) or 1
    return (round((x2 - x) / length, 3), round((y2 - y) / length, 3))


def draw_line(surface: Surface, start: Pixel, end: Pixel, *, width: float, colour: Colour) -> None:
    """Draw a straight line in short pieces, which need few pixels and few different shapes."""
    steep = abs(end[1] - start[1]) > abs(end[0] - start[0])
    (x, y), (x2, y2) = sorted((start, end), key=lambda place: place[steep])
    dx, dy = x2 - x, y2 - y
    count = max(round(max(abs(dx), abs(dy)) / surface.layout.cell), start != end)
    stops = [(x + dx * i // count, y + dy * i // count) for i in range(count + 1)] if count else []
    for (x, y), (x2, y2) in pairwise(stops):
        shape = _line((x2 - x, y2 - y), surface.layout.unit * width)
        margin = (shape.width - abs(x2 - x)) // 2, (shape.height - abs(y2 - y)) // 2
        surface.blend(shape, (min(x, x2) - margin[0], min(y, y2) - margin[1]), colour)


# The places of badges


def _middles(
    surface: Surface, occupied: Collection[int]
) -> tuple[Sequence[Pixel], Sequence[Pixel]]:
    """Return the places of pieces, and those of names on free points."""
    layout = surface.layout
    free = set(layout.shown).difference(occupied) if layout.named_inside else ()
    pieces, names = (
        [surface.middle(point) for point in sorted(points)] for points in (occupied, free)
    )
    return pieces, names


def _spot(
    surface: Surface,
    places: Sequence[Pixel],
    radius: float,
    *,
    others: Sequence[Sequence[Pixel]],
    taken: Sequence[Pixel],
    pieces: Sequence[Pixel],
    names: Sequence[Pixel],
) -> Pixel:
    """Return the best place for the badge of an arrow that passes through these places.

    The badge should hide no other badge, and if possible no other arrow, head, name or piece.
    """
    unit = surface.layout.unit
    width, height = surface.image.size
    reach = radius * unit
    legs = [leg for other in others for leg in (pairwise(other) if len(other) > 1 else ())]
    heads = [other[-1] for other in others if len(other) > 1]
    near: list[tuple[Sequence[Pixel], float, float]] = [
        (taken, 2 * reach, 10.0),
        (heads, reach + 0.2 * unit, 2.0),
        (pieces, reach + 0.3 * unit, 0.7),
        (names, reach + NAME * unit, 2.0),
    ]

    def cost(spot: Spot) -> float:
        x, y, found = spot
        if not (reach < x < width - reach and reach < y < height - reach):
            found += 20
        clear = reach + SHAFTS[1] * unit
        found += sum(2 * _closeness(_distance(x, y, *leg), clear) for leg in legs)
        for things, apart, weight in near:
            found += weight * sum(_closeness(hypot(px - x, py - y), apart) for px, py in things)
        return found

    best, least = Spot(*places[-1], 0.0), inf
    spots = _spots(places, unit, reach, _preferred(places, others))
    for spot in sorted(spots, key=lambda one: one.cost):
        if spot.cost >= least:
            break
        if (found := cost(spot)) < least:
            best, least = spot, found
    return (round(best.x), round(best.y))


def _preferred(places: Sequence[Pixel], others: Sequence[Sequence[Pixel]]) -> float:
    """Return the place of an arrow's badge that is usually far from other arrows.

    It is a share of the arrow's length.
    """
    first = direction_of(*places[:2]) if len(places) > 1 else None
    for other in others:
        if len(other) > 1 and other[0] == places[0] and direction_of(*other[:2]) == first:
            return 0.9
    return 0.3 if any(other[-1] == places[-1] for other in others) else 0.5


def _spots(places: Sequence[Pixel], unit: int, reach: float, preferred: float) -> Iterator[Spot]:
    """Yield possible places for a badge: on an arrow, beside and beyond it, or around a point."""
    if len(places) == 1:
        yield Spot(*places[0], 0)
        for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1)):
            yield Spot(places[0][0] + dx * 0.4 * unit, places[0][1] + dy * 0.4 * unit, 0.3)
        return
    lengths = (hypot(end[0] - start[0], end[1] - start[1]) for start, end in pairwise(places))
    whole, gone = sum(lengths), 0.0
    right = below = 0.0
    seen = whole - 2 * reach - (AWAY + HEADS[0]) * unit
    covering = 0.0 if seen > COVERED * unit else HIDING
    beside = (reach + BESIDE * unit, -reach - BESIDE * unit)
    for start, end in pairwise(places):
        length = hypot(end[0] - start[0], end[1] - start[1])
        right, below = direction_of(start, end)
        count = max(1, round(length / (SPOTS * unit)))
        for step in range(count):
            along = (step + 0.5) * length / count
            x, y = start[0] + right * along, start[1] + below * along
            tip = max(0.0, 1 - (whole - gone - along) / (0.45 * unit + reach))
            cost = abs((gone + along) / whole - preferred)
            yield Spot(x, y, cost + tip + covering)
            for side in beside:
                yield Spot(x - below * side, y + right * side, cost + 1)
        gone += length
    beyond = reach + POINT[0] * unit
    yield Spot(places[-1][0] + right * beyond, places[-1][1] + below * beyond, 1.1)


def _distance(x: float, y: float, start: Pixel, end: Pixel) -> float:
    """Return the distance of a place from the straight line between two other places."""
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / square)) if square else 0.0
    return hypot(x - x1 - along * dx, y - y1 - along * dy)


def _closeness(distance: float, apart: float) -> float:
    """Return the penalty for two things that are less than ``apart`` from each other, else 0."""
    return 1.5 - distance / apart if distance < apart else 0.0


def _between(range_: tuple[float, float], share: float) -> float:
    """Return a value in a range, rounded so that few different shapes are made."""
    low, high = range_
    return round(low + (high - low) * min(1.0, max(0.0, share)), 2)


# Shapes


@lru_cache(maxsize=256)
def _line(step: Pixel, width: float) -> Image.Image:
    """Return the shape of a piece of a line, as long as ``step``.

    Its ends are cut along an axis: the next piece continues there, and no pixel is drawn twice.
    """
    dx, dy = step
    edge = round(width) + 2
    x, y = (0, edge) if abs(dx) >= abs(dy) else (edge, 0)
    canvas = Canvas("L", (abs(dx) + 2 * x, abs(dy) + 2 * y), 1)
    x, y = x + max(0, -dx), y + max(0, -dy)
    canvas.line((x - dx, y - dy), (x + 2 * dx, y + 2 * dy), width, 255)
    return coverage(canvas.image())


@lru_cache(maxsize=256)
def _point(cell: int, direction: Place, length: float, extra: float) -> Image.Image:
    """Return the shape of an arrow's head, whose tip is a little beyond the middle of the shape."""
    dx, dy = direction
    over = POINT[0]
    tip, base = over + 2 * extra, over - length - extra
    half = 0.6 * length + 1.5 * extra
    canvas, (x, y) = square_canvas(cell, length + 4 * OUTLINE)
    canvas.polygon(
        [
            (x + dx * tip, y + dy * tip),
            (x + dx * base - dy * half, y + dy * base + dx * half),
            (x + dx * base + dy * half, y + dy * base - dx * half),
        ],
        255,
    )
    return coverage(canvas.image())


@lru_cache(maxsize=256)
def _letter(cell: int, radius: float, name: str) -> Image.Image:
    canvas, place = square_canvas(cell, radius)
    canvas.text(place, name, radius * LETTER / (1 if len(name) == 1 else 1.35), 255)
    return coverage(canvas.image())
