"""The switch between an expression and its mutant, and a pytest plugin; copied into the product.

Every process imports this module as `mutants_probe`: those of pytest, and all that tests start.

In the first pass, all places have their original expressions, and each process writes a line
for each test and place reached. The number of the current test is in memory that a worker shares
with its child processes. Later, a session forks for each mutant, with all tests imported, and the
fork runs the tests of its job.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import random
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

ACTIVE: Final = "MUTANTS_ACTIVE"
"""The variable with the number of the active mutant."""
NOTES: Final = "MUTANTS_NOTES"
"""The variable with the folder of the first pass."""
CLOCK: Final = "MUTANTS_CLOCK"
"""The variable with the file of the shared memory that has the current test."""
PLAN: Final = "MUTANTS_PLAN"
"""The variable with the file of a session's jobs: mutants and their tests."""
PLACES: Final = 10_000
NONE: Final = -1

TEMPORARY: Final = "PYTEST_DEBUG_TEMPROOT"

CPU: Final = 60
"""The processor seconds, besides three times those of its tests, after which a mutant is ended."""
WALL: Final = 300
"""The seconds without progress, on an otherwise idle machine, after which a mutant hangs."""
MEMORY: Final = 4 * 2**30

active = int(os.environ.get(ACTIVE, NONE))
failed: list[str] = []
"""The tests that failed in this process since the current one began."""

_notes = os.environ.get(NOTES)
_seen = bytearray(PLACES)
_last = 0
_clock: memoryview | None = None
_log = 0


def at(place: int) -> bool:
    """Return whether a mutant is active; in the first pass, note that its place is reached."""
    global _last  # noqa: PLW0603 - an object's attribute would take longer
    if _clock is None:
        return place == active
    test = _clock[0]
    if test != _last:
        _last = test
        _seen[:] = bytes(PLACES)
    if not _seen[place]:
        with contextlib.suppress(OSError):  # a test may forbid files to grow
            os.write(_log, b"%d %d\n" % (test, place))
            _seen[place] = 1
    return False


def _share(path: str) -> None:
    """Share the number of the current test through a file's memory from now on."""
    global _clock  # noqa: PLW0603
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    os.ftruncate(file, mmap.PAGESIZE)
    _clock = memoryview(mmap.mmap(file, mmap.PAGESIZE)).cast("q")
    os.close(file)


if _notes is not None:
    _log = os.open(f"{_notes}/reached", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    _share(os.environ.get(CLOCK, f"{_notes}/clock"))


def pytest_configure() -> None:
    """Give this worker a shared memory of its own, not that of the process that started it."""
    if _notes is not None:
        os.environ[CLOCK] = f"{_notes}/clock-{os.getpid()}"
        _share(os.environ[CLOCK])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Publish the number of the current test; note its processor and wall-clock seconds."""
    if _clock is None:
        return (yield)
    _clock[0] = number = int.from_bytes(sha256(item.nodeid.encode()).digest()[:7])
    failed.clear()
    used, begin = time.process_time(), time.perf_counter()
    result = yield
    seconds = [round(time.process_time() - used, 4), round(time.perf_counter() - begin, 4)]
    with Path(f"{_notes}/tests").open("a", encoding="utf-8") as file:
        file.write(json.dumps([number, item.nodeid, *seconds, bool(failed)]) + "\n")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if _job is not None:
        os.utime(_job)  # there is progress
    if report.failed:
        failed.append(report.nodeid)
        if _job is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = str(crash.message if crash else report.longrepr).strip().split("\n")[0]
            with (_job / "failed").open("a") as file:
                file.write(json.dumps([report.nodeid, why[:200]]) + "\n")


_job: Path | None = None
"""The folder of the mutant for which this process was forked; None in other processes."""


@dataclass
class Run:
    """A process that runs tests for a mutant."""

    job: dict[str, Any]
    folder: Path
    begin: float
    hung: bool = False
    touched: float = 0.0
    since: float = 0.0
    """``touched`` is the modification time of the folder, ``since`` the monotonic time at which
    that was first seen.
    """

    def look(self, patience: float) -> None:
        """Set ``hung`` if the process has not touched its folder for ``patience`` seconds.

        The folder's time may be by another clock than this process's, so only changes count.
        """
        now, touched = time.monotonic(), self.folder.stat().st_mtime
        if touched != self.touched:
            self.touched, self.since = touched, now
        self.hung = now - self.since > patience


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Fork for each job of the plan, if there is a plan; each fork goes on to run its tests."""
    if PLAN not in os.environ or session.testsfailed:
        return None
    plan = json.loads(Path(os.environ.pop(PLAN)).read_text(encoding="utf-8"))
    running: dict[int, Run] = {}
    while plan["jobs"] or running:
        if plan["jobs"] and len(running) < plan["at_once"]:
            job = plan["jobs"].pop(0)
            folder = Path(tempfile.mkdtemp(prefix="mutant", dir=os.environ.get(TEMPORARY)))
            folder.chmod(0o755)  # a test's server may run as another user
            pid = os.fork()
            if not pid:
                _begin(session, job, folder)
                return None
            running[pid] = Run(job, folder, time.monotonic())
        crowd = min(4, max(1, os.getloadavg()[0] / (os.cpu_count() or 1)))
        for pid, run in [*running.items()]:
            run.look(crowd * WALL)
            if run.hung or os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)  # and processes left by its tests
                status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                del running[pid]
                with Path(plan["results"]).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(_result(run, status), ensure_ascii=False) + "\n")
                shutil.rmtree(run.folder, ignore_errors=True)
        time.sleep(0.02)
    return True


def _begin(session: pytest.Session, job: dict[str, Any], folder: Path) -> None:
    """Turn this fork into the process of a job's mutant, with limits and its tests only."""
    global active, _job
    os.setpgid(0, 0)
    log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT)
    os.dup2(log, 1)
    os.dup2(log, 2)
    active, _job = job["place"], folder
    os.environ |= {
        ACTIVE: str(active),
        TEMPORARY: str(folder),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
    }
    random.seed(0)
    used = int(CPU + 3 * job["seconds"])
    resource.setrlimit(resource.RLIMIT_CPU, (used, used + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    session.config.option.maxfail = job["maxfail"]
    known = {item.nodeid: item for item in session.items}
    session.items[:] = [known[test] for test in job["tests"] if test in known]


def _result(run: Run, status: int) -> dict[str, Any]:
    """Return the result of the tests of a mutant."""
    lines = run.folder / "failed"
    failures = (
        [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
        if lines.exists()
        else []
    )
    if not failures and (run.hung or status):
        failures = [["time-out" if run.hung else f"status {status}", ""]]
    spent = round(time.monotonic() - run.begin, 1)
    return {"place": run.job["place"], "failures": failures, "wall": spent, **run.job["about"]}
