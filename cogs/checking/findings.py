"""What a check found, a line each, and the table of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from textwrap import wrap
from typing import Final, TextIO

WIDTH: Final = 100
"""Characters of a line of the table, as far as words allow."""

COLOURS: Final = {"ok": "32", "FAILED": "31", "-": "2"}
"""What a terminal is told to show a mark in: green, red, dim."""


class Mark(Enum):
    """Whether something is as it should be."""

    GOOD = "ok"
    BAD = "FAILED"
    UNCHECKED = "-"
    """It was not looked at, or nothing depends on it."""


@dataclass(frozen=True)
class Finding:
    """A line: what was looked at, what was found, and for what is bad what to do about it."""

    name: str
    mark: Mark
    found: str
    advice: str = ""
    seconds: float | None = None
    """How long it took, where that is of interest."""


def good(name: str, found: str, seconds: float | None = None) -> Finding:
    """Return the line of what is as it should be."""
    return Finding(name, Mark.GOOD, found, seconds=seconds)


def bad(name: str, found: str, advice: str, seconds: float | None = None) -> Finding:
    """Return the line of what is not."""
    return Finding(name, Mark.BAD, found, advice, seconds)


def unchecked(name: str, why: str) -> Finding:
    """Return the line of what was not looked at."""
    return Finding(name, Mark.UNCHECKED, why)


def is_coloured(stream: TextIO) -> bool:
    """Return whether a table is coloured there: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def table(findings: Iterable[Finding], *, coloured: bool) -> str:
    """Return the lines as a table of plain text; only marks are coloured."""
    shown = list(findings)
    names = max((len(finding.name) for finding in shown), default=0)
    marks = max(len(mark.value) for mark in Mark)
    return "\n".join(line for each in shown for line in _lines(each, names, marks, coloured))


def _lines(finding: Finding, names: int, marks: int, coloured: bool) -> Iterator[str]:
    mark = finding.mark.value
    padded = mark.ljust(marks)
    if coloured:
        padded = f"\x1b[{COLOURS[mark]}m{padded}\x1b[0m"
    took = f" ({finding.seconds:.2f} s)" if finding.seconds is not None else ""
    indent = " " * (names + marks + 4)
    texts = [finding.found + took, *([f"→ {finding.advice}"] if finding.advice else [])]
    lines = [line for text in texts for line in _wrapped(text, WIDTH - len(indent))]
    for number, line in enumerate(lines):
        yield f"{finding.name.ljust(names)}  {padded}  {line}" if not number else f"{indent}{line}"


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
