"""Try all our regular expressions on texts that take slow ones too long.

Run ``python -m tests.patterns``. An expression that can match the same text in many ways tries all
of them before it gives up, and nothing else runs meanwhile. So each is tried on texts with a
repeated part and a wrong end: an expression whose time doubles with every repetition never
finishes these.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import resource
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

ROOMS: Final = ("cogs", "data", "engine", "render")
REPEATED: Final = (
    *'1aOSKé .,-x!;:+=~@#<{[("\\`%$?\n',
    *("a1", "1.", "1 ", "1-", "1,", "1:", "1+", "12 ", "a ", "a1-", "a1,", "{}", "; ", '\\"', '["'),
)
BEFORE: Final = ("", "1", "a1-", '[a "', "huff ", "{", "```")
AFTER: Final = ("", "?", "é", "\0")
TIMES: Final = 40

MOST: Final = 60
"""The most processor seconds for all expressions, by which a busy machine does not count."""


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Yield the regular expressions in our modules, each after its place."""
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            if "__main__" in module.name or ".migrations" in module.name:
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, re.Pattern):
                        yield f"{module.name}.{name}", one


def main() -> None:
    """Try all expressions, and print each when done. The process is killed after MOST seconds."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST, MOST))
    texts = [
        before + part * TIMES + after for before, part, after in product(BEFORE, REPEATED, AFTER)
    ]
    for name, pattern in patterns():
        sys.stdout.write(f"{name} ...")
        sys.stdout.flush()
        for text in texts:
            tried = text.encode() if isinstance(pattern.pattern, bytes) else text
            pattern.fullmatch(tried)
            pattern.search(tried)
        sys.stdout.write(" done\n")


if __name__ == "__main__":
    main()
