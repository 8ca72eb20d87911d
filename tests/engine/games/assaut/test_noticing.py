"""Omitted captures in Assaut are inferred from two positions, as a person would notice them."""

from __future__ import annotations

from random import Random

import pytest

from engine import Position
from engine.computer import LEVELS, Computer
from engine.games.assaut.board import SOLDIERS
from tests.engine.games.assaut.positions import (
    ASSAUT,
    OMITTED,
    REST,
    after,
    placed,
    read,
)


def noticed(before: Position, now: Position, seat: int = SOLDIERS) -> str:
    """Return the claims that a seat can infer from its views of two positions, with commas."""
    was, thinking = before.seen_by(seat).thinking, now.seen_by(seat).thinking
    assert was is not None
    assert thinking is not None
    thinking = thinking.noticed(was)
    moves = [thinking.move(code) for code in thinking.state().moves()]
    return ",".join(sorted(now.write(move) for move in moves if move.kind == "huff"))


def test_a_step_instead_of_a_capture() -> None:
    before = read(OMITTED)
    assert noticed(before, after(before, "d6-e6")) == "huff e6"
    assert noticed(before, after(before, "c7-c6")) == "huff d6"
    assert noticed(before, after(before, "d6xd4")) == ""


def test_the_one_or_the_other_where_both_could_have_captured() -> None:
    before = read(placed(f"{REST} d5 c6", "d6 c7", "o"))
    assert noticed(before, after(before, "d6-e6")) == "huff c7,huff e6"
    assert noticed(before, after(before, "c7xc5xe5")) == ""


def test_a_chain_that_is_broken_off() -> None:
    before = read(placed("d5 e4 c6 a3 a4 b3 g3 g4 c1", "d6 c7", "o"))
    assert noticed(before, after(before, "d6xd4")) == "huff d4"
    assert noticed(before, after(before, "d6xd4xf4")) == ""


def test_nothing_after_a_turn_of_the_soldiers_or_the_placing() -> None:
    start = ASSAUT.start(first="soldiers")
    placed_ = after(start, "@c6,e6")
    assert noticed(start, placed_) == ""
    assert noticed(placed_, after(placed_, "d4-d5")) == ""


def test_nothing_once_it_was_claimed_or_let_pass() -> None:
    due = after(read(OMITTED), "d6-e6")
    assert noticed(due, after(due, "huff")) == ""
    assert noticed(due, after(due, "d5-c5")) == ""


@pytest.mark.parametrize("capture", ["forced", "auto"])
def test_nothing_where_there_are_no_claims(capture: str) -> None:
    before = read(OMITTED, capture=capture)
    for move in before.legal_moves():
        assert noticed(before, before.play(move)) == ""


@pytest.mark.parametrize("seed", range(8))
def test_in_whole_games_just_what_may_be_claimed_is_noticed(seed: int) -> None:
    chance = Random(seed)
    position = ASSAUT.start()
    claims = quiet = 0
    while position.outcome() is None:
        before, position = position, position.play(chance.choice(position.legal_moves()))
        if position.turn != SOLDIERS or position.outcome() is not None:
            continue
        due = [position.write(move) for move in position.legal_moves() if move.kind == "huff"]
        assert noticed(before, position) == ",".join(due)
        claims += bool(due)
        quiet += not due
    assert claims > 2
    assert quiet > 2


def test_the_computer_claims_what_it_can_only_have_noticed() -> None:
    before = read(OMITTED)
    due = after(before, "d6-e6")
    alone, line = [due.seen_by(SOLDIERS)], [before.seen_by(SOLDIERS), due.seen_by(SOLDIERS)]
    computer = Computer(LEVELS[-1])
    assert computer.think(alone, nodes=300).move.kind == "move"
    thought = computer.think(line, nodes=300)
    assert due.write(thought.move) == "huff e6"
    assert due.parse("huff e6") == thought.move
    assert due.play(thought.move).turn == SOLDIERS


def test_it_claims_nothing_where_nothing_was_omitted() -> None:
    before = read(placed(f"{REST} d5", "d6 c7", "o"))
    now = after(before, "d6xd4")
    line = [before.seen_by(SOLDIERS), now.seen_by(SOLDIERS)]
    assert Computer(LEVELS[-1]).think(line, nodes=300).move.kind == "move"


def test_it_forgets_to_at_low_levels_and_never_at_the_highest() -> None:
    before = read(OMITTED)
    due = after(before, "d6-e6")
    line = [before.seen_by(SOLDIERS), due.seen_by(SOLDIERS)]

    def claimed(level: int) -> int:
        thoughts = (Computer(level, seed).think(line, nodes=50) for seed in range(20))
        return sum(thought.move.kind == "huff" for thought in thoughts)

    assert 0 < claimed(LEVELS[0]) < claimed(LEVELS[-1]) == 20
