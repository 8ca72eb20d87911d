"""A pytest plugin that shuffles the files of tests, and the tests of each file.

The tests of a file stay together, and so do those of a class, because they may share fixtures.
"""

from __future__ import annotations

import os
from collections import defaultdict
from random import Random
from typing import Final

import pytest

SEED: Final = "SHUFFLED_BY"
"""The environment variable with the seed."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shuffle the tests; every worker process gets the same order."""
    chance = Random(os.environ[SEED])
    files: defaultdict[str, defaultdict[str, list[pytest.Item]]]
    files = defaultdict(lambda: defaultdict(list))
    for item in items:
        file, *inner = item.nodeid.split("[")[0].split("::")
        files[file]["::".join(inner[:-1])].append(item)
    items.clear()
    for file in chance.sample([*files], len(files)):
        classes = files[file]
        for name in chance.sample([*classes], len(classes)):
            items += chance.sample(classes[name], len(classes[name]))
