"""A wall of boards: the positions of many matches in one picture, each with two lines below it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.game import Position
from engine.text import Text, Words, joined
from engine.values import Move
from render.drawing.colour import Colour
from render.drawing.fonts import fitting, font
from render.drawing.picture import Picture, encode
from render.pictures.painter import WHOLE_MAP, paint

WIDTH: Final = 900
"""Pixels of a picture, as all measures here. A telephone shows it 390 wide."""
FEWEST_COLUMNS: Final = 2
MOST_COLUMNS: Final = 5
GAP: Final = 14
FRAME: Final = 6
"""Width of the frame around a board that waits for the one whose turn is marked."""
SIZES: Final = {2: 34, 3: 32, 4: 29, 5: 27}
"""Sizes of letters by the number of columns."""
OVERSAMPLING: Final = 2
COLOURS: Final = 256
GROUND: Final[Colour] = (43, 45, 49)
INK: Final[Colour] = (235, 236, 238)
PALE: Final[Colour] = (181, 186, 193)
MARKED: Final[Colour] = (250, 196, 76)


class Caption(NamedTuple):
    """A line below a board; a marked one is in the colour of the frame."""

    words: str
    is_marked: bool = False


class Hung(NamedTuple):
    """A board on the wall.

    It is drawn from the side of the seat ``viewer``, with the last ``moves`` from ``before``. One
    that is framed waits for somebody; a ``blind`` one shows no piece.
    """

    position: Position
    captions: tuple[Caption, Caption]
    told: Text
    before: Position | None = None
    moves: Sequence[Move] = ()
    viewer: int = 0
    is_framed: bool = False
    blind: bool = False


def wall(boards: Sequence[Hung], *, theme: str = "wood") -> Picture:
    """Return the picture of these boards in rows; its description has what is told of each.

    Raises ValueError for no boards or an unknown theme.
    """
    if not boards:
        raise ValueError("A wall has at least one board.")
    columns = min(max(ceil(sqrt(len(boards))), FEWEST_COLUMNS), MOST_COLUMNS)
    side = (WIDTH - GAP) // columns - GAP
    size = SIZES[columns]
    below = 2 * (size + 6)
    small = [_small(one, side - 2 * FRAME, theme) for one in boards]
    rows = [small[at : at + columns] for at in range(0, len(small), columns)]
    heights = [max(board.height for board in row) + 2 * FRAME for row in rows]
    image = Image.new("RGB", (WIDTH, sum(heights) + len(rows) * (below + GAP) + GAP), GROUND)
    draw = ImageDraw.Draw(image)
    top = GAP
    for down, row in enumerate(rows):
        left = (WIDTH - len(row) * (side + GAP) + GAP) // 2
        for one, board in zip(boards[down * columns :], row, strict=False):
            beside = left + (side - board.width) // 2
            above = top + heights[down] - FRAME - board.height
            if one.is_framed:
                frame = (beside - FRAME, above - FRAME)
                end = (beside + board.width + FRAME - 1, above + board.height + FRAME - 1)
                draw.rectangle((*frame, *end), fill=MARKED)
            image.paste(board, (beside, above))
            _write(draw, one, (left, top + heights[down]), side, size)
            left += side + GAP
        top += heights[down] + below + GAP
    told = joined([one.told for one in boards])
    return Picture(encode(image.quantize(COLOURS)), told)


def _small(one: Hung, side: int, theme: str) -> Image.Image:
    """Return a board, drawn large and scaled down."""
    board = paint(
        one.position,
        one.moves,
        before=one.before,
        viewer=one.viewer,
        size=OVERSAMPLING * side,
        theme=theme,
        region=WHOLE_MAP,
        coordinates=False,
        blind=one.blind,
    )
    return board.convert("RGB").reduce(OVERSAMPLING)


def _write(
    draw: ImageDraw.ImageDraw, one: Hung, place: tuple[int, int], room: int, size: int
) -> None:
    """Write the lines below a board, cut to the room they have."""
    left, top = place
    for number, caption in enumerate(one.captions):
        colour = MARKED if caption.is_marked else (INK, PALE)[number]
        words = fitting(str(Words(caption.words)), font(size), room)
        middle = (left + room / 2, top + 4 + number * (size + 6))
        draw.text(middle, words, colour, font(size), anchor="ma")
