"""Pieces on their points, and the names of points that are covered or have less room."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from PIL import Image

from engine.game import Game
from engine.pieces import PieceKind
from engine.values import Piece
from render.boards.empty import empty_board
from render.drawing.colour import ink_on
from render.drawing.kept import kept
from render.pictures.surface import Surface
from render.pictures.trail import Trail, draw_named_dot
from render.pieces.tiles import tile
from render.view.board_view import BoardView
from render.view.labels import (
    ABOVE_PIECE,
    Label,
    directions_of_trails,
    hole_label_shape,
    label_beside,
    label_box,
    label_place,
    label_shape,
)
from render.view.layout import RAISED


def put_pieces(
    surface: Surface, game: Game, pieces: Mapping[int, Piece], *, captured: bool = False
) -> None:
    """Paste pieces on their squares, whose ground may be tinted; ``captured`` ones translucent."""
    palette, layout = surface.view.palette, surface.layout
    for point, (seat, kind) in pieces.items():
        indices, mask = tile(
            palette,
            layout.cell,
            layout.unit,
            seat,
            game.kind(kind),
            ground=surface.ground(point),
            captured=captured,
            down=-RAISED if point in surface.raised else layout.down,
        )
        surface.image.paste(indices, layout.squares[point], mask)


def put_named_pieces(surface: Surface, game: Game, pieces: Mapping[int, Piece]) -> None:
    """Paste pieces and the names of their squares, on squares that nothing else touches."""
    kinds = {kind: game.kind(kind) for _, kind in pieces.values()}
    for point, (seat, kind) in pieces.items():
        square, corner = named_square(surface.view, point, seat, kinds[kind])
        surface.image.paste(square, corner)


@kept(16)
def named_square(
    view: BoardView, point: int, seat: int, kind: PieceKind
) -> tuple[Image.Image, tuple[int, int]]:
    """Return the picture of a piece on its square with the name, and the corner for pasting it."""
    layout = view.layout
    box = label_box(layout, point)
    square = empty_board(view).occupied.crop(box)
    indices, mask = tile(
        view.palette,
        layout.cell,
        layout.unit,
        seat,
        kind,
        ground=view.grounds[point],
        down=layout.down,
    )
    square.paste(indices, (0, square.height - layout.cell), mask)
    return square, box[:2]


def clear_names(surface: Surface, points: Iterable[int], labelled: Container[int]) -> None:
    """Repaint points with the names beside pieces, or without names if they are ``labelled``.

    The names of ``labelled`` points are written later.
    """
    boards = empty_board(surface.view)
    for point in points:
        box = label_box(surface.layout, point)
        board = boards.bare if point in labelled else boards.occupied
        surface.image.paste(board.crop(box), box)


# Names that pieces, trails or marks cover


def labels_at_trails(
    view: BoardView, trails: Sequence[Sequence[int]], ends: set[int], occupied: Container[int]
) -> dict[int, Label]:
    """Return the labels of points whose names the last move's trail or tint may touch, by point."""
    crossed = directions_of_trails(view.layout, trails)
    if view.layout.on_map:
        touched = sorted(ends.union(crossed).intersection(view.layout.shown))
        return dict.fromkeys(touched, ABOVE_PIECE)
    return {
        point: label_beside(crossed.get(point, ()), occupied=point in occupied)
        for point in crossed.keys() | ends
    }


def write_labels(surface: Surface, labels: Mapping[int, Label]) -> None:
    """Write the names that the empty board cannot include, with these labels by point."""
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
    """Rewrite the names of holes covered by a trail's dots."""
    layout = surface.layout
    if not layout.named_inside:
        return
    ink = ink_on(trail.colour)
    for point in trail.path:
        if point not in standing:
            draw_named_dot(surface, point, trail.colour)
            name = hole_label_shape(layout.cell, layout.board.names[point])
            surface.blend_centred(name, layout.centres[point], ink)
