"""Pieces on their points, with their names beside them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from PIL import Image

from engine.game import Game
from engine.pieces import PieceKind
from engine.values import Piece
from render.boards.empty import empty_board
from render.drawing.kept import kept
from render.pictures.surface import Surface
from render.pieces.tiles import tile
from render.view.board_view import BoardView
from render.view.labels import label_box
from render.view.layout import RAISED


def put_pieces(
    surface: Surface, game: Game, pieces: Mapping[int, Piece], *, captured: bool = False
) -> None:
    """Put pieces on their squares, which are tinted or not."""
    palette, layout = surface.view.palette, surface.layout
    for point, (seat, kind) in pieces.items():
        indices, mask = tile(
            palette,
            layout.cell,
            layout.unit,
            seat,
            game.kind(kind),
            ground=surface.ground(point),
            captured=captured,
            down=-RAISED if point in surface.raised else layout.down,
        )
        surface.image.paste(indices, layout.squares[point], mask)


def put_named_pieces(surface: Surface, game: Game, pieces: Mapping[int, Piece]) -> None:
    """Put pieces on squares that nothing else touches, each with the name that it leaves room."""
    kinds = {kind: game.kind(kind) for _, kind in pieces.values()}
    for point, (seat, kind) in pieces.items():
        square, corner = named_square(surface.view, point, seat, kinds[kind])
        surface.image.paste(square, corner)


@kept(16)
def named_square(
    view: BoardView, point: int, seat: int, kind: PieceKind
) -> tuple[Image.Image, tuple[int, int]]:
    """Return the piece's square with its name, and the corner where it lies."""
    layout = view.layout
    box = label_box(layout, point)
    square = empty_board(view).occupied.crop(box)
    indices, mask = tile(
        view.palette,
        layout.cell,
        layout.unit,
        seat,
        kind,
        ground=view.grounds[point],
        down=layout.down,
    )
    square.paste(indices, (0, square.height - layout.cell), mask)
    return square, box[:2]


def clear_names(surface: Surface, points: Iterable[int], labelled: Container[int]) -> None:
    """Write smaller names beside pieces, and none on points named later."""
    boards = empty_board(surface.view)
    for point in points:
        box = label_box(surface.layout, point)
        board = boards.bare if point in labelled else boards.occupied
        surface.image.paste(board.crop(box), box)
