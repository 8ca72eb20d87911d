"""No test waits for some time, or reads a clock, because machines differ in speed.

A test waits for a condition (`tests/patience.py`), for an event, or at a gate that it opens itself.
That something does not happen is shown by counting, or by the simulator's time.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent

TIMED = {"wait_for": 1, "timeout": 0, "timeout_at": 0, "settimeout": 0, "ClientTimeout": 0}
"""The functions with a time limit, and the index of the limit among their arguments."""

CLOCKS = re.compile(r"(monotonic|perf_counter|process_time|thread_time|time)(_ns)?")

MAY_BE = re.compile(rf"sleep|timeout|{'|'.join(TIMED)}|{CLOCKS.pattern}\(")
"""A quick test for files that may wait or read a clock; all that do match it."""

EXCEPTIONS = {
    "tests/patience.py": "It waits for all the others.",
    "tests/simulator.py": "The simulator's own patience, and its looks at a bot that is at work.",
    "tests/lending.py": "What a failed test has left may never end: it gets some seconds for that.",
    "tests/test_simulator.py": "It holds the loop up for longer than a test waits, on purpose.",
    "tests/loopback/faults.py": "Discord's limits of rates: spans of time on a clock of its own.",
    "tests/loopback/rest.py": "A Discord that is slow, where a condition of the run says so.",
    "tests/loopback/runner.py": "The clock of the machine on which a bot runs, moved by the test.",
    "tests/loopback/world.py": "Discord's clock, by which it makes ids.",
}
"""The files that may wait or read a clock, each with its reason."""


def found(source: str) -> Iterator[str]:
    """Yield the calls that wait for some time or read a clock, with their lines."""
    tree = ast.parse(source)
    numbers = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            clocks = [one.name for one in node.names if CLOCKS.fullmatch(one.name)]
            yield from (f"{node.lineno}: {clock}" for clock in clocks)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "time":
            if CLOCKS.fullmatch(node.attr):
                yield f"{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Call) and _waits(node, numbers):
            yield f"{node.lineno}: {ast.unparse(node)}"


def _waits(call: ast.Call, numbers: dict[str, ast.expr]) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    if name == "sleep":  # a turn of the loop, or for ever
        return [*map(ast.unparse, call.args)] not in (["0"], ["math.inf"])
    limits = [keyword.value for keyword in call.keywords if keyword.arg == "timeout"]
    if name in TIMED:
        limits += call.args[TIMED[name] : TIMED[name] + 1]
    return any(_is_short(limit, numbers) for limit in limits)


def _is_short(limit: ast.expr, numbers: dict[str, ast.expr]) -> bool:
    """Return whether a limit has a number of seconds above 0 but shorter than PATIENCE."""
    if "PATIENCE" in ast.unparse(limit):
        return False
    for node in ast.walk(limit):
        value = numbers.get(node.id) if isinstance(node, ast.Name) else node
        number = value.value if isinstance(value, ast.Constant) else None
        if isinstance(number, int | float) and 0 < number < PATIENCE:
            return True
    return False


def test_nothing_waits_for_some_time_or_looks_at_a_clock() -> None:
    places = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        file, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        if file not in EXCEPTIONS and MAY_BE.search(source):
            places += [f"{file}:{place}" for place in found(source)]
    assert places == []


def test_who_is_an_exception_has_need_of_it() -> None:
    assert all([*found((ROOT / file).read_text(encoding="utf-8"))] for file in EXCEPTIONS)


@pytest.mark.parametrize(
    "line",
    [
        "await asyncio.sleep(0.05)",
        "time.sleep(SECONDS)",
        "await sleep(chance.random())",
        "await asyncio.wait_for(task, 0.05)",
        "await asyncio.wait({task}, timeout=5 * poster.LOOKED_EVERY)",
        "SHORT = 0.1\nasync with asyncio.timeout(SHORT):\n    pass",
        "listening.settimeout(1)",
        "begun = time.monotonic()",
        "from time import process_time",
    ],
)
def test_it_is_found(line: str) -> None:
    assert len([*found(line)]) == 1


@pytest.mark.parametrize(
    "line",
    [
        "await asyncio.sleep(0)",
        "await asyncio.sleep(math.inf)",
        "await asyncio.wait_for(task, PATIENCE)",
        "await asyncio.wait_for(task, 0)",
        "await asyncio.wait_for(task, 3 * PATIENCE)",
        "subprocess.run(command, timeout=120)",
        "view = ui.LayoutView(timeout=None)",
        "now = loop.time()",
    ],
)
def test_it_is_no_wait(line: str) -> None:
    assert not [*found(line)]
