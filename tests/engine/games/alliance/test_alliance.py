"""The rules of Dames-Alliance, one by one."""

from __future__ import annotations

import pytest

from engine import AmbiguousMove, InvalidMove
from tests.engine.games.alliance.positions import (
    BLACK,
    GAME,
    WHITE,
    after,
    agreed,
    at,
    names,
    placed,
    reason,
    text,
    texts,
    unturned,
)

# 1 to 4. The board, the men and their crosses, who begins


def test_all_64_squares_are_in_use_and_a1_is_at_whites_bottom_left() -> None:
    board = GAME.start().board
    assert len(board) == 64
    assert board.size == (8, 8)
    assert board.xy[board.point["a1"]] == (0.5, 7.5)
    assert board.xy[board.point["h8"]] == (7.5, 0.5)
    assert (board.style, board.labels) == ("squares", "edges")


def test_twelve_men_a_side_on_the_squares_of_english_draughts() -> None:
    start = GAME.start()
    white = "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3"
    black = "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6"
    assert placed(start) == {f"X{s}" for s in white.split()} | {f"x{s}" for s in black.split()}


@pytest.mark.parametrize(
    ("setup", "orthogonal"), [("x", set()), ("plus", set("123678")), ("rows", {"2", "7"})]
)
def test_the_crosses_at_the_start(setup: str, orthogonal: set[str]) -> None:
    pieces = placed(GAME.start(setup=setup))
    assert len(pieces) == 24
    assert {piece[2] for piece in pieces if piece[0] in "Tt"} == orthogonal
    assert {piece[2] for piece in pieces if piece[0] in "Xx"} == set("123678") - orthogonal


def test_white_begins_and_turns_alternate() -> None:
    start = GAME.start()
    assert str(start.seats[start.turn].name) == "White"
    assert after(start, "a3-a4").turn == BLACK
    assert after(start, "a3-a4 b6-b5").turn == WHITE


# 5. A man's move


def test_an_x_man_moves_forward_left_or_right() -> None:
    assert unturned(at("w", "Xd4 xa7")) == ["d4-c4", "d4-d5", "d4-e4"]
    assert unturned(at("b", "Xa1 xd5")) == ["d5-c5", "d5-d4", "d5-e5"]


def test_an_orthogonal_man_moves_along_the_two_forward_diagonals() -> None:
    assert unturned(at("w", "Td4 xa7")) == ["d4-c5", "d4-e5"]
    assert unturned(at("b", "Xa1 td5")) == ["d5-c4", "d5-e4"]


def test_a_man_does_not_move_onto_a_piece_or_off_the_board() -> None:
    assert unturned(at("w", "Xa4 Xa5 Tb4 xh8")) == ["a5-a6", "a5-b5", "b4-c5"]


# 6 to 8. A man's capture


@pytest.mark.parametrize(("over", "onto"), [("c5", "b6"), ("e5", "f6"), ("c3", "b2"), ("e3", "f2")])
def test_an_x_man_captures_along_diagonals_forward_and_backward(over: str, onto: str) -> None:
    assert unturned(at("w", f"Xd4 x{over}")) == [f"d4x{onto}"]
    assert unturned(at("b", f"T{over} xd4")) == [f"d4x{onto}"]


@pytest.mark.parametrize(("over", "onto"), [("d5", "d6"), ("d3", "d2"), ("c4", "b4"), ("e4", "f4")])
def test_an_orthogonal_man_captures_along_ranks_and_files(over: str, onto: str) -> None:
    assert unturned(at("w", f"Td4 x{over}")) == [f"d4x{onto}"]
    assert unturned(at("b", f"T{over} td4")) == [f"d4x{onto}"]


@pytest.mark.parametrize("pieces", ["Xd4 xd5", "Xd4 xc4", "Td4 xe5", "Td4 xc3"])
def test_a_man_captures_nowhere_else(pieces: str) -> None:
    assert not any("x" in move for move in unturned(at("w", pieces)))


def test_a_man_captures_neither_his_own_nor_onto_a_piece() -> None:
    assert not any("x" in move for move in unturned(at("w", "Xd4 Xe5 xc5 xb6")))


def test_the_direction_may_change_inside_the_crosss_system() -> None:
    assert unturned(at("w", "Xa1 xb2 xb4 xb6")) == ["a1xc7"]
    assert unturned(at("w", "Ta1 xa2 xb3 xc4")) == ["a1xc5"]


def test_the_cross_keeps_its_orientation_during_the_whole_capture() -> None:
    assert unturned(at("w", "Xa1 xb2 xc4 xh8")) == ["a1xc3"]


