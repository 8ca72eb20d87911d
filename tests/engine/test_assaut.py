"""The rules of Assaut, one by one. ``test_assaut_text`` has its notation, refusals and texts."""

from __future__ import annotations

import re
import time
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine import Move, Position
from engine.game import OptionValue
from engine.games import assaut_captures
from tests.engine import assaut_oracle as oracle

ASSAUT = engine.games["assaut"]
MANNERS = ("shortest", "forward", "free")
SOLDIERS, OFFICERS = 0, 1


def placed(soldiers: str, officers: str, turn: str = "s", fields: str = "") -> str:
    """The text of a position with pieces on these points."""
    letters = dict.fromkeys(soldiers.split(), "S") | dict.fromkeys(officers.split(), "O")
    rows = []
    for rank in range(7, 0, -1):
        files = "abcdefg" if rank in {3, 4, 5} else "cde"
        row = "".join(letters.get(f"{file}{rank}", " ") for file in files)
        rows.append(re.sub(" +", lambda empty: str(len(empty[0])), row))
    return f"{'/'.join(rows)} {turn} {fields}".strip()


def read(text: str, **options: OptionValue) -> Position:
    return ASSAUT.read(text, None, **options)


def texts(position: Position) -> list[str]:
    return [position.write(move) for move in position.legal_moves()]


def steps_of(position: Position, point: str) -> str:
    """Where the piece on a point can step."""
    ends = [
        position.board.names[move.path[-1]]
        for move in position.legal_moves()
        if move.kind == "move" and not move.captured
        if position.board.names[move.path[0]] == point
    ]
    return ",".join(sorted(ends))


def after(position: Position, *moves: str) -> Position:
    for text in moves:
        for move in position.parse_all(text):
            position = position.play(move)
    return position


def reason(position: Position) -> str:
    outcome = position.outcome()
    assert outcome is not None
    return f"{outcome.ranks} {outcome.reason}"


def on(position: Position, kind: str) -> str:
    """The points on which pieces of a kind stand."""
    names = position.board.names
    return " ".join(
        sorted(names[point] for point, piece in position.pieces() if piece.kind == kind)
    )


REST = "a3 a4 b3 g3 g4 f3 c1 e1 d1"
"""Nine soldiers far from the fortress, so that nobody has won."""


# 1 and 2. Points and lines


