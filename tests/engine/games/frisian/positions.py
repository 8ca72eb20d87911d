"""Positions of Frisian draughts and Frysk! for their tests."""

from __future__ import annotations

import engine
from engine import Position
from tests.engine.games.frisian import oracle

PRESETS = ("frisian", "frisian-official", "frysk")
OFFICIAL = PRESETS[1:]
STRESS = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"


def read(fen: str, game: str = "frisian") -> Position:
    return engine.games[game].read(fen)


def texts(fen: str, game: str = "frisian") -> list[str]:
    position = read(fen, game)
    return [position.write(move) for move in position.legal_moves()]


def after(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.play(position.parse(text))
    return position


def reason(position: Position) -> str:
    outcome = position.outcome()
    assert outcome is not None
    return f"{outcome.ranks} {outcome.reason}"


# In the terms of the oracle

Effects = dict[tuple[int, int, frozenset[int]], str]


def effects(position: Position) -> Effects:
    """The captures of a position."""
    return {
        (m.path[0] + 1, m.path[-1] + 1, frozenset(p + 1 for p in m.captured)): "x".join(
            position.board.names[point] for point in m.path
        )
        for m in position.legal_moves()
        if m.captured
    }


def oracle_pieces(position: Position) -> oracle.Pieces:
    return {
        oracle.place(point + 1): ("WB"[piece.seat], piece.kind)
        for point, piece in position.pieces()
    }


def oracle_captures(position: Position, game: str) -> Effects:
    return oracle.captures(oracle_pieces(position), "WB"[position.turn], official=game != "frisian")
