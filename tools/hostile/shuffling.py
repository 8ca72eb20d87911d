"""A plugin of pytest: the files of tests in a random order, and the tests of each file.

The tests of a file stay together, as those of a class do: they share a bot, or what a class made.
"""

from __future__ import annotations

import os
from collections import defaultdict
from random import Random
from typing import Final

import pytest

SEED: Final = "SHUFFLED_BY"
"""The variable of the environment that holds the seed."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shuffle them; every process that runs a part of them gets the same order."""
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
