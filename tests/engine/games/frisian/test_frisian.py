"""The moves and ends of Frisian draughts and Frysk!, rule by rule."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, InvalidPosition
from tests.engine.games.frisian.positions import (
    OFFICIAL,
    PRESETS,
    after,
    read,
    reason,
    texts,
)

# 1. The board


@pytest.mark.parametrize("game", ["frisian", "frisian-official"])
def test_twenty_men_a_side_and_white_begins(game: str) -> None:
    start = engine.games[game].start()
    assert start.fen() == "W:W31-50:B1-20"
    assert [str(seat.name) for seat in start.seats] == ["White", "Black"]


def test_frysk_has_five_men_a_side() -> None:
    assert engine.games["frysk"].start().fen() == "W:W46-50:B1-5"


def test_46_is_at_whites_bottom_left_and_5_at_the_top_right() -> None:
    board = engine.games["frisian"].start().board
    assert len(board) == 50
    assert board.size == (10, 10)
    assert board.xy[board.point["46"]] == (0.5, 9.5)
    assert board.xy[board.point["1"]] == (1.5, 0.5)
    assert board.xy[board.point["5"]] == (9.5, 0.5)


# 2. A man's move


def test_a_man_moves_one_square_diagonally_forward() -> None:
    assert texts("W:W28:B1") == ["28-22", "28-23"]
    assert texts("B:W45:B23") == ["23-28", "23-29"]
    assert texts("W:W26:B1") == ["26-21"]


def test_a_man_does_not_move_onto_a_piece() -> None:
    assert texts("W:W16,21,26:B1") == ["16-11", "21-17"]


def test_a_man_that_stops_on_the_last_row_becomes_a_king() -> None:
    assert after(read("W:W7:B45"), "7-2").fen() == "B:WK2:B45"
    assert after(read("B:W45:B41"), "41-47").fen() == "W:W45:BK47"
    assert after(read("W:W12:B7,45"), "12x1").fen() == "B:WK1:B45"


def test_passing_the_last_row_in_a_capture_does_not_promote() -> None:
    assert after(read("W:W12:B8,9,45"), "12x3x14").fen() == "B:W14:B45"


# 3. A king's move


def test_a_king_moves_any_distance_along_its_diagonals() -> None:
    reached = (22, 17, 11, 6, 23, 19, 14, 10, 5, 32, 37, 41, 46, 33, 39, 44, 50)
    assert sorted(texts("W:WK28:B1,36")) == sorted(f"28-{square}" for square in reached)


def test_a_king_does_not_pass_a_piece() -> None:
    assert sorted(texts("W:WK46,37:B1")) == ["37-31", "37-32", "46-41"]


def test_a_king_does_not_move_along_rows_and_files() -> None:
    with pytest.raises(IllegalMove):
        read("W:WK28:B1").parse("28-26")


# 9. Three moves in a row with the same king


def test_a_king_beside_men_makes_three_moves_in_a_row_at_most() -> None:
    position = read("W:W45,K46:BK3,15", "frisian-official")
    position = after(position, "46-41 3-8 41-46 8-3 46-41 15-20")
    assert position.fen() == "W:WK41,45:BK3,20 white-king=41:3"
    assert texts(position.fen(), "frisian-official") == ["45-40"]
    assert "41-46" in texts(position.fen().split(" ")[0])


def test_a_move_by_another_piece_sets_the_count_back() -> None:
    position = read("W:W45,K46:BK3,6 white-king=46:3", "frisian-official")
    position = after(position, "45-40 6-11")
    assert position.fen() == "W:W40,K46:BK3,11"
    assert "46-41" in texts(position.fen(), "frisian-official")


def test_a_capture_by_the_king_sets_the_count_back() -> None:
    position = after(read("W:WK46,45:B28,6 white-king=46:3", "frisian-official"), "46x10")
    assert position.fen() == "B:WK10,45:B6"


def test_another_king_has_three_moves_of_its_own() -> None:
    position = read("W:WK46,K1,45:B6 white-king=46:2", "frisian-official")
    assert after(position, "1-7").fen() == "B:WK7,45,K46:B6 white-king=7:1"


def test_the_limit_ends_with_the_last_man() -> None:
    position = read("B:WK46,39:B34,6 white-king=46:3", "frisian-official")
    assert after(position, "34x43").fen() == "W:WK46:B6,43"


def test_without_men_a_king_moves_as_often_as_it_likes() -> None:
    position = read("W:WK46:BK3,15", "frisian-official")
    position = after(position, "46-41 3-8 41-46 8-3 46-41 15-20 41-46")
    assert "white-king" not in position.fen()


def test_by_the_source_page_there_is_no_such_limit() -> None:
    position = after(read("W:W45,K46:BK3,15"), "46-41 3-8 41-46 8-3 46-41 15-20")
    assert "41-46" in texts(position.fen())


@pytest.mark.parametrize("game", OFFICIAL)
def test_who_has_no_legal_move_by_the_limit_has_lost(game: str) -> None:
    position = read("W:WK46,35:B30,24 white-king=46:3", game)
    assert reason(position) == "(2, 1) White has no move left: the king has made three in a row."


# 10. Loss


@pytest.mark.parametrize("game", PRESETS)
def test_who_has_no_piece_has_lost(game: str) -> None:
    assert reason(read("W:W:B1", game)) == "(2, 1) White has no pieces left."
    assert reason(read("B:W50:B", game)) == "(1, 2) Black has no pieces left."


@pytest.mark.parametrize("game", PRESETS)
def test_who_is_blocked_has_lost(game: str) -> None:
    assert reason(read("W:W35:B30,24", game)) == "(2, 1) White cannot move."


# 11. Draws


@pytest.mark.parametrize("game", PRESETS)
def test_one_king_against_one_is_a_draw(game: str) -> None:
    assert reason(read("W:WK46:BK4", game)) == "(1, 1) One king against one."


@pytest.mark.parametrize("game", PRESETS)
def test_one_king_against_one_goes_on_where_it_can_capture(game: str) -> None:
    position = read("W:WK46:BK28", game)
    assert position.outcome() is None
    assert reason(position.play(position.legal_moves()[0])) == "(1, 2) Black has no pieces left."


LOST_KING = "W:WK46:BK5"
"""White must leave the corner, onto the line of Black's king."""


