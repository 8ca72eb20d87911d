"""Runs of pytest in a process of its own, for tests that are expected to fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent


class Run(NamedTuple):
    """The results of a run."""

    outcomes: dict[str, int]
    """The numbers of passed and failed tests and of errors, by pytest's names."""
    text: str
    """Pytest's output."""


def run(folder: Path, *arguments: str) -> Run:
    """Run the tests in a folder, with our common fixtures and hooks; return the results."""
    command = [
        sys.executable, "-m", "pytest",
        "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder),
        "-p", "tests.conftest", "-p", "no:cacheprovider", *arguments, str(folder),
    ]  # fmt: skip
    others = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(  # noqa: S603 - our own tests
        command,
        cwd=ROOT,
        env=others,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    text = done.stdout
    *_, last = re.findall(r"^=+ (.* in .*) =+$", text, re.MULTILINE) or [""]
    counted = re.findall(r"(\d+) (passed|failed|error)", last)
    return Run({kind: int(number) for number, kind in counted}, text)
