"""Many boards in one picture: a gallery of games, and a wall of live matches.

Each board has a name below it, or two lines.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, sqrt
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.capabilities.set_ups import placing_moves
from engine.game import Game, Position
from engine.text import Text, Words, joined
from engine.values import Move
from render.drawing.colour import Colour
from render.drawing.fonts import fitting, font
from render.drawing.picture import Picture, encode
from render.pictures.diagram import WHOLE_MAP, Diagram
from render.pictures.painter import paint

COLUMNS: Final = 5
BOARD: Final = 164
"""Length of the longer side of a board, in pixels, as all measures below."""
GAP: Final = 16
LABEL: Final = 44
"""Height of the room for a name of one or two lines below its board."""
TYPE: Final = 19
OVERSAMPLING: Final = 2
COLOURS: Final = 256
GROUND: Final[Colour] = (43, 45, 49)
INK: Final[Colour] = (235, 236, 238)


class Exhibit(NamedTuple):
    """A game in the gallery, and its name in the viewer's language."""

    game: Game
    name: str


def gallery(exhibits: Sequence[Exhibit], *, theme: str = "wood") -> Picture:
    """Return the picture of these games' boards in their starting positions, in rows.

    Raises ValueError for no games or an unknown theme.
    """
    if not exhibits:
        raise ValueError("A gallery has at least one board.")
    rows = [exhibits[at : at + COLUMNS] for at in range(0, len(exhibits), COLUMNS)]
    columns = len(rows[0])
    size = (columns * (BOARD + GAP) + GAP, len(rows) * (BOARD + LABEL + GAP) + GAP)
    image = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(image)
    for down, row in enumerate(rows):
        top = GAP + down * (BOARD + LABEL + GAP)
        left = (size[0] - len(row) * (BOARD + GAP) + GAP) // 2
        for exhibit in row:
            board = _small_board(exhibit.game, theme)
            beside, above = (BOARD - board.width) // 2, BOARD - board.height
            image.paste(board, (left + beside, top + above))
            _write_name(draw, exhibit.name, left + BOARD / 2, top + BOARD + GAP / 2)
            left += BOARD + GAP
    titles = joined([exhibit.game.title for exhibit in exhibits], ", ")
    return Picture(encode(image.quantize(COLOURS)), Text("The boards of {games}.", games=titles))


def opening(game: Game) -> Position:
    """Return the first position of a game for the most players in which each of them has pieces."""
    position, chance = game.start(max(game.seats)), random.Random(1)
    while (setup := position.setup) is not None:
        arrangement = setup.arrange(setup.seats()[0], setup.completion, {}, chance)
        for move in placing_moves(arrangement):
            position = position.play(move)
    while len({piece.seat for _, piece in position.pieces()}) < len(position.seats):
        position = position.play(position.legal_moves()[0])
    return position


def _small_board(game: Game, theme: str) -> Image.Image:
    """Return the picture of a game's board for the gallery."""
    return _reduced(_small_diagram(opening(game), BOARD, theme))


def _small_diagram(position: Position, side: int, theme: str) -> Diagram:
    """Return a diagram of a board, drawn large, to be scaled down to ``side`` pixels."""
    size = OVERSAMPLING * side
    return Diagram(position, size=size, theme=theme, region=WHOLE_MAP, coordinates=False)


def _reduced(diagram: Diagram) -> Image.Image:
    return paint(diagram).convert("RGB").reduce(OVERSAMPLING)


def _write_name(draw: ImageDraw.ImageDraw, name: str, centre: float, top: float) -> None:
    """Write a name below a board, in as many lines as it needs."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and draw.textlength(longer, font(TYPE)) > BOARD + GAP / 2:
            lines.append(word)
        else:
            lines[-1] = longer
    draw.multiline_text(
        (centre, top), "\n".join(lines), INK, font(TYPE), anchor="ma", align="center", spacing=1
    )


# A wall of matches

WIDTH: Final = 900
"""Width of a picture, in pixels, as all measures here. A phone shows it 390 pixels wide."""
FEWEST_COLUMNS: Final = 2
MOST_COLUMNS: Final = 5
FRAME: Final = 6
"""Width of the frame around a board whose marked player is awaited."""
SIZES: Final = {2: 34, 3: 32, 4: 29, 5: 27}
"""Sizes of letters by the number of columns."""
PALE: Final[Colour] = (181, 186, 193)
MARKED: Final[Colour] = (250, 196, 76)


class Caption(NamedTuple):
    """A line below a board; if it is marked, it has the colour of the frame."""

    words: str
    is_marked: bool = False


class Hung(NamedTuple):
    """A board on the wall, with its captions and its description ``told``.

    It is drawn from the side of the seat ``viewer``, with the last ``moves`` from ``before``. A
    board is framed if it waits for a marked person. A ``blind`` board shows no piece.
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
    """Return the picture of these boards in rows; its description combines those of the boards.

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
    """Return the picture of a board for the wall."""
    turn = _small_diagram(one.position, side, theme)
    shown = replace(turn, moves=one.moves, before=one.before, viewer=one.viewer, blind=one.blind)
    return _reduced(shown)


def _write(
    draw: ImageDraw.ImageDraw, one: Hung, place: tuple[int, int], room: int, size: int
) -> None:
    """Write the captions below a board, cut to the room."""
    left, top = place
    for number, caption in enumerate(one.captions):
        colour = MARKED if caption.is_marked else (INK, PALE)[number]
        words = fitting(str(Words(caption.words)), font(size), room)
        middle = (left + room / 2, top + 4 + number * (size + 6))
        draw.text(middle, words, colour, font(size), anchor="ma")
