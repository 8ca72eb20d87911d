"""Tests left out for lack of tools are reported, or fail; no others are left out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.needs import GIT, OPENSSL, REASON, TOOLS, left_out

ROOT = Path(__file__).parent.parent

OTHER_WAYS = re.compile(r"\b(skipif|importorskip|skipTest|SkipTest|(?:pytest|mark)\.skip)\b")


def test_every_test_that_needs_a_tool_asks_the_same_place() -> None:
    files = {
        path
        for path in (ROOT / "tests").rglob("*.py")
        if OTHER_WAYS.search(path.read_text(encoding="utf-8"))
    }
    assert files == {ROOT / "tests" / "needs.py", Path(__file__)}


def test_each_tool_has_a_name_and_a_way_to_have_it() -> None:
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)
    for tool in TOOLS:
        assert tool.how or tool.packages, tool
        assert bool(tool.programs) == bool(tool.packages), tool


def test_a_line_tells_of_each_tool_how_many_tests_need_it() -> None:
    skips = [f"Skipped: {REASON}{tool.name}" for tool in (OPENSSL, GIT, OPENSSL)]
    assert [*left_out([*skips, "Skipped: no reason"])] == [
        f"1 test needs git, which {GIT.purpose}: apt install git",
        f"2 tests need OpenSSL, which {OPENSSL.purpose}: apt install openssl",
        "1 skipped: no reason",
    ]
    assert [*left_out([])] == []


NEEDY = """
import pytest
from tests.needs import OPENSSL

@pytest.mark.needs(OPENSSL)
@pytest.mark.parametrize("number", range(2))
def test_with_openssl(number):
    pass
"""


def run_without_openssl(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run two tests that need OpenSSL with an empty PATH, with our common hooks."""
    (folder / "test_needy.py").write_text(NEEDY, encoding="utf-8")
    settings = ("-c", ROOT / "pyproject.toml", "-p", "tests.conftest", "-p", "no:cacheprovider")
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "pytest", *settings, *options, folder / "test_needy.py"],
        cwd=ROOT, env=os.environ | {"PATH": ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_run_of_several_processes_tells_at_its_end_what_was_left_out(tmp_path: Path) -> None:
    done = run_without_openssl(tmp_path, "-n", "1")
    assert done.returncode == 0, done.stdout
    assert re.search("= left out here =+\n2 tests need OpenSSL, .*: apt install", done.stdout)
    assert "2 skipped" in done.stdout


def test_a_run_that_has_to_have_all_tools_fails_without_one(tmp_path: Path) -> None:
    done = run_without_openssl(tmp_path, "--all-tools")
    assert done.returncode == 1, done.stdout
    assert re.search("\nLeft out:\n1 test needs OpenSSL, .*: apt install openssl", done.stdout)
    assert "2 errors" in done.stdout
