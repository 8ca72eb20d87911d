"""Boards of squares of every kind: numbered or lettered, checkered or plain, 8 by 8 or 3 by 3."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from PIL import Image, ImageChops

from engine.board import Board, square_board
from engine.pieces import PieceKind
from render import THEMES
from render.drawing.colour import Colour
from tests.nightly import mostly_at_night
from tests.render.diagrams import Diagram, dark_squares, game_of
from tests.render.places import cell_of, count, paint

SIZE = 480
NUMBERED, LETTERED = dark_squares(8, numbered=True), dark_squares(8, numbered=False)
WHOLE = square_board(8, 8)
PLAIN = replace(WHOLE, checkered=False)
GRID = replace(square_board(3, 3), checkered=False)
BOARDS = {"numbered": NUMBERED, "lettered": LETTERED, "whole": WHOLE, "plain": PLAIN, "grid": GRID}
MARKS = game_of(
    {
        "cross": PieceKind("{count} cross", "{count} crosses", symbol="diagonal cross"),
        "nought": PieceKind("{count} nought", "{count} noughts", symbol="ring"),
    }
)


def drawn(position: Diagram, viewer: int = 0, theme: str = "wood") -> Image.Image:
    return paint(position, size=SIZE, viewer=viewer, theme=theme).convert("RGB")


def cells(board: Board, image: Image.Image) -> dict[tuple[int, int], Image.Image]:
    """Return every cell of a picture by column and row, including cells that are not squares."""
    columns, rows = (round(side) for side in board.size)
    side = cell_of(board, SIZE)
    if board.labels == "points":
        side = int(SIZE / (columns + 0.48))
    left, top = ((SIZE - side * count_) / 2 for count_ in (columns, rows))
    return {
        (x, y): image.crop(
            (
                round(left + x * side),
                round(top + y * side),
                round(left + (x + 1) * side),
                round(top + (y + 1) * side),
            )
        )
        for x in range(columns)
        for y in range(rows)
    }


def share(image: Image.Image, colour: Colour) -> float:
    return count(image, colour) / (image.width * image.height)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("name", ["numbered", "lettered", "whole"])
def test_squares_are_light_and_dark_by_turns_with_a_dark_one_at_the_bottom_left(
    name: str, viewer: int, theme: str
) -> None:
    colours = THEMES[theme].boards["draughts"]
    image = drawn(Diagram(BOARDS[name]), viewer, theme)
    for (x, y), cell in cells(BOARDS[name], image).items():
        dark = (x + y) % 2 == 1
        assert share(cell, colours.dark if dark else colours.light) > 0.4, (x, y)
        assert share(cell, colours.light if dark else colours.dark) < 0.05, (x, y)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["plain", "grid"])
def test_squares_of_one_colour_are_parted_by_lines(name: str, theme: str) -> None:
    colours = THEMES[theme].boards["draughts"]
    board = BOARDS[name]
    image = drawn(Diagram(board), theme=theme)
    side = cell_of(board, SIZE)
    for (x, y), cell in cells(board, image).items():
        assert share(cell, colours.dark) > 0.4
        middle = cell.crop((side // 4, side // 4, side * 3 // 4, side * 3 // 4))
        assert count(middle, colours.light) == 0
        lines = {
            "left": cell.crop((0, side // 3, 2, side // 2)),
            "top": cell.crop((side // 3, 0, side // 2, 2)),
        }
        seen = {where for where, part in lines.items() if count(part, colours.light)}
        assert ("left" in seen) == (x > 0)
        assert ("top" in seen) == (y > 0)


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("name", BOARDS)
def test_a_piece_changes_its_own_square_alone(name: str, viewer: int) -> None:
    board = BOARDS[name]
    bare = cells(board, drawn(Diagram(board), viewer))
    for point in (0, 1, len(board) // 2, len(board) - 1):
        image = cells(board, drawn(Diagram(board, f"man {board.names[point]}"), viewer))
        x, y = (int(place) for place in board.xy[point])
        if viewer:
            x, y = (round(side) - 1 - at for side, at in zip(board.size, (x, y), strict=True))
        changed = {
            place
            for place, cell in image.items()
            if ImageChops.difference(cell, bare[place]).getbbox()
        }
        assert changed == {(x, y)}


def test_a_king_is_told_from_a_man_on_every_board() -> None:
    for board in BOARDS.values():
        man, king = (drawn(Diagram(board, f"{kind} {board.names[1]}")) for kind in ("man", "king"))
        difference = ImageChops.difference(man, king).convert("L")
        side = cell_of(board, SIZE)
        assert sum(value > 40 for value in difference.tobytes()) > 0.05 * side**2


@pytest.mark.parametrize(
    ("size", "theme"),
    mostly_at_night(
        product((200, 900, 2400), THEMES), lambda case: case[0] == 200 or case == (900, "wood")
    ),
)
def test_noughts_and_crosses_fill_a_grid_of_nine(size: int, theme: str) -> None:
    position = Diagram(GRID, "cross a1, cross c3", "nought b2", MARKS)
    image = paint(position, size=size, theme=theme).convert("RGB")
    assert image.size == (size, size)
    white, black = THEMES[theme].boards["draughts"].materials
    side = cell_of(GRID, size)
    for material, pieces in ((white, 2), (black, 1)):
        assert count(image, material.face) > 0.08 * pieces * side**2
        assert count(image, material.symbol) > 0.04 * pieces * side**2
