"""The distance of each file of tests from a changed file: by imports, and by place and name."""

from __future__ import annotations

import heapq
import re
from collections.abc import Sequence
from functools import cached_property
from math import log2
from pathlib import Path, PurePosixPath

import grimp

PACKAGES = "engine", "render", "data", "cogs", "playground", "tools", "tests"

ROOM = 0.5
"""The factor of the distance of a test in the folder that mirrors the changed file's."""

NAMESAKE = 0.2
"""The factor of the distance of a test that also has the changed file's name."""

WORD = 0.75
"""The factor of the distance for a word in both paths, such as *challenge*, twice at most."""

UNREACHED = 10.0
"""The distance of a test without an import of the changed file, but in its place."""


class Closeness:
    """The imports of a tree of sources and tests."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        for conftest in (root / "tests").rglob("conftest.py"):  # pytest imports these for tests
            room = ".".join(conftest.parent.relative_to(root).parts)
            for test in self._graph.find_descendants(room):
                if _is_test(test):
                    self._graph.add_import(importer=test, imported=f"{room}.conftest")
        for room in self._graph.find_children("cogs"):  # the extension loads these by name
            if (extension := f"{room}.extension") in self._graph.modules:
                self._graph.add_import(importer="cogs.extension", imported=extension)

    @cached_property
    def tests(self) -> list[str]:
        """The paths of all files of tests."""
        found = (self.root / "tests").rglob("test_*.py")
        return sorted(path.relative_to(self.root).as_posix() for path in found)

    def distances(self, changed: str) -> dict[str, float]:
        """Return the distances of the files of tests related to a changed Python file.

        A step from a module to its importers is longer, the more importers there are, because a
        module with many importers is less specific to each.
        """
        by_imports = self._steps(_module(changed))
        found = {}
        for test in self.tests:
            steps = by_imports.get(_module(test))
            place = _place(PurePosixPath(changed), PurePosixPath(test))
            if steps is not None or place < 1:
                common = len(_words(changed) & _words(test))
                near = place * WORD ** min(common, 2)
                found[test] = (UNREACHED if steps is None else steps) * near
        return found

    def _steps(self, module: str) -> dict[str, float]:
        """Return the shortest distance to each module that imports ``module``, even indirectly."""
        if module not in self._graph.modules:  # deleted, or outside of all packages
            return {}
        found: dict[str, float] = {}
        waiting = [(0.0, module)]
        while waiting:
            length, one = heapq.heappop(waiting)
            if one in found:
                continue
            found[one] = length
            importers = self._graph.find_modules_that_directly_import(one)
            step = log2(1 + len(importers))
            for importer in importers - found.keys():
                heapq.heappush(waiting, (length + step, importer))
        return found


def nearest(changed: str, tests: Sequence[str]) -> list[str]:
    """Return the tests for a file that is not Python: its namesake, or all tests of its folder.

    The search goes upwards from the file's place, or from the place that mirrors it, in ``tests``.
    """
    path = PurePosixPath(changed)
    place = path if path.is_relative_to("tests") else "tests" / path
    for folder in place.parents[:-2]:
        namesake = str(folder / f"test_{place.stem}.py")
        if namesake in tests:
            return [namesake]
        if found := [test for test in tests if test.startswith(f"{folder}/")]:
            return found
        place = folder
    return []


def _place(changed: PurePosixPath, test: PurePosixPath) -> float:
    """Return the factor by which a test's place and name shorten its distance; 1 for none."""
    if changed.parts[0] == "tests":
        return 1
    name = changed.parent.name if changed.name == "__init__.py" else changed.stem
    place = "tests" / changed.parent
    if test.stem == f"test_{name}" and test.is_relative_to(place.parent):
        return NAMESAKE
    rooms = (place, place.parent) if len(place.parts) > 3 else (place,)
    return ROOM if test.parent in rooms else 1


def _words(path: str) -> set[str]:
    """Return the words of a path below its top folder, without plural endings."""
    words = re.split("[/_]", path.removesuffix(".py").removeprefix("tests/").partition("/")[2])
    return {word.removesuffix("s") for word in words} - {"test", "init", ""}


def _is_test(module: str) -> bool:
    return module.rpartition(".")[2].startswith("test_")


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
