"""The gallery: the boards of several games in one picture, each with a name below it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.capabilities.optional import placing_moves
from engine.game import Game, Position
from engine.text import Text, joined
from render.drawing.colour import Colour
from render.drawing.fonts import font
from render.drawing.picture import Picture, encode
from render.pictures.painter import WHOLE_MAP, paint

COLUMNS: Final = 5
BOARD: Final = 164
"""Pixels of the longer side of a board; so are all measures below."""
GAP: Final = 16
LABEL: Final = 44
"""Room for a name of one or two lines below its board."""
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
    """Return the picture of these games' boards as they are set up, in rows.

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
    """Return the first position in which every player has pieces, with as many as can play."""
    position, chance = game.start(max(game.seats)), random.Random(1)
    while (setup := position.setup) is not None:
        arrangement = setup.arrange(setup.seats()[0], setup.completion, {}, chance)
        for move in placing_moves(arrangement):
            position = position.play(move)
    while len({piece.seat for _, piece in position.pieces()}) < len(position.seats):
        position = position.play(position.legal_moves()[0])
    return position


def _small_board(game: Game, theme: str) -> Image.Image:
    """Return the board of a game, drawn large and scaled down."""
    board = paint(
        opening(game), size=OVERSAMPLING * BOARD, theme=theme, region=WHOLE_MAP, coordinates=False
    )
    return board.convert("RGB").reduce(OVERSAMPLING)


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
