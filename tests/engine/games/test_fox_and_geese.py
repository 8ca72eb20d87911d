"""The rules and refusals of Fox and Geese, one by one."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, InvalidPosition, Position

GAME = engine.games["fox-and-geese"]


def moves(text: str) -> set[str]:
    position = GAME.read(text)
    return {position.write(move) for move in position.legal_moves()}


def refused(position: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        position.parse(text)
    return str(refusal.value)


def test_a_goose_steps_forward_or_sideways_and_never_back() -> None:
    assert moves("3/3/7/7/3G3/1F1/3 g") == {"d3-d4", "d3-c3", "d3-e3"}


def test_the_fox_steps_in_any_direction_and_along_no_diagonal() -> None:
    assert moves("3/3/7/7/3F3/3/3 f") == {"d3-d4", "d3-c3", "d3-e3", "d3-d2"}


def test_the_fox_must_capture() -> None:
    assert moves("3/3/3G3/3F3/G2G3/3/3 f") == {"d4xd6", "d4xd2"}


def test_a_capture_goes_on_as_far_as_it_can() -> None:
    (capture,) = GAME.read("3/3/7/FG1G3/7/3/3 f").legal_moves()
    assert [GAME.start().board.names[point] for point in capture.path] == ["a4", "c4", "e4"]
    assert len(capture.captured) == 2


def test_captures_with_the_same_effect_are_one() -> None:
    position = GAME.read("3/3/3GG2/3F1G1/3G1G1/3/3 f")
    effects = [(move.path[-1], frozenset(move.captured)) for move in position.legal_moves()]
    assert len(effects) == len(set(effects))


def test_a_goose_that_is_covered_cannot_be_jumped() -> None:
    assert "d4xd2" not in moves("3/3/7/3F3/3G3/1G1/3 f")


@pytest.mark.parametrize(
    ("text", "typed", "said"),
    [
        ("3/3/7/3F3/GGGGGGG/GGG/GGG g", "d5-d6", "There is no piece on d5: `a3-a4` is a move."),
        ("3/3/7/3F3/GGGGGGG/GGG/GGG g", "d4-d5", "is your opponent's: `a3-a4` is a move."),
        ("3/3/7/3F3/GGGGGGG/GGG/GGG f", "d3-d4", "is your opponent's: `d4-d5` is a move."),
        ("3/3/7/3F3/3G3/3/3 f", "d4-d5", "The fox must capture, as far as it can: `d4xd2`."),
        ("3/3/7/3F3/G6/3/3 g", "a3-a2", "There is no a2"),
        ("3/3/7/G2F3/7/3/3 g", "a4-a3", "Geese never go back: the piece on a4 can play"),
        ("3/3/7/G2F3/7/3/3 g", "a4-c4", "A goose goes one step along a line: the piece on a4 can"),
    ],
)
def test_a_refusal_says_why(text: str, typed: str, said: str) -> None:
    with pytest.raises(engine.MoveError) as refusal:
        GAME.read(text).parse(typed)
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    ["3/3/7/3F3/GGGGGGG/GGG/GGG f quiet=51", "3/3/7/7/7/3/3 g", "GGG/GGG/GGGGGGG/G2F3/7/3/3 g"],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition):
        GAME.read(text)


def test_the_room_of_the_fox_is_what_it_could_walk_to() -> None:
    geese, fox = GAME.start().worth_of(0), GAME.start().worth_of(1)
    closer = GAME.read("3/3/7/GGGFGGG/G1GGG1G/1G1/3 g")
    assert closer.worth_of(1) < fox
    assert closer.worth_of(0) > geese
