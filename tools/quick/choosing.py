"""The choice and the order of the tests for a change."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tools.quick.closeness import Closeness, nearest

ALWAYS = "tests/test_rooms.py", "tests/test_texts.py", "tests/test_project.py"
"""Tests over the whole tree that take a few seconds."""

RULES: Mapping[str, tuple[str, ...]] = {
    "*.po": ("tests/test_catalogues.py", "tests/cogs/language/test_french.py"),
    "*.pot": ("tests/test_catalogues.py",),
    "cogs/*.py": ("tests/test_catalogues.py", "tests/cogs/client/test_commands.py"),
    "*.md": ("tests/test_documents.py",),
    "README.md": ("tests/test_policies.py", "tests/cogs/test_documents.py"),
    "CHANGELOG.md": ("tests/test_project.py",),
    "PRIVACY.md": ("tests/test_policies.py",),
    "TERMS.md": ("tests/test_policies.py",),
    "Makefile": ("tests/test_documents.py",),
    "tests/README.md": ("tests/cogs/test_readme.py",),
    "tools/*": ("tests/tools/test_programs.py",),
    "docs/*": (
        "tests/test_documents.py", "tests/tools/test_documents.py",
        "tests/tools/test_game_pages.py", "tests/cogs/test_documents.py",
    ),
    "requirements*": ("tests/test_requirements.py",),
    "tests/oracles/*.txt": ("tests/test_requirements.py", "tests/oracles/*"),
    "pyproject.toml": ("tests/test_requirements.py", "tests/test_project.py"),
    "contrib/*": ("tests/test_contrib.py", "tests/test_image.py", "tests/loopback/test_alerts.py"),
    ".dockerignore": ("tests/test_image.py",),
    "bot.py": (
        "tests/test_project.py", "tests/loopback/test_start.py", "tests/playground/test_start.py",
        "tests/cogs/operating/test_settings.py",
    ),
    "data/puzzles/*": ("tests/engine/puzzles/test_files.py", "tests/cogs/learning/*"),
    "data/migrations/*": ("tests/data/database/test_upgrades.py", "tests/data/test_store.py"),
    "engine/documents/*.md": (
        "tests/engine/documents/*", "tests/engine/lessons/*", "tests/engine/test_games.py",
        "tests/test_catalogues.py", "tests/tools/test_game_pages.py",
        "tests/tools/test_documents.py",
    ),
    "engine/games/*.py": (
        "tests/engine/test_games.py", "tests/tools/test_game_pages.py",
        "tests/cogs/match_actions/test_every_game.py",
    ),
}  # fmt: skip
"""The patterns of tests that read certain files, or check all files of a kind, by files' pattern.
"""

BY_RULE = 1.5
"""The distance of the tests of a rule: that of a module that is almost the only importer."""

SAMPLE = (
    "tests/test_smallest_game.py", "tests/test_project.py",
    "tests/engine/test_games.py", "tests/engine/table/test_match.py", "tests/engine/test_text.py",
    "tests/render/pictures/test_picture.py", "tests/data/test_store.py",
    "tests/data/matches/test_batches.py", "tests/cogs/client/*",
    "tests/cogs/challenges/test_challenges.py", "tests/cogs/moves/test_play.py",
    "tests/cogs/delivery/test_posts.py", "tests/cogs/language/test_language.py",
    "tests/cogs/watching/test_imported_matches.py", "tests/loopback/test_messages.py",
)  # fmt: skip
"""Tests of all parts, run if nothing has changed, or if the harness has."""

HARNESS = (
    "tests/conftest.py", "tests/cogs/conftest.py", "tests/cogs/server.py", "tests/data/tables.py",
    "tests/durations.py", "tests/made_once.py", "tests/needs.py", "tests/nightly.py",
    "tests/patience.py", "tests/postgres.py", "tests/simulator.py", "pyproject.toml",
    "requirements*",
)  # fmt: skip
"""The files on which so many tests depend that imports do not help to choose."""

GUESSES = {
    "tests/loopback/": 1.5, "tests/playground/": 4.0, "tests/tools/": 6.0, "tests/engine/": 0.15,
    "tests/": 0.5,
}  # fmt: skip
"""The guessed seconds of each test in a file that has not run here yet, by the file's folder."""

TEST = re.compile(r"^ *(?:async )?def test_", re.MULTILINE)


@dataclass(frozen=True)
class Choice:
    """The files of tests to run, nearest first, and those left out for lack of time."""

    run: list[str]
    left_out: list[str]
    seconds: float
    """The seconds that the tests to run take on one core."""


def choose(
    closeness: Closeness, changed: Sequence[str], seconds: Mapping[str, float], budget: float
) -> Choice:
    """Choose tests that could fail because of a change, for ``budget`` seconds of one core.

    ``seconds`` are the known times of files of tests.
    """
    distances = ranked(closeness, changed)
    needed = {test: seconds.get(test) or guess(closeness.root / test, test) for test in distances}
    # Of equally near tests, the short ones come first, so that more of them run.
    order = sorted(distances, key=lambda test: distances[test] + needed[test] / 10)
    run, left_out, used = [], [], 0.0
    for test in order:
        if used + needed[test] <= budget:
            run.append(test)
            used += needed[test]
        else:
            left_out.append(test)
    return Choice(run, left_out, used)


def ranked(closeness: Closeness, changed: Sequence[str]) -> dict[str, float]:
    """Return the distances of the files of tests related to a change."""
    found = dict.fromkeys(ALWAYS, 0.0)

    def add(tests: Mapping[str, float]) -> None:
        for test, distance in tests.items():
            found[test] = min(distance, found.get(test, distance))

    sample = not changed
    for path in changed:
        if path in closeness.tests:
            add({path: -1.0})
        if path.endswith(".py"):
            add(closeness.distances(path))
        by_rule = [test for pattern in patterns(path) for test in matching(closeness, pattern)]
        if not by_rule and not path.endswith((".py", ".md")):
            by_rule = nearest(path, closeness.tests)
        add(dict.fromkeys(by_rule, BY_RULE))
        sample = sample or any(fnmatchcase(path, pattern) for pattern in HARNESS)
    if sample:
        add({test: BY_RULE for pattern in SAMPLE for test in matching(closeness, pattern)})
    return found


def patterns(path: str) -> list[str]:
    """Return the patterns of the tests that the rules name for a file."""
    return [
        test for pattern, tests in RULES.items() if fnmatchcase(path, pattern) for test in tests
    ]


def matching(closeness: Closeness, pattern: str) -> list[str]:
    """Return the files of tests that match a pattern."""
    return [test for test in closeness.tests if fnmatchcase(test, pattern)]


def guess(file: Path, test: str) -> float:
    """Return the guessed seconds of the tests in a file, by their number."""
    number = len(TEST.findall(file.read_text("utf-8")))
    return number * next(each for place, each in GUESSES.items() if test.startswith(place))
