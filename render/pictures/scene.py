"""A turn, painted on an empty board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.game import Position
from engine.values import Move, Piece
from render.boards.empty import empty_board
from render.pictures.arrows import Arrow, draw_arrows, number_ways
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
    trails_of,
)
from render.view.board_view import BoardView

WITHOUT_TRAIL = frozenset({"place", "huff"})
"""The kinds of moves in which no piece goes from one point to the next."""


class Turn(NamedTuple):
    """The subject of a picture: a position, the turn that led to it, and marked moves."""

    position: Position
    standing: Mapping[int, Piece]
    removed: Mapping[int, Piece]
    """The pieces that the turn took off the board, by the points on which they stood."""
    moves: tuple[Move, ...]
    marks: tuple[Move, ...]
    ways: tuple[Way, ...]
    arrows: tuple[Arrow, ...] = ()
    seats: tuple[int, ...] = ()
    """The seats that have played the moves, if they are known."""

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
    shown = tuple(moves), tuple(marks), tuple(ways), tuple(arrows)
    seats = () if before is None else tuple(_movers(before, moves))
    if blind:
        return Turn(position, {}, {}, *shown, seats)
    removed = {} if before is None else dict(_removed_pieces(before, moves))
    return Turn(position, dict(position.pieces()), removed, *shown, seats)


def painted(turn: Turn, view: BoardView) -> Image.Image:
    """Return the picture of a turn as indices, the caller's own.

    On a part of a map nothing is painted that is not all inside it.
    """
    position, standing, removed, moves, marks, ways, arrows, seats = turn
    played = [*zip(moves, seats or [position.turn] * len(moves), strict=True)]
    shown = view.layout.region
    if shown is not None:
        standing = {point: piece for point, piece in standing.items() if point in shown}
        removed = {point: piece for point, piece in removed.items() if point in shown}
        played = [one for one in played if shown.issuperset(one[0].path)]
        marks = tuple(move for move in marks if shown.issuperset(move.path))
        ways = tuple(way for way in ways if shown.issuperset(way.move.path))
        arrows = tuple(arrow for arrow in arrows if shown.issuperset(arrow.move.path))
    captured = {point: piece for point, piece in removed.items() if point not in standing}
    occupied = standing.keys() | captured.keys()
    going = [one for one in played if one[0].path and one[0].kind not in WITHOUT_TRAIL]
    paths = [move.path for move, _ in going]
    ends = {point for path in paths for point in (path[0], path[-1])}
    ends |= {point for move, _ in played if move.kind in WITHOUT_TRAIL for point in move.path}
    named = view.layout.named_beside
    labels = labels_at_trails(view, paths, ends, occupied) if named else {}
    raised = {at for at, label in labels.items() if label.spot.y > 0 and at in occupied}
    surface = Surface(empty_board(view).free.copy(), view, ends, raised)
    trails = trails_of(surface, paths, [seat for _, seat in going])
    touched = standing
    if named:
        untouched = {at: piece for at, piece in standing.items() if at not in labels}
        touched = {at: piece for at, piece in standing.items() if at in labels}
        clear_names(surface, {*labels, *captured}, labels)
        put_named_pieces(surface, position.game, untouched)
    tint_ends(surface)
    put_pieces(surface, position.game, captured, captured=True)
    for trail in trails:
        draw_trail(surface, trail)
    cross_out(surface, captured)
    put_pieces(surface, position.game, touched)
    for trail in trails:
        draw_trail_over_pieces(surface, trail, standing)
        if view.layout.board.style == "holes":
            write_names_of_holes(surface, trail, standing)
            ring_arrival(surface, trail)
        draw_head(surface, trail)
    numbered = [trail for trail in trails if trail.number]
    places = [[surface.centre(point) for point in trail.path] for trail in numbered]
    number_ways(surface, places, [(trail.number, trail.colour) for trail in numbered], standing)
    mark_moves(surface, [move for move in marks if move.path], standing)
    draw_ways(surface, [way for way in ways if way.move.path])
    write_labels(surface, labels)
    draw_arrows(surface, [arrow for arrow in arrows if arrow.move.path], standing)
    return surface.image


def _movers(before: Position, moves: Sequence[Move]) -> Iterator[int]:
    """Yield the seat that plays each of the moves."""
    position = before
    for number, move in enumerate(moves):
        yield position.turn
        if number + 1 < len(moves):
            position = position.play(move)


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
