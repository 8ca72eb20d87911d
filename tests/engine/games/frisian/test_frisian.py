"""The rules of Frisian draughts and Frysk!, one by one."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine import AmbiguousMove, IllegalMove, InvalidPosition, Move, Position
from engine.games.frisian import position as frisian_position
from engine.games.frisian.captures import KING, MAN
from tests.engine.games.frisian import oracle

PRESETS = ("frisian", "frisian-official", "frysk")
OFFICIAL = PRESETS[1:]
STRESS = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"


def read(fen: str, game: str = "frisian") -> Position:
    return engine.games[game].read(fen)


def texts(fen: str, game: str = "frisian") -> list[str]:
    position = read(fen, game)
    return [position.write(move) for move in position.legal_moves()]


def after(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.play(position.parse(text))
    return position


def reason(position: Position) -> str:
    outcome = position.outcome()
    assert outcome is not None
    return f"{outcome.ranks} {outcome.reason}"


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


# 4 and 5. The lines of capture, and a man's capture


@pytest.mark.parametrize(
    ("over", "onto"),
    [(22, 17), (23, 19), (32, 37), (33, 39), (18, 8), (38, 48), (27, 26), (29, 30)],
)
def test_a_man_captures_in_all_eight_directions(over: int, onto: int) -> None:
    assert texts(f"W:W28:B{over}") == [f"28x{onto}"]
    assert texts(f"B:W{over}:B28") == [f"28x{onto}"]


def test_a_man_captures_a_king() -> None:
    assert texts("W:W28:BK18") == ["28x8"]


def test_a_man_captures_neither_his_own_nor_onto_a_piece() -> None:
    assert texts("W:W28,32:B23,19") == ["28-22", "32-27"]


def test_a_man_captures_only_what_stands_beside_him() -> None:
    assert texts("W:W28:B17") == ["28-22", "28-23"]


def test_a_man_goes_on_as_long_as_he_can() -> None:
    assert texts("W:W28:B23,14,5") == ["28x10"]


# 6. A king's capture


def test_a_king_captures_from_afar_and_lands_on_any_square_behind() -> None:
    assert sorted(texts("W:WK46:B28")) == ["46x10", "46x14", "46x19", "46x23", "46x5"]


@pytest.mark.parametrize(
    ("over", "onto"), [(27, [26]), (29, [30]), (18, [8]), (38, [48]), (8, []), (48, [])]
)
def test_a_king_captures_along_rows_and_files(over: int, onto: list[int]) -> None:
    captures = [text for text in texts(f"W:WK28:BK{over}") if "x" in text]
    assert captures == [f"28x{square}" for square in onto]


def test_a_king_jumps_over_one_enemy_with_only_empty_squares_before_it() -> None:
    assert texts("W:WK46:B28,23") == ["46-41", "46-37", "46-32"]
    assert "46x" not in " ".join(texts("W:WK46,41:B32"))


def test_a_king_must_land_where_it_can_go_on() -> None:
    assert {move.captured for move in read("W:WK46:B28,20").legal_moves()} == {(27, 19)}


# 7. Captured pieces are removed after the whole capture


def test_a_captured_piece_blocks_until_the_end_and_is_not_jumped_twice() -> None:
    capture = read("W:WK1:B7,16,17,28,33").legal_moves()
    assert [len(set(move.captured)) for move in capture] == [5]
    assert oracle_captures(read("W:WK1:B7,16,17,28,33"), "frisian") == effects(
        read("W:WK1:B7,16,17,28,33")
    )


def test_the_starting_square_counts_as_empty() -> None:
    position = read("W:W28:B38,43,33")
    assert texts("W:W28:B38,43,33") == ["28x28"]
    assert position.play(position.parse("28x28")).fen() == "B:W28:B"


def test_an_empty_square_may_be_passed_more_than_once() -> None:
    (move,) = read(STRESS).legal_moves()
    assert len(set(move.path)) < len(move.path)


# 8. Which capture is legal


@pytest.mark.parametrize("game", PRESETS)
def test_capturing_is_compulsory(game: str) -> None:
    assert texts("W:W28,46:B23", game) == ["28x19"]


@pytest.mark.parametrize("game", PRESETS)
def test_the_most_men_must_be_captured(game: str) -> None:
    assert texts("W:W28,40:B22,12,34", game) == ["28x8"]


def test_by_count_a_king_is_one_piece() -> None:
    assert texts("W:W28,40:B22,K34") == ["28x17", "40x29"]


@pytest.mark.parametrize("game", OFFICIAL)
def test_by_value_a_king_is_more_than_one_man_and_less_than_two(game: str) -> None:
    assert texts("W:W28,40:B22,K34", game) == ["40x29"]
    assert texts("W:W28,40:B22,12,K34", game) == ["28x8"]


@given(st.integers(1, 20))
def test_kings_are_worth_more_than_twice_as_many_men_less_one(kings: int) -> None:
    assert (2 * kings - 1) * MAN < kings * KING < 2 * kings * MAN


def test_where_king_and_man_capture_the_same_the_king_must_officially() -> None:
    fen = "W:W28,K50:B22,39"
    assert texts(fen) == ["50x33", "28x17"]
    for game in OFFICIAL:
        assert texts(fen, game) == ["50x33"]


@pytest.mark.parametrize("game", OFFICIAL)
def test_a_man_captures_where_he_takes_a_little_more_than_the_king(game: str) -> None:
    assert texts("B:WK10,19,23:BK4,9", game) == ["9x18"]


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
    text = "(1, 1) 25 moves a side with kings only and without a capture."
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
    assert reason(start.resign(0)) == "(2, 1) White gave up."
    assert reason(start.resign(1)) == "(1, 2) Black gave up."


# 12. Captures that differ only in their path


def test_paths_of_one_effect_are_one_move_with_the_alphabetically_first_text() -> None:
    position = read("W:W28:B38,43,33")
    (move,) = position.legal_moves()
    names = [position.board.names[point] for point in move.path]
    assert names == ["28", "39", "48", "28"]
    assert position.parse("28x48x39x28") == move


def test_captures_of_different_pieces_are_told_apart_by_the_squares_between() -> None:
    position = read("W:W33:B29,18,27,16,23")
    with pytest.raises(AmbiguousMove) as caught:
        position.parse("33x31")
    assert str(caught.value) == "`33x31` could be `33x13x22x31` or `33x24x22x31`."
    assert position.parse("33 24 31").captured == tuple(n - 1 for n in (29, 23, 27))


# 13. Cost


def test_a_king_among_many_men_answers_in_a_fraction_of_a_second() -> None:
    before = time.process_time()
    position = read(STRESS)
    (move,) = position.legal_moves()
    assert time.process_time() - before < 1
    assert len(move.captured) == 19
    assert position.parse(position.write(move)) == move


HOSTILE = [
    "W:WK21:B4,7,13,15,17,20,22,24,26,27,31,33,35,38,39,40,42,K47,19",
    "W:W27:B3,8,11,12,13,14,17,19,21,22,23,24,26,28,30,31,33,34,37,39,41,42,43,44,K48",
    "W:WK1,K2,K3,K4,K5,K16,K26,K36,K46,K47,K48:B7-9,12-14,17-19,22-24,27-29,32-34,37-39,42-44",
]


@pytest.mark.parametrize("fen", HOSTILE)
@pytest.mark.parametrize("game", PRESETS)
def test_no_position_costs_more_than_its_budget(fen: str, game: str) -> None:
    before = time.process_time()
    moves = read(fen, game).legal_moves()
    assert time.process_time() - before < 5
    assert moves


def test_within_a_small_budget_every_capture_of_the_most_can_still_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full = read(STRESS)
    (best,) = full.legal_moves()
    monkeypatch.setattr(frisian_position, "STATES", 200)
    position = read(STRESS)
    listed = position.legal_moves()
    assert best not in listed
    path = "x".join(position.board.names[point] for point in best.path)
    assert position.parse(path) == best
    for move in listed:
        assert position.parse(position.write(move)) == move


# The oracle


Effects = dict[tuple[int, int, frozenset[int]], str]


def effects(position: Position) -> Effects:
    """The captures of a position in the oracle's terms."""
    return {
        (m.path[0] + 1, m.path[-1] + 1, frozenset(p + 1 for p in m.captured)): "x".join(
            position.board.names[point] for point in m.path
        )
        for m in position.legal_moves()
        if m.captured
    }


