"""The painter: a position, and the turn that led to it, as a picture."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from engine.text import Text
from render.drawing.picture import Picture, encode
from render.pictures.alt_text import described
from render.pictures.diagram import WHOLE_MAP, Diagram, of_diagram
from render.pictures.fronts import (
    crosses,
    paint_fronts,
    paint_part,
    paint_quarter,
    paint_whole_fronts,
)
from render.pictures.scene import painted

SMALLEST, LARGEST = 200, 2400
"""Least and greatest length of a picture's longer side, in pixels."""


@of_diagram
def picture(diagram: Diagram) -> Picture:
    """Return the picture of a diagram, given the fields of a ``Diagram``.

    It may be called in several threads at the same time. Raises ValueError for an unknown theme or
    a size out of range; KeyError for a kind of piece that the game does not declare.
    """
    return drawn(diagram)


def drawn(diagram: Diagram, tell: Callable[[Text], object] | None = None) -> Picture:
    """Return the picture of a diagram, as ``picture`` does.

    ``tell`` is called with the description as soon as it is known, before the file is encoded.
    """
    image = paint(diagram)
    alt = described(diagram)
    if tell is not None:
        tell(alt)
    return Picture(encode(image), alt)


def paint(diagram: Diagram) -> Image.Image:
    """Return the picture of a diagram as a new Pillow image in mode ``P``.

    The caller may change the image. Raises errors as ``picture`` does.
    """
    if not SMALLEST <= diagram.size <= LARGEST:
        raise ValueError(f"A picture is {SMALLEST} to {LARGEST} pixels wide, not {diagram.size}.")
    region, front = diagram.region, diagram.front
    if diagram.position.board.map is None:
        image = painted(diagram, diagram.view())
    elif diagram.quarter is not None:
        image = paint_quarter(diagram, diagram.quarter)
    elif diagram.blind and region != WHOLE_MAP:
        image = paint_whole_fronts(diagram)  # a cut front would show where pieces stand
    elif region is None and front is None and not diagram.standing:
        image = paint_whole_fronts(diagram)
    elif region is None:
        image = paint_fronts(diagram, diagram.position.turn if front is None else front)
    else:
        image = paint_part(diagram, diagram.view(_points_shown(diagram)))
    image.putpalette(diagram.view().palette.bytes)
    return image


def _points_shown(diagram: Diagram) -> frozenset[int] | None:
    """Return the points of the region of a map to show; None means the whole map."""
    if diagram.region == WHOLE_MAP or not diagram.region:
        return None
    points = frozenset(diagram.region)
    shown = (*diagram.moves, *diagram.drawn)
    return None if any(crosses(move, points) for move in shown) else points