def test_a_capture_may_end_with_a_turn_of_the_cross() -> None:
    position = at("w", "Xa1 xb2 xh8")
    assert texts(position) == ["a1xc3", "a1xc3=+"]
    assert placed(after(position, "a1xc3=+")) == {"Tc3", "xh8"}


def test_jumped_pieces_are_lifted_after_the_capture_and_not_jumped_twice() -> None:
    position = at("w", "Tc3 xc4 xd5 xe4 xd3 xh8")
    assert unturned(position) == ["c3xc3"]
    assert placed(after(position, "c3xc3")) == {"Tc3", "xh8"}
    assert unturned(at("w", "Kd2 xd3 xc5")) == ["d2xb6"]


def test_jumped_pieces_stay_in_the_way_of_nothing_but_the_second_jump() -> None:
    # A jump keeps the parity of file and rank, so no piece lands on a square that it jumped.
    position = at("w", "Kd4 xe5 xe6 xe4 xc5 xc4 xc3 xd5 xd3 xe3")
    for move in position.legal_moves():
        assert not set(move.path) & set(move.captured)


def test_the_starting_square_may_be_crossed_again() -> None:
    position = at("w", "Tc3 xc4 xd5 xe4 xd3 xb3")
    assert unturned(position) == ["c3xa3"]
    assert placed(after(position, "c3xc5xe5xe3xc3xa3")) == {"Ta3"}


# 9. Which capture is legal


def test_capturing_is_compulsory() -> None:
    assert unturned(at("w", "Xd4 Xa1 xe5")) == ["d4xf6"]


def test_only_the_captures_of_the_most_pieces_are_legal() -> None:
    assert unturned(at("w", "Ta1 Xh1 xa2 xb3 xg2")) == ["a1xc3"]


def test_men_and_kings_are_weighed_together_and_ties_are_free() -> None:
    assert unturned(at("w", "Xd4 Kh1 xe5 xg2")) == ["d4xf6", "h1xf3"]
    assert unturned(at("w", "Xd4 Kh1 xe5 xg2 xe3")) == ["h1xd3"]


def test_a_king_counts_as_one() -> None:
    assert unturned(at("w", "Kd4 Xh1 ke5 xg2")) == ["d4xf6", "h1xf3"]


# 10. Turning


def test_every_mans_move_that_does_not_promote_exists_in_two_forms() -> None:
    assert texts(at("w", "Xa4 xh8")) == ["a4-a5", "a4-a5=+", "a4-b4", "a4-b4=+"]
    assert texts(at("w", "Ta4 xh8")) == ["a4-b5", "a4-b5=x"]


@pytest.mark.parametrize(
    ("move", "piece"), [("a4-a5", "Xa5"), ("a4-a5=+", "Ta5"), ("a4-a5=x", "Xa5")]
)
def test_the_moved_man_is_turned_or_left_as_he_is(move: str, piece: str) -> None:
    assert placed(after(at("w", "Xa4 Xd4 xh8"), move)) == {piece, "Xd4", "xh8"}


def test_there_is_no_turn_without_a_move() -> None:
    with pytest.raises(InvalidMove, match=r"A man is turned as it moves: `c3-c4=\+`\."):
        GAME.start().parse("c3=+")
    assert GAME.start().notation.is_notation("c3=+")


# 11. Promotion


def test_a_man_that_ends_on_the_last_rank_becomes_a_king() -> None:
    assert texts(at("w", "Xa7 xh8")) == ["a7-a8=K", "a7-b7", "a7-b7=+"]
    assert placed(after(at("w", "Xa7 xh7"), "a7-a8")) == {"Ka8", "xh7"}
    assert placed(after(at("b", "Xa7 th2"), "h2-g1=K")) == {"Xa7", "kg1"}
    assert placed(after(at("w", "Ta6 xa7 xh7"), "a6xa8")) == {"Ka8", "xh7"}


def test_passing_over_the_last_rank_does_not_promote() -> None:
    position = at("w", "Xc6 xd7 xf7 xa7")
    assert texts(position) == ["c6xg6", "c6xg6=+"]
    assert placed(after(position, "c6xg6")) == {"Xg6", "xa7"}


# 12. The king


def test_a_king_moves_one_square_in_all_eight_directions() -> None:
    around = ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]
    assert texts(at("w", "Ka1 xh8")) == ["a1-a2", "a1-b2", "a1-b1"]
    assert sorted(texts(at("w", "Kd4 xh8"))) == [f"d4-{square}" for square in around]


