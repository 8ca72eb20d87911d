"""The last durations of the tests of each file, for ``tools.quick``."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

KEY = "damier/seconds"
"""The key, in pytest's cache, of the seconds of each file by its path."""


class Durations:
    """A pytest plugin that sums the durations of each file's tests, and caches them at the end."""

    def __init__(self) -> None:
        self._seconds = defaultdict[str, float](float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        cache = getattr(session.config, "cache", None)  # the cache plugin may be disabled
        if cache and exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
            seconds = {file: round(took, 2) for file, took in self._seconds.items()}
            cache.set(KEY, cache.get(KEY, {}) | seconds)


def are_noted(config: pytest.Config) -> bool:
    """Return whether this run notes durations: it must run whole files, and not at night."""
    option = config.option
    some = option.keyword or option.markexpr or option.maxfail or getattr(option, "lf", False)
    some = some or any("::" in argument for argument in config.args)
    return not (some or option.nightly or option.collectonly or hasattr(config, "workerinput"))


def noted(root: Path) -> dict[str, float]:
    """Return the noted seconds of each file of tests, by its path; empty if none are noted."""
    try:
        found: dict[str, float] = json.loads(
            (root / ".pytest_cache" / "v" / KEY).read_text(encoding="utf-8")
        )
    except OSError:
        return {}
    return found
