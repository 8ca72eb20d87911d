"""The painter: a position, and the turn that led to it, as a picture."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from PIL import Image

from engine.game import Game, Position
from engine.values import Move, Piece
from render.boards.empty import empty_board
from render.drawing.picture import Picture, encode
from render.pictures.alt_text import describe
from render.pictures.marks import mark_moves
from render.pictures.surface import Surface
from render.pictures.trail import (
    cross_out,
    draw_named_dot,
    draw_trail,
    draw_trail_over_pieces,
    ring_arrival,
    tint_ends,
)
from render.pieces.tiles import tile
from render.view.board_view import BoardView, view_of
from render.view.labels import (
    Label,
    directions_of_trails,
    hole_label_shape,
    label_beside,
    label_on_map,
    label_shape,
)
from render.view.layout import RAISED

SMALLEST, LARGEST = 200, 2400
"""Sizes of a picture, in pixels."""
STILL = frozenset({"place", "huff"})
"""The kinds of moves whose points are no way: nothing goes from one to the next."""

WHOLE_MAP: Final[Literal["all"]] = "all"
Region = Collection[int] | Literal["all"] | None
"""The points of a map to show; None for what the position itself names."""


def picture(
    position: Position,
    moves: Sequence[Move] = (),
    *,
    before: Position | None = None,
    viewer: int = 0,
    size: int = 900,
    theme: str = "wood",
    marks: Iterable[Move] = (),
    region: Region = None,
    coordinates: bool = True,
) -> Picture:
    """Return the picture of a position, with the turn that led to it.

    ``moves`` are the moves of that turn and ``before`` the position it began in; without
    ``before`` the trail is drawn, but captured pieces and the move's text are not known.
    ``viewer`` is the seat at the bottom of the picture, ``size`` the length of its longer side
    in pixels, ``marks`` the legal moves to show. Without ``coordinates`` no square bears its
    number or name, and pieces are larger.

    Of a map, ``region`` are the points to show, cut out and larger; None is what
    ``Position.view`` names where the turn began, and ``WHOLE_MAP`` all of it. A turn that leaves
    the region is shown on the whole map, and of several moves those are left out that have no
    point in it. Other boards are always shown whole.

    Positions are drawn as they are: a member who may not see all of one is given what
    ``seen_by`` returned. May be called from several threads at the same time. Raises ValueError
    for an unknown theme and for a size that is out of range, and KeyError for a kind of piece
    that the game does not declare.
    """
    marks = tuple(marks)
    image = paint(
        position,
        moves,
        before=before,
        viewer=viewer,
        size=size,
        theme=theme,
        marks=marks,
        region=region,
        coordinates=coordinates,
    )
    return Picture(encode(image), describe(position, moves, before, marks))


def paint(
    position: Position,
    moves: Sequence[Move] = (),
    *,
    before: Position | None = None,
    viewer: int = 0,
    size: int = 900,
    theme: str = "wood",
    marks: Iterable[Move] = (),
    region: Region = None,
    coordinates: bool = True,
) -> Image.Image:
    """Return the same picture as a Pillow image in mode ``P``, which is the caller's own."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"A picture is {SMALLEST} to {LARGEST} pixels wide, not {size}.")
    cut = _cut(position if before is None or not moves else before, moves, region)
    view = view_of(position, size, viewer, theme, cut, coordinates=coordinates)
    standing = dict(position.pieces())
    lifted = dict(_lifted(before, moves)) if before is not None else {}
    if cut is not None:
        standing = {point: piece for point, piece in standing.items() if point in cut}
        lifted = {point: piece for point, piece in lifted.items() if point in cut}
        moves = [move for move in moves if cut.issuperset(move.path)]
        marks = [move for move in marks if cut.issuperset(move.path)]
    ghosts = {point: piece for point, piece in lifted.items() if point not in standing}
    occupied = standing.keys() | ghosts.keys()
    ways = [move.path for move in moves if move.path and move.kind not in STILL]
    ends = {point for path in ways for point in (path[0], path[-1])}
    ends |= {point for move in moves if move.kind in STILL for point in move.path}
    named = view.layout.named_beside
    labels = _labels(view, ways, ends, occupied) if named else {}
    if named and view.layout.on_map:
        labels |= _over_marks(view, marks, occupied)
    raised = {at for at, label in labels.items() if label.spot.y > 0 and at in occupied}
    surface = Surface(empty_board(view).free.copy(), view, ends, raised)
    if named:
        _grounds(surface, occupied, labels)
    tint_ends(surface)
    _pieces(surface, position.game, ghosts, captured=True)
    for path in ways:
        draw_trail(surface, path)
    cross_out(surface, ghosts)
    _pieces(surface, position.game, standing)
    for path in ways:
        draw_trail_over_pieces(surface, path, standing)
    _names(surface, ways, standing)
    mark_moves(surface, [move for move in marks if move.path], standing)
    _numbers(surface, labels)
    surface.image.putpalette(view.palette.bytes)
    return surface.image