def test_the_board_is_a_cross_of_33_points_with_the_fortress_on_top() -> None:
    start = ASSAUT.start()
    board = start.board
    assert set(board.names) == {oracle.name(at) for at in oracle.CROSS}
    assert (board.style, board.labels, board.size) == ("lines", "edges", (7, 7))
    assert board.xy[board.point["c1"]] == (2.5, 6.5)
    assert board.xy[board.point["a5"]] == (0.5, 2.5)
    assert {(board.names[point], seat) for point, seat in start.zones()} == {
        (oracle.name(at), OFFICERS) for at in oracle.FORTRESS
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
    assert lines == {frozenset(map(oracle.name, line)) for line in oracle.LINES}


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
    fortress = [start.board.point[oracle.name(at)] for at in oracle.FORTRESS]
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


@pytest.mark.parametrize("entry", oracle.SHORTEST.split())
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


# 8. Duty and huffing


OMITTED = placed("d5 e3 a3 a4 b3 g3 g4 f3 c1", "d6 c7", "o")
"""The officer on d6 can capture d5, and the one on c7 nothing."""


def offence(position: Position) -> str:
    """The officers who may be huffed, as the position's text has it."""
    fields = dict(field.split("=") for field in position.fen().split()[2:])
    return fields.get("offence", "")


def huffs(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("huff")]


def test_a_step_while_a_capture_exists_is_an_offence_of_the_officer_who_could_capture() -> None:
    assert offence(after(read(OMITTED), "d6-e6")) == "e6"
    assert offence(after(read(OMITTED), "c7-c6")) == "d6"
    assert offence(after(read(OMITTED), "d6xd4")) == ""


def test_a_step_without_a_capture_to_omit_is_none() -> None:
    assert offence(after(read(placed(REST, "d6 c7", "o")), "d6-e6")) == ""


def test_where_both_could_have_captured_and_none_did_the_soldiers_name_one() -> None:
    position = after(read(placed(f"{REST} d5 c6", "d6 c7", "o")), "d6-e6")
    assert offence(position) == "c7,e6"
    assert huffs(position) == ["huff c7", "huff e6"]
    assert on(after(position, "huff c7"), "officer") == "e6"
    assert on(after(position, "huff e6"), "officer") == "c7"
    with pytest.raises(engine.AmbiguousMove) as caught:
        position.parse("huff")
    assert str(caught.value) == "`huff` could be `huff c7` or `huff e6`."


def test_a_chain_broken_off_is_an_offence_of_that_officer_alone() -> None:
    position = read(placed("d5 e4 c6 a3 a4 b3 g3 g4 c1", "d6 c7", "o"))
    assert offence(after(position, "d6xd4")) == "d4"
    assert offence(after(position, "d6xd4xf4")) == ""


def test_who_captured_completely_spares_the_other() -> None:
    position = read(placed(f"{REST} d5 c6", "d6 c7", "o"))
    assert offence(after(position, "c7xc5xe5")) == ""


def test_the_huffed_officer_is_lifted_and_the_soldiers_still_move() -> None:
    position = after(read(OMITTED), "d6-e6")
    huff = position.parse("huff")
    e6 = position.board.point["e6"]
    assert huff == Move("huff", (e6,), removed=(e6,))
    then = position.play(huff)
    assert on(then, "officer") == "c7"
    assert then.turn == SOLDIERS
    assert not huffs(then)
    assert after(then, "d5-e5").turn == OFFICERS


def test_the_right_lapses_with_the_soldiers_next_move() -> None:
    position = after(read(OMITTED), "d6-e6", "d5-c5", "e6-e5")
    assert offence(position) == ""
    with pytest.raises(engine.IllegalMove):
        position.parse("huff")


def test_a_claim_in_vain_gets_an_answer_and_changes_nothing() -> None:
    position = after(ASSAUT.start(), "@c6,e6")
    text = position.fen()
    with pytest.raises(engine.IllegalMove, match="nothing to huff"):
        position.parse("huff")
    assert position.fen() == text


def test_one_officer_a_claim() -> None:
    position = after(read(placed(f"{REST} d5 c6", "d6 c7", "o")), "d6-e6", "huff c7")
    with pytest.raises(engine.IllegalMove, match="huffed on this turn"):
        position.parse("huff")


def test_claim_and_move_in_one_message_are_played_both_or_none() -> None:
    position = after(read(OMITTED), "d6-e6")
    assert [
        position.write(position.parse_all(text)[0]) for text in ("huff d5-e5", "HUFF E6 D5 E5")
    ] == [
        "huff e6",
        "huff e6",
    ]
    huff, step = position.parse_all("huff e6 d5-e5")
    assert position.play(huff).play(step) == after(position, "huff", "d5-e5")
    with pytest.raises(engine.IllegalMove, match="one step"):
        position.parse_all("huff e6 d5-d7")


def test_forced_an_officer_has_to_capture_and_to_go_on() -> None:
    position = read(placed(f"{REST} d5 e4", "d6 c7", "o"), capture="forced")
    assert texts(position) == ["d6xf4"]


def test_auto_huffs_the_officer_that_moved_if_he_is_to_blame() -> None:
    both = read(placed(f"{REST} d5 c6", "d6 c7", "o"), capture="auto")
    for text, left in (("d6-e6", "c7"), ("c7-d7", "d6")):
        move = both.parse(text)
        assert move.removed == (move.path[-1],)
        assert on(both.play(move), "officer") == left
        assert both.play(move).turn == SOLDIERS
    broken = read(placed(f"{REST} d5 e4", "d6 c7", "o"), capture="auto")
    assert on(after(broken, "d6xd4"), "officer") == "c7"
    assert on(after(broken, "d6xd4xf4"), "officer") == "c7 f4"


def test_auto_huffs_otherwise_the_first_in_the_order_of_the_ranks() -> None:
    # Both could capture; a third officer does not exist, so the blame is another's only if one
    # officer could and the other moved.
    one = read(placed(f"{REST} d5", "d6 c7", "o"), capture="auto")
    assert on(after(one, "c7-d7"), "officer") == "d7"


def test_auto_huffs_nobody_when_the_sixteenth_soldier_has_fallen() -> None:
    position = read(placed("d5 e4 a3 a4 b3 g3 g4 c1 e1", "d6 c7", "o"), capture="auto")
    ended = after(position, "d6xd4")
    assert on(ended, "officer") == "c7 d4"
    assert reason(ended) == "(2, 1) Sixteen soldiers have been captured."


# 9. The end


EIGHT_INSIDE = "c5 d5 c6 d6 e6 c7 d7 e7"


def test_nine_soldiers_in_the_fortress_win() -> None:
    position = after(read(placed(f"{EIGHT_INSIDE} e4", "a3 g3")), "e4-e5")
    assert reason(position) == "(1, 2) Nine soldiers fill the fortress."


def test_both_officers_huffed_win_for_the_soldiers() -> None:
    position = after(read(placed(f"{REST} d5", "d6", "o")), "d6-e6", "huff")
    assert reason(position) == "(1, 2) Both officers have been huffed."
    position = after(read(placed(f"{REST} d5", "d6", "o"), capture="auto"), "d6-e6")
    assert reason(position) == "(1, 2) Both officers have been huffed."


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
    assert position.warning(move) is None


@pytest.mark.parametrize("seat", [SOLDIERS, OFFICERS])
def test_who_gives_up_has_lost_and_an_agreement_is_a_draw(seat: int) -> None:
    for position in (ASSAUT.start(), after(ASSAUT.start(), "@c6,e6")):
        name = position.seats[seat].name
        ranks = (2, 1) if seat == SOLDIERS else (1, 2)
        assert reason(position.resign(seat)) == f"{ranks} {name} gave up."
        (draw,) = position.agreements()
        assert reason(position.agree(draw)) == "(1, 1) The players agreed on it."


# 10. No blocking


def test_blocking_the_officers_loses_where_that_is_chosen_and_the_player_is_warned() -> None:
    text = placed("b3 b4 a5 c3 d4 c4 e3 e4 d2 a4 b5", "a3")
    position = read(text, no_block=True, soldiers="free")
    blocking = position.parse("b5-c5")
    assert str(position.warning(blocking)) == (
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
            assert bool(position.warning(move)) == (blocks and position.options["no_block"])


# 11. Draws


def test_100_plies_without_progress_are_a_draw() -> None:
    position = read(placed(f"{REST} d6", "d2 d3", "o", "idle=99"))
    assert reason(after(position, "d2-e2")).startswith("(1, 1) 100 turns without")
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


# Secrets


def test_an_offence_is_hidden_from_everybody() -> None:
    position = after(read(OMITTED), "d6-e6")
    plain = read(position.fen().replace(" offence=e6", ""))
    for seat in (None, SOLDIERS, OFFICERS):
        seen = position.seen_by(seat)
        assert seen == plain
        assert "offence" not in seen.fen()
        assert not huffs(seen)


def test_the_huff_is_offered_on_every_turn_of_the_soldiers() -> None:
    position = after(ASSAUT.start(), "@c6,e6")
    due = after(read(OMITTED), "d6-e6")
    assert position.claims() == due.claims() == due.seen_by(SOLDIERS).claims()
    assert [(claim.text, str(claim.label)) for claim in position.claims()] == [("huff", "Huff")]
    assert ASSAUT.start().claims() == ()
    assert read(OMITTED).claims() == ()
    assert position.resign(SOLDIERS).claims() == ()
    for capture in ("forced", "auto"):
        assert after(ASSAUT.start(capture=capture), "@c6,e6").claims() == ()


def test_refusals_of_other_moves_say_nothing_of_an_offence() -> None:
    due = after(read(OMITTED), "d6-e6")
    plain = due.seen_by(SOLDIERS)
    names = due.board.names
    for start in names:
        for end in names:
            answers = []
            for position in (due, plain):
                try:
                    answers.append(position.write(position.parse(f"{start}-{end}")))
                except engine.MoveError as refusal:
                    answers.append(str(refusal))
            assert answers[0] == answers[1]
            assert "huff" not in answers[0]


def test_naming_the_wrong_officer_gets_the_same_answer_with_and_without_an_offence() -> None:
    due = after(read(OMITTED), "d6-e6")
    for officer in ("c7", "d5", "a5"):
        answers = set()
        for position in (due, due.seen_by(SOLDIERS)):
            with pytest.raises(engine.IllegalMove) as caught:
                position.parse(f"huff {officer}")
            answers.add(str(caught.value))
        assert len(answers) == 1


def test_where_no_soldier_can_step_there_is_nothing_to_hide() -> None:
    text = placed("c5 d5 c6 d6 e6 c7 e7 b5 b4 f5", "d7 e5", "s", "offence=e5")
    for seat in (None, SOLDIERS, OFFICERS):
        assert read(text).seen_by(seat).outcome() is None


# 13. Cost

CROWDED = placed(
    " ".join(oracle.name(at) for at in sorted(oracle.CROSS) if not (at[0] % 2 and at[1] % 2)),
    "c1",
    "o",
)


@pytest.mark.parametrize("capture", ["huff", "forced", "auto"])
def test_an_officer_among_very_many_soldiers_costs_little(capture: str) -> None:
    position = read(CROWDED, capture=capture)
    began = time.perf_counter()
    moves = position.legal_moves()
    assert time.perf_counter() - began < 2
    assert len(moves) > 1_000
    for move in moves[:: len(moves) // 50]:
        assert position.parse(position.write(move)) == move


def test_every_chain_can_be_played_whatever_the_list_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read(CROWDED)
    whole = position.legal_moves()
    monkeypatch.setattr(assaut_captures, "WIDTH", 5)
    for capture in ("huff", "auto"):
        narrow = read(CROWDED, capture=capture)
        assert len(narrow.legal_moves()) < 150
        for move in whole[:: len(whole) // 100]:
            if not move.captured:
                continue
            typed = narrow.parse("x".join(narrow.board.names[point] for point in move.path))
            assert typed.path[-1] == move.path[-1]
            assert set(typed.captured) == set(move.captured)
            assert narrow.parse(narrow.write(typed)) == typed
            narrow.play(typed)


def test_a_narrow_search_still_finds_captures_that_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assaut_captures, "WIDTH", 1)
    position = read(CROWDED, capture="forced")
    assert position.legal_moves()
    assert all(move.captured for move in position.legal_moves())


# The oracle


@st.composite
def scattered(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Soldiers and officers on random points."""
    names = sorted(oracle.name(at) for at in oracle.CROSS)
    points = draw(st.permutations(names))
    officers = draw(st.integers(0, 2))
    soldiers = draw(st.integers(1, 18))
    return points[officers : officers + soldiers], points[:officers]


def effect_of(position: Position, move: Move) -> oracle.Effect:
    names = position.board.names
    return (
        names[move.path[0]],
        names[move.path[-1]],
        frozenset(names[point] for point in move.captured),
    )


@given(pieces=scattered(), manner=st.sampled_from(MANNERS))
@settings(max_examples=150, deadline=None)
def test_the_steps_of_soldiers_are_those_of_the_oracle(
    pieces: tuple[list[str], list[str]], manner: str
) -> None:
    soldiers, officers = pieces
    position = read(placed(" ".join(soldiers), " ".join(officers)), soldiers=manner)
    assert {effect_of(position, move) for move in position.legal_moves()} == oracle.soldier_steps(
        manner, set(map(oracle.place, soldiers)), set(map(oracle.place, officers))
    )


@given(pieces=scattered())
@settings(max_examples=300, deadline=None)
def test_the_moves_of_officers_are_those_of_an_oracle_that_follows_every_path(
    pieces: tuple[list[str], list[str]],
) -> None:
    soldiers, officers = pieces
    standing = (set(map(oracle.place, soldiers)), set(map(oracle.place, officers)))
    try:
        captures = oracle.captures(*standing, limit=3_000)
    except oracle.TooManyPaths:
        assume(False)
    steps = oracle.officer_steps(*standing)
    text = placed(" ".join(soldiers), " ".join(officers), "o")
    complete = {effect for effect, (_, ended) in captures.items() if ended}
    expected = {
        "huff": captures.keys() | steps,
        "auto": captures.keys() | steps,
        "forced": complete or steps,
    }
    for capture, effects in expected.items():
        position = read(text, capture=capture)
        moves = {effect_of(position, move): move for move in position.legal_moves()}
        assert moves.keys() == effects
        for effect, move in moves.items():
            blamed = oracle.offenders(*standing, effect)
            if effect in captures:
                path = "x".join(position.board.names[point] for point in move.path)
                assert path == captures[effect][0]
                assert position.parse(path) == move
            if capture == "huff":
                assert set(filter(None, offence(position.play(move)).split(","))) == blamed
            if capture == "auto" and len(soldiers) - len(move.captured) > 8:
                lifted = {position.board.names[point] for point in move.removed}
                assert lifted == ({effect[1]} if effect[1] in blamed else blamed)
