"""Portable Draughts Notation, the format of draughts programs: PDN 3.0 for the games with a type.

The type (``Game.pdn``) determines how results and captures are written. If the first and the last
square fit several captures, every landing square is written, as the standard requires. A piece that
continues straight to its next capture is written as landing right behind the captured piece. Frysk!
has no type that programs agree on: it is written as Frisian draughts from its starting position.

PDN has only moves and a result: a game with other options than the usual ones is not written.
Counts from before the first position are lost; the plain record keeps them. The header
``Game`` has the key of the game, which ``pdn_reading`` recognises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from engine.archive import record_layout
from engine.archive.game_record import UNKNOWN, Record
from engine.archive.pdn_reading import FIRST_NAMED, GAME_TYPE, NOT_KEPT, games_of_type
from engine.archive.plain_record import UNDECIDED
from engine.board import Board
from engine.capabilities import notation
from engine.errors import Refusal
from engine.game import Position
from engine.text import Text
from engine.values import ONE_POINT, TWO_POINTS, Move, PdnType

_RANKS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        result: ranks
        for results in (ONE_POINT, TWO_POINTS)
        for result, ranks in zip(results, ((1, 2), (1, 1), (2, 1)), strict=True)
    }
)
"""The ranks of the side that begins and of the other, by the result."""

_FIRST: Final = ("Event", "Site", "Date", "Round", "White", "Black")
"""The headers that the standard requires, in its order; the result follows them."""


def suits(record: Record) -> bool:
    """Return whether a record can be written as PDN."""
    return record.game.pdn is not None and not record.unusual


def write(record: Record) -> str:
    """Return a record as PDN. Raises Refusal if PDN does not suit it."""
    kind = record.game.pdn
    if kind is None:
        raise Refusal(
            Text(
                "PDN is for draughts: {game} has only the plain record.",
                game=record.game.title,
            )
        )
    if not suits(record):
        raise Refusal(
            Text("PDN has no options: a game played with other options has only the plain record.")
        )
    result = next((text for text in kind.results if _RANKS[text] == record.ranks), UNDECIDED)
    others = {n: value for n, value in record.headers.items() if n not in {*NOT_KEPT, *_FIRST}}
    # Any other first position than the type's usual one is written, so that nobody has to guess.
    usual = games_of_type(kind.number)[0].start().fen()
    set_up = {} if record.start.fen() == usual else {"SetUp": "1", "FEN": _fen(record.start, kind)}
    headers = {
        **{name: record.headers.get(name, UNKNOWN) for name in _FIRST},
        "Result": result,
        GAME_TYPE: f"{kind.number},{kind.details}",
        **set_up,
        "Game": record.game.name,
        **({FIRST_NAMED: "Black"} if _white(kind) else {}),
        **({"Reason": record.reason} if record.reason else {}),
        **others,
    }
    return record_layout.write(headers, [*_moves(record, kind), result])


def _white(kind: PdnType) -> int:
    """Return White's seat: the type's details begin with the colour that begins."""
    return "WB".index(kind.details[0])


def _fen(position: Position, kind: PdnType) -> str:
    """Return the position with each piece by itself: not every program reads ranges."""
    names = position.board.names
    sides: tuple[list[str], list[str]] = ([], [])
    for point, piece in sorted(position.pieces()):
        sides[piece.seat].append(f"{'K' if piece.kind == 'king' else ''}{names[point]}")
    white = _white(kind)
    turn = "BW"[position.turn == white]
    return f"{turn}:W{','.join(sides[white])}:B{','.join(sides[1 - white])}"


def _moves(record: Record, kind: PdnType) -> Iterator[str]:
    before = record.start
    number = 1
    for step in record.positions():
        if step.move is not None:
            move = _written(before, step.move).replace("x", kind.capture)
            if before.turn == 0:
                yield f"{number}. {move}"
            else:
                yield f"{number}... {move}" if before is record.start else move
            number += before.turn
        before = step.position


def _written(position: Position, move: Move) -> str:
    """Return a move in the form that other programs read.

    A move that its first and last square do not determine has every square on which it lands.
    """
    short = position.write(move)
    if len(notation.read_path(position.board, short, "")[0]) == 2:
        return short
    return notation.write_path(position.board, _landing_behind(position.board, move), "x")


def _landing_behind(board: Board, move: Move) -> tuple[int, ...]:
    """Return the path with each straight continuation landing right behind the captured piece."""
    directions = [
        next(d for d in range(len(board.steps)) if captured in board.ray(start, d))
        for start, captured in zip(move.path, move.captured, strict=False)
    ]
    path = list(move.path)
    for jump, (one, other) in enumerate(pairwise(directions)):
        if one == other:
            path[jump + 1] = board.steps[one][move.captured[jump]]
    return tuple(path)
