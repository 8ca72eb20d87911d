"""Moves on a picture.

The last turn is shown by tinted squares, trails with arrows, and crosses on captured pieces. On the
position before a move, that move and a better one are shown.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import hypot
from typing import NamedTuple

from PIL import Image

from engine.values import Move
from render.drawing.canvas import Place
from render.drawing.colour import Colour
from render.drawing.indexed import coverage
from render.pictures.arrows import direction_of, draw_arrow, draw_line
from render.pictures.surface import OUTLINE, Surface, dot, ring, square_canvas
from render.pieces.discs import RADIUS
from render.themes.palettes import TINT
from render.view.layout import Layout, Pixel

TRAIL = 0.13
"""Width of the trail, in squares."""
NAMED_DOT = 0.3
"""Radius of a trail's dot that carries the name of its hole."""
THIN = 0.05
"""Width of the trail over standing pieces."""
FOOTPRINT = 0.036
"""Width of the ring on the point that the piece left."""
ARROW = 0.3
"""Length of the arrow's head."""
INSIDE = 0.06
"""Overlap of the arrow's tip with the piece that moved."""
DOT = 0.14
"""Radius of the dot at a turn of a trail."""
HALO = 0.42
"""Radius of the disc at either end of the last move, on boards of lines or holes."""
CROSS = (0.2, 0.085)
"""Reach and width of the arms of the cross on a captured piece."""
BEAD = (0.075, 0.25)
"""Radius of the beads along a played move, and the distance between them."""
DOUBT = 0.85
"""Size of the type of the question mark at the end of a played move."""


class Trail(NamedTuple):
    """The path of a played move; ``number`` is its number if trails are numbered, else empty."""

    path: Sequence[int]
    colour: Colour
    number: str = ""


class Way(NamedTuple):
    """A move drawn on the position before it, as a better move or as the one played.

    The two differ in more than colour: a better move is an arrow with a shaft, the played move is
    beads that end in a question mark. An ``omitted`` capture is drawn on the position after the
    move played instead: an arrow, and rings around the pieces that it would have captured.
    """

    move: Move
    better: bool = False
    omitted: bool = False


def tint_ends(surface: Surface) -> None:
    """Tint the squares of the points where the last move began and ended, or draw a disc there."""
    layout = surface.layout
    if layout.board.style == "squares" or layout.on_map:
        square = coverage(Image.new("L", (layout.cell, layout.cell), 255))
        for point in surface.tints:
            surface.blend(square, layout.squares[point], surface.colours.tint, TINT)
    else:
        disc = dot(layout.cell, HALO)
        for point in surface.tints:
            surface.blend_centred(disc, surface.centre(point), surface.colours.tint, TINT)


def draw_trail(surface: Surface, trail: Trail) -> None:
    """Draw the path of a move; ``draw_head`` draws the arrow's head later, over the pieces."""
    unit = surface.layout.unit
    places = [surface.centre(point) for point in trail.path]
    outline = surface.outline_of(trail.colour)
    surface.blend_centred(ring(unit, RADIUS - 0.03, FOOTPRINT), places[0], outline)
    for colour, extra in ((outline, OUTLINE), (trail.colour, 0.0)):
        for start, end in pairwise(places):
            draw_line(surface, start, end, width=TRAIL + 2 * extra, colour=colour)
        for place in places[:-1]:
            surface.blend_centred(dot(unit, DOT + extra), place, colour)


def draw_trail_over_pieces(surface: Surface, trail: Trail, standing: Container[int]) -> None:
    """Draw a trail again, as a thin line, over jumped pieces that are still on the board."""
    unit, path = surface.layout.unit, trail.path
    over: list[tuple[int, Place]] = []
    for start, end in pairwise(path):
        jumped = [at for at in _between(surface.layout, start, end) if at in standing]
        direction = direction_of(surface.centre(start), surface.centre(end))
        over += [(at, direction) for at in jumped if at != path[-1]]
    outline = surface.outline_of(trail.colour)
    for colour, extra in ((outline, OUTLINE / 2), (trail.colour, 0.0)):
        for point, direction in over:
            surface.blend_centred(_thin_line(unit, direction, extra), surface.centre(point), colour)


