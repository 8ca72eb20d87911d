"""A turn on a map: the front of a seat, and below it the moves played elsewhere meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from itertools import groupby
from math import floor
from typing import Final, NamedTuple

from PIL import Image

from engine.game import Position
from engine.values import Move
from render.boards.empty import empty_board
from render.maps.cut import Window, around, below, box_of, cut, with_names
from render.maps.cut import quarter as quarter_of
from render.maps.legends import put_legends
from render.pictures.diagram import Diagram
from render.pictures.scene import painted
from render.view.board_view import BoardView
from render.view.labels import label_box

CLOSER: Final = 5 / 3
"""Scale of a map if only a small part of it is cut out."""
NARROWEST: Final = 450
"""Least width of a part of a map, in pixels; a narrower part is drawn larger."""
ROWS: Final = 6
"""Fewest rows of the picture of moves elsewhere."""


class Front(NamedTuple):
    """A part of a map and the moves played on it."""

    points: frozenset[int] | None
    """The points of the part; None means the whole map."""
    moves: tuple[Move, ...]


def paint_part(diagram: Diagram, view: BoardView) -> Image.Image:
    """Return the picture of a diagram on the part of a map that a view shows."""
    image = painted(diagram, view)
    put_legends(image, view, Window(*view.layout.window))
    return image


def paint_quarter(diagram: Diagram, number: int) -> Image.Image:
    """Return the picture of a diagram, cut to a quarter of all fronts."""
    whole = diagram.view(larger=CLOSER)
    points = _everywhere(diagram.position)
    return _paint_cut(diagram, whole, quarter_of(whole.layout, points, number))


def paint_whole_fronts(diagram: Diagram) -> Image.Image:
    """Return the pictures of all fronts, one below the other.

    They are not cut around pieces, so that nobody learns where these stand. If a move or mark
    leaves its front, the picture is of the whole map.
    """
    shown = [move.path for move in (*diagram.moves, *diagram.shown)]
    parts = dict.fromkeys(_fronts_of_all(diagram.position))
    if any(not any(part is None or part.issuperset(path) for part in parts) for path in shown):
        parts = {None: None}
    views = [diagram.view(part) for part in parts]
    frame = views[0].palette.index(views[0].colours.frame)
    images = [paint_part(diagram, one) for one in views]
    return reduce(lambda above, other: below(above, other, frame), images)


def paint_fronts(diagram: Diagram, seat: int) -> Image.Image:
    """Return the picture of a seat's front, with the moves played elsewhere below it."""
    main, aside = fronts(diagram.position, diagram.moves, diagram.shown, seat)
    shown = diagram.view(main.points)
    points = set(diagram.standing)
    points |= {point for move in (*main.moves, *diagram.shown) for point in move.path}
    points.intersection_update(shown.layout.shown)
    if not points:
        return paint_part(diagram, shown)
    window = around(shown.layout, points)
    if (window.right - window.left) * shown.layout.cell < NARROWEST:
        shown = diagram.view(main.points, larger=CLOSER)
    image = _paint_cut(diagram, shown, window)
    if aside is None:
        return image
    other = diagram.view(aside.points)
    played = {point for move in aside.moves for point in (*move.path, *move.captured)}
    columns = (image.width - 2 * other.layout.corner[0]) // other.layout.cell
    window = with_names(other.layout, around(other.layout, played, (columns, ROWS)))
    frame = other.palette.index(other.colours.frame)
    return below(image, _paint_cut(diagram, other, window), frame)


def _paint_cut(diagram: Diagram, view: BoardView, window: Window) -> Image.Image:
    image = painted(diagram, view)
    _clear_edges(image, diagram, view, window)
    image = cut(image, view.layout, window)
    put_legends(image, view, window)
    return image


def _clear_edges(image: Image.Image, diagram: Diagram, view: BoardView, window: Window) -> None:
    """Clear half-visible things: the row above the window, and names in the row below it."""
    layout = view.layout
    first, below_last = floor(window.top), round(window.bottom)
    top = box_of(layout, window)[1]
    for point in layout.shown:
        row = floor(layout.board.xy[point][1])
        left, _, right, bottom = layout.box(point)
        if row == first < window.top:
            image.paste(view.palette.index(view.grounds[point]), (left, top, right, bottom))
        elif row == below_last and point in diagram.standing:
            box = label_box(layout, point)
            image.paste(empty_board(view).bare.crop(box), box)


def fronts(
    position: Position, moves: Sequence[Move], marks: Collection[Move], seat: int
) -> tuple[Front, Front | None]:
    """Return the front of a seat, and that of moves played elsewhere, None if there are none.

    The former is the whole map if the position declares no part for the seat, if a move crosses the
    part's edge, or if a mark is not entirely inside.
    """
    points = position.display.view(seat)
    if points is not None and not all(points.issuperset(mark.path) for mark in marks):
        points = None
    if points is None or any(crosses(move, points) for move in moves):
        return Front(None, tuple(moves)), None
    inside = tuple(move for move in moves if points.issuperset(move.path))
    outside = _last_elsewhere(moves, points)
    if not outside:
        return Front(points, inside), None
    return Front(points, inside), Front(_elsewhere(position, outside), outside)


def _last_elsewhere(moves: Sequence[Move], points: frozenset[int]) -> tuple[Move, ...]:
    """Return the last run of consecutive moves that were played outside of ``points``."""
    last: tuple[Move, ...] = ()
    for here, run in groupby(moves, key=lambda move: points.issuperset(move.path)):
        last = last if here else tuple(run)
    return last


def crosses(move: Move, points: frozenset[int]) -> bool:
    """Return whether a move crosses the edge of a part of a map."""
    return 0 < len(points.intersection(move.path)) < len(set(move.path))


def _elsewhere(position: Position, moves: Sequence[Move]) -> frozenset[int] | None:
    """Return the points of a front that contains these moves, None if there is none."""
    for seat in range(len(position.seats)):
        points = position.display.view(seat)
        if points is not None and all(points.issuperset(move.path) for move in moves):
            return points
    return None


def _everywhere(position: Position) -> Collection[int]:
    """Return the points of all fronts."""
    parts = _fronts_of_all(position)
    named = [part for part in parts if part is not None]
    return frozenset().union(*named) if len(named) == len(parts) else range(len(position.board))


def _fronts_of_all(position: Position) -> list[frozenset[int] | None]:
    """Return the points of the front of every seat; None means the whole map."""
    return [position.display.view(seat) for seat in range(len(position.seats))]
