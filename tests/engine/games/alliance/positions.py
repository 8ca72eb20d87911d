"""Positions of Dames-Alliance, written piece by piece, and helpers of their tests."""

from __future__ import annotations

import engine
from engine import Position

GAME = engine.games["alliance"]
WHITE, BLACK = 0, 1


def text(turn: str, pieces: str, fields: str = "") -> str:
    """Return the text of a position; ``pieces`` are letters with squares, such as ``Xc3 td4``."""
    letters = {piece[1:]: piece[0] for piece in pieces.split()}
    rows = []
    for rank in "87654321":
        row = "".join(letters.get(file + rank, ".") for file in "abcdefgh")
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return f"{'/'.join(rows)} {turn} {fields}".strip()


def at(turn: str, pieces: str, fields: str = "", **options: int | str) -> Position:
    return GAME.read(text(turn, pieces, fields), None, **options)


def texts(position: Position) -> list[str]:
    return [position.write(move) for move in position.legal_moves()]


def unturned(position: Position) -> list[str]:
    """Return the legal moves that do not turn a cross, sorted."""
    return sorted(move for move in texts(position) if "=" not in move)


def after(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(position.parse(move))
    return position


def placed(position: Position) -> set[str]:
    """Return the pieces of a position, such as ``Xc3``."""
    letters = {"x": "Xx", "+": "Tt", "unset": "Mm", "king": "Kk"}
    return {
        letters[piece.kind][piece.seat] + position.board.names[point]
        for point, piece in position.pieces()
    }


def reason(position: Position) -> str:
    outcome = position.outcome()
    assert outcome is not None
    return f"{outcome.ranks} {outcome.reason}"


def names(position: Position) -> list[str]:
    return [agreement.name for agreement in position.agreements()]


def agreed(position: Position, name: str) -> Position:
    return position.agree(next(a for a in position.agreements() if a.name == name))
