"""Long games without progress: who thinks harder, who accepts a draw, and who avoids one."""

from __future__ import annotations

import pytest

import engine
from engine.capabilities.thinking import DECIDED, State
from engine.computer import Computer
from engine.computer.levels import patient
from engine.computer.search import Search

HUNT = "K7/8/8/8/8/8/8/5kkk {} idle={}"
"""White's king against three of Black's; the fields are the side to move and the idle turns."""

SIDES = {"alliance": "wb", "assaut": "so"}
"""The letters for the side to move in a position's text, by game."""


def state_of(game: str, text: str) -> State:
    thinking = engine.games[game].read(text).thinking
    assert thinking is not None
    return thinking.state()


@pytest.mark.parametrize(("idle", "level"), [(0, 2), (15, 2), (16, 3), (40, 4), (79, 6)])
def test_the_longer_nothing_happens_the_harder_thinks_who_is_ahead(idle: int, level: int) -> None:
    assert patient(2, state_of("alliance", HUNT.format("b", idle))) == level
    assert patient(2, state_of("alliance", HUNT.format("w", idle))) == 2
    assert patient(7, state_of("alliance", HUNT.format("b", 79))) == 8


def test_who_is_winning_thinks_harder_sooner_and_who_sees_a_position_again_at_once() -> None:
    won = state_of("alliance", "K7/8/8/8/8/8/8/2kkkkkk b idle=8")
    assert patient(2, won) == 3
    assert patient(1, state_of("alliance", HUNT.format("b", 0)), ["another"]) == 1
    again = state_of("alliance", HUNT.format("b", 0))
    assert patient(1, again, [again.key()]) == 4
    behind = state_of("alliance", HUNT.format("w", 0))
    assert patient(1, behind, [behind.key()]) == 1


@pytest.mark.parametrize(
    ("game", "text", "drawn"),
    [
        ("alliance", "K7/8/8/8/8/8/8/6kk {} idle=19", ""),
        ("alliance", "K7/8/8/8/8/8/8/6kk {} idle=30", "w"),
        ("alliance", "K7/8/8/8/8/8/8/6kk {} idle=48", "wb"),
        ("alliance", "K7/8/8/8/8/8/8/5kkk {} idle=48", ""),
        ("alliance", "K7/8/8/8/8/X7/x7/6kk {} idle=48", ""),
        ("assaut", "SSS/1SS/1SSSS2/1O5/7/1O1/3 {} idle=24", ""),
        ("assaut", "SSS/1SS/1SSSS2/1O5/7/1O1/3 {} idle=60", "so"),
        ("assaut", "SS1/SSS/1SSSSS1/4O2/7/1O1/3 {} idle=60", "so"),
        ("assaut", "SSS/1SS/1SSSSS1/5S1/1O5/1O1/3 {} idle=60", ""),
    ],
)
def test_who_leaves_a_game_drawn(game: str, text: str, drawn: str) -> None:
    for turn in SIDES[game]:
        position = engine.games[game].read(text.format(turn))
        assert Computer(1).think([position]).drawn is (turn in drawn)


class Corridor(State):
    """A game of two sides who raise or lower a number, which is its worth to side 0.

    A move is the number after it.
    """

    __slots__ = ("number", "waits")

    def __init__(self, side: int, number: int, waits: int = 0) -> None:
        self.side = side
        self.number = number
        self.waits = waits

    def contempt(self) -> int:
        return 40

    def waiting(self) -> int:
        return self.waits

    def moves(self) -> list[int]:
        return [self.number + 1, self.number - 1]

    def play(self, move: int) -> Corridor:
        return Corridor(1 - self.side, move, 0 if move < self.number else self.waits + 50)

    def key(self) -> tuple[int, int]:
        return self.side, self.number

    def over(self) -> bool:
        return False

    def final(self, side: int) -> int:
        return DECIDED

    def evaluate(self, side: int) -> int:
        return 10 * self.number if side == 0 else -10 * self.number


def test_an_answer_that_repeats_a_position_is_seen_at_the_horizon() -> None:
    found = Search([(0, 20)], 1000).run(Corridor(0, 20), 2, 1000)
    assert dict(found.scores) == {21: -40, 19: -40}
    found = Search([], 1000).run(Corridor(0, 20), 2, 1000)
    assert found.scores[0][1] > 0


def test_who_thinks_gives_something_for_a_turn_that_begins_the_count_anew() -> None:
    found = Search([], 1000).run(Corridor(0, 20), 1, 1000)
    assert dict(found.scores) == {21: 210 - 20, 19: 190}
