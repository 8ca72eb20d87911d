"""Marks for legal moves: rings around pieces that can move, dots on their targets."""

from __future__ import annotations

from collections.abc import Container, Sequence

from PIL import Image

from engine.values import Move
from render.pictures.pieces import write_labels
from render.pictures.surface import OUTLINE, Surface, dot, ring
from render.pieces.discs import RADIUS
from render.view.labels import FREE_ON_MAP
from render.view.layout import Layout

DOT = 0.14
"""Radius of the dot on the target of a move, in squares."""
RING = 0.065
"""Width of the ring around a piece that can move."""
AROUND_HOLE = 0.41
"""Radius of the ring around a hole in which a move ends, in squares."""
AROUND_NAME = 0.44
"""Radius of the ring around the name in a square of a map; the name is rewritten over the ring."""


def mark_moves(surface: Surface, moves: Sequence[Move], occupied: Container[int]) -> None:
    """Draw rings around pieces that can move, and dots on the points to which they can move.

    If moves only place or lift pieces, all of their points are marked.
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
    unit, colours = surface.layout.unit, surface.colours
    for colour, extra in ((surface.dark, OUTLINE / 2), (colours.mark, 0.0)):
        for point in sorted(rings):
            shape = ring(unit, RADIUS - 0.02, RING + 2 * extra)
            surface.blend_centred(shape, surface.centre(point), colour)
        for point in sorted(dots):
            shape = _target(surface.layout, extra)
            surface.blend_centred(shape, surface.middle(point), colour)
    if surface.layout.on_map and surface.layout.named_inside:
        write_labels(surface, dict.fromkeys(sorted(dots), FREE_ON_MAP))


def _target(layout: Layout, extra: float) -> Image.Image:
    """Return the mark of a target: a dot, or a ring around a name, which stays readable."""
    if layout.named_inside:
        radius = AROUND_NAME if layout.on_map else AROUND_HOLE
        return ring(layout.cell, radius, 1.4 * RING + 2 * extra)
    return dot(layout.unit, DOT + extra)