def _cut(position: Position, moves: Sequence[Move], region: Region) -> frozenset[int] | None:
    """Return the points that are shown of a map; None for all."""
    if region == WHOLE_MAP or position.board.map is None:
        return None
    points = position.display.view() if region is None else frozenset(region)
    if not points:
        return None
    for move in moves:
        inside = points.intersection(move.path)
        if len(inside) < len(set(move.path)) and (inside or region is None):
            return None
    return points


def _labels(
    view: BoardView, ways: Sequence[Sequence[int]], ends: set[int], occupied: Container[int]
) -> dict[int, Label]:
    """Return how the numbers stand that the last move's trail or tint may touch."""
    crossed = directions_of_trails(view.layout, ways)
    if view.layout.on_map:
        touched = sorted(ends.union(crossed).intersection(view.layout.shown))
        return dict.fromkeys(touched, label_on_map(view.layout.cell, free=False))
    return {
        point: label_beside(crossed.get(point, ()), occupied=point in occupied)
        for point in crossed.keys() | ends
    }


def _over_marks(
    view: BoardView, marks: Iterable[Move], occupied: Collection[int]
) -> dict[int, Label]:
    """Return how the names stand above pieces on a map that marks would touch."""
    marked = {point for move in marks for point in move.path}
    label = label_on_map(view.layout.cell, free=False)
    return dict.fromkeys(sorted(marked.intersection(occupied)), label)


def _grounds(surface: Surface, occupied: Iterable[int], labelled: Collection[int]) -> None:
    """Lay the ground of the squares that are not simply free."""
    boards = empty_board(surface.view)
    for point in occupied:
        if point not in labelled:
            box = surface.layout.box(point)
            surface.image.paste(boards.occupied.crop(box), box)
    for point in labelled:
        box = surface.layout.box(point)
        surface.image.paste(boards.bare.crop(box), box)


def _pieces(
    surface: Surface, game: Game, pieces: Mapping[int, Piece], *, captured: bool = False
) -> None:
    """Put pieces on their squares, which are tinted or not."""
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


def _numbers(surface: Surface, labels: Mapping[int, Label]) -> None:
    """Write the numbers that the board itself cannot bring."""
    layout = surface.layout
    for point, label in labels.items():
        name = layout.board.names[point]
        if label.outline:
            shape = label_shape(layout.cell, name, label, label.outline)
            surface.blend(shape, layout.squares[point], surface.ground(point))
        shape = label_shape(layout.cell, name, label)
        on_tint = layout.on_map and point in surface.tints
        colour = surface.colours.outline if on_tint else surface.colours.label
        surface.blend(shape, layout.squares[point], colour)


def _names(surface: Surface, ways: Iterable[Sequence[int]], standing: Container[int]) -> None:
    """Write the names of a star's holes again that the trail's dots cover."""
    layout = surface.layout
    if layout.board.style != "holes":
        return
    for path in ways:
        for point in path:
            if point not in standing and layout.named_inside:
                draw_named_dot(surface, point)
                name = hole_label_shape(layout.cell, layout.board.names[point])
                surface.blend_centred(name, layout.centres[point], surface.colours.outline)
        ring_arrival(surface, path[-1])


def _lifted(before: Position, moves: Sequence[Move]) -> Iterator[tuple[int, Piece]]:
    """Yield the pieces that a turn took off the board, where they stood."""
    position = before
    for number, move in enumerate(moves):
        pieces = dict(position.pieces())
        for point in move.captured + move.removed:
            # A piece may be lifted where its own move ended.
            stood = move.path[0] if point == move.path[-1] and point not in pieces else point
            if stood in pieces:
                yield point, pieces[stood]
        if number + 1 < len(moves):
            position = position.play(move)
