"""The painter: a position, and the turn that led to it, as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from engine.game import Move, Piece, Position
from engine.text import Text
from render import marks as shapes
from render.alt import describe
from render.boards import empty
from render.layout import Layout
from render.palette import tinted
from render.pieces import tile
from render.sheet import Sheet
from render.theme import Colour

SMALLEST, LARGEST = 200, 2400
"""Sizes of a picture, in pixels."""
COMPRESSION = 3
"""zlib's level: higher ones cost more time than they save bytes."""


class Picture(NamedTuple):
    """A board as people get it."""

    png: bytes
    """The file."""
    alt: Text
    """What is on it, for who does not see it: 1,000 characters at most in English."""


def picture(
    position: Position,
    moves: Sequence[Move] = (),
    *,
    before: Position | None = None,
    viewer: int = 0,
    size: int = 900,
    theme: str = "wood",
    marks: Iterable[Move] = (),
) -> Picture:
    """The picture of a position, with the turn that led to it.

    ``moves`` are the moves of that turn and ``before`` the position it began in; without
    ``before`` the trail is drawn, but captured pieces and the move's text are not known.
    ``viewer`` is the seat at the bottom of the picture, ``size`` the length of its longer side
    in pixels, ``marks`` the legal moves to show.

    Positions are drawn as they are: who may not see all of one is given what ``seen_by``
    returned. May be called from several threads at the same time. Raises ValueError for an
    unknown theme and for a size that is out of range.
    """
    marks = tuple(marks)
    image = paint(
        position, moves, before=before, viewer=viewer, size=size, theme=theme, marks=marks
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
) -> Image.Image:
    """The same picture as a Pillow image in mode ``P``, which is the caller's own."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"A picture is {SMALLEST} to {LARGEST} pixels wide, not {size}.")
    layout = Layout(position.board, size, turned=viewer == 1 and len(position.seats) == 2)
    boards = empty(layout, theme)
    sheet = Sheet(boards.free.copy(), layout, theme)
    standing = dict(position.pieces())
    lifted = dict(_lifted(before, moves)) if before is not None else {}
    ghosts = {point: piece for point, piece in lifted.items() if point not in standing}
    for point in (*standing, *ghosts):
        box = layout.box(point)
        sheet.image.paste(boards.occupied.crop(box), box)
    grounds = _way(sheet, [move.path for move in moves if move.path])
    shapes.numbers(sheet, grounds, standing.keys() | ghosts.keys())
    for captured, pieces in ((True, ghosts), (False, standing)):
        for point, piece in pieces.items():
            ground = grounds.get(point, sheet.ground)
            indices, mask = tile(theme, layout.cell, piece, ground, captured=captured)
            sheet.image.paste(indices, layout.squares[point], mask)
    marked = [move for move in marks if move.path]
    shapes.marks(sheet, marked)
    origins = (move.path[0] for move in marked)
    shapes.numbers(sheet, {at: grounds.get(at, sheet.ground) for at in origins}, standing)
    sheet.image.putpalette(sheet.palette.bytes)
    return sheet.image


def encode(image: Image.Image) -> bytes:
    """The PNG file of a painted picture."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def _way(sheet: Sheet, paths: Sequence[tuple[int, ...]]) -> dict[int, Colour]:
    """Draw the way of the last turn. Returns the grounds of all points that it touches."""
    ends = {point for path in paths for point in (path[0], path[-1])}
    shapes.tint(sheet, sorted(ends))
    for path in paths:
        shapes.trail(sheet, path)
    tint = tinted(sheet.palette.theme, sheet.ground)
    touched = ends.union(*(shapes.crossed(sheet.layout, path) for path in paths))
    return {point: tint if point in ends else sheet.ground for point in sorted(touched)}


def _lifted(before: Position, moves: Sequence[Move]) -> Iterator[tuple[int, Piece]]:
    """The pieces that a turn took off the board, where they stood."""
    position = before
    for number, move in enumerate(moves):
        pieces = dict(position.pieces())
        for point in move.captured + move.removed:
            if point in pieces:
                yield point, pieces[point]
        if number + 1 < len(moves):
            position = position.play(move)
