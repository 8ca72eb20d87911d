"""The conditions of ``python -m tools.hostile``, and a run of three tests under some of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.patience import LATE
from tools.hostile import running, shuffling
from tools.hostile.__main__ import report
from tools.hostile.conditions import CONDITIONS, Impossible, Run, changes
from tools.hostile.running import command_of, mix, parts_of, run_once

NAMED = {condition.name: condition for condition in CONDITIONS}

TESTS = """
import atexit, os
from tests import patience

atexit.register(print, "what is printed after the summary")

def test_it_has_an_hour_of_its_own():
    assert "TZ" not in os.environ

def test_it_has_a_seed():
    assert os.environ["PYTHONHASHSEED"]

def test_looks_are_late():
    assert patience.LOOKED_EVERY > patience.LATE_BY > 0
"""


def test_a_mix_has_one_of_a_kind_and_all_are_drawn() -> None:
    drawn = [mix(seed) for seed in range(100)]
    for conditions in drawn:
        kinds = [condition.kind for condition in conditions]
        assert len(kinds) == len({*kinds})
    assert {condition.name for conditions in drawn for condition in conditions} == NAMED.keys()
    assert mix(7) == drawn[7]


@pytest.mark.parametrize("name", NAMED)
def test_a_condition_is_the_same_for_a_seed_or_says_why_not(name: str) -> None:
    told = []
    for _ in range(2):
        run = Run(["tests"])
        try:
            told.append(NAMED[name].impose(run, Random(name)))
        except Impossible as error:
            told.append(str(error))
        else:
            assert run != Run(["tests"])
    assert told[0] == told[1] != ""


def test_the_tests_are_started_by_the_commands_of_the_conditions() -> None:
    run = Run(["tests/engine"], outer=["taskset", "--cpu-list", "0"], python="/usr/bin/python3")
    run.options.append("--nightly")
    words = " ".join(command_of(run, run.tests, 2))
    assert words.startswith("taskset --cpu-list 0 ")
    assert "/usr-bin-python3/bin/python -m pytest -n 2 " in words
    assert words.endswith(" --nightly tests/engine")


def test_each_file_is_run_alone() -> None:
    parts = parts_of(Run(["tests/tools"], files=3), Random(1))
    assert [len(part) for part in parts] == [1, 1, 1]
    assert len({file for part in parts for file in part}) == 3


def test_tests_of_a_file_and_of_a_class_stay_together() -> None:
    ids = [
        f"{file}::{name}" for file in "abc" for name in ("one", "A::one", "A::two", "two", "x[1]")
    ]
    items: list[Any] = [SimpleNamespace(nodeid=name) for name in ids]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(shuffling.SEED, "3")
        shuffling.pytest_collection_modifyitems(items)
    order = [item.nodeid for item in items]
    assert sorted(order) == sorted(ids) != order
    for together in (*"abc", *(f"{file}::A" for file in "abc")):
        places = [place for place, name in enumerate(order) if name.startswith(f"{together}::")]
        assert places == [*range(places[0], places[0] + len(places))]


def test_clocks_are_changed_twice_a_year() -> None:
    assert changes("Europe/Amsterdam", 2027, 2028) == [
        datetime(2027, 3, 28, 1, tzinfo=UTC), datetime(2027, 10, 31, 1, tzinfo=UTC)
    ]  # fmt: skip


def test_a_run_tells_what_failed_and_keeps_how_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "FOLDER", tmp_path)
    for name in ("TZ", LATE):
        monkeypatch.delenv(name, raising=False)
    tests = tmp_path / "test_three.py"
    tests.write_text(TESTS, encoding="utf-8")
    hashes, zone = NAMED["hashes"], NAMED["zone"]
    green = run_once(3, [hashes, NAMED["late-looks"]], [str(tests)], 0, 5)
    assert green.is_green
    assert green.counts["passed"] == 3
    red = run_once(3, [hashes, zone], [str(tests)], 0, 5)
    assert (red.counts["passed"], red.counts["failed"]) == (1, 2)
    for failed, name in zip(
        red.failed, ("it_has_an_hour_of_its_own", "looks_are_late"), strict=True
    ):
        assert failed.endswith(f"test_three.py::test_{name}")
    table = report([green, red])
    assert "--seed 3 --only hashes,zone " in table
    assert all(failed in table for failed in red.failed)
    assert f" TZ={red.conditions['zone']} " in (tmp_path / "3-hashes-zone/0.sh").read_text("utf-8")


def test_a_run_in_which_nothing_ran_is_not_green(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "FOLDER", tmp_path)
    assert not run_once(1, [], ["tests/no_such_file.py"], 0, 5).is_green
