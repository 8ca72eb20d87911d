"""``python -m tools.mutants``, on a product of one file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.__main__ import CAUGHT, SURVIVED, UNREACHED, outcomes
from tools.mutants.judging import Judge
from tools.mutants.places import Place, candidates, choose, instrument, read, write

ROOT = Path(__file__).parents[2]

PRODUCT = '''\
"""A product."""

from __future__ import annotations


def older(one: int, other: int) -> bool:
    return one > other


def wait(seconds: int) -> int:
    return seconds + 1


def unused() -> bool:
    return wait(1) == 2
'''

TESTS = """\
import subprocess, sys
import bot

def test_older():
    assert bot.older(2, 1) and not bot.older(1, 1)

def test_wait_in_another_process():
    subprocess.run([sys.executable, "-c", "import bot; bot.wait(1)"], check=True)
"""


@pytest.fixture
def product(tmp_path: Path) -> Path:
    root = tmp_path / "product"
    (root / "tests").mkdir(parents=True)
    (root / "bot.py").write_text(PRODUCT, encoding="utf-8")
    (root / "tests/test_bot.py").write_text(TESTS, encoding="utf-8")
    (root / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = "-p no:simcord -p no:anyio"\n',
        encoding="utf-8",
    )
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)  # noqa: S607
    return root


def place(source: str, changed: str) -> Place:
    lines = PRODUCT.splitlines()
    number = next(i for i, line in enumerate(lines) if source in line)
    text = lines[number]
    return Place("bot.py", number + 1, text.index(source), source, changed, text)


def test_mutants_are_caught_survive_and_are_never_reached(product: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    places = [
        place("one > other", "one >= other"),
        place("seconds + 1", "seconds - 1"),
        place("wait(1) == 2", "wait(1) != 2"),
    ]
    write(places, tmp_path / "places")
    clean = {name: text for name, text in os.environ.items() if "MUTANTS" not in name}
    told = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-m", "tools.mutants", str(folder), "--root", str(product),
         "--jobs", "1", "--places", str(tmp_path / "places")],
        cwd=ROOT, env=clean, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert told.returncode == 0, told
    results = (folder / "results").read_text(encoding="utf-8").splitlines()
    assert outcomes(Judge(folder)) == {0: CAUGHT, 1: SURVIVED, 2: UNREACHED}, results
    assert f"survived: {places[1]}" in told.stdout
    (row,) = (row for row in map(json.loads, results) if row["failures"])
    assert row["failures"][0][0] == "tests/test_bot.py::test_older"


def test_places_are_chosen_by_the_seed_and_kept_as_text(product: Path, tmp_path: Path) -> None:
    assert choose(product, 3, 2) == choose(product, 3, 2)
    places = [*candidates(product, "bot.py")]
    assert {str(place).split(": ", 1)[1] for place in places} >= {
        "'one > other' -> one >= other",
        "'seconds + 1' -> seconds - 1",
        "'wait(1) == 2' -> not (wait(1) == 2)",
    }
    write(places, tmp_path / "places")
    assert read(tmp_path / "places") == places


def test_a_place_is_found_where_others_have_moved_it_and_refused_if_it_is_another(
    product: Path,
) -> None:
    file = product / "bot.py"
    file.write_text(
        PRODUCT.replace("def older", "AGE = 1\n\n\ndef older").replace("+ 1", "+ 2"),
        encoding="utf-8",
    )
    places = [place("one > other", "one >= other"), place("seconds + 1", "seconds - 1")]
    assert instrument(product, places) == [1]
    assert "((one >= other) if _mutant(0) else (one > other))" in file.read_text(encoding="utf-8")
