"""The painter: a position, and the turn that led to it, as a picture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Literal

from PIL import Image

from engine.game import Position
from engine.values import Move, Piece
from render.boards.empty import empty_board
from render.drawing.picture import Picture, encode
from render.pictures.alt_text import describe
from render.pictures.marks import mark_moves
from render.pictures.names import (
    labels_at_trails,
    write_labels,
    write_names_of_holes,
)
from render.pictures.pieces import clear_names, put_named_pieces, put_pieces
from render.pictures.surface import Surface
from render.pictures.trail import (
    cross_out,
    draw_head,
    draw_trail,
    draw_trail_over_pieces,
    ring_arrival,
    tint_ends,
)
from render.view.board_view import view_of

SMALLEST, LARGEST = 200, 2400
"""Sizes of a picture, in pixels."""
WITHOUT_TRAIL = frozenset({"place", "huff"})
"""The kinds of moves in which no piece goes from one point to the next."""

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

    Of a map, ``region`` are the points to show, shown out and larger; None is what
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
    shown = _points_shown(position if before is None or not moves else before, moves, region)
    view = view_of(position, size, viewer, theme, shown, coordinates=coordinates)
    standing = dict(position.pieces())
    removed = dict(_removed_pieces(before, moves)) if before is not None else {}
    if shown is not None:
        standing = {point: piece for point, piece in standing.items() if point in shown}
        removed = {point: piece for point, piece in removed.items() if point in shown}
        moves = [move for move in moves if shown.issuperset(move.path)]
        marks = [move for move in marks if shown.issuperset(move.path)]
    captured = {point: piece for point, piece in removed.items() if point not in standing}
    occupied = standing.keys() | captured.keys()
    trails = [move.path for move in moves if move.path and move.kind not in WITHOUT_TRAIL]
    ends = {point for path in trails for point in (path[0], path[-1])}
    ends |= {point for move in moves if move.kind in WITHOUT_TRAIL for point in move.path}
    named = view.layout.named_beside
    labels = labels_at_trails(view, trails, ends, occupied) if named else {}
    raised = {at for at, label in labels.items() if label.spot.y > 0 and at in occupied}
    surface = Surface(empty_board(view).free.copy(), view, ends, raised)
    touched = standing
    if named:
        untouched = {at: piece for at, piece in standing.items() if at not in labels}
        touched = {at: piece for at, piece in standing.items() if at in labels}
        clear_names(surface, {*labels, *captured}, labels)
        put_named_pieces(surface, position.game, untouched)
    tint_ends(surface)
    put_pieces(surface, position.game, captured, captured=True)
    for path in trails:
        draw_trail(surface, path)
    cross_out(surface, captured)
    put_pieces(surface, position.game, touched)
    for path in trails:
        draw_trail_over_pieces(surface, path, standing)
        if view.layout.board.style == "holes":
            write_names_of_holes(surface, path, standing)
            ring_arrival(surface, path[-1])
        draw_head(surface, path)
    mark_moves(surface, [move for move in marks if move.path], standing)
    write_labels(surface, labels)
    surface.image.putpalette(view.palette.bytes)
    return surface.image


def _points_shown(
    position: Position, moves: Sequence[Move], region: Region
) -> frozenset[int] | None:
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


def _removed_pieces(before: Position, moves: Sequence[Move]) -> Iterator[tuple[int, Piece]]:
    """Yield the pieces that a turn took off the board, where they stood."""
    position = before
    for number, move in enumerate(moves):
        pieces = dict(position.pieces())
        for point in move.captured + move.removed:
            # A piece may be removed where its own move ended.
            stood = move.path[0] if point == move.path[-1] and point not in pieces else point
            if stood in pieces:
                yield point, pieces[stood]
        if number + 1 < len(moves):
            position = position.play(move)
