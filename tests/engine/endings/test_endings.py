"""Endgame tables are right, and a computer that knows them wins every won ending."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine import Move, Position
from engine.computer import Computer
from engine.endings.table import NOT_SURE, EndgameTables
from engine.lessons import LESSONS
from engine.study.endings import KnownEnding, change_text, known_ending, result_text
from tests.each import for_each
from tests.engine.endings.proof import TABLED, endings, fault, played_out, won_endings
from tests.nightly import is_night

PETROV = "W:WKa1,Kb4,Kh8:BKf2"
"""A. D. Petrov's triangle: three kings beat one that does not hold the long diagonal."""

COMPARED = 10_000 if is_night() else 20
PLAYED = 100 if is_night() else 1

every_game = for_each(TABLED)


@every_game
def test_each_result_follows_from_those_after_every_move(game: str) -> None:
    assert [*filter(None, map(fault, endings(game, TABLED[game], COMPARED, 1)))] == []


@for_each(TABLED, [7, 8])
def test_a_won_ending_is_won_against_who_holds_out_longest(game: str, level: int) -> None:
    for position in won_endings(game, TABLED[game], PLAYED, level):
        ending = known_ending(position)
        assert ending is not None
        assert played_out(position, level, None) == ending.plies, position.fen()


def test_petrovs_triangle_is_won_within_the_fifteen_moves() -> None:
    """The rules allow fifteen moves for the win that A. D. Petrov published in 1827."""
    position = engine.games["russian"].read(PETROV)
    ending = known_ending(position)
    assert ending is not None
    assert ending.winner == 0
    assert ending.moves <= 15
    assert played_out(position, 8, None) == ending.plies


def test_what_is_counted_already_may_leave_too_few_moves() -> None:
    russian = engine.games["russian"]
    assert known_ending(russian.read(f"{PETROV} fifteen=25 idle=25")) is None
    assert known_ending(russian.read(f"{PETROV} fifteen=2 idle=2")) is not None


def test_one_king_draws_from_the_long_diagonal() -> None:
    position = engine.games["russian"].read("W:WKb8,Kd8,Kf8:BKh8")
    assert known_ending(position) == KnownEnding(None, 0)


@pytest.mark.parametrize("written", ["", "{}\n", '{"K-K": [0, 9]}\nno table', "no line of JSON"])
def test_a_missing_or_damaged_file_is_told_once_and_leaves_endings_to_the_search(
    written: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "russian.bin"
    if written:
        file.write_text(written, encoding="utf-8")
    tables = EndgameTables(str(tmp_path / "russian"), 4, list(range(32)), 4)
    assert [tables.value(0, 0, 1, 0, 1 << 9) for _ in range(2)] == [NOT_SURE, NOT_SURE]
    assert tables.pieces == 0
    (record,) = caplog.records
    assert str(file) in record.getMessage()


def test_levels_below_seven_see_endings_by_themselves() -> None:
    position = engine.games["russian"].read(PETROV)
    assert abs(Computer(6).think([position]).value) < 9_000
    assert Computer(7).think([position]).value > 9_900


def test_two_frisian_kings_win_against_one_within_seven_moves() -> None:
    """The official rules allow seven moves; some positions would need up to ten."""
    frisian = engine.games["frisian-official"]
    won = known_ending(frisian.read("W:WK6,K50:BK23"))
    assert won is not None
    assert (won.winner, won.moves) == (0, 5)
    for position in won_endings("frisian-official", 3, 40, 1):
        kinds = sorted(piece.kind for _, piece in position.pieces())
        ending = known_ending(position)
        if kinds == ["king"] * 3 and ending is not None:
            assert ending.moves <= 7


def test_what_a_tired_king_cannot_do_is_known() -> None:
    frisian = engine.games["frisian-official"]
    results: set[KnownEnding | None] = set()
    for moves in (1, 2, 3):
        position = frisian.read(f"W:WK28,46:BK5 white-king=28:{moves}")
        assert fault(position) == ""
        results.add(known_ending(position))
    assert len(results) > 1


def test_a_known_result_is_said_in_words_and_so_is_what_a_move_made_of_it() -> None:
    before = engine.games["russian"].read(PETROV)
    assert str(result_text(before)) == "A sure win for White in 12 moves."
    blunder = before.play(before.parse("h8-d4"))
    assert str(change_text(before, blunder)) == "Known ending: won in 12 moves → drawn."
    assert result_text(engine.games["russian"].start()) is None


@for_each(["russian", "frisian", "frisian-official", "frysk"])
def test_lessons_in_endings_ask_for_the_moves_that_win_in_time(game: str) -> None:
    titles = {"Petrov's triangle", "Two kings against one"}
    (step,) = (step for step in LESSONS[game].steps if step.title.template in titles)
    position = step.start(engine.games[game])
    for goal in step.goals:
        ending = known_ending(position)
        assert ending is not None
        assert ending.winner == position.turn
        winning = [move for move in position.legal_moves() if wins(position, move)]
        assert goal.solutions(position) == winning
        if goal.reply:
            position = position.play(winning[0])
            position = position.play(position.parse(goal.reply))


def wins(position: Position, move: Move) -> bool:
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return outcome.ranks[position.turn] < outcome.ranks[1 - position.turn]
    ending = known_ending(after)
    return ending is not None and ending.winner == position.turn
