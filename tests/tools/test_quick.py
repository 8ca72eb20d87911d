"""The tests that `make quick` runs for a change."""

from __future__ import annotations

import os
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol, cast

import pytest

from tests.durations import are_noted, noted
from tests.needs import GIT
from tools.quick.__main__ import SECONDS
from tools.quick.changes import base, changed, changed_by
from tools.quick.choosing import ALWAYS, HARNESS, RULES, SAMPLE, Choice, choose, ranked
from tools.quick.closeness import Closeness

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def closeness() -> Closeness:
    return Closeness(ROOT)


class Choosing(Protocol):
    def __call__(self, *changed: str, budget: float = 80, each: float = 1) -> Choice: ...


@pytest.fixture
def chosen(closeness: Closeness) -> Choosing:
    """Chooses the tests for a change as if every file of tests took ``each`` seconds."""

    def choosing(*changed: str, budget: float = 80, each: float = 1) -> Choice:
        return choose(closeness, changed, dict.fromkeys(closeness.tests, each), budget)

    return choosing


# The order


@pytest.mark.parametrize(
    ("changed", "nearest"),
    [
        ("cogs/moves/play.py", "tests/cogs/moves/test_play.py"),
        ("cogs/crowds/ballot_posts.py", "tests/cogs/crowds/test_ballot_posts.py"),
        ("cogs/events/conducting/director.py", "tests/cogs/events/test_director.py"),
        ("engine/games/halma/state.py", "tests/engine/games/halma/test_state.py"),
        ("engine/games/italian.py", "tests/engine/games/test_italian.py"),
        ("engine/board.py", "tests/engine/test_board.py"),
        ("engine/table/clock.py", "tests/engine/table/test_clock.py"),
        ("render/maps/fronts.py", "tests/render/maps/test_fronts.py"),
        ("data/database/postgres/dumps.py", "tests/data/database/postgres/test_dumps.py"),
        ("tools/fuzzing/parsers.py", "tests/tools/test_fuzzing.py"),
    ],
)
def test_the_nearest_test_has_the_place_and_name_of_what_changed(
    closeness: Closeness, changed: str, nearest: str
) -> None:
    distances = closeness.distances(changed)
    assert min(distances, key=distances.__getitem__) == nearest


def test_tests_of_the_same_room_come_before_those_that_reach_it_by_chance(
    closeness: Closeness,
) -> None:
    distances = closeness.distances("cogs/moves/bare_messages.py")
    own = [distances[test] for test in closeness.tests if test.startswith("tests/cogs/moves/")]
    assert max(own) < distances["tests/cogs/settings/test_greeting.py"]
    assert "tests/engine/test_board.py" not in distances


def test_a_changed_test_is_run_first(chosen: Choosing) -> None:
    test = "tests/cogs/help/test_help.py"
    assert chosen("cogs/moves/play.py", test).run[0] == test


def test_tests_of_a_module_of_theirs_are_found_by_its_imports(closeness: Closeness) -> None:
    near = closeness.distances("tests/engine/games/frisian/positions.py")
    assert "tests/engine/games/frisian/test_frisian.py" in near
    assert "tests/cogs/moves/test_play.py" not in near


def test_of_a_deleted_module_the_room_is_run(chosen: Choosing) -> None:
    run = chosen("cogs/crowds/that_was_here.py").run
    assert "tests/cogs/crowds/test_votes.py" in run


# Rules


def test_every_rule_is_of_a_file_that_is_there_and_names_tests_that_are(
    closeness: Closeness,
) -> None:
    files = {
        path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if ".venv" not in str(path)
    }
    for pattern in [*RULES, *HARNESS]:
        assert any(fnmatchcase(file, pattern) for file in files), pattern
    for pattern in [*ALWAYS, *SAMPLE, *(test for tests in RULES.values() for test in tests)]:
        assert any(fnmatchcase(test, pattern) for test in closeness.tests), pattern


def test_what_is_read_leads_to_the_tests_that_read_it(chosen: Choosing) -> None:
    assert "tests/test_catalogues.py" in chosen("cogs/language/locales/fr/engine.po").run
    assert "tests/test_policies.py" in chosen("PRIVACY.md").run
    assert "tests/engine/documents/test_documents.py" in chosen("engine/documents/russian.md").run
    assert "tests/engine/test_golden.py" in chosen("tests/engine/golden/italian-resigned.txt").run
    assert "tests/cogs/moves/test_bare_messages.py" in chosen("tests/cogs/moves/chat/en.txt").run


