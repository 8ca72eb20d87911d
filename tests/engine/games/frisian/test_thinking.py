"""Positions of Frisian draughts in which the computer has to find the only good move.

The positions come from the computer's games with itself. An exhaustive search by the rules checks
that the move is better than every other by a man at least.
"""

from __future__ import annotations

import pytest

from engine import Position
from engine.computer import LEVELS, Computer
from tests.engine.games.frisian.positions import read
from tests.nightly import mostly_at_night, thinned

PLIES = 5
WON = 10_000
MAN, KING = 100, 250

POSITIONS = {
    "a man is given so that the king is not alone": (
        "W:W39,49,50:B5,12,30,K32 black-king=32:1",
        "39-34",
    ),
    "the only move that loses no man": ("W:W20,22,37,45,47:B6,39", "47-42"),
    "a man comes through beside the enemy": ("B:W16,18,30,44,46:B10,32", "32-37"),
    "one man is given for two": ("B:W32,42:B1,6,14,18,21", "21-26"),
    "the last two men are caught": ("W:W19,21,33,46,48,49:B12,20", "33-28"),
    "a shot in the opening, White's": (
        "W:W16,30,32,33,35,37-50:B1-5,7-15,18,20,22,23",
        "40-34",
    ),
    "a shot in the opening, Black's": (
        "B:W22,27,29,32,33,35,36,38-50:B1-10,12-16,18,19,24",
        "24-30",
    ),
}


@pytest.mark.parametrize(("fen", "best"), thinned(POSITIONS.values(), 2))
def test_level_eight_finds_it(fen: str, best: str) -> None:
    position = read(fen, "frisian-official")
    thought = Computer(LEVELS[-1]).think([position], nodes=20_000)
    assert position.write(thought.move) == best


def test_a_win_is_seen_to_its_end() -> None:
    fen, _ = POSITIONS["the last two men are caught"]
    thought = Computer(LEVELS[-1]).think([read(fen, "frisian-official")], nodes=20_000)
    assert thought.value >= WON - PLIES
    assert len(thought.variation) <= PLIES


def test_two_kings_win_against_one_where_tables_are_known_and_three_anyhow() -> None:
    two = [read("W:WK6,K50:BK23", "frisian-official")]
    assert 0 <= Computer(6).think(two, nodes=2_000).value < MAN
    assert Computer(LEVELS[-1]).think(two, nodes=2_000).value >= WON - 13  # in seven moves
    three = Computer(LEVELS[-1]).think(
        [read("W:WK6,K50,K48:BK23", "frisian-official")], nodes=2_000
    )
    assert three.value > 2 * MAN


def material(position: Position) -> int:
    total = 0
    for _, piece in position.pieces():
        worth = MAN if piece.kind == "man" else KING
        total += worth if piece.seat == position.turn else -worth
    return total


def value(position: Position, plies: int) -> int:
    """Return a position's value to the seat to move, by a search of all moves.

    The search goes ``plies`` plies deep, and beyond them while a capture is due.
    """
    outcome = position.outcome()
    if outcome is not None:
        ranks = outcome.ranks
        return WON * (ranks[1 - position.turn] - ranks[position.turn])
    moves = position.legal_moves()
    if plies <= 0 and not moves[0].captured:
        return material(position)
    return max(-value(position.play(move), plies - 1) for move in moves)


@pytest.mark.parametrize(
    ("fen", "best"), mostly_at_night(POSITIONS.values(), lambda case: "-" not in case[0])
)
def test_it_is_better_than_every_other_move_by_a_man(fen: str, best: str) -> None:
    position = read(fen, "frisian-official")
    values = {
        position.write(move): -value(position.play(move), PLIES - 1)
        for move in position.legal_moves()
    }
    good = values.pop(best)
    assert good >= max(values.values()) + MAN
