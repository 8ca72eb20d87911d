"""A wrong try gets a second look: the computer may find it as good as the solution."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cogs.analysis.desk_keeper import DeskReader, Moved, SeenDesk
from cogs.analysis.desks import CHANGED
from cogs.computers.worker_protocol import Answer, Question
from cogs.language.catalogues import ENGLISH
from cogs.learning.puzzle_boards import DeskPuzzle
from cogs.timekeeping.paces import Paces
from engine.puzzles import Puzzle
from engine.puzzles.doubts import FILE, Doubt, note_doubt, read_doubts
from engine.rating import NEW
from tests.cogs.conftest import SHARED, Club
from tests.cogs.learning.conftest import PUZZLES, Looks
from tests.cogs.learning.test_puzzles import (
    begin,
    desk_of,
    puzzle_of,
    puzzles_of,
    type_move,
    wrong_move,
)
from tests.cogs.learning.test_shared_puzzles import newest, posted
from tools.puzzles.__main__ import list_doubts

pytestmark = SHARED


@pytest.fixture(autouse=True)
def nothing_found_before(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the shared bot forget what it found in other tests."""
    monkeypatch.setattr(puzzles_of(club).boards._looks, "_found", {})


@pytest.fixture
def equal(looks: Looks, monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Looks that find every try as good as the solution."""

    async def study(question: Question, *_: object) -> Answer:
        looks.asked.append(question)
        await asyncio.sleep(0)
        return Answer(values=[100] * len(question.compared))

    monkeypatch.setattr(looks, "answer", study)
    return looks


def told(puzzle: Puzzle, move: str) -> str:
    return f"The computer finds `{move}` as good as the solution `{puzzle.solution[0]}`: solved."


@pytest.fixture
def kept(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the bot keeps doubts."""
    monkeypatch.setattr(puzzles_of(club).boards._looks, "_file", tmp_path / FILE)
    return tmp_path / FILE


async def test_a_try_that_is_as_good_solves_the_puzzle(
    club: Club, equal: Looks, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    wrong = wrong_move(puzzle)
    await type_move(club, club.alice, message, wrong)
    text = club.text(message.message)
    assert told(puzzle, wrong) in text
    assert f"The solution of the book: `{'  '.join(puzzle.solution)}`" in text
    rating = await club.store.puzzles.rating_of(club.alice.id, "checkers")
    assert rating.shown > NEW.shown
    assert f"{NEW} → {rating}" in text
    seen = (await club.store.puzzles.seen(club.alice.id, "checkers"))[puzzle.id]
    assert (seen.right, seen.solved is not None) == (True, True)
    assert read_doubts(kept) == [Doubt(puzzle.id, 0, wrong)]
    list_doubts(kept, PUZZLES)
    assert capsys.readouterr().out == (
        f"1x {puzzle.id}, move 1: {wrong} is as good as the solution ({puzzle.solution[0]})\n"
    )
    short, normal = equal.asked
    assert list(normal.compared) == list(short.compared) == [wrong, puzzle.solution[0]]


@pytest.mark.usefixtures("equal")
async def test_a_channel_is_told_so_and_who_has_solved_it(club: Club) -> None:
    shared, puzzle = await posted(club)
    wrong = wrong_move(puzzle)
    await club.bob.send(club.channel, wrong)
    assert f"**Solved by <@{club.bob.id}>!** {told(puzzle, wrong)}" in club.text()
    solved, _ = await newest(club)
    assert (solved.id, solved.solver, solved.line) == (shared.id, club.bob.id, (wrong,))
    await club.restart()
    await club.carol.send(club.channel, wrong, reply_to=club.last)
    assert f"{told(puzzle, wrong)} <@{club.bob.id}> was first." in club.text()


async def test_a_move_entered_twice_during_the_look_counts_once(
    club: Club, equal: Looks, kept: Path
) -> None:
    await begin(club, club.alice)
    puzzle, desk = await puzzle_of(club, club.alice), await desk_of(club, club.alice)
    desks, reader = puzzles_of(club).boards.desks, DeskReader(club.alice.id, ENGLISH)

    async def enter() -> Moved:
        async def play(seen: SeenDesk) -> Moved:
            return await desks._moved(seen, wrong_move(puzzle), reader)

        return await desks._changed(desk.id, desk.version, play, club.alice.id, desk.used)

    first, second = await asyncio.gather(enter(), enter())
    assert told(puzzle, wrong_move(puzzle)) in str(first.said)
    assert second.said is CHANGED
    assert DeskPuzzle.read(second.desk.about).state == "solved"
    assert [doubt.times for doubt in read_doubts(kept)] == [1]
    assert len(equal.asked) == 2


@pytest.mark.parametrize("failing", ["busy", "broken"])
async def test_without_an_answer_the_solution_alone_counts(
    club: Club, looks: Looks, failing: str, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks.failing = failing == "broken"
    if failing == "busy":
        monkeypatch.setattr(paces, "second_look_within", 0.05)
        looks.silent = True
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    await type_move(club, club.alice, message, wrong_move(puzzle))
    assert f"`{wrong_move(puzzle)}` is not it. " in club.text(message.message)
    assert (await club.store.puzzles.rating_of(club.alice.id, "checkers")).shown < NEW.shown


@pytest.mark.usefixtures("equal")
async def test_a_disk_that_fails_does_not_fail_the_try(
    club: Club, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(puzzles_of(club).boards._looks, "_file", tmp_path / "none" / FILE)
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    await type_move(club, club.alice, message, wrong_move(puzzle))
    assert told(puzzle, wrong_move(puzzle)) in club.text(message.message)


def test_doubts_are_counted_and_other_lines_left_out(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text("not one\nfrysk-0cdc16 2 huff_a3 4\n", "utf-8")
    note_doubt(file, Doubt("frysk-0cdc16", 2, "huff a3"))
    note_doubt(file, Doubt("frisian-75d1ec", 0, "20-25"))
    assert read_doubts(file) == [
        Doubt("frysk-0cdc16", 2, "huff a3", 5),
        Doubt("frisian-75d1ec", 0, "20-25", 1),
    ]
