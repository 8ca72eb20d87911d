"""The rules of Assaut, one by one; huffing, notation and search have files of their own."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.engine.games.assaut.positions import (
    ASSAUT,
    MANNERS,
    OFFICERS,
    REST,
    SOLDIERS,
    after,
    on,
    placed,
    read,
    reason,
    steps_of,
    texts,
)
from tests.oracles import assaut_rules

# 1 and 2. Points and lines


def test_the_board_is_a_cross_of_33_points_with_the_fortress_on_top() -> None:
    start = ASSAUT.start()
    board = start.board
    assert set(board.names) == {assaut_rules.name(at) for at in assaut_rules.CROSS}
    assert (board.style, board.labels, board.size) == ("lines", "edges", (7, 7))
    assert board.xy[board.point["c1"]] == (2.5, 6.5)
    assert board.xy[board.point["a5"]] == (0.5, 2.5)
    assert {(board.names[point], seat) for point, seat in start.display.zones()} == {
        (assaut_rules.name(at), OFFICERS) for at in assaut_rules.FORTRESS
    }


def test_lines_join_orthogonal_neighbours_and_the_diagonals_of_five_squares() -> None:
    board = ASSAUT.start().board
    assert len(board.steps) == 8
    lines = {
        frozenset({board.names[point], board.names[end]})
        for steps in board.steps
        for point, end in enumerate(steps)
        if end >= 0
    }
    assert lines == {frozenset(map(assaut_rules.name, line)) for line in assaut_rules.LINES}


def test_diagonals_cross_exactly_where_file_and_rank_are_even_together() -> None:
    board = ASSAUT.start().board
    crossed = {
        board.names[point]
        for steps in board.steps[1::2]
        for point, end in enumerate(steps)
        if end >= 0
    }
    even = "a3 a5 b4 c1 c3 c5 c7 d2 d4 d6 e1 e3 e5 e7 f4 g3 g5"
    assert crossed == set(even.split())


# 3. The start


def test_24_soldiers_stand_outside_and_the_officers_are_placed_36_ways() -> None:
    start = ASSAUT.start()
    assert start.fen() == "3/3/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS o place=2"
    assert [str(seat.name) for seat in start.seats] == ["Soldiers", "Officers"]
    assert start.turn == OFFICERS
    fortress = [start.board.point[assaut_rules.name(at)] for at in assaut_rules.FORTRESS]
    assert {move.path for move in start.legal_moves()} == set(combinations(sorted(fortress), 2))
    assert {move.kind for move in start.legal_moves()} == {"place"}
    assert len(start.legal_moves()) == 36


def test_then_the_soldiers_move_first() -> None:
    position = after(ASSAUT.start(), "@c6,e6")
    assert position.fen() == "3/O1O/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS s"


def test_or_the_officers_do() -> None:
    position = after(ASSAUT.start(first="officers"), "@c6,e6")
    assert position.fen() == "3/O1O/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS o"


# 4. A soldier outside the fortress


@pytest.mark.parametrize("entry", assaut_rules.SHORTEST.split())
def test_a_soldier_takes_the_shortest_way_to_the_fortress(entry: str) -> None:
    start, ends = entry.split(":")
    assert steps_of(read(placed(start, "e7 c7")), start) == ends


@pytest.mark.parametrize(
    ("start", "forward", "free"),
    [
        ("a3", "a4,b4", "a4,b3,b4"),
        ("a5", "b5", "b5"),
        ("b5", "c5", "a5,c5"),
        ("f5", "e5", "e5,g5"),
        ("a4", "a5", "a5,b4"),
        ("b4", "a5,b5,c5", "a4,a5,b5,c4,c5"),
        ("c4", "c5", "b4,c5,d4"),
        ("d1", "d2", "c1,d2,e1"),
        ("d2", "c3,d3,e3", "c2,c3,d3,e2,e3"),
        ("g3", "f4,g4", "f3,f4,g4"),
    ],
)
def test_freer_soldiers_go_forward_or_anywhere_but_back(
    start: str, forward: str, free: str
) -> None:
    assert steps_of(read(placed(start, "e7 c7"), soldiers="forward"), start) == forward
    assert steps_of(read(placed(start, "e7 c7"), soldiers="free"), start) == free


@pytest.mark.parametrize("manner", MANNERS)
def test_a_soldier_steps_only_onto_an_empty_point_and_never_captures(manner: str) -> None:
    position = read(placed("d4 c5", "d5 e6"), soldiers=manner)
    assert "d5" not in steps_of(position, "d4")
    assert "c5" not in steps_of(position, "d4")
    assert not any(move.captured for move in position.legal_moves())


# 5. A soldier inside the fortress


@pytest.mark.parametrize("manner", MANNERS)
def test_a_soldier_inside_steps_in_any_direction_and_never_out(manner: str) -> None:
    assert steps_of(read(placed("c5", "e7 a3"), soldiers=manner), "c5") == "c6,d5,d6"
    assert steps_of(read(placed("d5", "e7 a3"), soldiers=manner), "d5") == "c5,d6,e5"
    assert steps_of(read(placed("d6", "a4 a3"), soldiers=manner), "d6") == "c5,c6,c7,d5,d7,e5,e6,e7"


# 6. An officer


def test_an_officer_steps_along_any_line_in_and_out_of_the_fortress() -> None:
    position = read(placed(REST, "d5 c7", "o"))
    assert steps_of(position, "d5") == "c5,d4,d6,e5"
    assert steps_of(position, "c7") == "c6,d6,d7"
    assert steps_of(read(placed(REST, "d4 c7", "o")), "d4") == "c3,c4,c5,d3,d5,e3,e4,e5"


@pytest.mark.parametrize(
    ("officer", "soldier", "landing"),
    [
        ("d5", "d4", "d3"),
        ("d6", "d5", "d4"),
        ("c7", "d6", "e5"),
        ("c5", "d4", "e3"),
        ("c3", "b4", "a5"),
    ],
)
def test_an_officer_jumps_over_a_soldier_in_and_out_of_the_fortress(
    officer: str, soldier: str, landing: str
) -> None:
    position = read(placed(soldier, f"{officer} e7", "o"))
    assert f"{officer}x{landing}" in texts(position)
    assert on(after(position, f"{officer}x{landing}"), "soldier") == ""


def test_an_officer_jumps_only_along_a_line_onto_an_empty_point() -> None:
    assert not [text for text in texts(read(placed("c4", "d5 e7", "o"))) if "x" in text]
    assert not [text for text in texts(read(placed("d4 d3", "d5 e7", "o"))) if "x" in text]


def test_an_officer_never_jumps_over_an_officer() -> None:
    assert not [text for text in texts(read(placed(REST, "d6 d5", "o"))) if "x" in text]


# 7. Chains


def test_an_officer_goes_on_jumping_and_changes_direction() -> None:
    position = read(placed("d5 e4 g4", "d6 c7", "o"), capture="forced")
    assert texts(position) == ["d6xf4"]
    assert on(after(position, "d6xd4xf4"), "soldier") == "g4"


def test_captured_soldiers_stay_until_the_end_and_cannot_be_jumped_twice() -> None:
    position = read(placed("d5", "d6 a3", "o"), capture="forced")
    assert texts(position) == ["d6xd4"]
    position = read(placed("d5 c4 d3 e4", "d6 a3", "o"), capture="forced")
    assert texts(position) == ["d6xb4", "d6xd2", "d6xf4"]


def test_a_chain_may_end_on_its_starting_point() -> None:
    position = read(placed("d3 e4 d5 c4", "c3 a3", "o"), capture="forced")
    (circle,) = {move for move in position.legal_moves() if move.path[0] == move.path[-1]}
    names = position.board.names
    assert [names[point] for point in circle.path] == ["c3", "c5", "e5", "e3", "c3"]
    assert on(position.play(circle), "officer") == "a3 c3"
    assert on(position.play(circle), "soldier") == ""


def test_the_way_round_is_one_move_and_its_text_is_the_first_in_the_alphabet() -> None:
    position = read(placed("d3 e4 d5 c4", "c3 a3", "o"), capture="forced")
    (circle,) = position.legal_moves()
    assert position.parse("c3xe3xe5xc5xc3") == position.parse("c3 c5 e5 e3 c3") == circle


def test_no_capture_is_preferred_for_its_length_or_its_officer() -> None:
    position = read(placed("d5 c6", "d6 c7", "o"), capture="forced")
    lengths = {position.write(move): len(move.captured) for move in position.legal_moves()}
    assert lengths == {"c7xe5": 2, "d6xd4": 1}


# 9. The end


EIGHT_INSIDE = "c5 d5 c6 d6 e6 c7 d7 e7"


def test_nine_soldiers_in_the_fortress_win() -> None:
    position = after(read(placed(f"{EIGHT_INSIDE} e4", "a3 g3")), "e4-e5")
    assert reason(position) == "(1, 2) Nine soldiers fill the fortress."


def test_both_officers_huffed_win_for_the_soldiers() -> None:
    position = after(read(placed(f"{REST} d5", "d6", "o")), "d6-e6", "huff")
    assert reason(position) == "(1, 2) Both officers were huffed: each omitted a capture."
    position = after(read(placed(f"{REST} d5", "d6", "o"), capture="auto"), "d6-e6")
    assert reason(position) == "(1, 2) Both officers were huffed: each omitted a capture."


def test_sixteen_captured_win_for_the_officers() -> None:
    position = read(placed(f"{REST} d5", "d6 c7", "o"))
    assert after(position, "d6xd4").outcome() is None
    position = read(placed("d5 a3 a4 b3 g3 g4 f3 c1 e1", "d6 c7", "o"))
    assert reason(after(position, "d6xd4")) == "(2, 1) Sixteen soldiers have been captured."


def test_sixteen_captured_come_before_a_huff() -> None:
    position = read(placed("d5 e4 a3 a4 b3 g3 g4 c1 e1", "d6 c7", "o"))
    assert reason(after(position, "d6xd4")) == "(2, 1) Sixteen soldiers have been captured."


def test_officers_who_cannot_move_have_lost() -> None:
    position = read(placed("b3 b4 a5 c3 c5 c4 d4 e3 e4 a4", "a3", "o"))
    assert texts(position) == []
    assert reason(position) == "(1, 2) The officers cannot move."


def test_soldiers_who_cannot_move_have_lost() -> None:
    position = read(placed("c5 d5 c6 d6 e6 c7 e7 b5 b4 f5", "d7 e5"))
    assert not [text for text in texts(position) if "huff" not in text]
    assert reason(position) == "(2, 1) The soldiers cannot move."


def test_soldiers_without_a_move_may_first_use_a_huff() -> None:
    text = placed("c5 d5 c6 d6 e6 c7 e7 b5 b4 f5", "d7 e5", "s", "offence=e5")
    position = read(text)
    assert position.outcome() is None
    assert texts(position) == ["huff e5"]
    freed = after(position, "huff")
    assert freed.outcome() is None
    assert "f5-e5" in texts(freed)


def test_a_huff_that_frees_nobody_does_not_save_them() -> None:
    text = placed("c5 d5 e5 c6 e6 c7 e7 d7 b5 b4 f5", "d6 a3", "s", "offence=a3")
    position = read(text)
    assert position.outcome() is None
    assert reason(after(position, "huff")) == "(2, 1) The soldiers cannot move."


def test_the_filled_fortress_comes_before_blocked_officers() -> None:
    position = read(placed(f"{EIGHT_INSIDE} e4 a4 b3 b4 a5 c3", "a3"), no_block=True)
    ended = after(position, "e4-e5")
    assert ended.legal_moves() == ()
    assert reason(ended) == "(1, 2) Nine soldiers fill the fortress."
    move = position.parse("e4-e5")
    assert position.claiming.warning(move) is None


@pytest.mark.parametrize("seat", [SOLDIERS, OFFICERS])
def test_who_gives_up_has_lost_and_an_agreement_is_a_draw(seat: int) -> None:
    for position in (ASSAUT.start(), after(ASSAUT.start(), "@c6,e6")):
        name = position.seats[seat].name
        ranks = (2, 1) if seat == SOLDIERS else (1, 2)
        assert reason(position.resign(seat)) == f"{ranks} {name} resigned."
        (draw,) = position.agreements()
        assert reason(position.agree(draw)) == "(1, 1) The players agreed on it."


# 10. No blocking


def test_blocking_the_officers_loses_where_that_is_chosen_and_the_player_is_warned() -> None:
    text = placed("b3 b4 a5 c3 d4 c4 e3 e4 d2 a4 b5", "a3")
    position = read(text, no_block=True, soldiers="free")
    blocking = position.parse("b5-c5")
    assert str(position.claiming.warning(blocking)) == (
        "After `b5-c5` the officers cannot move, and in this game blocking them loses."
    )
    assert reason(position.play(blocking)) == (
        "(2, 1) The soldiers have blocked the officers, which loses."
    )


def test_other_moves_and_other_games_have_no_warning() -> None:
    text = placed("b3 b4 a5 c3 d4 c4 e3 e4 d2 a4 b5", "a3")
    for position in (read(text), read(text, no_block=True)):
        for move in position.legal_moves():
            blocks = not position.play(move).legal_moves()
            assert bool(position.claiming.warning(move)) == (
                blocks and position.options["no_block"]
            )


# 11. Draws


def test_100_plies_without_progress_are_a_draw() -> None:
    position = read(placed(f"{REST} d6", "d2 d3", "o", "idle=99"))
    assert reason(after(position, "d2-e2")).startswith("(1, 1) 100 turns, 50 by each side")
    assert after(read(placed(f"{REST} d6", "d2 d3", "o", "idle=98")), "d2-e2").outcome() is None


@pytest.mark.parametrize(
    ("text", "move", "idle"),
    [
        (placed(f"{REST} d6", "e7 c7", "s", "idle=50"), "d6-d5", 51),
        (placed(f"{REST} d6", "e7 c7", "s", "idle=50"), "c1-c2", 0),
        (placed(f"{REST} d6 b5", "e7 c7", "s", "idle=50"), "b5-c5", 0),
        (placed(f"{REST} d6 a5", "e7 c7", "s", "idle=50"), "a5-b5", 51),
        (placed(f"{REST} d6", "e7 c7", "o", "idle=50"), "e7-d7", 51),
        (placed(f"{REST} d6", "e7 c7", "o", "idle=50"), "c7xe5", 0),
        (placed(f"{REST} d6", "e7 a5", "s", "offence=e7 idle=50"), "huff", 0),
        (placed(f"{REST} d6", "e7 a5", "s", "offence=e7 idle=50"), "huff d6-d5", 0),
    ],
)
def test_captures_huffs_and_soldiers_getting_ahead_count_as_progress(
    text: str, move: str, idle: int
) -> None:
    fields = after(read(text), move).fen().split()
    assert [field for field in fields if field.startswith("idle")] == (
        [f"idle={idle}"] if idle else []
    )


def test_a_huff_at_once_counts_as_progress() -> None:
    position = read(placed(f"{REST} d6", "e7 c7", "o", "idle=50"), capture="auto")
    assert "idle" not in after(position, "e7-d7").fen()


def test_the_third_repetition_is_a_draw_and_an_offence_makes_another_position() -> None:
    position = after(ASSAUT.start(), "@c6,e6")
    assert reason(position.repeated()) == "(1, 1) The same position stood for the third time."
    plain, due = (read(placed(REST, "d6 c7", "s", field)) for field in ("", "offence=d6"))
    assert plain.key != due.key
    assert plain.key == read(placed(REST, "d6 c7", "s", "idle=7")).key


def test_how_far_both_sides_are_from_winning_is_told_once_either_has_begun() -> None:
    assert not after(ASSAUT.start(), "@c6,e6").display.news()
    (told, *_) = after(ASSAUT.start(), "@c6,e6", "d4-d5").display.news()
    assert str(told) == "0 of 16 soldiers captured, 1 of 9 points of the fortress filled."
    (told, huff) = read(placed("d5 e5 a3 a4 a5 b3 b4 b5 f3 g4", "d6 c7")).display.news()
    assert str(told) == "14 of 16 soldiers captured, 2 of 9 points of the fortress filled."
    assert str(huff).startswith("The soldiers may `huff` before their move: ")
    assert not read(placed("d5 e5 a3 a4 a5 b3 f3", "d6 c7", "s")).display.news()
