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

os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # the plugins import trio, which no test uses

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
    derandomize=True,  # so that no change fails because of new random examples
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(OTHER_EXAMPLES, settings.get_profile("any machine"), derandomize=False)
settings.register_profile("night", settings.get_profile(OTHER_EXAMPLES), max_examples=200)
settings.load_profile("any machine")

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - only the parent of pytest's temporary folders
ROOM = 2**30
"""The free bytes needed in memory for temporary files; a container may have only 64 MiB."""

GARBAGE = 50_000
"""The number of new objects after which garbage is collected, instead of 700.

With 700, the objects of ten thousand tests were traversed again and again, which took a fifth of
the time.
"""

LONGEST = "tests/tools/", "tests/playground/", "tests/data/test_crash.py"
"""The beginnings of the ids of slow tests, which run first so that none is left to the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Put temporary files in memory, since each commit of a database waits for its disk.

    Also collect garbage rarely, and register the plugins for durations and the time limit.
    """
    night = config.getoption("--nightly")
    if night:
        settings.load_profile("night")
        os.environ[NIGHT] = "yes"
    if durations.are_noted(config):
        config.pluginmanager.register(durations.Durations())
    if hasattr(signal, "SIGALRM"):  # not on Windows
        config.pluginmanager.register(Limit(config, LIMIT * AT_NIGHT if night else LIMIT))
    gc.set_threshold(GARBAGE)
    if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run what `make nightly` adds, too")
    parser.addoption("--all-tools", action="store_true", help="fail what would be skipped")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect night tests without ``--nightly``, and put the slowest tests first."""
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
    """With ``--all-tools``, turn any skip into a failure.

    Also mark the things lent to a failed test as spoiled.
    """
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and item.config.getoption("--all-tools"):
        report.outcome = "failed"
        report.longrepr = "\n".join(["Left out:", *needs.left_out([_reason(report)])])
    note(item, report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print which tests were skipped for lack of tools, and how to get the tools."""
    skipped = terminalreporter.stats.get("skipped", ())
    if lines := [*needs.left_out(map(_reason, skipped))]:
        terminalreporter.section("left out here")
        for line in lines:
            terminalreporter.write_line(line)


def _reason(report: pytest.TestReport) -> str:
    """Return the reason for which a test was skipped."""
    return report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """If the tests are not compiled to bytecode yet, have the first of several workers do it.

    Otherwise all workers would do it at the same time, which takes longer than everything else
    before the first test.
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
        lock.release()  # also if the collection failed, because the others wait


def pytest_collection_finish() -> None:
    """Exempt all imported and collected objects from garbage collection, because they stay."""
    gc.freeze()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of an empty migrated database's file, made once for all processes of a run."""
    from data import Store  # noqa: PLC0415 - most tests of the engine need no store

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # the parent folder is common to all workers
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
    """A new, empty database file that is already migrated."""
    file = tmp_path / "damier.db"
    file.write_bytes(migrated)
    return file


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, shared by the tests of this process."""
    from tests.postgres import Server  # noqa: PLC0415 - most tests need no server

    # Pytest's own folder can be entered only by its owner, and a socket's path has to be short.
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    server = Server(folder)
    server.make()
    yield server
    server.stop(signal.SIGQUIT)
    shutil.rmtree(folder)
