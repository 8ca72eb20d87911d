"""No text makes a regular expression try for ever."""

import subprocess
import sys
from pathlib import Path


def test_every_regular_expression_gives_up() -> None:
    # In a process of its own: nothing else stops one that does not.
    command = [sys.executable, "-m", "tests.patterns"]
    root = Path(__file__).parents[1]
    tried = subprocess.run(  # noqa: S603 - our own module
        command, cwd=root, capture_output=True, text=True, check=False
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert tried.stdout.count(" done") > 40, tried.stdout
