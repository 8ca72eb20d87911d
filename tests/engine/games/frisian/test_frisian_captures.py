"""Captures in Frisian draughts, rule by rule, and the cost of their search."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import AmbiguousMove, Position
from engine.capabilities import captures
from engine.capabilities.captures import TakesLong, quickly
from engine.games.frisian import state
from engine.games.frisian.best_captures import KING, MAN, _Search
from engine.games.frisian.board import AXES, BITS, BOARD, DIVISORS, line_mask
from engine.games.frisian.capture_search import MAN_DIVISOR
from engine.games.frisian.state import BUDGET
from tests.engine.games.frisian.positions import (
    OFFICIAL,
    PRESETS,
    STRESS,
    effects,
    oracle_captures,
    read,
    texts,
)


@cache
def stressed() -> Position:
    """Return the position of STRESS, whose capture is searched for once."""
    return read(STRESS)


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
    (move,) = stressed().legal_moves()
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


def test_the_longest_capture_of_a_king_among_many_men() -> None:
    position = stressed()
    (move,) = position.legal_moves()
    assert len(move.captured) == 19
    assert position.parse(position.write(move)) == move


@pytest.mark.parametrize("game", PRESETS)
def test_a_list_that_takes_long_is_told_to_who_wants_it_quickly(game: str) -> None:
    position = read(STRESS, game)
    with quickly(), pytest.raises(TakesLong):
        position.legal_moves()
    (move,) = position.legal_moves()
    with quickly():
        assert position.legal_moves() == (move,)
        assert engine.games[game].start().legal_moves()


HOSTILE = [
    "W:WK21:B4,7,13,15,17,20,22,24,26,27,31,33,35,38,39,40,42,K47,19",
    "W:W27:B3,8,11,12,13,14,17,19,21,22,23,24,26,28,30,31,33,34,37,39,41,42,43,44,K48",
    "W:WK1,K2,K3,K4,K5,K16,K26,K36,K46,K47,K48:B7-9,12-14,17-19,22-24,27-29,32-34,37-39,42-44",
]


@pytest.mark.parametrize("fen", HOSTILE)
@pytest.mark.parametrize("game", PRESETS)
def test_no_position_costs_more_than_its_budget(
    fen: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = list[int]()
    bound = _Search._bound

    def counted(self: _Search, taken: int, squares: int) -> int:
        looked_at.append(taken)
        return bound(self, taken, squares)

    monkeypatch.setattr(_Search, "_bound", counted)
    assert read(fen, game).legal_moves()
    # The captures are searched for a second time, as the first search may have left some out.
    assert len(looked_at) <= 2 * 1.1 * BUDGET


def test_within_a_small_budget_every_capture_of_the_most_can_still_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full = stressed()
    (best,) = full.legal_moves()
    monkeypatch.setattr(state, "BUDGET", 200)
    monkeypatch.setattr(captures, "STATES", 200)
    position = read(STRESS)
    listed = position.legal_moves()
    assert full.complete
    assert not position.complete
    assert best not in listed
    path = "x".join(position.board.names[point] for point in best.path)
    assert position.parse(path) == best
    for move in listed:
        assert position.parse(position.write(move)) == move


# The tables by what stands on a line, or beside a square


def subsets(squares: int) -> list[int]:
    found = [0]
    for bit in BITS:
        if bit & squares:
            found += [one | bit for one in found]
    return found


@pytest.mark.parametrize("axis", AXES)
def test_sets_of_squares_of_a_line_leave_different_remainders(axis: int) -> None:
    for point in range(len(BITS)):
        sets = subsets(line_mask(point, axis))
        assert len({one % DIVISORS[axis] for one in sets}) == len(sets)


def test_sets_of_squares_beside_a_square_leave_different_remainders() -> None:
    for point in range(len(BITS)):
        rays = [BOARD.ray(point, direction) for direction in range(len(BOARD.steps))]
        sets = subsets(sum(BITS[ray[0]] for ray in rays if len(ray) > 1))
        assert len({one % MAN_DIVISOR for one in sets}) == len(sets)
