"""Making puzzles from games: a making that was stopped goes on where it was."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import engine
from engine.puzzles import Puzzle, PuzzleGoal, PuzzleTheme, puzzles_in, read, write
from engine.puzzles.files import remarks
from engine.puzzles.finding import selecting
from engine.puzzles.finding.detecting import puzzle_at
from engine.puzzles.finding.selecting import ideas
from engine.puzzles.looking import LeftOffError, Looks
from tests.nightly import NIGHTLY
from tools.puzzles.__main__ import at_least_one, verify
from tools.puzzles.careless_games import game_of
from tools.puzzles.making import (
    OtherSeedError,
    adding,
    looked_at_anew,
    making,
    puzzles_of,
    verified_puzzles_of,
)

ROOT = Path(__file__).parents[3]

SEED = 6
"""With this seed the second game of Frysk! gives the first puzzle."""

FEW = 5_000
"""The least nodes of a search in tests that do not depend on it."""

TODAY = datetime.now(UTC).date()
"""The day of the puzzles' verification, the same as in puzzles that another process makes."""

SHOT = "W:W27,31,33,36,37,39-41,43,46,47,50:B1,2,6,7,9-12,15-19,25"


def mapped(numbers: Iterable[int]) -> Iterator[tuple[Puzzle, ...]]:
    return map(partial(verified_puzzles_of, "frysk", SEED, TODAY, FEW), numbers)


@NIGHTLY
def test_making_that_was_killed_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    command = (
        sys.executable, "-m", "tools.puzzles",
        "--folder", str(killed), "--cores", "1", "--seed", str(SEED),
        "make", "frysk", "--count", "1", "--fewest", str(FEW),
    )  # fmt: skip
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as process:  # noqa: S603
        assert process.stderr is not None
        assert b"0/1 in 0 games" in process.stderr.readline()
        assert b"in 1 games" in process.stderr.readline()
        process.kill()
    *_, last = making("frysk", 1, SEED, killed, mapped)
    *_, other = making("frysk", 1, SEED, whole, mapped)
    assert last == other
    assert (killed / "frysk.txt").read_bytes() == (whole / "frysk.txt").read_bytes()
    assert len(read(whole / "frysk.txt")) == 1
    with pytest.raises(OtherSeedError):
        next(making("frysk", 1, SEED + 1, whole, mapped))


def test_a_careless_game_has_puzzles_where_its_value_jumps() -> None:
    played = [*game_of(engine.games["frysk"], SEED, 1, Looks())]
    assert all(later.before == one.position for one, later in pairwise(played))
    jumps = {one.position.fen() for one in played if one.jumps}
    assert 2 * len(jumps) < len(played)
    (puzzle,) = puzzles_of("frysk", SEED, 1)
    assert puzzle.position in jumps
    assert puzzle.goal == PuzzleGoal("win")


def test_a_position_with_one_good_move_is_a_puzzle() -> None:
    puzzle = puzzle_at(engine.games["frisian"].read(SHOT))
    assert puzzle is not None
    assert puzzle.solution == ("27-21", "17x26", "31-27", "26x28", "33x4")
    assert puzzle.official
    assert puzzle.depth == 3


def test_a_match_of_four_gives_no_puzzles() -> None:
    assert puzzle_at(engine.games["chinese-checkers"].start(3)) is None


def test_moving_to_and_fro_is_none() -> None:
    assert puzzle_at(engine.games["checkers"].read("W:WK5,K13,29:BK21,K30 idle=12")) is None


def test_an_even_beginning_is_none() -> None:
    assert puzzle_at(engine.games["frisian"].start()) is None


def test_what_was_found_elsewhere_is_added_if_it_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solution = ("27-21", "17x26", "31-27", "26x28", "33x4")
    good = Puzzle("frisian", (), SHOT, PuzzleGoal("win"), solution, PuzzleTheme("ending"), 5)
    bad = good._replace(position="W:W31-50:B1-20", solution=("32-28",))
    *_, last = adding("frisian", SEED, tmp_path, [bad, good, good], partial(map, looked_at_anew))
    assert last == (1, 3)
    file = tmp_path / "frisian.txt"
    (added,) = read(file)
    assert (added.solution, added.theme, added.depth) == (solution, PuzzleTheme("shot", 3), 3)
    write(file, [added], [*remarks(file), "by hand"])
    assert [*adding("frisian", SEED, tmp_path, [], partial(map, looked_at_anew))] == []
    assert remarks(file)[2:] == ("by hand",)
    write(file, [added._replace(goal=PuzzleGoal("win"))])
    assert not verify([], None, SEED, tmp_path, 1)
    assert f"{added.id}: goal" in capsys.readouterr().out


def test_a_recapture_is_obvious_and_so_is_the_one_biggest_capture() -> None:
    game = engine.games["russian"]
    before = game.read("B:Wd4,b2,d2,a1,e1:Be5,a7")
    position = before.play(before.parse("e5xc3"))
    back = position.parse("b2xd4")
    assert selecting.is_obvious(position, back, before)
    assert not selecting.is_obvious(position, back, None)
    choice = game.read("W:Wc3,g3:Bb4,f4,f6,a7")
    assert selecting.is_obvious(choice, choice.parse("g3xe5xg7"), None)
    assert not selecting.is_obvious(choice, choice.parse("c3xa5"), None)


def test_puzzles_are_found_in_a_match_with_bounded_nodes() -> None:
    position = engine.games["frisian"].read(SHOT)
    line = [position]
    for text in ("27-21", "17x26", "31-27", "26x28", "33x4"):
        line.append(line[-1].play(line[-1].parse(text)))
    found = list(puzzles_in([position, *line], Looks(1_000_000)))
    assert found[0].position == SHOT
    looks = Looks(5_000)
    puzzle_at(position, None, looks)
    assert looks.left > -5_000
    assert list(puzzles_in([position, *line], Looks(500))) == []
    with pytest.raises(LeftOffError):
        list(puzzles_in([position, *line], Looks(1_000_000, lambda nodes: nodes > 2_000)))


def test_a_mirrored_puzzle_and_one_with_a_far_piece_moved_have_the_same_idea() -> None:
    solution = ("27-21", "17x26", "31-27", "26x28", "33x4")
    puzzle = Puzzle(
        "frisian", (), SHOT, PuzzleGoal("crown", 1), solution, PuzzleTheme("shot", 3), 3
    )
    far = puzzle._replace(position=SHOT.replace(",50:", ",49:"))
    turned = puzzle._replace(
        position=_turned(SHOT).translate(str.maketrans("WB", "BW")),
        solution=tuple(map(_turned, solution)),
    )
    assert len({puzzle.id, far.id, turned.id}) == 3
    assert ideas(puzzle) == ideas(far) == ideas(turned)
    assert not ideas(puzzle) & ideas(puzzle._replace(solution=("33-28",)))


def _turned(text: str) -> str:
    """Return a text with its square numbers as on the board rotated by 180 degrees."""
    whole = text.replace("39-41", "39,40,41").replace("9-12", "9,10,11,12")
    whole = whole.replace("15-19", "15,16,17,18,19")
    return re.sub(r"\d+", lambda match: str(51 - int(match[0])), whole)


def test_a_sample_of_none_is_refused() -> None:
    assert at_least_one("1") == 1
    for text in ("0", "-1", "x"):
        with pytest.raises(argparse.ArgumentTypeError):
            at_least_one(text)
