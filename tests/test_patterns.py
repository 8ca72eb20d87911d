"""No regular expression of ours takes too long on any text, or differs between Pythons."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]  # typeshed knows neither
from typing import Any

from tests.patterns import patterns


def test_every_regular_expression_gives_up() -> None:
    # In a process of its own, because nothing else can stop an expression that does not.
    command = [sys.executable, "-m", "tests.patterns"]
    root = Path(__file__).parents[1]
    tried = subprocess.run(  # noqa: S603 - our own module
        command, cwd=root, capture_output=True, text=True, check=False
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert tried.stdout.count(" done") > 40, tried.stdout


def _operations(parsed: Any) -> Iterator[Any]:  # noqa: ANN401 - a tree of lists, tuples and numbers
    """Yield the operations in a parsed expression."""
    if isinstance(parsed, _parser.SubPattern | list | tuple):
        for part in parsed:
            yield from _operations(part)
    else:
        yield parsed


def test_no_regular_expression_needs_what_an_old_python_does_wrong() -> None:
    """Python 3.11.2 (Debian 12) misses matches of ``++``, ``*+`` and ``(?>)``: gh-101955."""
    wrong = {_constants.POSSESSIVE_REPEAT, _constants.ATOMIC_GROUP}
    assert wrong & set(_operations(_parser.parse("1++(?>2)"))) == wrong
    assert [
        name
        for name, pattern in patterns()
        if wrong & set(_operations(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)))
    ] == []