def draw_head(surface: Surface, trail: Trail) -> None:
    """Draw the head of a trail's arrow, with its tip on the edge of the piece that moved."""
    if len(trail.path) < 2:
        return
    start, end = (surface.centre(point) for point in trail.path[-2:])
    direction = direction_of(start, end)
    outline = surface.outline_of(trail.colour)
    for colour, extra in ((outline, OUTLINE), (trail.colour, 0.0)):
        surface.blend_centred(_head(surface.layout.unit, direction, extra), end, colour)


def draw_named_dot(surface: Surface, point: int, trail: Colour) -> None:
    """Draw a dot in the colour ``trail`` on a hole, with room for the hole's name."""
    for size, colour in (
        (NAMED_DOT + OUTLINE, surface.outline_of(trail)),
        (NAMED_DOT, trail),
    ):
        surface.blend_centred(dot(surface.layout.cell, size), surface.centre(point), colour)


def ring_arrival(surface: Surface, trail: Trail) -> None:
    """Draw a ring around the piece that moved along a trail."""
    for colour, extra in ((surface.outline_of(trail.colour), 0.0), (trail.colour, OUTLINE)):
        shape = ring(surface.layout.unit, RADIUS + OUTLINE / 2 + extra, OUTLINE)
        surface.blend_centred(shape, surface.centre(trail.path[-1]), colour)


def trails_of(
    surface: Surface, paths: Sequence[Sequence[int]], seats: Sequence[int]
) -> list[Trail]:
    """Return the trails of moves in order; ``seats`` are the seats that have played the moves.

    If several seats have moved in a game of more than two, trails have the colours of the seats'
    pieces, and numbers if any two trails meet. On a map they do not: allies share a colour there.
    """
    colours = surface.colours
    if len(set(seats)) < 2 or len(colours.materials) < 3 or surface.layout.on_map:
        return [Trail(path, colours.trail) for path in paths]
    ways = [[surface.centre(point) for point in path] for path in paths]
    numbered = any(_meet(one, other) for one, other in combinations(ways, 2))
    return [
        Trail(path, colours.materials[seat].face, str(number) if numbered else "")
        for number, (path, seat) in enumerate(zip(paths, seats, strict=True), start=1)
    ]


def _meet(one: Sequence[Pixel], other: Sequence[Pixel]) -> bool:
    """Return whether two ways cross or touch."""
    return any(
        _side(*leg, start) * _side(*leg, end) <= 0
        and _side(start, end, leg[0]) * _side(start, end, leg[1]) <= 0
        and _overlap(leg, (start, end))
        for leg in pairwise(one)
        for start, end in pairwise(other)
    )


def _side(start: Pixel, end: Pixel, place: Pixel) -> int:
    """Return a number whose sign is the side of a line on which a place lies, 0 on the line."""
    return (end[0] - start[0]) * (place[1] - start[1]) - (end[1] - start[1]) * (place[0] - start[0])


def _overlap(one: tuple[Pixel, Pixel], other: tuple[Pixel, Pixel]) -> bool:
    """Return whether the boxes around two lines touch."""
    return all(
        min(a, b) <= max(c, d) and min(c, d) <= max(a, b)
        for (a, b), (c, d) in zip(zip(*one, strict=True), zip(*other, strict=True), strict=True)
    )


def cross_out(surface: Surface, points: Iterable[int]) -> None:
    """Draw a cross on the piece of each point."""
    for point in points:
        for colour, extra in (
            (surface.colours.outline, OUTLINE * 0.7),
            (surface.colours.cross, 0.0),
        ):
            surface.blend_centred(_cross(surface.layout.unit, extra), surface.centre(point), colour)


