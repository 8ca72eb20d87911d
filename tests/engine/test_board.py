from dataclasses import replace

import pytest

import engine
from engine.board import NOWHERE, Board, PointSets, members
from engine.map import Map

BOARDS = {id(game.start().board): game.start().board for game in engine.games.values()}
FRISIAN = engine.games["frisian"].start().board
NORTH, EAST, SOUTH_WEST = 0, 2, 5


def names(board: Board, points: tuple[int, ...]) -> list[str]:
    return [board.names[point] for point in points]


@pytest.mark.parametrize("board", BOARDS.values())
def test_a_board_is_sound(board: Board) -> None:
    assert len(board) == len(board.xy) == len(set(board.xy)) == len(board.point)
    assert all(0 < x < board.size[0] and 0 < y < board.size[1] for x, y in board.xy)
    for step in board.steps:
        assert len(step) == len(board)
        ends = [end for end in step if end != NOWHERE]
        assert all(0 <= end < len(board) for end in ends)
    assert all(board.point[name.lower()] == point for point, name in enumerate(board.names))


def test_a_ray_goes_to_the_edge_nearest_first() -> None:
    assert names(FRISIAN, FRISIAN.ray(FRISIAN.point["28"], SOUTH_WEST)) == ["32", "37", "41", "46"]


def test_along_rows_and_files_the_next_square_is_the_next_dark_one() -> None:
    assert names(FRISIAN, FRISIAN.ray(FRISIAN.point["28"], NORTH)) == ["18", "8"]
    assert names(FRISIAN, FRISIAN.ray(FRISIAN.point["28"], EAST)) == ["29", "30"]


def test_every_step_has_an_opposite() -> None:
    for direction, step in enumerate(FRISIAN.steps):
        for point, end in enumerate(step):
            if end != NOWHERE:
                assert FRISIAN.steps[(direction + 4) % 8][end] == point


def test_a_board_is_a_map_where_it_has_one_and_only_there() -> None:
    chart = Map((), (), (), (), frozenset(), (), ())
    board = Board(names=(), xy=(), size=(1, 1), steps=(), style="map", map=chart)
    assert board.map is chart
    for wrong in ({"style": "squares"}, {"map": None}):
        with pytest.raises(ValueError, match="the style of a map"):
            replace(board, **wrong)


def test_a_set_of_points_has_the_bits_of_their_places() -> None:
    sets = PointSets(FRISIAN, range(100, 49, -1)[: len(FRISIAN)])  # the first point is the top bit
    some = sets.of([FRISIAN.point["28"], 0, 0])
    assert some == 1 << 100 | 1 << 73 == sets.named("28 1")
    assert list(members(some)) == [73, 100]
    assert sets.points_in(some) == [0, FRISIAN.point["28"]]
    assert sets.names_in(some) == ["1", "28"]
    assert sets.has(some, 0)
    assert not sets.has(some, 1)
    assert sets.all.bit_count() == len(FRISIAN)
