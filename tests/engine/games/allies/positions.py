"""Positions of Les Alliés in short notation, and helpers of their tests."""

from __future__ import annotations

import random

import engine
from engine import Move, Position, position_text
from engine.capabilities.set_ups import placing_moves
from engine.games.allies.position import AlliesPosition
from tests.engine.setups import setting_up, to_set_up
from tests.oracles.allies_rules import Battle, Turn, cell

GAME = engine.games["allies"]
BOARD = GAME.start().board
ROWS = position_text.rows(BOARD)

EW, CW, EE, CE = range(4)
"""The seats of the battle: Entente West, Central West, Entente East, Central East."""

ENTENTE, CENTRAL = range(2)
"""The seats of a field for two."""


def allies(position: Position) -> AlliesPosition:
    """Return ``position``, typed as a position of Les Alliés."""
    assert isinstance(position, AlliesPosition)
    return position


def placed_text(pieces: str) -> str:
    """Return the rows of a position's text, for pieces such as ``FM7 gN8``."""
    by_point = {BOARD.point[piece[1:].lower()]: piece[0] for piece in pieces.split()}
    return position_text.write(ROWS, by_point, "", {}).strip()


def at(seat: int, pieces: str, fields: str = "", **options: int | bool | str) -> Position:
    """Return a position with ``seat`` to move, of the battle unless ``field`` is given."""
    options.setdefault("field", "battle")
    return GAME.read(f"{placed_text(pieces)} {seat + 1} {fields}", None, **options)


def west(seat: int, pieces: str, fields: str = "", **options: int | bool | str) -> Position:
    """Return a position of the field ``west``."""
    return at(seat, pieces, fields, field="west", **options)


def after(position: Position, *texts: str) -> Position:
    """Return the position after the moves in ``texts``, one message each."""
    for text in texts:
        for move in position.parse_all(text):
            position = position.play(move)
    return position


def texts(position: Position) -> list[str]:
    """Return the texts of the legal moves."""
    return [position.write(move) for move in position.legal_moves()]


def takings(position: Position) -> list[str]:
    """Return the legal strokes with all their landing squares, in alphabetical order."""
    names = BOARD.names
    return sorted(
        "x".join(names[point] for point in move.path)
        for move in position.legal_moves()
        if move.captured
    )


def standing(position: Position) -> set[str]:
    """Return the pieces on the board, written as ``at`` reads them."""
    rows = position.fen().split()[0].split("/")
    found = set()
    for points, row in zip(ROWS, rows, strict=True):
        at = 0
        number = ""
        for letter in f"{row} ":
            if letter.isdigit():
                number += letter
                continue
            at += int(number or 0)
            number = ""
            if letter != " ":
                found.add(f"{letter}{BOARD.names[points[at]]}")
                at += 1
    return found


def fields(position: Position) -> set[str]:
    """Return the fields of a position's text, after the pieces and the turn."""
    return set(position.fen().split()[2:])


def filled(seed: int = 0, manner: str = "mixed", **options: int | bool | str) -> Position:
    """Return a game in which all armies have been placed at random."""
    chance = random.Random(seed)
    start = position = GAME.start(None, **options)
    for seat in to_set_up(start):
        draft = setting_up(start).arrange(seat, f"auto {manner}", {}, chance)
        assert setting_up(start).missing(seat, draft) is None
        for move in placing_moves(draft):
            assert position.turn == seat
            position = position.play(move)
    return position


def reason(position: Position) -> str:
    """Return the ranks and the reason of a game's end, as text."""
    outcome = position.outcome()
    assert outcome is not None
    return f"{' '.join(map(str, outcome.ranks))} {outcome.reason}"


def ranks(position: Position) -> tuple[int, ...]:
    """Return the ranks at the end of a game."""
    outcome = position.outcome()
    assert outcome is not None
    return outcome.ranks


def refused(position: Position, text: str) -> str:
    """Return the sentence that refuses a message.

    Raises AssertionError if the message is accepted.
    """
    try:
        position.parse_all(text)
    except engine.MoveError as error:
        return str(error)
    raise AssertionError(text)


def battle(position: Position) -> Battle:
    """Return a position whose armies have been placed, under the slow rules."""
    return Battle(position.fen(), BOARD, position.options)


def said(position: Position) -> tuple[int, set[str], set[str]]:
    """Return a position's seat to move, pieces and fields, as the slow rules' ``said`` does."""
    return position.turn, standing(position), fields(position)


def turn(move: Move) -> Turn:
    """Return ``move`` in the slow rules' terms."""
    if move.kind == "force":
        return Turn("force")
    start, end = cell(BOARD.names[move.path[0]]), cell(BOARD.names[move.path[-1]])
    if move.kind == "huff":
        return Turn("huff", start)
    return Turn("move", start, end, frozenset(cell(BOARD.names[p]) for p in move.captured))


def turns(position: Position) -> set[Turn]:
    """Return the legal moves in the slow rules' terms."""
    return set(map(turn, position.legal_moves()))
