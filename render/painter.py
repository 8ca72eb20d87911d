"""The painter: a position, and the turn that led to it, as a picture."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from engine.game import Move, Piece, Position
from engine.text import Text
from render import marks as shapes
from render import numbers
from render.alt import describe
from render.boards import empty
from render.layout import Layout
from render.numbers import Label
from render.palette import tinted
from render.pieces import tile
from render.sheet import Sheet

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
    standing = dict(position.pieces())
    lifted = dict(_lifted(before, moves)) if before is not None else {}
    ghosts = {point: piece for point, piece in lifted.items() if point not in standing}
    occupied = standing.keys() | ghosts.keys()
    paths = [move.path for move in moves if move.path]
    ends = {point for path in paths for point in (path[0], path[-1])}
    crossed = numbers.ways(layout, paths)
    labels = {
        point: numbers.label(crossed.get(point, ()), occupied=point in occupied)
        for point in crossed.keys() | ends
    }
    raised = {at for at, label in labels.items() if label.spot.y > 0 and at in occupied}
    sheet = Sheet(empty(layout, theme).free.copy(), layout, theme, raised)
    _grounds(sheet, occupied, labels)
    shapes.tint(sheet, ends)
    _pieces(sheet, ghosts, ends, captured=True)
    for path in paths:
        shapes.trail(sheet, path)
    shapes.crosses(sheet, ghosts)
    _pieces(sheet, standing, ends)
    shapes.marks(sheet, [move for move in marks if move.path])
    _numbers(sheet, labels, ends)
    sheet.image.putpalette(sheet.palette.bytes)
    return sheet.image


def encode(image: Image.Image) -> bytes:
    """The PNG file of a painted picture."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()


def _grounds(sheet: Sheet, occupied: Iterable[int], labelled: Collection[int]) -> None:
    """Lay the ground of the squares that are not simply free."""
    boards = empty(sheet.layout, sheet.theme)
    for point in occupied:
        if point not in labelled:
            box = sheet.layout.box(point)
            sheet.image.paste(boards.occupied.crop(box), box)
    for point in labelled:
        box = sheet.layout.box(point)
        sheet.image.paste(boards.bare.crop(box), box)


def _pieces(
    sheet: Sheet, pieces: Mapping[int, Piece], tints: Container[int], *, captured: bool = False
) -> None:
    """Put pieces on their squares, which are tinted or not."""
    tint = tinted(sheet.palette.theme, sheet.ground)
    for point, piece in pieces.items():
        indices, mask = tile(
            sheet.theme,
            sheet.layout.cell,
            piece,
            tint if point in tints else sheet.ground,
            captured=captured,
            raised=point in sheet.raised,
        )
        sheet.image.paste(indices, sheet.layout.squares[point], mask)


def _numbers(sheet: Sheet, labels: Mapping[int, Label], tints: Container[int]) -> None:
    """Write the numbers that the board itself cannot bring."""
    layout, label_colour = sheet.layout, sheet.palette.theme.label
    tint = tinted(sheet.palette.theme, sheet.ground)
    for point, label in labels.items():
        name = layout.board.names[point]
        if label.outline:
            shape = numbers.number(layout.cell, name, label, label.outline)
            sheet.lay(shape, layout.squares[point], tint if point in tints else sheet.ground)
        sheet.lay(numbers.number(layout.cell, name, label), layout.squares[point], label_colour)


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
