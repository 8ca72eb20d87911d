"""A diagram, painted on an empty board."""

from __future__ import annotations

from PIL import Image

from render.boards.empty import empty_board
from render.pictures.arrows import draw_arrows, number_ways
from render.pictures.diagram import Diagram
from render.pictures.marks import mark_moves
from render.pictures.pieces import (
    clear_names,
    labels_at_trails,
    put_named_pieces,
    put_pieces,
    write_labels,
    write_names_of_holes,
)
from render.pictures.surface import Surface
from render.pictures.trail import (
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
"""The kinds of moves in which no piece moves from one point to another."""


def painted(diagram: Diagram, view: BoardView) -> Image.Image:
    """Return the picture of a diagram as new indices, which the caller may change.

    On a part of a map, only pieces and moves entirely inside the part are painted.
    """
    game, standing, removed = diagram.position.game, diagram.standing, diagram.removed
    played = [*zip(diagram.moves, diagram.seats, strict=True)]
    marks, ways, arrows = diagram.marks, diagram.ways, diagram.arrows
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
        put_named_pieces(surface, game, untouched)
    tint_ends(surface)
    put_pieces(surface, game, captured, captured=True)
    for trail in trails:
        draw_trail(surface, trail)
    cross_out(surface, captured)
    put_pieces(surface, game, touched)
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
