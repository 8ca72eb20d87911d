"""A match, or a span of its turns, as an animated GIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from struct import pack
from typing import Final, NamedTuple

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from engine.game import Position
from engine.text import ENGLISH, Translator
from engine.values import Move
from render.drawing.indexed import COLOURS
from render.pictures.diagram import WHOLE_MAP, Diagram, Region
from render.pictures.painter import paint

PACE: Final = timedelta(seconds=1)
"""Time for which a turn is shown."""
LAST: Final = 4
"""Factor by which the last turn is shown longer."""
LARGEST_FILE: Final = 10 * 2**20
"""Most bytes of a file: Discord's limit on a server without boosts."""
READABLE: Final = 300
"""Least size, in pixels, to which pictures are shrunk to make the file smaller."""
SHRINK: Final = 0.75
"""Factor by which pictures are shrunk for the next attempt."""
TRANSPARENT: Final = COLOURS
"""The index of unchanged pixels: the first one unused by any palette."""
STAYS: Final = 1
"""GIF's disposal method for a frame that the next one is drawn over."""


class Frame(NamedTuple):
    """A turn, as the first fields of a ``Diagram``."""

    position: Position
    moves: Sequence[Move] = ()
    before: Position | None = None


def replay(
    frames: Iterable[Frame],
    *,
    viewer: int = 0,
    size: int = 600,
    theme: str = "wood",
    coordinates: bool = True,
    translator: Translator = ENGLISH,
    pace: timedelta = PACE,
    limit: int = LARGEST_FILE,
) -> bytes:
    """Return an animated GIF of these turns that repeats; the last one is shown longer.

    All frames are of one match, seen by the same seat. ``size`` is the length of the longer side in
    pixels; if the file would have ``limit`` bytes or more, the pictures are made smaller. On a map,
    the part in which all turns were played is shown. The other arguments are those of ``picture``.
    Raises ValueError if there is no frame, if the file is too large even with pictures of
    ``READABLE`` pixels, and as ``picture`` does.
    """
    frames = tuple(frames)
    if not frames:
        raise ValueError("A replay needs at least one position.")
    region = _region(frames)
    diagrams = [
        Diagram(
            *frame,
            viewer=viewer,
            theme=theme,
            coordinates=coordinates,
            region=region,
            translator=translator,
        )
        for frame in frames
    ]
    while True:
        images = (paint(replace(diagram, size=size)) for diagram in diagrams)
        file = _encoded(images, len(frames), pace, limit)
        if file is not None:
            return file
        if size <= READABLE:
            raise ValueError(
                f"{len(frames)} positions do not fit into {limit} bytes at {size} pixels: show "
                "a shorter span."
            )
        size = max(READABLE, round(size * SHRINK))


def _region(frames: Sequence[Frame]) -> Region:
    """Return the region of a map that shows every turn; ``WHOLE_MAP`` for other boards."""
    if frames[0].position.board.map is None:
        return WHOLE_MAP
    points: set[int] = set()
    for position, moves, before in frames:
        view = (position if before is None or not moves else before).display.view()
        if not view:
            return WHOLE_MAP
        points.update(view, *(move.path for move in moves))
    return points


def _encoded(
    images: Iterator[Image.Image], count: int, pace: timedelta, limit: int
) -> bytes | None:
    """Return the file with these images, None if it would have ``limit`` bytes or more.

    Every frame holds the difference from the frame before.
    """
    file = bytearray()
    last: Image.Image | None = None
    milliseconds = round(pace / timedelta(milliseconds=1))
    for number, image in enumerate(images, 1):
        now = Image.frombytes("L", image.size, image.tobytes())
        if last is None:
            file += _header(image)
            part, corner = now, (0, 0)
        else:
            part, corner = _difference(last, now)
        for block in getdata(
            part,
            corner,
            duration=milliseconds * (LAST if number == count else 1),
            transparency=TRANSPARENT,
            disposal=STAYS,
        ):
            file += block
        if len(file) >= limit:
            return None
        last = now
    return bytes(file + b";")


def _header(image: Image.Image) -> bytes:
    """Return the header: size, the palette of all frames, and the instruction to repeat."""
    # A table of 2 ** (6 + 1) colours: the colours of the palette, and the transparent one.
    palette = bytes(image.getpalette() or ()).ljust(3 * 2 ** (6 + 1), b"\0")
    screen = pack("<HHBBB", *image.size, 0b1_111_0_110, 0, 0)
    return b"GIF89a" + screen + palette + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _difference(last: Image.Image, now: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the part of a frame that differs from the frame before, and the part's corner."""
    difference = ImageChops.difference(last, now)
    box = difference.getbbox() or (0, 0, 1, 1)
    changed = difference.crop(box).point([0] + [255] * 255)
    same = Image.new("L", changed.size, TRANSPARENT)
    return Image.composite(now.crop(box), same, changed), box[:2]
