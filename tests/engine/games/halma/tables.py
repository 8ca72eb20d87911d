"""Positions of Halma and Chinese checkers, and helpers of their tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine
from engine import IllegalMove, Position, position_text

FOREIGN = "A b12 D b13 c14"
"""A piece of the south-west player beside the north-west camp.

It can jump to b14 in the camp, and on over c14 to d14 outside it, or step to a13 in the camp.
"""


def table(
    game: str,
    pieces: str,
    turn: str = "A",
    fields: str = "",
    seats: int | None = None,
    /,
    **options: int | bool | str,
) -> Position:
    """Return the position with ``pieces`` such as ``"A e4 f5 B c3"``: letters, each with points."""
    board = engine.games[game].start(seats, **options).board
    placed = {board.point[name]: letter for letter, name in _pieces(pieces)}
    text = position_text.write(position_text.rows(board), placed, turn, {})
    return engine.games[game].read(f"{text} {fields}", seats, **options)


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    letter = ""
    for word in text.split():
        if word.isupper():
            letter = word
        else:
            yield letter, word


def texts(position: Position, start: str = "") -> list[str]:
    """Return the texts of the legal turns that begin with ``start``, in alphabetical order."""
    written = map(position.write, position.legal_moves())
    return sorted(text for text in written if text.startswith(start))


def ends(position: Position, start: str) -> set[str]:
    """Return the points to which the piece on ``start`` can move."""
    names = position.board.names
    moves = position.legal_moves()
    return {names[move.path[-1]] for move in moves if names[move.path[0]] == start}


def after(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.play(position.parse(text))
    return position


def standing(position: Position, seat: int) -> set[str]:
    """Return the points of a seat's pieces."""
    return {position.board.names[p] for p, piece in position.pieces() if piece.seat == seat}


def result(position: Position) -> str:
    outcome = position.outcome()
    return "" if outcome is None else f"{outcome.ranks} {outcome.reason}"


def small(
    pieces: str, turn: str = "A", fields: str = "", /, **options: int | bool | str
) -> Position:
    """Return a position for two players on 8x8."""
    return table("halma", pieces, turn, fields, None, size=8, **options)


def four(
    pieces: str, turn: str = "A", fields: str = "", /, **options: int | bool | str
) -> Position:
    return table("halma", pieces, turn, fields, 4, **options)


def refusal(position: Position, text: str) -> str:
    """Return the reason why a turn is not legal."""
    with pytest.raises(IllegalMove) as caught:
        position.parse(text)
    return str(caught.value)
