"""A turn, painted on an empty board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.game import Position
from engine.values import Move, Piece
from render.boards.empty import empty_board
from render.pictures.arrows import Arrow, draw_arrows
from render.pictures.marks import mark_moves
from render.pictures.names import labels_at_trails, write_labels, write_names_of_holes
from render.pictures.pieces import clear_names, put_named_pieces, put_pieces
from render.pictures.surface import Surface
from render.pictures.trail import (
    Way,
    cross_out,
    draw_head,
    draw_trail,
    draw_trail_over_pieces,
    draw_ways,
    ring_arrival,
    tint_ends,
)
from render.view.board_view import BoardView

WITHOUT_TRAIL = frozenset({"place", "huff"})
"""The kinds of moves in which no piece goes from one point to the next."""


class Turn(NamedTuple):
    """What is painted: a position, the turn that led to it, and moves that are marked."""

    position: Position
    standing: Mapping[int, Piece]
    removed: Mapping[int, Piece]
    """The pieces that the turn took off the board, by the points on which they stood."""
    moves: tuple[Move, ...]
    marks: tuple[Move, ...]
    ways: tuple[Way, ...]
    arrows: tuple[Arrow, ...] = ()

    @property
    def shown(self) -> tuple[Move, ...]:
        """The moves that may be played, or might have been."""
        proposed = (arrow.move for arrow in self.arrows)
        return (*self.marks, *(way.move for way in self.ways), *proposed)


def turn_of(
    position: Position,
    before: Position | None,
    moves: Sequence[Move],
    marks: Iterable[Move],
    ways: Iterable[Way] = (),
    *,
    arrows: Iterable[Arrow] = (),
    blind: bool = False,
) -> Turn:
    """Return a position, and the moves that led to it from the one ``before``, to be painted.

    If ``blind``, no piece is.
    """
    if blind:
        return Turn(position, {}, {}, tuple(moves), tuple(marks), tuple(ways), tuple(arrows))
    removed = {} if before is None else dict(_removed_pieces(before, moves))
    standing = dict(position.pieces())
    return Turn(position, standing, removed, tuple(moves), tuple(marks), tuple(ways), tuple(arrows))


def painted(turn: Turn, view: BoardView) -> Image.Image:
    """Return the picture of a turn as indices, the caller's own.

    On a part of a map nothing is painted that is not all inside it.
    """
    position, standing, removed, moves, marks, ways, arrows = turn
    shown = view.layout.region
    if shown is not None:
        standing = {point: piece for point, piece in standing.items() if point in shown}
        removed = {point: piece for point, piece in removed.items() if point in shown}
        moves = tuple(move for move in moves if shown.issuperset(move.path))
        marks = tuple(move for move in marks if shown.issuperset(move.path))
        ways = tuple(way for way in ways if shown.issuperset(way.move.path))
        arrows = tuple(arrow for arrow in arrows if shown.issuperset(arrow.move.path))
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
    draw_ways(surface, [way for way in ways if way.move.path])
    write_labels(surface, labels)
    draw_arrows(surface, [arrow for arrow in arrows if arrow.move.path], standing)
    return surface.image


def _removed_pieces(before: Position, moves: Sequence[Move]) -> Iterator[tuple[int, Piece]]:
    """Yield the pieces that a turn took off the board, with the points on which they stood."""
    position = before
    for number, move in enumerate(moves):
        gone = move.captured + move.removed
        pieces = dict(position.pieces()) if gone else {}
        for point in gone:
            # A piece may be removed where its own move ended.
            stood = move.path[0] if point == move.path[-1] and point not in pieces else point
            if stood in pieces:
                yield point, pieces[stood]
        if number + 1 < len(moves):
            position = position.play(move)
