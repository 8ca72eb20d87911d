"""The painter: a position, and the turn that led to it, as a picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Final, Literal

from PIL import Image

from engine.game import Position
from engine.text import ENGLISH, Text, Translator
from engine.values import Move
from render.drawing.picture import Picture, encode
from render.pictures.alt_text import describe
from render.pictures.arrows import Arrow
from render.pictures.fronts import (
    crosses,
    paint_fronts,
    paint_part,
    paint_quarter,
    paint_whole_fronts,
)
from render.pictures.scene import painted, turn_of
from render.pictures.trail import Way
from render.view.board_view import view_of

SMALLEST, LARGEST = 200, 2400
"""Sizes of a picture, in pixels."""

WHOLE_MAP: Final[Literal["all"]] = "all"
Region = Collection[int] | Literal["all"] | None
"""The points of a map to show; None for the front of a seat."""


def picture(
    position: Position,
    moves: Sequence[Move] = (),
    *,
    before: Position | None = None,
    viewer: int = 0,
    size: int = 900,
    theme: str = "wood",
    marks: Iterable[Move] = (),
    ways: Iterable[Way] = (),
    arrows: Iterable[Arrow] = (),
    region: Region = None,
    front: int | None = None,
    quarter: int | None = None,
    coordinates: bool = True,
    translator: Translator = ENGLISH,
    state: Text | None = None,
    blind: bool = False,
    described: Callable[[Text], object] | None = None,
) -> Picture:
    """Return the picture of a position, with the turn that led to it.

    ``moves`` are the moves of that turn and ``before`` the position it began in; without
    ``before`` the trail is drawn, but captured pieces and the move's text are not known.
    ``viewer`` is the seat at the bottom of the picture, ``size`` the length of its longer side
    in pixels, ``marks`` the legal moves to show, and ``ways`` moves to draw that were played in the
    position, or would have been better; ``arrows`` are moves that are proposed. Without
    ``coordinates`` no square bears its number or name, and pieces are larger. ``state`` opens its
    description, where more is known than whose turn it is in the position. If ``blind``, neither
    the picture nor its description shows a piece, and of a map all fronts are shown; the trail of
    the moves is. ``described`` is called with the description as soon as that is known, before the
    file is made.

    Of a map the front of a seat is shown, the one to move unless another is the ``front``: what
    its ``Display.view`` names, cut out where pieces stand, and below it what was played elsewhere.
    A ``region`` are points to show instead, or ``WHOLE_MAP`` all of them: a turn that leaves it is
    shown on the whole map, and of several moves those are left out that have no point in it. A
    ``quarter`` shows one of what is fought for, larger: 0 the north-west, 1 the north-east, 2 the
    south-west, 3 the south-east. While no piece is seen, all fronts are shown, one below the other,
    unless one is named. Other boards are always shown whole.

    Positions are drawn as they are: a member who may not see all of one is given what
    ``seen_by`` returned. May be called from several threads at the same time. Raises ValueError
    for an unknown theme and for a size that is out of range, and KeyError for a kind of piece
    that the game does not declare.
    """
    marks, ways, arrows = tuple(marks), tuple(ways), tuple(arrows)
    image = paint(
        position,
        moves,
        before=before,
        viewer=viewer,
        size=size,
        theme=theme,
        marks=marks,
        ways=ways,
        arrows=arrows,
        region=region,
        front=front,
        quarter=quarter,
        coordinates=coordinates,
        translator=translator,
        blind=blind,
    )
    alt = describe(position, moves, before, marks, ways, arrows=arrows, state=state, blind=blind)
    if described is not None:
        described(alt)
    return Picture(encode(image), alt)


def paint(
    position: Position,
    moves: Sequence[Move] = (),
    *,
    before: Position | None = None,
    viewer: int = 0,
    size: int = 900,
    theme: str = "wood",
    marks: Iterable[Move] = (),
    ways: Iterable[Way] = (),
    arrows: Iterable[Arrow] = (),
    region: Region = None,
    front: int | None = None,
    quarter: int | None = None,
    coordinates: bool = True,
    translator: Translator = ENGLISH,
    blind: bool = False,
) -> Image.Image:
    """Return the same picture as a Pillow image in mode ``P``, which is the caller's own."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"A picture is {SMALLEST} to {LARGEST} pixels wide, not {size}.")
    turn = turn_of(position, before, moves, marks, ways, arrows=arrows, blind=blind)
    view = partial(
        view_of,
        position,
        size=size,
        viewer=viewer,
        theme=theme,
        coordinates=coordinates,
        translator=translator,
    )
    if position.board.map is None:
        image = painted(turn, view())
    elif quarter is not None:
        image = paint_quarter(turn, view, size, quarter)
    elif blind and region != WHOLE_MAP:
        image = paint_whole_fronts(turn, view)  # a front is cut where its armies stand
    elif region is None and front is None and not turn.standing:
        image = paint_whole_fronts(turn, view)
    elif region is None:
        image = paint_fronts(turn, view, size, position.turn if front is None else front)
    else:
        drawn = [*(way.move for way in turn.ways), *(arrow.move for arrow in turn.arrows)]
        shown = [*moves, *drawn]
        image = paint_part(turn, view(region=_points_shown(shown, region)))
    image.putpalette(view().palette.bytes)
    return image


def _points_shown(
    moves: Sequence[Move], region: Collection[int] | Literal["all"]
) -> frozenset[int] | None:
    """Return the points that are shown of a map; None for all."""
    if region == WHOLE_MAP or not region:
        return None
    points = frozenset(region)
    return None if any(crosses(move, points) for move in moves) else points
