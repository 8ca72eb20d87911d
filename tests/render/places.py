"""The places of points on pictures, computed from boards without the painter."""

from collections.abc import Iterable, Iterator
from random import Random

from PIL import Image

import engine
from engine.board import Board
from engine.game import Position
from engine.values import Move, OptionValue
from render.drawing.colour import Colour
from render.pictures import painter
from render.pictures.diagram import of_diagram
from render.themes.catalogue import board_colours
from render.themes.theme import BoardColours

SIZE = 600
paint = of_diagram(painter.paint)
"""Return the image of a diagram, given the arguments that make one."""

Place = tuple[int, int]


def start(name: str, seats: int, **options: OptionValue) -> Position:
    return engine.games[name].start(seats, **options)


TABLES: dict[str, Position] = {
    "alliance": start("alliance", 2, setup="rows"),
    "alliance unset": start("alliance", 2, setup="free"),
    "assaut": start("assaut", 2),
    "halma": start("halma", 2),
    "halma 10x10": start("halma", 2, size=10),
    "halma 8x8": start("halma", 2, size=8),
    "halma for four": start("halma", 4),
    **{f"star for {seats}": start("chinese-checkers", seats) for seats in (2, 3, 4, 5, 6)},
    "star with fifteen": start("chinese-checkers", 2, pieces=15),
}
"""The starting positions of games whose boards have no numbers, by name."""


def colours_of(position: Position, theme: str = "wood") -> BoardColours:
    """Return the colours of a position's board in a theme."""
    return board_colours(theme, position.game.colours, len(position.seats))


QUARTERS = {"halma for four": (0, 3, 2, 1)}
"""The clockwise quarter turns of boards for each seat, on tables that also use odd ones."""
HALVES = {
    "star for 3": (0, 2, 2),
    "star for 4": (0, 2, 2, 0),
    "star for 5": (0, 2, 2, 2, 0),
    "star for 6": (0, 0, 2, 2, 2, 0),
}


def views() -> Iterator[tuple[str, int, int]]:
    """Yield every table with each of its seats, and the board's quarter turns for that seat."""
    for name in TABLES:
        for seat, turn in enumerate(QUARTERS.get(name) or HALVES.get(name) or (0, 2)):
            yield name, seat, turn


def cell_of(board: Board, size: int = SIZE) -> int:
    longer = max(board.size)
    return int(size * 0.928 / longer if board.labels == "edges" else size / (longer + 0.6))


def centre(board: Board, point: int, turn: int = 0, size: int = SIZE) -> Place:
    """Return the pixel of a point's middle, with the board turned by ``turn`` quarters."""
    x, y = (at - side / 2 for at, side in zip(board.xy[point], board.size, strict=True))
    for _ in range(turn):
        x, y = -y, x
    cell = cell_of(board, size)
    return (round(size / 2 + x * cell), round(size / 2 + y * cell))


def around(image: Image.Image, place: Place, reach: float) -> Image.Image:
    x, y = place
    return image.crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))


def count(image: Image.Image, colour: Colour) -> int:
    found = image.getcolors(image.width * image.height) or ()
    return sum(number for number, each in found if each == colour)


def drawn(
    position: Position,
    moves: Iterable[Move] = (),
    before: Position | None = None,
    *,
    viewer: int = 0,
    size: int = SIZE,
    marks: Iterable[Move] = (),
) -> Image.Image:
    image = paint(position, [*moves], before=before, viewer=viewer, size=size, marks=[*marks])
    return image.convert("RGB")


def played(position: Position, plies: int, seed: int = 1) -> Iterator[tuple[Position, Move]]:
    """Yield up to ``plies`` turns of a random game: the position before each, and the move."""
    chance = Random(seed)
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal or position.outcome():
            return
        move = chance.choice(legal)
        yield position, move
        position = position.play(move)