def draw_ways(surface: Surface, ways: Iterable[Way]) -> None:
    """Draw better, omitted and played moves over the pieces of a position.

    A played move ends in a question mark, which is drawn over all arrows and resembles no piece.
    """
    colours = surface.colours
    light = ((colours.outline, OUTLINE * 0.7), (colours.cross, 0.0))
    ends = []
    for way in sorted(ways, key=lambda one: one.better):
        places = [surface.middle(point) for point in way.move.path]
        if len(places) == 1:
            shape = ring(surface.layout.unit, RADIUS + OUTLINE, 2 * OUTLINE)
            surface.blend_centred(shape, places[0], colours.mark if way.better else colours.cross)
        elif way.better or way.omitted:
            for point in way.move.captured if way.omitted else ():
                for colour, extra in ((surface.dark, OUTLINE), (colours.mark, 0.0)):
                    shape = ring(surface.layout.unit, RADIUS, 2 * OUTLINE + extra)
                    surface.blend_centred(shape, surface.middle(point), colour)
            for colour, extra in ((surface.dark, OUTLINE), (colours.mark, 0.0)):
                draw_arrow(surface, places, extra, colour)
        else:
            for colour, extra in light:
                _draw_beads(surface, places, extra, colour)
            ends.append(places[-1])
    for end in ends:
        for colour, extra in light:
            surface.blend_centred(_doubt(surface.layout.unit, extra), end, colour)


def _draw_beads(surface: Surface, places: Sequence[Pixel], extra: float, colour: Colour) -> None:
    """Draw beads from the edge of the first place's piece through these places to the last."""
    unit = surface.layout.unit
    radius, apart = BEAD
    shape = dot(unit, radius + extra)
    left = RADIUS * unit
    for start, end in pairwise(places):
        dx, dy = direction_of(start, end)
        length = hypot(end[0] - start[0], end[1] - start[1])
        while left < length:
            surface.blend_centred(
                shape, (round(start[0] + dx * left), round(start[1] + dy * left)), colour
            )
            left += apart * unit
        left -= length


@lru_cache(maxsize=4096)
def _between(layout: Layout, start: int, end: int) -> tuple[int, ...]:
    """Return the points between two points on a straight line, empty if there is no such line."""
    board = layout.board
    for direction in range(len(board.steps)):
        ray = board.ray(start, direction)
        if end in ray:
            return ray[: ray.index(end)]
    return ()


@lru_cache(maxsize=64)
def _cross(cell: int, extra: float) -> Image.Image:
    reach, width = CROSS
    canvas, (x, y) = square_canvas(cell, reach + width)
    for slope in (-reach, reach):
        canvas.line((x - reach, y - slope), (x + reach, y + slope), width + 2 * extra, 255)
    return coverage(canvas.image())


@lru_cache(maxsize=64)
def _doubt(cell: int, extra: float) -> Image.Image:
    """Return the shape of a question mark, ``extra`` squares larger on every side."""
    canvas, (x, y) = square_canvas(cell, DOUBT / 2 + OUTLINE)
    canvas.text((x, y), "?", DOUBT, 255, stroke=extra + OUTLINE / 3)
    return coverage(canvas.image())


@lru_cache(maxsize=256)
def _head(cell: int, direction: Place, extra: float) -> Image.Image:
    """Return the shape of an arrow's head that points at a piece in the middle of the shape."""
    dx, dy = direction
    canvas, (x, y) = square_canvas(cell, RADIUS + ARROW + 0.25)
    tip = RADIUS - INSIDE - extra * 2
    base = RADIUS - INSIDE + ARROW + extra
    half = ARROW * 0.56 + extra * 2
    canvas.polygon(
        [
            (x - dx * tip, y - dy * tip),
            (x - dx * base - dy * half, y - dy * base + dx * half),
            (x - dx * base + dy * half, y - dy * base - dx * half),
        ],
        255,
    )
    return coverage(canvas.image())


@lru_cache(maxsize=64)
def _thin_line(cell: int, direction: Place, extra: float) -> Image.Image:
    """Return the shape of a thin line across a piece."""
    dx, dy = (RADIUS * share for share in direction)
    canvas, (x, y) = square_canvas(cell, RADIUS + THIN)
    canvas.line((x - dx, y - dy), (x + dx, y + dy), THIN + 2 * extra, 255)
    return coverage(canvas.image())
