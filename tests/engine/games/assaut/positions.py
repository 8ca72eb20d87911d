"""Positions of Assaut, and helpers of their tests."""

from __future__ import annotations

import re

import engine
from engine import Position
from engine.values import OptionValue

ASSAUT = engine.games["assaut"]
MANNERS = ("shortest", "forward", "free")
SOLDIERS, OFFICERS = 0, 1


def placed(soldiers: str, officers: str, turn: str = "s", fields: str = "") -> str:
    """Return the text of a position with pieces on these points, as in ``d5 e3``."""
    letters = dict.fromkeys(soldiers.split(), "S") | dict.fromkeys(officers.split(), "O")
    rows = []
    for rank in range(7, 0, -1):
        files = "abcdefg" if rank in {3, 4, 5} else "cde"
        row = "".join(letters.get(f"{file}{rank}", " ") for file in files)
        rows.append(re.sub(" +", lambda empty: str(len(empty[0])), row))
    return f"{'/'.join(rows)} {turn} {fields}".strip()


def read(text: str, **options: OptionValue) -> Position:
    return ASSAUT.read(text, None, **options)


def texts(position: Position) -> list[str]:
    return [position.write(move) for move in position.legal_moves()]


def steps_of(position: Position, point: str) -> str:
    """Return the points to which the piece on ``point`` can step, sorted, with commas."""
    ends = [
        position.board.names[move.path[-1]]
        for move in position.legal_moves()
        if move.kind == "move" and not move.captured
        if position.board.names[move.path[0]] == point
    ]
    return ",".join(sorted(ends))


def after(position: Position, *moves: str) -> Position:
    for text in moves:
        for move in position.parse_all(text):
            position = position.play(move)
    return position


def reason(position: Position) -> str:
    outcome = position.outcome()
    assert outcome is not None
    return f"{outcome.ranks} {outcome.reason}"


def on(position: Position, kind: str) -> str:
    """Return the points of the pieces of a kind, sorted, with spaces."""
    names = position.board.names
    return " ".join(
        sorted(names[point] for point, piece in position.pieces() if piece.kind == kind)
    )


REST = "a3 a4 b3 g3 g4 f3 c1 e1 d1"
"""Nine soldiers far from the fortress: enough that nobody has won."""

OMITTED = placed("d5 e3 a3 a4 b3 g3 g4 f3 c1", "d6 c7", "o")
"""The officer on d6 can capture d5; the one on c7 can capture nothing."""


def offence(position: Position) -> str:
    """Return the points of the officers who may be huffed, from the position's text."""
    fields = dict(field.split("=") for field in position.fen().split()[2:])
    return fields.get("offence", "")


def huffs(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("huff")]