def test_what_a_page_of_a_game_no_longer_says_is_found_where_nothing_has_run_yet(
    closeness: Closeness,
) -> None:
    choice = choose(closeness, ["engine/documents/checkers.md"], {}, SECONDS * 2)
    assert "tests/tools/test_game_pages.py" in choice.run


@pytest.mark.parametrize("changed", [(), ("tests/conftest.py",), ("tests/cogs/conftest.py",)])
def test_a_sample_is_run_if_nothing_tells_which(changed: tuple[str, ...], chosen: Choosing) -> None:
    assert "tests/cogs/moves/test_play.py" in chosen(*changed).run


def test_what_looks_at_the_whole_tree_is_always_run(closeness: Closeness) -> None:
    assert ranked(closeness, ["LICENSE"]).keys() >= {*ALWAYS}


# Time


def test_no_more_is_run_than_there_is_time_for(chosen: Choosing) -> None:
    choice = chosen("engine/board.py", budget=10, each=3)
    assert len(choice.run) == 3
    assert choice.seconds == 9
    assert len(choice.left_out) > 100


def test_what_is_too_long_leaves_room_for_what_is_farther(closeness: Closeness) -> None:
    seconds = dict.fromkeys(closeness.tests, 1.0) | {"tests/engine/test_board.py": 100.0}
    choice = choose(closeness, ["engine/board.py"], seconds, 20)
    assert "tests/engine/test_board.py" in choice.left_out
    assert len(choice.run) == 20


def test_what_has_not_run_yet_is_guessed_by_its_number_of_tests(closeness: Closeness) -> None:
    choice = choose(closeness, ["engine/board.py"], {}, 60)
    assert 40 < choice.seconds <= 60


def test_how_long_the_tests_of_each_file_took_is_noted(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "conftest.py").write_text(
        "from tests.durations import Durations\n"
        "def pytest_configure(config): config.pluginmanager.register(Durations())\n",
        encoding="utf-8",
    )
    test = "import time\ndef test_a(): time.sleep(0.1)\ndef test_b(): time.sleep(0.1)\n"
    (tmp_path / "test_one.py").write_text(test, encoding="utf-8")
    assert noted(tmp_path) == {}
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True,
    )  # fmt: skip
    assert noted(tmp_path)["test_one.py"] >= 0.2


@pytest.mark.parametrize("option", ["-k=moves", "-m=nightly", "-x", "--nightly", "tests/a.py::b"])
def test_nothing_is_noted_of_a_part_of_the_tests(option: str, pytestconfig: pytest.Config) -> None:
    parsed = pytestconfig._parser.parse(["tests/test_rooms.py", option])
    config = SimpleNamespace(option=parsed, args=parsed.file_or_dir)
    assert not are_noted(cast("pytest.Config", config))
    whole = pytestconfig._parser.parse(["tests/test_rooms.py"])
    assert are_noted(cast("pytest.Config", SimpleNamespace(option=whole, args=whole.file_or_dir)))


# Changes


@pytest.mark.needs(GIT)
def test_changes_are_what_differs_from_where_the_branch_began(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        name = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
        command = ["git", *name, *arguments]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)  # noqa: S603 - git

    def write(name: str) -> None:
        (tmp_path / name).write_text(name, encoding="utf-8")
        git("add", name)

    git("init", "--initial-branch=main")
    write("old")
    git("commit", "-m", "one")
    assert changed(tmp_path) == []
    git("checkout", "-b", "work")
    write("new")
    git("commit", "-m", "two")
    assert changed_by(tmp_path, "HEAD") == ["new"]
    write("staged")
    (tmp_path / "not added").touch()
    (tmp_path / "old").unlink()
    assert changed(tmp_path) == ["new", "not added", "old", "staged"]
    git("commit", "-m", "three")
    git("checkout", "main", "-f")
    write("of others")
    git("commit", "-m", "four")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    git("checkout", "work")
    assert changed(tmp_path) == ["new", "not added", "staged"]
    git("merge", "origin/main", "-m", "five")
    assert base(tmp_path) != "HEAD"
    assert changed(tmp_path) == ["new", "not added", "staged"]
