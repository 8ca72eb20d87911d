"""Run the tests that a change could break, as many as fit into a minute.

    python -m tools.quick                 for the differences from the main branch
    python -m tools.quick --commit HEAD   for the changes of a commit
    python -m tools.quick --list          print the choice, and run nothing
    python -m tools.quick -x              other options are passed to pytest

The nearest tests are found by imports, and by the places and names of files (``closeness``). Their
times are those of their last runs (``tests/durations.py``), or guessed by their number.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.durations import noted
from tools.quick.changes import changed, changed_by
from tools.quick.choosing import Choice, choose
from tools.quick.closeness import Closeness

ROOT = Path(__file__).parents[2]

SECONDS = 35.0
"""The seconds of tests for each core; starting and collecting them takes some seconds more."""

SHOWN = 12
"""The most files named in a list."""


def main() -> int:
    """Choose tests, print the choice, and run them; return pytest's exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.quick", description=__doc__)
    parser.add_argument("--commit", help="run the tests for what a commit changed")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="on each core")
    parser.add_argument("--list", action="store_true", help="run nothing")
    arguments, options = parser.parse_known_args()
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    paths = changes(arguments.commit)
    choice = choose(Closeness(ROOT), paths, noted(ROOT), arguments.seconds * cores)
    print(described(paths, choice, cores), flush=True)
    if arguments.list:
        return 0
    pytest = [sys.executable, "-m", "pytest", "--dist", "worksteal", "-n", str(cores)]
    return subprocess.run([*pytest, *choice.run, *options], cwd=ROOT, check=False).returncode  # noqa: S603 - our own interpreter


def changes(commit: str | None) -> list[str]:
    """Return the paths of changed files; none, after printing the error, if git fails."""
    if commit:
        return changed_by(ROOT, commit)
    try:
        return changed(ROOT)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"git does not tell what has changed: {error}")
        return []


def described(paths: list[str], choice: Choice, cores: int) -> str:
    """Return the report of the choice: the files to run, and those left out."""
    what = f"{len(paths)} changed files" if paths else "Nothing has changed: a sample"
    lines = [
        f"{what}. Run, in about {choice.seconds / cores:.0f} s: {shortened(choice.run)}",
        f"Left out though it may be reached: {shortened(choice.left_out)}"
        if choice.left_out
        else "",
        "`make test` runs all.",
    ]
    return "\n".join(line for line in lines if line)


def shortened(files: list[str]) -> str:
    """Return the names of the first files, and the number of the others, as text."""
    names = [file.removeprefix("tests/") for file in files[:SHOWN]]
    more = f" and {len(files) - SHOWN} files more" if len(files) > SHOWN else ""
    return ", ".join(names) + more


if __name__ == "__main__":
    sys.exit(main())
