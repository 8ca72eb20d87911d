"""The cost of importing the bot, before it does anything: ``python -m tools.benchmarks.start``.

Each import is measured in a new interpreter, without the interpreter's own start and memory.
Printed are wall-clock seconds, processor seconds and memory; ``--largest`` lists the modules that
take the longest by themselves.
"""

from __future__ import annotations

import re
import subprocess
import sys
from statistics import median
from typing import Final, NamedTuple

TIMES: Final = 7

LISTED: Final = 40

_MEASURED = """
import json, resource, sys, time
begin, cpu = time.perf_counter(), time.process_time()
import {module}
memory = int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
print(json.dumps([time.perf_counter() - begin, time.process_time() - cpu, memory]))
"""


class Cost(NamedTuple):
    """The cost of an import: wall-clock and processor seconds, and the process's bytes after it."""

    seconds: float
    cpu: float
    memory: float


def cost(module: str) -> Cost:
    """Return the cost of importing a module, as medians of TIMES imports."""
    code = _MEASURED.format(module=module)
    found = [
        [float(figure) for figure in re.findall(r"[\d.e+-]+", _python("-c", code))]
        for _ in range(TIMES)
    ]
    return Cost(*map(median, zip(*found, strict=True)))


def largest(module: str) -> list[tuple[int, str]]:
    """Return the LISTED modules that take the longest by themselves, after their microseconds."""
    run = [sys.executable, "-X", "importtime", "-c", f"import {module}"]
    told = subprocess.run(run, check=True, capture_output=True, text=True).stderr  # noqa: S603 - our own
    lines = re.findall(r"^import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)$", told, re.MULTILINE)
    return sorted(((int(took), name) for took, name in lines), reverse=True)[:LISTED]


def _python(*arguments: str) -> str:
    run = [sys.executable, *arguments]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own


def main() -> None:
    """Print the figures."""
    nothing = cost("builtins")
    for module in ("discord.ext.commands", "sqlalchemy", "bot"):
        found = cost(module)
        sys.stdout.write(
            f"import {module}: {found.seconds:.2f} s, {found.cpu:.2f} s of the processor, "
            f"{(found.memory - nothing.memory) / 2**20:.0f} MiB\n"
        )
    if "--largest" in sys.argv:
        for took, name in largest("bot"):
            sys.stdout.write(f"{took / 1000:7.1f} ms {name}\n")


if __name__ == "__main__":
    main()
