"""`python bot.py --playground` as a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent


def start(database: Path, port: int = 0, level: str = "ERROR") -> subprocess.Popen[str]:
    """Start the playground's process, which writes to pipes, and logs what has that level."""
    environment = {
        **os.environ,
        "PLAYGROUND_DATABASE_URL": f"sqlite+aiosqlite:///{database}",
        "PLAYGROUND_PORT": str(port),
        "LOG_LEVEL": level,
    }
    environment.pop("DISPLAY", None)
    environment.pop("WAYLAND_DISPLAY", None)
    return subprocess.Popen(
        [sys.executable, "bot.py", "--playground"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def playground_process(database: Path, leave: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """Yield the address of a new process's page; at the end, the process has to obey `leave`."""
    with start(database) as process:
        try:
            yield _address(process)
            process.send_signal(leave)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if address := re.search(r"http://127\.0\.0\.1:\d+/\S*", line):
            return address[0]
    raise AssertionError(f"the playground did not start: exit status {process.wait()}")