def test_one_king_against_one_goes_on_officially_where_every_move_loses_it() -> None:
    assert reason(read(LOST_KING)) == "(1, 1) One king against one."
    for game in OFFICIAL:
        assert read(LOST_KING, game).outcome() is None


@pytest.mark.parametrize("game", PRESETS)
def test_two_kings_have_seven_moves_to_win_against_one(game: str) -> None:
    position = read("W:WK47,K48:BK4", game)
    for number in range(1, 8):
        assert position.outcome() is None
        position = after(position, "47-36" if number % 2 else "36-47")
        assert f"two-kings={number}" in position.fen()
        if number < 7:
            position = after(position, "4-15" if number % 2 else "15-4")
    assert reason(position) == "(1, 1) Two kings had seven moves to win against one."


@pytest.mark.parametrize("game", PRESETS)
def test_two_kings_win_with_a_capture_on_their_seventh_move(game: str) -> None:
    position = after(read("W:WK46,K48:BK28 two-kings=6", game), "46x5")
    assert reason(position) == "(1, 2) Black has no pieces left."


def test_the_moves_of_two_kings_count_from_when_the_material_stands_so() -> None:
    position = after(read("W:WK47,7:BK4"), "7-1 4-15 47-36")
    assert "two-kings=1" in position.fen()


def test_25_moves_a_side_with_kings_only_are_a_draw() -> None:
    position = after(read("W:WK46,45:BK4,6 idle=49"), "46-41")
    text = "(1, 1) 25 moves by each side in which only kings moved and nothing was captured."
    assert reason(position) == text
    for game in OFFICIAL:
        with pytest.raises(InvalidPosition):
            read("W:WK46,45:BK4,6 idle=49", game)


@pytest.mark.parametrize("move", ["45-40", "46x10"])
def test_a_man_or_a_capture_sets_the_25_moves_back(move: str) -> None:
    piece = "28" if "x" in move else "K4"
    assert "idle" not in after(read(f"W:WK46,45:B{piece},6 idle=49"), move).fen()


def test_the_third_repetition_is_a_draw_by_the_source_page_only() -> None:
    position = read("W:W45,K46:BK4,6")
    assert position.repeated().fen() == "W:W45,K46:BK4,6 result=repetition"
    assert reason(position.repeated()) == "(1, 1) The same position stood for the third time."
    for game in OFFICIAL:
        assert read(position.fen(), game).repeated() == read(position.fen(), game)


def test_counters_of_draws_do_not_make_positions_different() -> None:
    assert read("W:WK46,45:BK4,6 idle=7").key == read("W:WK46,45:BK4,6").key
    tired = read("W:WK46,45:BK4,6 white-king=46:3", "frisian-official")
    assert tired.key != read("W:WK46,45:BK4,6", "frisian-official").key


@pytest.mark.parametrize("game", PRESETS)
def test_a_draw_may_be_agreed_on_at_any_time(game: str) -> None:
    start = engine.games[game].start()
    drawn = start.agree(start.agreements()[0])
    assert reason(drawn) == "(1, 1) The players agreed on it."
    assert drawn.agreements() == ()


@pytest.mark.parametrize("game", PRESETS)
def test_who_resigns_has_lost(game: str) -> None:
    start = engine.games[game].start()
    assert reason(start.resign(0)) == "(2, 1) White resigned."
    assert reason(start.resign(1)) == "(1, 2) Black resigned."
