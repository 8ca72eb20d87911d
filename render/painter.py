"""The painter: a position, and the turn that led to it, as a picture."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Final, Literal, NamedTuple

from PIL import Image

from engine.game import Position
from engine.text import Text
from engine.values import Move, Piece
from render import marks as shapes
from render import numbers
from render.alt import describe
from render.boards import empty
from render.europe_map import is_europe
from render.europe_pieces import tile as army_tile
from render.layout import RAISED
from render.numbers import Label
from render.pieces import tile
from render.scene import Scene, scene_for
from render.sheet import Sheet

SMALLEST, LARGEST = 200, 2400
"""Sizes of a picture, in pixels."""
STILL = frozenset({"place", "huff"})
"""The kinds of moves whose points are no way: nothing goes from one to the next."""
COMPRESSION = 3
"""zlib's level: higher ones cost more time than they save bytes."""
LARGE = 1_000_000
"""Pixels of a picture that is compressed one level less: it saves a millisecond for some bytes."""


ALL: Final[Literal["all"]] = "all"
"""The whole board."""
Region = Collection[int] | Literal["all"] | None
"""The points of a map to show; None for what the position itself names."""


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
    region: Region = None,
    coordinates: bool = True,
) -> Picture:
    """The picture of a position, with the turn that led to it.

    ``moves`` are the moves of that turn and ``before`` the position it began in; without
    ``before`` the trail is drawn, but captured pieces and the move's text are not known.
    ``viewer`` is the seat at the bottom of the picture, ``size`` the length of its longer side
    in pixels, ``marks`` the legal moves to show. Without ``coordinates`` no square bears its
    number or name, and pieces are larger.

    Of a map, ``region`` are the points to show, cut out and larger; None is what
    ``Position.view`` names where the turn began, and ``ALL`` the whole map. A turn that leaves
    the region is shown on the whole map, and of several moves those are left out that have no
    point in it. Other boards are always shown whole.

    Positions are drawn as they are: who may not see all of one is given what ``seen_by``
    returned. May be called from several threads at the same time. Raises ValueError for an
    unknown theme and for a size that is out of range.
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
    """The same picture as a Pillow image in mode ``P``, which is the caller's own."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"A picture is {SMALLEST} to {LARGEST} pixels wide, not {size}.")
    cut = _cut(position if before is None or not moves else before, moves, region)
    scene = scene_for(position, size, viewer, theme, cut, coordinates=coordinates)
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
    named = scene.layout.named_beside
    labels = _labels(scene, ways, ends, occupied) if named else {}
    if named and scene.layout.on_map:
        labels |= _over_marks(scene, marks, occupied)
    raised = {at for at, label in labels.items() if label.spot.y > 0 and at in occupied}
    sheet = Sheet(empty(scene).free.copy(), scene, ends, raised)
    if named:
        _grounds(sheet, occupied, labels)
    shapes.tint(sheet)
    _pieces(sheet, ghosts, captured=True)
    for path in ways:
        shapes.trail(sheet, path)
    shapes.crosses(sheet, ghosts)
    _pieces(sheet, standing)
    for path in ways:
        shapes.thread(sheet, path, standing)
    _names(sheet, ways, standing)
    shapes.marks(sheet, [move for move in marks if move.path], standing)
    _numbers(sheet, labels)
    sheet.image.putpalette(scene.palette.bytes)
    return sheet.image


def encode(image: Image.Image) -> bytes:
    """The PNG file of a painted picture."""
    file = BytesIO()
    large = image.width * image.height > LARGE
    image.save(file, "PNG", compress_level=COMPRESSION - large)
    return file.getvalue()


def _cut(position: Position, moves: Sequence[Move], region: Region) -> frozenset[int] | None:
    """The points that are shown of a map; None for all."""
    if region == ALL or not is_europe(position.board):
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
    scene: Scene, ways: Sequence[Sequence[int]], ends: set[int], occupied: Container[int]
) -> dict[int, Label]:
    """How the numbers stand that the last move's trail or tint may touch."""
    crossed = numbers.ways(scene.layout, ways)
    if scene.layout.on_map:
        touched = sorted(ends.union(crossed).intersection(scene.layout.shown))
        return dict.fromkeys(touched, numbers.on_map(scene.layout.cell, free=False))
    return {
        point: numbers.label(crossed.get(point, ()), occupied=point in occupied)
        for point in crossed.keys() | ends
    }


def _over_marks(scene: Scene, marks: Iterable[Move], occupied: Collection[int]) -> dict[int, Label]:
    """The names above pieces on a map that marks would touch."""
    marked = {point for move in marks for point in move.path}
    label = numbers.on_map(scene.layout.cell, free=False)
    return dict.fromkeys(sorted(marked.intersection(occupied)), label)


def _grounds(sheet: Sheet, occupied: Iterable[int], labelled: Collection[int]) -> None:
    """Lay the ground of the squares that are not simply free."""
    boards = empty(sheet.scene)
    for point in occupied:
        if point not in labelled:
            box = sheet.layout.box(point)
            sheet.image.paste(boards.occupied.crop(box), box)
    for point in labelled:
        box = sheet.layout.box(point)
        sheet.image.paste(boards.bare.crop(box), box)


def _pieces(sheet: Sheet, pieces: Mapping[int, Piece], *, captured: bool = False) -> None:
    """Put pieces on their squares, which are tinted or not."""
    scene, layout = sheet.scene, sheet.layout
    if layout.on_map:
        for point, piece in pieces.items():
            indices, mask = army_tile(
                scene.palette,
                layout.cell,
                layout.unit,
                piece.kind,
                sheet.ground(point),
                captured=captured,
                down=layout.down,
            )
            sheet.image.paste(indices, layout.squares[point], mask)
        return
    for point, piece in pieces.items():
        down = -RAISED if point in sheet.raised else layout.down
        indices, mask = tile(
            scene.palette,
            layout.cell,
            layout.unit,
            piece,
            sheet.ground(point),
            captured=captured,
            down=down,
        )
        sheet.image.paste(indices, layout.squares[point], mask)


def _numbers(sheet: Sheet, labels: Mapping[int, Label]) -> None:
    """Write the numbers that the board itself cannot bring."""
    layout = sheet.layout
    for point, label in labels.items():
        name = layout.board.names[point]
        if label.outline:
            shape = numbers.number(layout.cell, name, label, label.outline)
            sheet.lay(shape, layout.squares[point], sheet.ground(point))
        shape = numbers.number(layout.cell, name, label)
        on_tint = layout.on_map and point in sheet.tints
        colour = sheet.theme.casing if on_tint else sheet.theme.label
        sheet.lay(shape, layout.squares[point], colour)


def _names(sheet: Sheet, ways: Iterable[Sequence[int]], standing: Container[int]) -> None:
    """Write the names of a star's holes again that the trail's dots cover."""
    layout = sheet.layout
    if layout.board.style != "holes":
        return
    for path in ways:
        for point in path:
            if point not in standing and layout.named_inside:
                shapes.station(sheet, point)
                name = numbers.centred(layout.cell, layout.board.names[point])
                sheet.lay_around(name, layout.centres[point], sheet.theme.casing)
        shapes.arrival(sheet, path[-1])


def _lifted(before: Position, moves: Sequence[Move]) -> Iterator[tuple[int, Piece]]:
    """The pieces that a turn took off the board, where they stood."""
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