def oracle_pieces(position: Position) -> oracle.Pieces:
    return {
        oracle.place(point + 1): ("WB"[piece.seat], piece.kind)
        for point, piece in position.pieces()
    }


def oracle_captures(position: Position, game: str) -> Effects:
    return oracle.captures(oracle_pieces(position), "WB"[position.turn], official=game != "frisian")


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Random positions with few men and kings, so that every path can be followed."""
    squares = draw(st.lists(st.integers(1, 50), min_size=2, max_size=16, unique=True))
    kings = draw(st.integers(0, 5))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for index, square in enumerate(squares):
        side = draw(st.sampled_from("WB"))
        promoted = square <= 5 if side == "W" else square > 45
        sides[side].append(f"K{square}" if promoted or index < kings else str(square))
    return f"{draw(st.sampled_from('WB'))}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


@pytest.mark.parametrize("game", PRESETS)
@given(fen=positions())
@settings(max_examples=1500, deadline=None)
def test_legal_moves_are_those_of_an_oracle_that_follows_every_path(game: str, fen: str) -> None:
    position = read(fen, game)
    try:
        expected = oracle_captures(position, game)
    except oracle.TooManyPaths:
        assume(False)
    assert effects(position) == expected
    if not expected:
        quiet = {(m.path[0] + 1, m.path[-1] + 1) for m in position.legal_moves()}
        assert quiet == oracle.quiet_moves(oracle_pieces(position), "WB"[position.turn])


@pytest.mark.parametrize("game", PRESETS)
@given(fen=positions())
@settings(max_examples=200, deadline=None)
def test_every_path_of_a_capture_is_understood(game: str, fen: str) -> None:
    position = read(fen, game)
    assume(any(move.captured for move in position.legal_moves()))
    legal = {
        (m.path[0] + 1, m.path[-1] + 1, frozenset(p + 1 for p in m.captured)): m
        for m in position.legal_moves()
    }
    pieces = oracle_pieces(position)
    try:
        for start in {m.path[0] + 1 for m in position.legal_moves()}:
            for squares, taken in oracle.capture_paths(pieces, oracle.place(start), 2_000):
                move = legal.get((squares[0], squares[-1], taken))
                if move is not None:
                    assert position.parse("x".join(map(str, squares))) == move
    except oracle.TooManyPaths:
        assume(False)


@given(
    fen=positions(),
    game=st.sampled_from(PRESETS),
    typed=st.lists(st.integers(0, 49), min_size=2, max_size=4),
)
@settings(max_examples=300, deadline=None)
def test_typed_squares_fit_whole_paths_first_then_squares_passed_in_order(
    fen: str, game: str, typed: list[int]
) -> None:
    position = read(fen, game)
    moves = position.legal_moves()
    if moves:
        chosen = moves[typed[0] % len(moves)]
        typed = [chosen.path[0], *typed[2:], chosen.path[-1]]
    fitting = list(position.notation.fitting(typed, ""))
    expected = [move for move in moves if _passes(move, typed)]
    whole = [move for move in expected if list(move.path) == typed]
    if whole:
        assert fitting == whole
    elif fitting != expected:
        # Another path with the effect of one move.
        assert len(fitting) == 1
        assert len(fitting[0].path) == len(typed)


def _passes(move: Move, typed: list[int]) -> bool:
    path = iter(move.path)
    return (move.path[0], move.path[-1]) == (typed[0], typed[-1]) and all(p in path for p in typed)


# Refusals


@pytest.mark.parametrize(
    ("fen", "typed", "sentence"),
    [
        ("W:W31-50:B1-20", "30-25", "Square 30 is empty: `31-26` is a move."),
        ("W:W31-50:B1-20", "18-23", "The piece on 18 is your opponent's: `31-26` is a move."),
        (
            "W:W31-50:B1-20",
            "32-28=K",
            "Nothing is chosen with `=` in this game: `31-26` is a move.",
        ),
        (
            "W:W31-50:B1-20",
            "32-37",
            "There is a piece on 37 already: the man on 32 can go to 27 or 28.",
        ),
        ("W:W31-50:B1-20", "38-32", "There is a piece on 32 already: the man on 38 cannot move."),
        (
            "W:W31-50:B1-20",
            "31-27-22",
            (
                "There is nothing to capture, so a move has two squares: "
                "the man on 31 can go to 26 or 27."
            ),
        ),
        (
            "W:W31-50:B1-20",
            "32-32",
            "A move ends on another square: the man on 32 can go to 27 or 28.",
        ),
        (
            "W:W31-50:B1-20",
            "32x23",
            "There is no enemy to capture on the way to 23: the man on 32 can go to 27 or 28.",
        ),
        (
            "W:W31-50:B1-20",
            "32-22",
            "A man moves one square diagonally: the man on 32 can go to 27 or 28.",
        ),
        ("W:W28:B1", "28-33", "A man moves forward only: the man on 28 can go to 22 or 23."),
        ("B:W45:B28", "28-22", "A man moves forward only: the man on 28 can go to 32 or 33."),
        ("W:W32,33,41:B28,19,10,5,27,37", "41-36", "You must capture 3 pieces: `33x…`."),
        ("W:W28,46:B23", "46-41", "You must capture 1 piece: `28x…`."),
        ("W:W28,40:B22,34", "28-23", "You must capture 1 piece: `28x17`."),
        ("W:W28,40:B22,34", "1-2", "Square 1 is empty: `28x17` is a move."),
        ("W:W28,40,46:B22,34", "46-41", "You must capture 1 piece: `28x…` or `40x…`."),
        (
            "W:W28,40:B22,12,34",
            "40x29",
            "That captures 1 and you must capture 2 pieces: `28x…`.",
        ),
        (
            "W:WK46,32:BK5,1",
            "46-47",
            (
                "Without capturing a king moves along its diagonals: "
                "the king on 46 can go to 41 or 37."
            ),
        ),
        (
            "W:WK46,32:BK5,1",
            "46-14",
            "The piece on 32 is in the way: the king on 46 can go to 41 or 37.",
        ),
        ("W:WK46,41:B1", "46-14", "The piece on 41 is in the way: the king on 46 cannot move."),
        (
            "W:WK28:B1,36",
            "28-26",
            (
                "Without capturing a king moves along its diagonals: "
                "the king on 28 can go to 32, 37, 41 or another."
            ),
        ),
        ("W:W:B1", "32-28", "You have no legal move."),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(fen: str, typed: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(fen).parse(typed)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("fen", "typed", "sentence"),
    [
        (
            "W:WK46,31:B1 white-king=46:3",
            "46-41",
            (
                "The king on 46 has made three moves in a row and may only capture until another "
                "of your pieces moves: `31-26` is a move."
            ),
        ),
        (
            "W:W28,K50:B22,39",
            "28x17",
            "Where a king and a man can capture the same, the king must: `50x…`.",
        ),
        (
            "W:W28,40:B22,K34",
            "28x17",
            "You must make the most valuable capture, of 1 king: `40x…`.",
        ),
        (
            "W:W33,32:BK28,22,12",
            "33x22",
            "You must make the most valuable capture, of 1 man and 1 king: `32x…`.",
        ),
        (
            "W:W28,40:B22,12,K34",
            "40x29",
            "You must make the most valuable capture, of 2 men: `28x…`.",
        ),
    ],
)
def test_an_official_refusal_names_the_official_rule(fen: str, typed: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(fen, "frisian-official").parse(typed)
    assert str(caught.value) == sentence


# 14. Positions as text


def test_three_pieces_of_a_kind_in_a_row_are_a_range() -> None:
    start = engine.games["frisian"].start()
    assert after(start, "32-28").fen() == "B:W28,31,33-50:B1-20"
    for fen in ("W:W28,29:B1", "W:WK28-30,31,32:BK1,2,K3", "W:W:B", "B:W:BK50"):
        assert read(fen).fen() == fen


@pytest.mark.parametrize(
    "text", ["W:B1-20:W31-50", "w:w31-50:b1-20.", " W:W31-40,41-50:B1-20\n", "W:W50,31-49:B1-20"]
)
def test_other_ways_to_write_a_position_are_read(text: str) -> None:
    assert read(text).fen() == "W:W31-50:B1-20"
    assert read("W:WK46-K48:B1").fen() == "W:WK46-48:B1"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            (
                "A position gives the side to move and the pieces of both sides, like "
                "`W:W31-50:B1-20`; `` does not."
            ),
        ),
        (
            "W:W31-50",
            (
                "A position gives the side to move and the pieces of both sides, like "
                "`W:W31-50:B1-20`; `W:W31-50` does not."
            ),
        ),
        ("W:W31-51:B1", "`31-51` is not on the board, whose squares are 1 to 50."),
        ("W:W0:B1", "`0` is not on the board, whose squares are 1 to 50."),
        ("W:W40-31:B1", "`40-31` is not on the board, whose squares are 1 to 50."),
        ("W:W31-50:B1,40", "In `40` a square is taken that has a piece already."),
        ("W:W31,K31:B1", "In `K31` a square is taken that has a piece already."),
        ("W:W5:B11", "In `5` a man stands where it becomes a king."),
        ("W:W31:B46", "In `46` a man stands where it becomes a king."),
        ("W:Wx:B1", "`X` does not name pieces; they are written `31`, `K31` or `31-35`."),
        ("W:W31-K33:B1", "`31-K33` goes from a man to a king."),
        ("W:W31:B1 wind=3", "`wind=3` is not a field of this position, or comes twice."),
        ("W:WK31:BK1 idle=1 idle=2", "`idle=2` is not a field of this position, or comes twice."),
        ("W:W31:B1 idle=1", "`idle=1` does not fit this position."),
        ("W:WK31:B1 idle=51", "`idle=51` does not fit this position."),
        ("W:WK31,K32:B1 two-kings=1", "`two-kings=1` does not fit this position."),
        ("W:W31:B1 result=won", "`result=won` does not fit this position."),
        ("W" * 501, "A position has at most 500 characters; this text is longer."),
    ],
)
def test_text_that_is_no_position_is_refused_with_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        read(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("field", ["46:4", "46:0", "47:1", "1:1", "99:1", "46", "²:1"])
def test_the_count_of_a_kings_moves_must_fit(field: str) -> None:
    with pytest.raises(InvalidPosition):
        read(f"W:WK46,31:BK1 white-king={field}", "frisian-official")
    with pytest.raises(InvalidPosition):
        read("W:WK46:BK1 white-king=46:1", "frisian-official")


def test_positions_of_different_presets_are_different() -> None:
    fen = "W:W31:B20"
    assert len({read(fen, game) for game in PRESETS}) == len(PRESETS)
