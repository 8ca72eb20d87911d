"""Positions of Les Alliés in few words, for its tests."""

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
"""Those of a field for two."""


def allies(position: Position) -> AlliesPosition:
    """The same position, typed as a position of Les Alliés."""
    assert isinstance(position, AlliesPosition)
    return position


def placed_text(pieces: str) -> str:
    """The rows of a position with such pieces as ``FM7 gN8``."""
    by_point = {BOARD.point[piece[1:].lower()]: piece[0] for piece in pieces.split()}
    return position_text.write(ROWS, by_point, "", {}).strip()


def at(seat: int, pieces: str, fields: str = "", **options: int | bool | str) -> Position:
    """A position of the battle, or of the field named, with that seat to move."""
    options.setdefault("field", "battle")
    return GAME.read(f"{placed_text(pieces)} {seat + 1} {fields}", None, **options)


def west(seat: int, pieces: str, fields: str = "", **options: int | bool | str) -> Position:
    """A position of the field ``west``."""
    return at(seat, pieces, fields, field="west", **options)


def after(position: Position, *texts: str) -> Position:
    """The position after messages."""
    for text in texts:
        for move in position.parse_all(text):
            position = position.play(move)
    return position


def texts(position: Position) -> list[str]:
    """The legal moves as text."""
    return [position.write(move) for move in position.legal_moves()]


def takings(position: Position) -> list[str]:
    """The legal strokes, every landing square named, in alphabetical order."""
    names = BOARD.names
    return sorted(
        "x".join(names[point] for point in move.path)
        for move in position.legal_moves()
        if move.captured
    )


def standing(position: Position) -> set[str]:
    """The pieces on the board, as ``at`` reads them."""
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
    """The fields of a position's text."""
    return set(position.fen().split()[2:])


def filled(seed: int = 0, manner: str = "mixed", **options: int | bool | str) -> Position:
    """A game in which all armies have been placed, by chance."""
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
    """How a game ended."""
    outcome = position.outcome()
    assert outcome is not None
    return f"{' '.join(map(str, outcome.ranks))} {outcome.reason}"


def ranks(position: Position) -> tuple[int, ...]:
    """The ranks at the end."""
    outcome = position.outcome()
    assert outcome is not None
    return outcome.ranks


def refused(position: Position, text: str) -> str:
    """The sentence that refuses a message."""
    try:
        position.parse_all(text)
    except engine.MoveError as error:
        return str(error)
    raise AssertionError(text)


def battle(position: Position) -> Battle:
    """A position whose armies stand, under the slow rules."""
    return Battle(position.fen(), BOARD, position.options)


def said(position: Position) -> tuple[int, set[str], set[str]]:
    """What the slow rules say of a position: the turn, the pieces and the fields of its text."""
    return position.turn, standing(position), fields(position)


def turn(move: Move) -> Turn:
    """What the slow rules make of a move."""
    if move.kind == "force":
        return Turn("force")
    start, end = cell(BOARD.names[move.path[0]]), cell(BOARD.names[move.path[-1]])
    if move.kind == "huff":
        return Turn("huff", start)
    return Turn("move", start, end, frozenset(cell(BOARD.names[p]) for p in move.captured))


def turns(position: Position) -> set[Turn]:
    """The legal moves, as the slow rules say them."""
    return set(map(turn, position.legal_moves()))
