"""The rules of the games. Pure: callers hand in times and randomness; only data files are read.

>>> import engine
>>> position = engine.games["frisian"].start()
>>> position = position.play(position.parse("32-28"))
>>> position.fen()
'B:W28,31,33-50:B1-20'
"""

from __future__ import annotations

from engine.board import Board
from engine.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    MoveError,
    Refusal,
)
from engine.game import Game, Position
from engine.text import Text
from engine.values import Agreement, Move, Option, Outcome, Piece, Seat

from engine.games import games  # isort: skip

__all__ = [
    "Agreement",
    "AmbiguousMove",
    "Board",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "Move",
    "MoveError",
    "Option",
    "Outcome",
    "Piece",
    "Position",
    "Refusal",
    "Seat",
    "Text",
    "games",
]