@pytest.mark.parametrize("piece", "xtk")
@pytest.mark.parametrize(
    ("over", "onto"),
    [("d5", "d6"), ("e5", "f6"), ("e4", "f4"), ("e3", "f2"), ("d3", "d2"), ("c5", "b6")],
)
def test_a_king_jumps_men_and_kings_in_all_directions(piece: str, over: str, onto: str) -> None:
    assert texts(at("w", f"Kd4 {piece}{over}")) == [f"d4x{onto}"]


def test_a_kings_jump_is_short() -> None:
    assert not any("x" in move for move in texts(at("w", "Ka1 xc3")))


def test_a_king_mixes_all_directions_in_one_capture() -> None:
    assert texts(at("w", "Ka1 xb2 kc4 xd5 xh8")) == ["a1xe5"]


# 13. Immunity


def test_a_man_never_jumps_a_king() -> None:
    assert unturned(at("w", "Xd4 ke5")) == ["d4-c4", "d4-d5", "d4-e4"]
    assert unturned(at("w", "Td4 kd5")) == ["d4-c5", "d4-e5"]


def test_to_a_man_a_king_is_an_obstacle_inside_a_capture_too() -> None:
    assert unturned(at("w", "Xa1 xb2 kd4")) == ["a1xc3"]
    assert unturned(at("w", "Xa1 xb2 kc3")) == ["a1-a2", "a1-b1"]


# 14. Loss


def test_a_side_with_no_piece_loses() -> None:
    assert reason(after(at("w", "Xd4 xe5"), "d4xf6")) == "(1, 2) Black has no pieces left."
    assert reason(at("w", "kd4")) == "(2, 1) White has no pieces left."


def test_a_side_with_no_legal_move_at_its_turn_loses() -> None:
    blocked = "Ta4 xb5 xc6"
    assert reason(at("w", blocked)) == "(2, 1) White cannot move."
    assert at("b", blocked).outcome() is None


# 15. Kings only


def test_once_both_have_only_kings_the_players_may_agree_to_count() -> None:
    assert names(at("w", "Ka1 kh8")) == ["draw", "count"]
    assert names(at("w", "Ka1 xh8 kf4")) == ["draw"]
    assert names(at("w", "Ka1 Xa3 kh8")) == ["draw"]
    assert at("w", "Ka1 Kc1 kh8").outcome() is None


@pytest.mark.parametrize(
    ("pieces", "result"),
    [
        ("Ka1 Kc1 kh8", "(1, 2) The kings were counted: White has 2 kings, Black has 1 king."),
        ("Ka1 kh8 kf8", "(2, 1) The kings were counted: White has 1 king, Black has 2 kings."),
        ("Ka1 kh8", "(1, 1) The kings were counted: White has 1 king, Black has 1 king."),
    ],
)
def test_more_kings_win_and_equal_numbers_draw(pieces: str, result: str) -> None:
    for turn in "wb":
        counted = agreed(at(turn, pieces), "count")
        assert reason(counted) == result
        assert names(counted) == []
        assert counted.fen() == f"{text(turn, pieces)} result=counted"
        assert reason(at(turn, pieces, kings_only="auto")) == result


def test_by_itself_the_count_waits_for_a_capture_of_the_side_to_move() -> None:
    position = at("w", "Ka1 kb2 kh8", kings_only="auto")
    assert position.outcome() is None
    assert names(position) == ["draw"]
    assert reason(after(position, "a1xc3")).startswith("(1, 1) The kings were counted")
    assert at("b", "Kb2 Kg1 kc3 kh8", kings_only="auto").outcome() is None


def test_who_has_no_legal_move_loses_before_the_count() -> None:
    walled = "Ka1 ka2 kb1 kb2 ka3 kc1 kc3"
    assert reason(at("w", walled, kings_only="auto")) == "(2, 1) White cannot move."


def test_with_men_on_the_board_nothing_is_counted() -> None:
    assert at("w", "Ka1 Xa3 kh8", kings_only="auto").outcome() is None


# 16. Draws


@pytest.mark.parametrize("limit", [40, 80, 120])
def test_turns_without_a_capture_and_without_a_man_changing_rank_are_a_draw(limit: int) -> None:
    position = at("w", "Ka1 Kc1 Xa3 kh8", f"idle={limit - 1}", no_progress=limit)
    assert position.outcome() is None
    assert reason(after(position, "a1-b1")) == (
        f"(1, 1) {limit} turns without a capture and without a man changing rank: "
        "White has 2 kings, Black has 1 king."
    )


