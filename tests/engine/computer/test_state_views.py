"""The search for three and more sides."""

from __future__ import annotations

import pytest

import engine
from engine.capabilities.thinking import DECIDED, State
from engine.computer import Computer
from engine.computer.plain_state import plain_state
from engine.computer.search import DEEPEST, Search
from engine.computer.state_views import for_two


class Race(State):
    """A game of three sides who in turn add one or two to their number; the first at five wins.

    A move is the amount added. One is the likeliest.
    """

    __slots__ = ("numbers",)

    numbers: tuple[int, ...]

    def __init__(self, side: int, numbers: tuple[int, ...]) -> None:
        self.side = side
        self.numbers = numbers

    def sides(self) -> int:
        return 3

    def contempt(self) -> int:
        return 3

    def moves(self) -> list[int]:
        return [1, 2]

    def play(self, move: int) -> Race:
        numbers = list(self.numbers)
        numbers[self.side] += move
        return Race((self.side + 1) % 3, tuple(numbers))

    def key(self) -> object:
        return self.side, self.numbers

    def over(self) -> bool:
        return max(self.numbers) >= 5

    def final(self, side: int) -> int:
        return DECIDED if self.numbers[side] >= 5 else -DECIDED

    def evaluate(self, side: int) -> int:
        return self.numbers[side] - max(self.numbers)


@pytest.mark.parametrize("side", range(3))
def test_the_side_to_move_thinks_for_itself(side: int) -> None:
    state = Race(side, (1, 1, 1))
    found = Search([], 1000).run(for_two(state), DEEPEST, 0)
    # Two now, and two more after each of the others has added one.
    assert found.scores[0] == (2, DECIDED - 4)
    assert found.variation == [2, 1, 1, 2]


def test_a_draw_is_worth_to_a_side_among_many_what_the_game_says() -> None:
    assert for_two(Race(0, (1, 1, 1))).contempt() == 3


def test_two_sides_are_searched_as_they_are() -> None:
    state = plain_state(engine.games["checkers"].start())
    assert for_two(state) is state


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_game_without_a_light_state_is_played_by_many(seats: int) -> None:
    position = engine.games["chinese-checkers"].start(seats)
    state = plain_state(position)
    found = Search([], 200).run(for_two(state), DEEPEST, 0)
    assert found.nodes <= 201
    assert {code for code, _ in found.scores} == set(range(len(position.legal_moves())))


@pytest.mark.parametrize(("game", "seats"), [("chinese-checkers", 3), ("halma", 4)])
def test_the_computer_plays_for_any_number_of_seats(game: str, seats: int) -> None:
    line = [engine.games[game].start(seats)]
    for _ in range(2 * seats):
        thought = Computer(level=5, seed=1).think(line, nodes=100)
        assert thought.move in line[-1].legal_moves()
        assert thought.variation[0] == thought.move
        line.append(line[-1].play(thought.move))
