"""How long the tests of each file took when they ran last, for ``tools.quick``."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

KEY = "damier/seconds"
"""In pytest's cache: the seconds of each file, by its path."""


class Durations:
    """Adds up how long the tests of each file take, and notes it at the end of the run."""

    def __init__(self) -> None:
        self._seconds = defaultdict[str, float](float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        cache = getattr(session.config, "cache", None)  # there may be no plugin for it
        if cache and exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
            seconds = {file: round(took, 2) for file, took in self._seconds.items()}
            cache.set(KEY, cache.get(KEY, {}) | seconds)


def are_noted(config: pytest.Config) -> bool:
    """Return whether this process runs whole test files, as an ordinary run does."""
    option = config.option
    some = option.keyword or option.markexpr or option.maxfail or getattr(option, "lf", False)
    some = some or any("::" in argument for argument in config.args)
    return not (some or option.nightly or option.collectonly or hasattr(config, "workerinput"))


def noted(root: Path) -> dict[str, float]:
    """Return the seconds of each file of tests that has run, by its path."""
    try:
        found: dict[str, float] = json.loads(
            (root / ".pytest_cache" / "v" / KEY).read_text(encoding="utf-8")
        )
    except OSError:
        return {}
    return found
