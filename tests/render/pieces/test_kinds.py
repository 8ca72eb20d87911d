"""The kinds of pieces that games declare: each is drawn and named, and others are refused."""

from __future__ import annotations

from itertools import combinations, product
from typing import get_args

import pytest
from PIL import Image, ImageChops

import engine
from engine.board import square_board
from engine.pieces import PieceKind, Shape, Symbol
from render import THEMES, describe
from render.pieces.symbols import PATTERNS, SYMBOLS
from render.pieces.tiles import tile
from render.themes.palettes import palette_of
from render.themes.theme import Pattern
from tests.nightly import thinned
from tests.render.diagrams import Diagram, game_of
from tests.render.places import paint

SIDE = 60
BOARD = square_board(8, 8)


def drawn(
    kind: PieceKind, seat: int = 0, theme: str = "wood", game: engine.Game | None = None
) -> Image.Image:
    """Return a picture of a piece on a dark square of a board, by default of draughts."""
    colours = game.colours if game else "draughts"
    seats = max(game.seats) if game else 2
    board_kind = "map" if colours == "map" else "squares"
    dark = THEMES[theme].boards[colours].dark
    palette = palette_of(theme, colours, seats, board_kind, (dark,))
    image = tile(palette, SIDE, SIDE, seat, kind, ground=dark).indices.copy()
    image.putpalette(palette.bytes)
    return image.convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels in which two pictures differ plainly, 0 to 1."""
    difference = ImageChops.difference(one, other).convert("L").tobytes()
    return sum(value > 30 for value in difference) / len(difference)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", engine.games)
def test_every_kind_of_a_game_is_told_from_its_other_kinds(name: str, theme: str) -> None:
    game = engine.games[name]
    for seat in range(2):
        images = {each: drawn(kind, seat, theme, game) for each, kind in game.kinds.items()}
        for one, other in combinations(images, 2):
            assert apart(images[one], images[other]) > 0.015, (one, other)


@pytest.mark.parametrize("name", engine.games)
def test_every_kind_of_a_game_has_a_name_of_its_own(name: str) -> None:
    kinds = engine.games[name].kinds.values()
    for number in (1, 2):
        names = {str(kind.named(number)) for kind in kinds}
        assert len(names) == len(kinds)
        assert all(each.startswith(f"{number} ") for each in names)


@pytest.mark.parametrize("theme", thinned(THEMES, len(THEMES)))
@pytest.mark.parametrize("shape", get_args(Shape))
def test_every_shape_bears_every_symbol(shape: Shape, theme: str) -> None:
    images = {each: drawn(PieceKind("", "", shape, each), 1, theme) for each in SYMBOLS}
    for one, other in combinations(images, 2):
        assert apart(images[one], images[other]) > 0.01, (one, other)


def test_shapes_are_told_from_one_another() -> None:
    images = {shape: drawn(PieceKind("", "", shape, "star")) for shape in get_args(Shape)}
    for one, other in combinations(images, 2):
        assert apart(images[one], images[other]) > 0.015, (one, other)


def test_every_symbol_and_pattern_is_drawn() -> None:
    assert set(SYMBOLS) == set(get_args(Symbol)) - {"", "seat"}
    assert set(PATTERNS) == set(get_args(Pattern)) - {"plain"}


def test_a_kind_that_the_game_does_not_declare_is_an_error_and_no_man() -> None:
    position = Diagram(BOARD, "man a1, wizard b2", "king c3")
    message = r"diagrams has no piece 'wizard'; it has man, king\."
    with pytest.raises(KeyError, match=message):
        paint(position)
    with pytest.raises(KeyError, match=message):
        describe(position)


def test_an_unknown_shape_or_symbol_is_an_error() -> None:
    for kind in (PieceKind("", "", "cube"), PieceKind("", "", "disc", "moon")):  # type: ignore[arg-type]
        with pytest.raises(KeyError, match=r"cube|moon"):
            paint(Diagram(BOARD, "odd a1", "", game_of({"odd": kind})))


def test_pieces_are_named_in_the_order_in_which_they_are_declared() -> None:
    kinds = {
        name: PieceKind(f"{{count}} {name}", f"{{count}} {name}s") for name in ("zebra", "ant")
    }
    position = Diagram(BOARD, "ant a1, zebra b2, ant c3", "zebra a8", game_of(kinds))
    assert str(describe(position)) == (
        "White to move. White: 1 zebra on b2; 2 ants on c3, a1. Black: 1 zebra on a8."
    )


@pytest.mark.parametrize("theme", THEMES)
def test_seats_are_told_apart_in_every_set_of_colours(theme: str) -> None:
    for game in engine.games.values():
        for kind, (one, other) in product(game.kinds.values(), combinations(range(2), 2)):
            assert apart(drawn(kind, one, theme, game), drawn(kind, other, theme, game)) > 0.1
