"""Fixtures and hooks for all tests."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # they import trio, which no test uses

import pytest
from filelock import FileLock, Timeout
from hypothesis import HealthCheck, settings

from tests import durations, needs
from tests.lending import note
from tests.limit import AT_NIGHT, LIMIT, Limit
from tests.nightly import NIGHT, OTHER_EXAMPLES

if TYPE_CHECKING:
    from tests.postgres import Server

settings.register_profile(
    "any machine",
    deadline=None,
    max_examples=15,
    derandomize=True,  # no change is red by the luck of another one's examples
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(OTHER_EXAMPLES, settings.get_profile("any machine"), derandomize=False)
settings.register_profile("night", settings.get_profile(OTHER_EXAMPLES), max_examples=200)
settings.load_profile("any machine")

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - only where pytest puts its folders of temporary files
ROOM = 2**30
"""Bytes; in a container there may be as little as 64 MiB."""

GARBAGE = 50_000
"""New objects after which garbage is collected, instead of 700: what ten thousand tests have in
memory is looked through again and again, which took a fifth of the time."""

LONGEST = "tests/tools/", "tests/playground/", "tests/data/test_crash.py"
"""Tests that take so long that no process should be left alone with them at the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Have temporary files in memory, as each commit of a database waits for its disk; collect
    garbage rarely; interrupt what takes too long.
    """
    night = config.getoption("--nightly")
    if night:
        settings.load_profile("night")
        os.environ[NIGHT] = "yes"
    if durations.are_noted(config):
        config.pluginmanager.register(durations.Durations())
    if hasattr(signal, "SIGALRM"):  # Windows has none
        config.pluginmanager.register(Limit(config, LIMIT * AT_NIGHT if night else LIMIT))
    gc.set_threshold(GARBAGE)
    if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run what `make nightly` adds, too")
    parser.addoption("--all-tools", action="store_true", help="fail what would be skipped")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out night tests unless they are asked for; begin with the slowest tests."""
    if not config.getoption("--nightly"):
        left_out = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose tools are missing."""
    for marker in item.iter_markers("needs"):
        for tool in marker.args:
            if not tool.is_here:
                needs.leave_out(tool)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take a skip, whatever its reason, for a failure where all tools have to be there; let nothing
    that a failed test has used be lent to another one.
    """
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and item.config.getoption("--all-tools"):
        report.outcome = "failed"
        report.longrepr = "\n".join(["Left out:", *needs.left_out([_reason(report)])])
    note(item, report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was left out, and how to have it run."""
    skipped = terminalreporter.stats.get("skipped", ())
    if lines := [*needs.left_out(map(_reason, skipped))]:
        terminalreporter.section("left out here")
        for line in lines:
            terminalreporter.write_line(line)


def _reason(report: pytest.TestReport) -> str:
    """Return why a test was skipped."""
    return report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Where nothing is compiled yet, let the first of several processes do it for all, which would
    otherwise do it at the same time: it takes longer than all else before the first test.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    compiled = Path(__file__).parent.rglob("__pycache__/test_*.pyc")
    if run is None or sys.dont_write_bytecode or any(compiled):
        return (yield)
    lock = FileLock(Path(tempfile.gettempdir()) / f"{run}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        with lock:
            pass
        return (yield)
    try:
        return (yield)
    finally:
        lock.release()  # also if nothing could be collected: the others wait


def pytest_collection_finish() -> None:
    """Take all that is imported and collected for what stays: none of it becomes garbage."""
    gc.freeze()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an empty database, as the migrations make it: made once for all processes."""
    from data import Store  # noqa: PLC0415 - most tests of the engine need none

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # the one of all processes of this run is above
        folder = folder.parent
    file = folder / "migrated.db"

    async def make(new: Path) -> None:
        store = await Store.open(str(new))
        await store.close()

    with FileLock(folder / "migrated.lock"):
        if not file.exists():
            new = tmp_path_factory.mktemp("migrated") / "new.db"
            asyncio.run(make(new))
            new.rename(file)
        return file.read_bytes()


@pytest.fixture
def new_database(tmp_path: Path, migrated: bytes) -> Path:
    """A new database, for tests that need not wait for the migrations."""
    file = tmp_path / "damier.db"
    file.write_bytes(migrated)
    return file


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, for all tests of this process that want one."""
    from tests.postgres import Server  # noqa: PLC0415 - most tests need none

    # Not in pytest's own folder, which only its owner can enter; a socket's path has to be short.
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    server = Server(folder)
    server.make()
    yield server
    server.stop(signal.SIGQUIT)
    shutil.rmtree(folder)