@pytest.mark.parametrize(
    ("move", "idle"),
    [("a1-b1", 6), ("a1-a2", 6), ("a3-b3", 6), ("a3-b3=+", 6), ("a3-a4", 0), ("g2-h3", 0)],
)
def test_a_man_who_changes_rank_sets_the_count_back(move: str, idle: int) -> None:
    fen = after(at("w", "Ka1 Xa3 Tg2 kh8", "idle=5"), move).fen()
    assert fen.endswith(f" b idle={idle}" if idle else " b")


def test_a_capture_sets_the_count_back() -> None:
    assert after(at("w", "Ka1 xb2 kh8", "idle=5"), "a1xc3").fen().endswith(" b")


def test_who_cannot_move_loses_even_when_the_draw_falls() -> None:
    assert reason(at("w", "Ta4 xb5 xc6", "idle=80")) == "(2, 1) White cannot move."


def test_the_third_repetition_is_a_draw() -> None:
    drawn = at("w", "Ka1 kh8", "idle=9").repeated()
    assert reason(drawn) == "(1, 1) The same position stood for the third time."
    assert drawn.fen().endswith(" w idle=9 result=repetition")


def test_the_same_position_has_the_same_crosses_and_turn_whatever_was_counted() -> None:
    assert at("w", "Xa1 kh8", "idle=9").key == at("w", "Xa1 kh8").key
    assert at("w", "Xa1 kh8").key != at("w", "Ta1 kh8").key
    assert at("w", "Xa1 kh8").key != at("b", "Xa1 kh8").key


def test_a_draw_may_be_agreed_on_and_who_resigns_has_lost() -> None:
    start = GAME.start()
    assert reason(agreed(start, "draw")) == "(1, 1) The players agreed on it."
    assert reason(start.resign(WHITE)) == "(2, 1) White resigned."
    assert reason(start.resign(BLACK)) == "(1, 2) Black resigned."


# 17. Notation


@pytest.mark.parametrize("typed", ["c3-c4=+", "C3 C4=+", "c3:c4 = o", "c3–c4=O"])
def test_a_suffix_turns_the_cross(typed: str) -> None:
    assert GAME.start().write(GAME.start().parse(typed)) == "c3-c4=+"


@pytest.mark.parametrize("typed", ["c3-c4", "c3-c4=x", "c3-c4=d", "c3 c4 =D"])
def test_no_suffix_and_the_name_of_the_present_cross_leave_it_as_it_is(typed: str) -> None:
    assert GAME.start().write(GAME.start().parse(typed)) == "c3-c4"


@pytest.mark.parametrize("typed", ["a7-a8", "a7-a8=K", "A7 A8=k"])
def test_a_promotion_is_written_with_k_and_needs_no_suffix(typed: str) -> None:
    position = at("w", "Xa7 xh8")
    assert position.write(position.parse(typed)) == "a7-a8=K"


def test_first_and_last_square_are_enough_where_one_capture_fits() -> None:
    position = at("w", "Ta1 xa2 xb3 xc4")
    assert position.parse("a1 c5") == position.parse("a1xa3xc3xc5")
    assert position.write(position.parse("a1xa3xc3xc5=x")) == "a1xc5=x"


def test_captures_of_different_pieces_are_told_apart_by_the_squares_between() -> None:
    position = at("w", "Ta2 xa3 xb4 xb2 xc3 xc5 xd6 xe5")
    with pytest.raises(AmbiguousMove) as caught:
        position.parse("a2xe4=x")
    assert str(caught.value) == (
        "`a2xe4=x` could be `a2xa4xc4xc6xe6xe4=x` or `a2xc2xc4xc6xe6xe4=x`."
    )
    assert position.write(position.parse("a2 a4 e4")) == "a2xa4xc4xc6xe6xe4"


def test_paths_of_one_effect_are_one_move_with_the_alphabetically_first_text() -> None:
    position = at("w", "Tc3 xc4 xd5 xe4 xd3")
    assert texts(position) == ["c3xc3", "c3xc3=x"]
    move = position.legal_moves()[0]
    assert [position.board.names[point] for point in move.path] == ["c3", "c5", "e5", "e3", "c3"]
    assert position.parse("c3xe3xe5xc5xc3") == move


@pytest.mark.parametrize("typed", ["@a1=x", "@x", "@a1=x c1=+", "c3-c4=+", "c3xe5", "c3 = o"])
def test_a_text_in_notation_is_read(typed: str) -> None:
    assert GAME.start().notation.is_notation(typed)


@pytest.mark.parametrize("typed", ["@somebody hello", "@a1", "c3", "hello", "c3=K", "@"])
def test_chat_is_left_alone(typed: str) -> None:
    assert not GAME.start().notation.is_notation(typed)
