"""The tools that some tests need besides Python, their purposes, and how to get them.

A test is marked by ``@pytest.mark.needs(OPENSSL)``, or calls ``leave_out`` if only a try shows that
the tool cannot be used here. Without the tool, the test is skipped, and the end of the run
lists the skipped tests; with ``--all-tools``, by which changes are checked, the test fails.

``python3 tests/needs.py`` prints the Debian packages of all missing tools. Nothing has to be
installed for that.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

REASON = "needs "
"""The beginning of a skip's reason, before the name of the tool."""


@dataclass(frozen=True)
class Tool:
    """A tool: its programs, its other conditions, and how to get it."""

    name: str
    purpose: str
    programs: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    """The names of its Debian packages."""
    how: str = ""
    """How to get the tool, if not by installing the packages."""
    works: Callable[[], bool] = lambda: True
    """Returns whether the tool can be used here, if its programs are installed."""

    @property
    def paths(self) -> list[str]:
        """The paths of the installed programs of the tool."""
        return [path for program in self.programs if (path := shutil.which(program))]

    @property
    def is_here(self) -> bool:
        """Whether tests can use the tool."""
        return len(self.paths) == len(self.programs) and self.works()

    @property
    def advice(self) -> str:
        """How to get the tool."""
        return self.how or f"apt install {' '.join(self.packages)}"


def _is_linux() -> bool:
    return sys.platform == "linux"


def _is_root() -> bool:
    return os.geteuid() == 0


def _is_compiled() -> bool:
    from engine.computer.compiling import compiled  # noqa: PLC0415 - not needed for the packages

    return compiled() is not None


CHROMIUM = Tool(
    "Chromium",
    "opens the page of the playground",
    programs=("chromium", "chromedriver"),
    packages=("chromium", "chromium-driver"),
)
COMPILED_ENGINE = Tool(
    "the compiled engine",
    "has to think as the plain one does",
    how="make fast, which needs: apt install gcc libc6-dev python3-dev",
    works=_is_compiled,
)
COMPILER = Tool(
    "a C compiler on Linux",
    "makes a library by which a disk fails",
    programs=("cc",),
    packages=("gcc", "libc6-dev"),
    works=_is_linux,
)
GIT = Tool("git", "tells what has changed", programs=("git",), packages=("git",))
OPENSSL = Tool(
    "OpenSSL",
    "makes the certificate of a database server",
    programs=("openssl",),
    packages=("openssl",),
)
SMALL_DISK = Tool(
    "a small disk",
    "is mounted and filled",
    programs=("mount",),
    packages=("mount",),
    how="run the tests as root, where mounting is allowed",
    works=_is_root,
)
SYSTEMD = Tool(
    "systemd-analyze",
    "reads the unit for systemd",
    programs=("systemd-analyze",),
    packages=("systemd",),
)
UNSHARE = Tool(
    "unshare",
    "mounts a small disk that one process sees",
    programs=("unshare", "mount"),
    packages=("util-linux", "mount"),
    how="apt install util-linux mount, and allow user namespaces",
)

TOOLS = (
    CHROMIUM, COMPILED_ENGINE, COMPILER, GIT, OPENSSL, SMALL_DISK, SYSTEMD, UNSHARE,
)  # fmt: skip


def leave_out(tool: Tool) -> NoReturn:
    """Leave out the running test, because a tool is missing or cannot be used here."""
    import pytest  # noqa: PLC0415 - this file has to work before pytest is installed

    pytest.skip(REASON + tool.name)


def left_out(reasons: Iterable[str]) -> Iterator[str]:
    """Yield a line for each missing tool and each other reason, from the reasons of all skips."""
    number = Counter(reason.removeprefix("Skipped: ") for reason in reasons)
    for tool in TOOLS:
        if tests := number.pop(REASON + tool.name, 0):
            subject = "1 test needs" if tests == 1 else f"{tests} tests need"
            yield f"{subject} {tool.name}, which {tool.purpose}: {tool.advice}"
    for reason, tests in number.items():
        yield f"{tests} skipped: {reason}"


def packages() -> list[str]:
    """Return the names of the Debian packages whose programs are missing here."""
    missing = (tool for tool in TOOLS if len(tool.paths) < len(tool.programs))
    return sorted({package for tool in missing for package in tool.packages})


if __name__ == "__main__":
    sys.stdout.write(" ".join(packages()) + "\n")
