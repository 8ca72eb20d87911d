"""The names of points whose names on the board are covered by pieces, trails or marks."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from render.drawing.colour import ink_on
from render.pictures.surface import Surface
from render.pictures.trail import Trail, draw_named_dot
from render.view.board_view import BoardView
from render.view.labels import (
    ABOVE_PIECE,
    Label,
    directions_of_trails,
    hole_label_shape,
    label_beside,
    label_place,
    label_shape,
)


def labels_at_trails(
    view: BoardView, trails: Sequence[Sequence[int]], ends: set[int], occupied: Container[int]
) -> dict[int, Label]:
    """Return the labels of points whose numbers the last move's trail or tint may touch."""
    crossed = directions_of_trails(view.layout, trails)
    if view.layout.on_map:
        touched = sorted(ends.union(crossed).intersection(view.layout.shown))
        return dict.fromkeys(touched, ABOVE_PIECE)
    return {
        point: label_beside(crossed.get(point, ()), occupied=point in occupied)
        for point in crossed.keys() | ends
    }


def write_labels(surface: Surface, labels: Mapping[int, Label]) -> None:
    """Write the numbers that the board itself cannot bring."""
    layout = surface.layout
    for point, label in labels.items():
        name = layout.board.names[point]
        corner = label_place(layout.squares[point], layout.cell, label)
        if label.outline:
            shape = label_shape(layout.cell, name, label, label.outline)
            surface.blend(shape, corner, surface.ground(point))
        shape = label_shape(layout.cell, name, label)
        on_tint = layout.on_map and point in surface.tints
        colour = surface.colours.outline if on_tint else surface.colours.label
        surface.blend(shape, corner, colour)


def write_names_of_holes(surface: Surface, trail: Trail, standing: Container[int]) -> None:
    """Write the names of holes again that the dots of a trail cover."""
    layout = surface.layout
    if not layout.named_inside:
        return
    ink = ink_on(trail.colour)
    for point in trail.path:
        if point not in standing:
            draw_named_dot(surface, point, trail.colour)
            name = hole_label_shape(layout.cell, layout.board.names[point])
            surface.blend_centred(name, layout.centres[point], ink)
