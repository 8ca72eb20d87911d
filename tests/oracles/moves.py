"""The legal moves by pydraughts and py-draughts, in the names of our squares."""

from __future__ import annotations

from typing import Any

import engine
from engine import Move, Position
from tests.oracles import py_draughts, pydraughts

Effect = tuple[str, str, frozenset[str]]
"""The start and the end of a move, and the captured pieces, as names of squares."""

PYDRAUGHTS = {
    "frisian": "frisian",
    "frisian-official": "frisian",
    "frysk": "frisian",
    "international": "standard",
    "checkers": "english",
    "italian": "italian",
    "russian": "russian",
    "brazilian": "brazilian",
    "turkish": "turkish",
}
"""The names of our games in pydraughts."""

PY_DRAUGHTS = {"international": "standard", "russian": "russian", "brazilian": "brazilian"}
"""The modules of py-draughts for our games.

Checkers is missing, because py-draughts does not force captures in it.
"""


def effect(position: Position, move: Move) -> Effect:
    """Return the effect of one of our moves."""
    names = position.board.names
    captured = frozenset(names[point] for point in move.captured)
    return names[move.path[0]], names[move.path[-1]], captured


def pydraughts_board(game: str, fen: str) -> Any:  # noqa: ANN401 - loaded at run time
    """Return the board of pydraughts with a position."""
    return pydraughts("core.variant").Board(PYDRAUGHTS[game], fen)


def pydraughts_moves(game: str, board: Any) -> set[Effect]:  # noqa: ANN401 - loaded at run time
    """Return the legal moves by pydraughts, which numbers lettered squares from a1, row by row."""
    names = list(engine.games[game].start().board.names)
    if names[0].isalpha() or not names[0].isdigit():
        names.sort(key=lambda name: (name[1:], name[0]))
    else:
        names.sort(key=int)
    return {
        (
            names[move.board_move[0][0] - 1],
            names[move.board_move[-1][1] - 1],
            frozenset(names[square - 1] for square in move.captures or ()),
        )
        for move in board.legal_moves()
    }


def py_draughts_moves(game: str, fen: str) -> set[Effect]:
    """Return the legal moves by py-draughts, which numbers all squares from the top left."""
    names = engine.games[game].start().board.names
    board = py_draughts(f"boards.{PY_DRAUGHTS[game]}").Board.from_fen(fen)
    return {
        (
            names[move.square_list[0]],
            names[move.square_list[-1]],
            frozenset(names[square] for square in move.captured_list),
        )
        for move in board.legal_moves
    }
